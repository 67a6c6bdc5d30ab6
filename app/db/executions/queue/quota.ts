// Limits how many executions an organization may begin in an hour and in a day, where the administrator of the installation set
// a quota. An organization without a quota costs nothing: the claim reads the row that says so anyway.
import { sql } from 'kysely';
import { compileQuery } from '../../core/compiled-query';
import type { Queries } from '../../core/queries';
import type { Quota } from '../../organizations/quotas';
import type { StartLimit } from './start-limits';
import { type BegunSlot, countedSlots, daySpan, findRoomAt, hourSpan, type LimitSpan, slotOf } from './spans';

type SpanName = 'hour' | 'day';

const spans: Record<SpanName, LimitSpan> = { hour: hourSpan, day: daySpan };

/** Lists the limited spans, with how many executions may begin in each. */
function listBounds({ executionsPerHour, executionsPerDay }: Quota): { span: SpanName; limit: number }[] {
  return [
    ...(executionsPerHour === null ? [] : [{ span: 'hour' as const, limit: executionsPerHour }]),
    ...(executionsPerDay === null ? [] : [{ span: 'day' as const, limit: executionsPerDay }]),
  ];
}

/** Creates the start limit that all integrations of an organization share; undefined when it has no quota. */
export function createQuotaLimit(
  db: Queries,
  { organizationId, quota }: { organizationId: string; quota: Quota },
  now: number,
): StartLimit | undefined {
  const bounds = listBounds(quota);
  if (bounds.length === 0) return undefined;
  /** How many more may begin; undefined until first asked. */
  let room: number | undefined;

  async function findRoom(): Promise<number> {
    let least = Infinity;
    for (const { span, limit } of bounds) {
      const counted = { organizationId, span, ...countedSlots(spans[span], now) };
      await db.run(forgetQuery(counted));
      least = Math.min(least, limit - ((await db.first(begunQuery(counted)))?.begun ?? 0));
    }
    return least;
  }

  return {
    async isHeld() {
      room ??= await findRoom();
      return room <= 0;
    },
    async noteBegun() {
      if (room !== undefined) room -= 1;
      for (const { span } of bounds) {
        await db.run(noteQuery({ organizationId, span, slot: slotOf(spans[span], now) }));
      }
    },
  };
}

/** The part of a quota that keeps queued executions of an organization waiting. */
export interface UsedUpQuota {
  span: SpanName;
  limit: number;
  /** When the next may begin, in milliseconds since 1970. */
  until: number;
}

/** Returns the span of the quota that is used up for longest; undefined when more may begin. */
export async function findUsedUpQuota(
  db: Queries,
  { organizationId, quota }: { organizationId: string; quota: Quota },
  now: number,
): Promise<UsedUpQuota | undefined> {
  let found: UsedUpQuota | undefined;
  for (const { span, limit } of listBounds(quota)) {
    const counted = { organizationId, span, ...countedSlots(spans[span], now) };
    const until = findRoomAt(spans[span], await db.all(slotsQuery(counted)), limit);
    if (until !== undefined && until > (found?.until ?? 0)) found = { span, limit, until };
  }
  return found;
}

interface Counted {
  organizationId: string;
  span: SpanName;
  from: number;
  to: number;
}

const begunQuery = compileQuery<Counted, { begun: number }>((build, value) =>
  build
    .selectFrom('quota_slots')
    .select(sql<number>`coalesce(sum(begun), 0)`.as('begun'))
    .where('organization_id', '=', value('organizationId'))
    .where('span', '=', value('span'))
    .where('slot', '>=', value('from'))
    .where('slot', '<=', value('to')),
);

const slotsQuery = compileQuery<Counted, BegunSlot>((build, value) =>
  build
    .selectFrom('quota_slots')
    .select(['slot', 'begun'])
    .where('organization_id', '=', value('organizationId'))
    .where('span', '=', value('span'))
    .where('slot', '>=', value('from'))
    .where('slot', '<=', value('to'))
    .orderBy('slot'),
);

const forgetQuery = compileQuery<Omit<Counted, 'to'>>((build, value) =>
  build
    .deleteFrom('quota_slots')
    .where('organization_id', '=', value('organizationId'))
    .where('span', '=', value('span'))
    .where('slot', '<', value('from')),
);

const noteQuery = compileQuery<{ organizationId: string; span: SpanName; slot: number }>((build, value) =>
  build
    .insertInto('quota_slots')
    .values({
      organization_id: value('organizationId'),
      span: value('span'),
      slot: value('slot'),
      begun: 1,
    })
    .onConflict((conflict) => conflict.doUpdateSet({ begun: sql`begun + 1` })),
);
