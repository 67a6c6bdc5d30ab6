import { type Kysely, sql } from 'kysely';

/**
 * Stores how long an integration keeps its failed executions, and how many MiB of executions, if that is less than the
 * installation keeps; and what these limits removed.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table integrations add column retention_days_failed integer`.execute(db);
  await sql`alter table integrations add column retention_mib integer`.execute(db);
  await sql`alter table integrations add column pruned_early integer not null default 0`.execute(db);
  await sql`alter table integrations add column pruned_early_bytes integer not null default 0`.execute(db);
  await sql`alter table integrations add column pruned_early_at integer`.execute(db);
}
