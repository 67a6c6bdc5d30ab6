import { type Kysely, sql } from 'kysely';

/** What was mailed of stopped executions of late: to whom, of which integration, and how many were only counted. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table stop_notices (
      id text primary key,
      integration_id text not null references integrations on delete cascade,
      organization_id text not null,
      recipient text not null,
      since integer not null,
      mailed integer not null,
      withheld integer not null default 0,
      unique (integration_id, recipient)
    ) strict`.execute(db);
  await sql`create index stop_notices_by_recipient on stop_notices (recipient)`.execute(db);
}
