import { type Kysely, sql } from 'kysely';

/** Stores the parts of a definition that the dashboard shows beside it, so that no list reads its JSON any more. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table integration_versions add column trigger_type text not null default 'manual'`.execute(
    db,
  );
  await sql`alter table integration_versions add column call_count integer not null default 0`.execute(db);
  await sql`
    update integration_versions set
      trigger_type = coalesce(definition -> 'triggerConfig' ->> 'type', 'manual'),
      call_count = coalesce(json_array_length(definition -> 'apiCalls'), 0)`.execute(db);
}
