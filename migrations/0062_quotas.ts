import { type Kysely, sql } from 'kysely';

/**
 * Lets the administrator of the installation limit how many executions of an organization begin in an hour and in a day. Begun
 * executions are counted only for such organizations: by the minute for an hour, by the quarter of an hour for a day.
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
