import { type Kysely, sql } from 'kysely';

/**
 * Adds the stores of organizations: records by key, which the calls of their executions read and write, and the responses of
 * calls that changed a store and whose step may not be recorded yet. Tables with rowids, for the reason that migration 0099 gives; the
 * long value comes last, so that nobody reads it who asks for another column.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table stores (
      organization_id text not null references organizations on delete cascade,
      name text not null,
      records integer not null,
      length integer not null,
      created_at integer not null,
      updated_at integer not null,
      primary key (organization_id, name)
    ) strict`.execute(db);
  await sql`
    create table records (
      organization_id text not null,
      store text not null,
      key text not null,
      length integer not null,
      is_secret integer not null check (is_secret in (0, 1)),
      execution_id text,
      created_at integer not null,
      updated_at integer not null,
      expires_at integer,
      value text not null,
      primary key (organization_id, store, key),
      foreign key (organization_id, store) references stores on delete cascade
    ) strict`.execute(db);
  await sql`create index records_by_end on records (expires_at) where expires_at is not null`.execute(db);
  await sql`
    create table record_responses (
      execution_id text not null references executions on delete cascade,
      call_key text not null,
      response text not null,
      primary key (execution_id, call_key)
    ) strict`.execute(db);
}
