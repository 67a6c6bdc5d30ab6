// Which integrations and organizations may begin nothing at the moment, because of a pause, a limit or a quota: all at once, for
// the metrics. The claim asks about one organization at a time: `start-limits.ts` and `quota.ts`.
import { sql } from 'kysely';
import type { Queries } from '../../core/queries';
import { countedSlots, daySpan, hourSpan } from './spans';
import { isLimited, isUnderWay } from './start-limits';
import { waitsNot } from './call-waits';

/** Lists the ids of integrations that are paused, or have used up a limit. */
export async function listHeldIntegrations(db: Queries, now: number): Promise<string[]> {
  const { from, to } = countedSlots(hourSpan, now);
  const query = db.build
    .selectFrom('integrations')
    .select('integrations.id')
    .where(isLimited)
    .where((eb) =>
      eb.or([
        eb('paused_at', 'is not', null),
        sql<boolean>`executions_at_once <= (select count(*) from limited_executions
          where integration_id = integrations.id and ${isUnderWay} and ${waitsNot('execution_id')})`,
        sql<boolean>`executions_an_hour <= (select sum(begun) from limited_minutes
          where integration_id = integrations.id and minute >= ${from} and minute <= ${to})`,
      ]),
    );
  return (await db.all(query)).map(({ id }) => id);
}

/** Lists the ids of organizations that have used up their quota. */
export async function listHeldOrganizations(db: Queries, now: number): Promise<string[]> {
  const hour = countedSlots(hourSpan, now);
  const day = countedSlots(daySpan, now);
  const query = db.build
    .selectFrom('quota_slots')
    .innerJoin('organizations', 'organizations.id', 'quota_slots.organization_id')
    .select('quota_slots.organization_id as id')
    .where((eb) =>
      eb.or([
        eb.and([eb('span', '=', 'hour'), eb('slot', '>=', hour.from), eb('slot', '<=', hour.to)]),
        eb.and([eb('span', '=', 'day'), eb('slot', '>=', day.from), eb('slot', '<=', day.to)]),
      ]),
    )
    .groupBy(['quota_slots.organization_id', 'span'])
    .having(
      sql<boolean>`sum(begun) >= case span when 'hour' then executions_an_hour else executions_a_day end`,
    );
  return (await db.all(query)).map(({ id }) => id);
}
