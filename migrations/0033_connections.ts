import { type Kysely, sql } from 'kysely';

/** Adds credentials that an organization stores once, and the integrations that use them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table connections (
      id text primary key,
      organization_id text not null references organizations on delete cascade,
      name text not null collate nocase,
      kind text not null,
      base_url text not null,
      allowed_hosts text not null,
      config text not null,
      secrets text not null,
      status text not null default 'ready' check (status in ('ready', 'needs_authorization', 'failing')),
      status_reason text,
      version integer not null,
      created_by text references users on delete set null,
      created_at integer not null,
      updated_at integer not null,
      unique (organization_id, name)
    ) strict`.execute(db);
  await sql`create index connections_by_creator on connections (created_by) where created_by is not null`.execute(
    db,
  );
  await sql`
    create table connection_uses (
      connection_id text not null references connections on delete cascade,
      integration_id text not null references integrations on delete cascade,
      version integer not null,
      primary key (connection_id, integration_id)
    ) strict, without rowid`.execute(db);
  await sql`create index connection_uses_by_integration on connection_uses (integration_id)`.execute(db);
}
