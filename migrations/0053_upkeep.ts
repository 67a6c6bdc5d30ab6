import { type Kysely, sql } from 'kysely';

/**
 * Stores since when people and programs may change nothing, how long an integration keeps its executions if that is shorter,
 * and what was removed early for lack of space.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table installation add column read_only_since integer`.execute(db);
  await sql`alter table integrations add column retention_days integer`.execute(db);
  await sql`alter table installation add column pruned_early integer not null default 0`.execute(db);
  await sql`alter table installation add column pruned_early_bytes integer not null default 0`.execute(db);
  await sql`alter table installation add column pruned_early_at integer`.execute(db);
}
