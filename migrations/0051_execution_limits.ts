import { type Kysely, sql } from 'kysely';

/**
 * Limits how many executions of an integration run at once and begin in an hour. Begun executions are noted only for such
 * integrations. A claim reads paused and limited integrations from one index, which is empty while there are none.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table integrations add column executions_at_once integer`.execute(db);
  await sql`alter table integrations add column executions_an_hour integer`.execute(db);
  await sql`drop index paused_integrations`.execute(db);
  await sql`create index braked_integrations on integrations (organization_id)
    where paused_at is not null or executions_at_once is not null or executions_an_hour is not null`.execute(
    db,
  );
  await sql`
    create table limited_executions (
      integration_id text not null references integrations on delete cascade,
      execution_id text not null,
      primary key (integration_id, execution_id)
    ) strict, without rowid`.execute(db);
  await sql`
    create table limited_minutes (
      integration_id text not null references integrations on delete cascade,
      minute integer not null,
      begun integer not null,
      primary key (integration_id, minute)
    ) strict, without rowid`.execute(db);
}
