import { type Kysely, sql } from 'kysely';

/** Adds the values of placeholders like `{{org.name}}`, and the integrations that name them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table organization_values (
      id text primary key,
      organization_id text not null references organizations on delete cascade,
      name text not null collate nocase,
      format text not null check (format in ('text', 'json')),
      is_secret integer not null check (is_secret in (0, 1)),
      value text not null,
      allowed_hosts text not null,
      version integer not null,
      updated_by text references users on delete set null,
      created_at integer not null,
      updated_at integer not null,
      unique (organization_id, name)
    ) strict`.execute(db);
  await sql`create index organization_values_by_user on organization_values (updated_by) where updated_by is not null`.execute(
    db,
  );
  await sql`
    create table value_uses (
      integration_id text not null references integrations on delete cascade,
      name text not null,
      primary key (integration_id, name)
    ) strict, without rowid`.execute(db);
}
