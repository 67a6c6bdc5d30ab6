import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table jobs (
      id integer primary key autoincrement,
      kind text not null,
      subject_id text not null,
      organization_id text references organizations on delete cascade,
      run_at integer not null,
      lease_owner text,
      lease_number integer not null default 0,
      leased_until integer,
      deaths integer not null default 0,
      failures integer not null default 0,
      created_at integer not null
    ) strict`.execute(db);
  // Two small partial indexes: what may be claimed, and what is held. A job is in exactly one of them.
  await sql`create index jobs_due on jobs (run_at, id) where lease_owner is null`.execute(db);
  await sql`create index jobs_leased on jobs (leased_until) where lease_owner is not null`.execute(db);
  await sql`create index jobs_by_subject on jobs (subject_id)`.execute(db);
}
