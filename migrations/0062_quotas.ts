import { type Kysely, sql } from 'kysely';

/**
 * The administrator of the installation may hold an organization to so many executions that begin in an hour and in a day. What has
 * begun is counted of such organizations alone, by minutes of an hour and by quarters of an hour of a day.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table organizations add column executions_an_hour integer`.execute(db);
  await sql`alter table organizations add column executions_a_day integer`.execute(db);
  await sql`
    create table quota_slots (
      organization_id text not null references organizations on delete cascade,
      span text not null,
      slot integer not null,
      begun integer not null,
      primary key (organization_id, span, slot)
    ) strict, without rowid`.execute(db);
}
