// Holds back integrations that are paused, or that have as many executions under way, or begun within an hour, as they may.
// Executions that have begun go on. An organization without such integrations costs one query.
import { sql } from 'kysely';
import { compileQuery } from '../../core/compiled-query';
import type { Queries } from '../../core/queries';
import { isQueued } from './queued-executions';
import { waitsNot } from './call-waits';
import { type BegunSlot, countedSlots, findRoomAt, hourSpan, slotOf } from './spans';

/** Limits how many executions of a paused or limited integration one claim may begin. */
export interface StartLimit {
  /** Checks whether no execution of the integration may begin. */
  isHeld(): Promise<boolean>;
  /** Notes that an execution of the integration has begun. */
  noteBegun(executionId: string): Promise<void>;
}

/** Joins two limits into one that is reached when either is. */
export function joinStartLimits(
  one: StartLimit | undefined,
  other: StartLimit | undefined,
): StartLimit | undefined {
  if (!one || !other) return one ?? other;
  return {
    isHeld: async () => (await one.isHeld()) || (await other.isHeld()),
    async noteBegun(executionId) {
      await one.noteBegun(executionId);
      await other.noteBegun(executionId);
    },
  };
}

/** An integration that is paused or limited; null means no limit. */
interface LimitedIntegration {
  id: string;
  pausedAt: number | null;
  atOnce: number | null;
  anHour: number | null;
}

/** Written as in the partial index. */
export const isLimited = sql<boolean>`(paused_at is not null or executions_at_once is not null or executions_an_hour is not null)`;

const limitedIntegrationsQuery = compileQuery<{ organizationId: string }, LimitedIntegration>(
  (build, value) =>
    build
      .selectFrom('integrations')
      .select(['id', 'paused_at as pausedAt', 'executions_at_once as atOnce', 'executions_an_hour as anHour'])
      .where(isLimited)
      .where('organization_id', '=', value('organizationId')),
);

/** Returns the start limits of the limited integrations of an organization, by the id of the integration. */
export async function listStartLimits(
  db: Queries,
  organizationId: string,
  now: number,
): Promise<Map<string, StartLimit>> {
  const limits = new Map<string, StartLimit>();
  for (const limited of await db.all(limitedIntegrationsQuery({ organizationId }))) {
    limits.set(limited.id, createStartLimit(db, limited, now));
  }
  return limits;
}

function createStartLimit(db: Queries, limited: LimitedIntegration, now: number): StartLimit {
  const { id: integrationId, pausedAt, atOnce, anHour } = limited;
  /** How many more may begin; undefined until first asked. */
  let room: number | undefined;
  return {
    async isHeld() {
      room ??= pausedAt === null ? (await findExecutionRoom(db, limited, now)).room : 0;
      return room <= 0;
    },
    async noteBegun(executionId) {
      if (room !== undefined) room -= 1;
      if (atOnce !== null) await db.run(noteExecutionQuery({ integrationId, executionId }));
      if (anHour !== null) await db.run(noteMinuteQuery({ integrationId, minute: slotOf(hourSpan, now) }));
    },
  };
}

/** How much of its limits an integration has used. */
interface LimitUse {
  /** How many more may begin now. */
  room: number;
  /** Executions that have begun and not ended, without those that wait before a call; 0 without a limit. */
  underWay: number;
  /** Executions that began within the last hour, to the minute; 0 without a limit. */
  begunInHour: number;
}

/** Deletes the entries of executions that have ended and of minutes older than an hour, and counts the rest. */
async function findExecutionRoom(
  db: Queries,
  limited: Omit<LimitedIntegration, 'pausedAt'>,
  now: number,
): Promise<LimitUse> {
  const { id: integrationId, atOnce, anHour } = limited;
  if (atOnce !== null) await db.run(forgetEndedQuery({ integrationId }));
  if (anHour !== null)
    await db.run(forgetMinutesQuery({ integrationId, from: countedSlots(hourSpan, now).from }));
  return findLimitUse(db, limited, now);
}

