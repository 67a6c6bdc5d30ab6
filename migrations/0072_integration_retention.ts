import { type Kysely, sql } from 'kysely';

/**
 * How long an integration keeps its executions that failed, and how much of its executions, where that is less than the installation
 * keeps; and what these limits of its own removed.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table integrations add column retention_days_failed integer`.execute(db);
  await sql`alter table integrations add column retention_mib integer`.execute(db);
  await sql`alter table integrations add column pruned_early integer not null default 0`.execute(db);
  await sql`alter table integrations add column pruned_early_bytes integer not null default 0`.execute(db);
  await sql`alter table integrations add column pruned_early_at integer`.execute(db);
}
