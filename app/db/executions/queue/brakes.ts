// Integrations of which nothing new may begin now: those that are paused, and those that have as much under way, or have begun
// as much within an hour, as they may. What has begun goes on. An organization without such integrations costs one look.
import { sql } from 'kysely';
import { compileQuery } from '../../core/compiled-query';
import type { Queries } from '../../core/queries';
import { isQueued } from './queued-executions';
import { waitsNot } from './call-waits';
import { type BegunSlot, countedSlots, findRoomAt, hourSpan, slotOf } from './spans';

/** How many executions one claim may begin of an integration that is paused or limited. */
export interface Brake {
  /** Whether nothing of it may begin. */
  isHeld(): Promise<boolean>;
  /** An execution of it has begun. */
  noteBegun(executionId: string): Promise<void>;
}

/** What may begin by both. */
export function joinBrakes(one: Brake | undefined, other: Brake | undefined): Brake | undefined {
  if (!one || !other) return one ?? other;
  return {
    isHeld: async () => (await one.isHeld()) || (await other.isHeld()),
    async noteBegun(executionId) {
      await one.noteBegun(executionId);
      await other.noteBegun(executionId);
    },
  };
}

/** An integration that is paused or limited; a limit of null is none. */
export interface Braked {
  id: string;
  pausedAt: number | null;
  atOnce: number | null;
  anHour: number | null;
}

/** Written as in the partial index. */
const isBraked = sql<boolean>`(paused_at is not null or executions_at_once is not null or executions_an_hour is not null)`;

const brakedQuery = compileQuery<{ organizationId: string }, Braked>((build, value) =>
  build
    .selectFrom('integrations')
    .select(['id', 'paused_at as pausedAt', 'executions_at_once as atOnce', 'executions_an_hour as anHour'])
    .where(isBraked)
    .where('organization_id', '=', value('organizationId')),
);

/** The brakes of an organization, by integration. */
export async function listBrakes(
  db: Queries,
  organizationId: string,
  now: number,
): Promise<Map<string, Brake>> {
  const brakes = new Map<string, Brake>();
  for (const braked of await db.all(brakedQuery({ organizationId }))) {
    brakes.set(braked.id, createBrake(db, braked, now));
  }
  return brakes;
}

function createBrake(db: Queries, braked: Braked, now: number): Brake {
  const { id: integrationId, pausedAt, atOnce, anHour } = braked;
  /** How many more may begin; undefined before it was asked. */
  let room: number | undefined;
  return {
    async isHeld() {
      room ??= pausedAt === null ? (await findExecutionRoom(db, braked, now)).room : 0;
      return room <= 0;
    },
    async noteBegun(executionId) {
      if (room !== undefined) room -= 1;
      if (atOnce !== null) await db.run(noteExecutionQuery({ integrationId, executionId }));
      if (anHour !== null) await db.run(noteMinuteQuery({ integrationId, minute: slotOf(hourSpan, now) }));
    },
  };
}

/** What an integration with limits has used of them. */
export interface LimitUse {
  /** How many more may begin now. */
  room: number;
  /** Executions that have begun and not ended, but those that wait before a call; 0 when they are not limited. */
  underWay: number;
  /** Executions that began within the last hour, to the minute; 0 when they are not limited. */
  begunInHour: number;
}

/** Forgets what has ended or is older than an hour, and counts the rest. */
async function findExecutionRoom(
  db: Queries,
  braked: Omit<Braked, 'pausedAt'>,
  now: number,
): Promise<LimitUse> {
  const { id: integrationId, atOnce, anHour } = braked;
  if (atOnce !== null) await db.run(forgetEndedQuery({ integrationId }));
  if (anHour !== null)
    await db.run(forgetMinutesQuery({ integrationId, from: countedSlots(hourSpan, now).from }));
  return findLimitUse(db, braked, now);
}

/** Reads what an integration with limits has used of them. */
export async function findLimitUse(
  db: Queries,
  { id: integrationId, atOnce, anHour }: Omit<Braked, 'pausedAt'>,
  now: number,
): Promise<LimitUse> {
  const underWay = atOnce === null ? 0 : ((await db.first(underWayQuery({ integrationId })))?.count ?? 0);
  const hour = { integrationId, ...countedSlots(hourSpan, now) };
  const begunInHour = anHour === null ? 0 : ((await db.first(begunQuery(hour)))?.count ?? 0);
  const room = Math.min((atOnce ?? Infinity) - underWay, (anHour ?? Infinity) - begunInHour);
  return { room, underWay, begunInHour };
}

/** When one more may begin within the hour: milliseconds since 1970; undefined when it may now. */
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

const isUnderWay = sql<boolean>`exists (select 1 from executions where id = execution_id and status = 'running')`;

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

/** How many executions of an integration wait to begin, `most` at most: those that were set aside for it. */
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
