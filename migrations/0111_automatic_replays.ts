import { type Kysely, sql } from 'kysely';

/**
 * Keeps how many times an integration's failed executions are replayed automatically, and the replay that is planned for each of
 * them, until its execution is deleted.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table integrations add column automatic_replays integer`.execute(db);
  await sql`
    create table automatic_replays (
      execution_id text primary key references executions on delete cascade,
      organization_id text not null,
      integration_id text not null,
      number integer not null,
      most integer not null,
      due_at integer,
      replay_id text,
      problem text
    ) strict, without rowid`.execute(db);
  await sql`
    create index automatic_replays_by_due_at on automatic_replays (due_at) where due_at is not null`.execute(
    db,
  );
}
