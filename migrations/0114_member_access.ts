import { type Kysely, sql } from 'kysely';

/** Keeps what a member may do with the integrations, and so for invitations and API tokens. Whoever is there already edits. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table memberships add column access text not null default 'edit'`.execute(db);
  await sql`alter table api_tokens add column access text not null default 'edit'`.execute(db);
  await sql`alter table tokens add column access text`.execute(db);
}
