import { type Kysely, sql } from 'kysely';

/**
 * Keeps why deliveries were rejected before they became an execution: one row for each integration, whose list the server
 * bounds.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table rejected_deliveries (
      integration_id text primary key references integrations on delete cascade,
      entries text not null,
      last_at integer not null
    ) strict, without rowid`.execute(db);
  await sql`create index rejected_deliveries_by_time on rejected_deliveries (last_at)`.execute(db);
}
