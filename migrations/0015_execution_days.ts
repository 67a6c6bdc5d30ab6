import { type Kysely, sql } from 'kysely';

/** How many executions of an organization ended each day, so that no page ever counts them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // `day` counts days since 1970, in UTC.
  await sql`
    create table execution_days (
      organization_id text not null references organizations on delete cascade,
      day integer not null,
      completed integer not null,
      failed integer not null,
      cancelled integer not null,
      primary key (organization_id, day)
    ) strict, without rowid`.execute(db);
  await sql`
    insert into execution_days
    select organization_id, completed_at / 86400000 as day,
      sum(status = 'completed'), sum(status = 'error'), sum(status = 'cancelled')
    from executions
    where completed_at is not null and organization_id in (select id from organizations)
    group by organization_id, day`.execute(db);
}
