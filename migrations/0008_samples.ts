import { type Kysely, sql } from 'kysely';

/** The next delivery of an integration that listens is kept as a sample, and not run. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // On the integration, whose row the door reads for each delivery anyway. Null when nobody listens.
  await sql`alter table integrations add column listening_until integer`.execute(db);
  await sql`
    create table samples (
      integration_id text not null references integrations on delete cascade,
      id text not null,
      received_at integer not null,
      bytes integer not null,
      payload text,
      primary key (integration_id, id)
    ) strict`.execute(db);
}
