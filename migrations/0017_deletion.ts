import { type Kysely, sql } from 'kysely';

/** What deleting an account or an organization needs: an audit that outlives both, and mails that are found by both. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Without foreign keys: whose entry it is stays known when they are gone.
  await sql`alter table audit rename to audit_before`.execute(db);
  await sql`
    create table audit (
      id text primary key,
      organization_id text,
      user_id text,
      kind text not null,
      subject_id text,
      detail text,
      address text,
      created_at integer not null
    ) strict`.execute(db);
  await sql`
    insert into audit
    select id, organization_id, user_id, kind, subject_id, detail, address, created_at from audit_before`.execute(
    db,
  );
  await sql`drop table audit_before`.execute(db);
  await sql`create index audit_by_organization on audit (organization_id, id)`.execute(db);
  await sql`create index audit_by_kind on audit (organization_id, kind, id)`.execute(db);

  // Of mails that tell of an organization.
  await sql`alter table emails add column organization_id text`.execute(db);
  await sql`create index emails_by_organization on emails (organization_id)
    where organization_id is not null`.execute(db);
  await sql`create index emails_by_recipient on emails (recipient)`.execute(db);
  // Or every definition would be read for an account that goes.
  await sql`create index integration_versions_by_author on integration_versions (created_by)
    where created_by is not null`.execute(db);
}