/** Returns how much of its limits an integration has used. */
export async function findLimitUse(
  db: Queries,
  { id: integrationId, atOnce, anHour }: Omit<LimitedIntegration, 'pausedAt'>,
  now: number,
): Promise<LimitUse> {
  const underWay = atOnce === null ? 0 : ((await db.first(underWayQuery({ integrationId })))?.count ?? 0);
  const hour = { integrationId, ...countedSlots(hourSpan, now) };
  const begunInHour = anHour === null ? 0 : ((await db.first(begunQuery(hour)))?.count ?? 0);
  const room = Math.min((atOnce ?? Infinity) - underWay, (anHour ?? Infinity) - begunInHour);
  return { room, underWay, begunInHour };
}

/** Returns when one more may begin within the hour, in milliseconds since 1970; undefined when it may begin now. */
export async function findHourEnd(
  db: Queries,
  { id: integrationId, anHour }: { id: string; anHour: number },
  now: number,
): Promise<number | undefined> {
  const minutes = await db.all(minutesQuery({ integrationId, ...countedSlots(hourSpan, now) }));
  return findRoomAt(hourSpan, minutes, anHour);
}

const minutesQuery = compileQuery<{ integrationId: string; from: number; to: number }, BegunSlot>(
  (build, value) =>
    build
      .selectFrom('limited_minutes')
      .select(['minute as slot', 'begun'])
      .where('integration_id', '=', value('integrationId'))
      .where('minute', '>=', value('from'))
      .where('minute', '<=', value('to'))
      .orderBy('minute'),
);

/** Of a row of `limited_executions`. */
export const isUnderWay = sql<boolean>`exists (select 1 from executions where id = execution_id and status = 'running')`;

const forgetEndedQuery = compileQuery<{ integrationId: string }>((build, value) =>
  build
    .deleteFrom('limited_executions')
    .where('integration_id', '=', value('integrationId'))
    .where(sql<boolean>`not ${isUnderWay}`),
);

const underWayQuery = compileQuery<{ integrationId: string }, { count: number }>((build, value) =>
  build
    .selectFrom('limited_executions')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('integration_id', '=', value('integrationId'))
    .where(isUnderWay)
    .where(waitsNot('execution_id')),
);

const noteExecutionQuery = compileQuery<{ integrationId: string; executionId: string }>((build, value) =>
  build
    .insertInto('limited_executions')
    .values({ integration_id: value('integrationId'), execution_id: value('executionId') })
    .onConflict((conflict) => conflict.doNothing()),
);

const begunQuery = compileQuery<{ integrationId: string; from: number; to: number }, { count: number }>(
  (build, value) =>
    build
      .selectFrom('limited_minutes')
      .select(sql<number>`coalesce(sum(begun), 0)`.as('count'))
      .where('integration_id', '=', value('integrationId'))
      .where('minute', '>=', value('from'))
      .where('minute', '<=', value('to')),
);

const forgetMinutesQuery = compileQuery<{ integrationId: string; from: number }>((build, value) =>
  build
    .deleteFrom('limited_minutes')
    .where('integration_id', '=', value('integrationId'))
    .where('minute', '<', value('from')),
);

const noteMinuteQuery = compileQuery<{ integrationId: string; minute: number }>((build, value) =>
  build
    .insertInto('limited_minutes')
    .values({ integration_id: value('integrationId'), minute: value('minute'), begun: 1 })
    .onConflict((conflict) => conflict.doUpdateSet({ begun: sql`begun + 1` })),
);

/** Returns how many executions in the integration's own queue wait to begin, counting up to `most`. */
export async function countSetAside(
  db: Queries,
  { id, organizationId }: { id: string; organizationId: string },
  most: number,
): Promise<number> {
  const waiting = db.build
    .selectFrom('executions')
    .select(sql<number>`1`.as('one'))
    .where(isQueued)
    .where('organization_id', '=', organizationId)
    .where('queue', '=', id)
    .limit(most);
  const row = await db.first(
    db.build.selectFrom(waiting.as('waiting')).select((eb) => eb.fn.countAll<number>().as('count')),
  );
  return row?.count ?? 0;
}
