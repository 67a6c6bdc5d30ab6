// Starts runs by schedule. A row holds the next time of each schedule. One transaction moves the time and queues the run, so
// each due time runs once, however many processes look.
import { formatCount } from '~/engine/texts/format-count';
import type { AppContext } from '~/context';
import { insertExecution } from '~/db/executions/executions';
import { countEndedExecution } from '~/db/executions/ended-executions';
import { newId } from '~/db/core/id';
import type { Queries } from '~/db/core/queries';
import {
  deleteSchedule,
  type DueSchedule,
  findDueSchedule,
  findNextAt,
  isScheduledRunUnfinished,
  listDueSchedules,
  listLaterSchedules,
  moveNextAt,
  upsertSchedule,
} from '~/db/integrations/schedules';
import { findNextRun } from '~/engine/triggers/cron';
import type { TriggerConfig } from '~/engine/integration';
import {
  type DuePlan,
  isMissedAt,
  maxCounted,
  planDue,
  type SkippedTimes,
} from '~/engine/triggers/missed-runs';
import type { ScheduledExecution } from '~/engine/logged';
import { CronTrigger } from '~/engine/triggers/trigger';
import { runInTurns, yieldTurn } from '../event-loop';
import { isPaused } from '../installation/pause';

/** How many schedules are fired or repaired at a time, so that those of a full hour do not hold up everything else. */
const batchSize = 50;

/** An integration as it was saved, and the trigger that was deployed before. */
interface SavedTrigger {
  integrationId: string;
  organizationId: string;
  isActive: boolean;
  trigger: TriggerConfig;
  /** Undefined when the integration was not deployed. */
  deployedTrigger: TriggerConfig | undefined;
  now: number;
}

/** Stores when a deployed integration is due next, or that it never is. An unchanged schedule keeps its time. */
export async function saveSchedule(tx: Queries, saved: SavedTrigger): Promise<void> {
  const { integrationId, organizationId, trigger, deployedTrigger, now } = saved;
  if (!saved.isActive || trigger.type !== 'cron') {
    await deleteSchedule(tx, integrationId);
    return;
  }
  if (isSameSchedule(trigger, deployedTrigger) && (await findNextAt(tx, integrationId)) !== undefined) return;
  await moveSchedule(tx, { integrationId, organizationId }, findNextRun(trigger.cron, now) ?? null, now);
}

function isSameSchedule({ cron }: CronTrigger, other: TriggerConfig | undefined): boolean {
  return (
    other?.type === 'cron' &&
    other.cron.cronExpression === cron.cronExpression &&
    other.cron.timezone === cron.timezone
  );
}

type Owner = Pick<DueSchedule, 'integrationId' | 'organizationId'>;

async function moveSchedule(tx: Queries, owner: Owner, nextAt: number | null, now: number): Promise<void> {
  const { integrationId, organizationId } = owner;
  if (nextAt === null) await deleteSchedule(tx, integrationId);
  else await upsertSchedule(tx, { integrationId, organizationId, nextAt, now });
}

/**
 * Queues the due runs, and logs the skipped ones; does nothing while the installation is paused or its disk nearly full.
 * Returns the number of queued executions.
 */
export async function fireDueSchedules(context: AppContext): Promise<number> {
  const { db, disk, now } = context;
  if (disk.isLow() || (await isPaused(db))) return 0;
  const due = await listDueSchedules(db, now());
  let queued = 0;
  for (let start = 0; start < due.length; start += batchSize) {
    const batch = due.slice(start, start + batchSize);
    const planned = await planBatch(context, batch);
    const outcomes = await Promise.allSettled(
      planned.map((each) => db.groupCommit((tx) => fireSchedule(tx, each))),
    );
    for (const [index, outcome] of outcomes.entries()) {
      const integrationId = planned[index]?.schedule.integrationId ?? '';
      if (outcome.status === 'rejected') {
        reportUnfired(context, integrationId, outcome.reason);
      } else if (outcome.value.shown) {
        queued += outcome.value.queued;
        context.changeEvents.publish(integrationId);
      }
    }
    if (queued > 0) context.wake();
  }
  return queued;
}

/**
 * Moves schedules back whose next time is later than their pattern allows, because the clock was ahead when the time was
 * calculated. Returns the number of them.
 */
export async function repairSchedules({ db, now }: AppContext): Promise<number> {
  let mended = 0;
  for (let after: string | undefined = ''; after !== undefined;) {
    const page: string = after;
    const [count, last] = await db.groupCommit((tx) => repairPage(tx, page, now()));
    mended += count;
    after = last;
  }
  return mended;
}

async function repairPage(
  tx: Queries,
  after: string,
  now: number,
): Promise<[mended: number, last: string | undefined]> {
  const page = await listLaterSchedules(tx, { now, after, limit: batchSize });
  let mended = 0;
  for (const { integrationId, nextAt, trigger } of page) {
    const parsed = CronTrigger.safeParse(JSON.parse(trigger));
    const to = parsed.success ? findNextRun(parsed.data.cron, now) : undefined;
    if (to === undefined || to >= nextAt) continue;
    await moveNextAt(tx, { integrationId, from: nextAt, to });
    mended += 1;
  }
  return [mended, page.length < batchSize ? undefined : page.at(-1)?.integrationId];
}

interface Fired {
  queued: number;
  /** Whether there is something new in the log. */
  shown: boolean;
}

const nothing: Fired = { queued: 0, shown: false };

/** What to do about a schedule that was due at `now`. */
interface Planned {
  schedule: DueSchedule;
  /** Undefined when the integration has no schedule any more. */
  cron: CronTrigger['cron'] | undefined;
  plan: DuePlan | undefined;
  now: number;
}

/** Plans one schedule after the other, outside of any transaction: after an outage each takes tens of milliseconds. */
async function planBatch(context: AppContext, batch: string[]): Promise<Planned[]> {
  const planned: Planned[] = [];
  for (const integrationId of batch) {
    try {
      const plan = await planSchedule(context, integrationId);
      if (plan) planned.push(plan);
      await yieldTurn();
    } catch (error) {
      reportUnfired(context, integrationId, error);
    }
  }
  return planned;
}

function reportUnfired({ log }: AppContext, integrationId: string, err: unknown): void {
  log.error({ err, integrationId }, 'a schedule could not be fired');
}

/** Returns undefined when there is nothing to do yet. */
async function planSchedule(context: AppContext, integrationId: string): Promise<Planned | undefined> {
  const now = context.now();
  const schedule = await findDueSchedule(context.db, integrationId, now);
  if (!schedule) return undefined;
  const trigger = CronTrigger.safeParse(JSON.parse(schedule.trigger));
  if (!schedule.isActive || !trigger.success) return { schedule, cron: undefined, plan: undefined, now };
  const { cron } = trigger.data;
  // All missed runs are made up for, one after the other: the next waits until the one before has ended.
  const isInTurn = cron.missedRuns === 'all' && isMissedAt(schedule.nextAt, now);
  if (isInTurn && (await isScheduledRunUnfinished(context.db, integrationId))) return undefined;
  return { schedule, cron, plan: await runInTurns(planDue(cron, schedule.nextAt, now)), now };
}

/** Does what was planned, unless the schedule has changed since. */
async function fireSchedule(tx: Queries, { schedule: seen, cron, plan, now }: Planned): Promise<Fired> {
  const { integrationId } = seen;
  const schedule = await findDueSchedule(tx, integrationId, now);
  if (schedule?.nextAt !== seen.nextAt || schedule.trigger !== seen.trigger) return nothing;
  if (!schedule.isActive || !cron || !plan) {
    await deleteSchedule(tx, integrationId);
    return nothing;
  }
  const isBusy = plan.due !== null && (await isScheduledRunUnfinished(tx, integrationId));
  if (isBusy && plan.isMissed && cron.missedRuns === 'all') return nothing;
  await moveSchedule(tx, schedule, plan.nextAt, now);
  const firing: Firing = { schedule, cron, plan, now };
  if (plan.skipped) {
    await insertSkipped(tx, firing, plan.skipped.first, describeSkipped(plan.skipped));
  }
  if (plan.due === null) return { queued: 0, shown: plan.skipped !== null };
  if (isBusy) {
    await insertSkipped(tx, firing, plan.due, 'Skipped: the previous run had not ended');
    return { queued: 0, shown: true };
  }
  await insertRun(tx, firing, plan.due);
  return { queued: 1, shown: true };
}

interface Firing {
  schedule: DueSchedule;
  cron: CronTrigger['cron'];
  plan: DuePlan;
  now: number;
}

async function insertRun(tx: Queries, firing: Firing, due: number): Promise<void> {
  await insertExecution(tx, { ...newExecution(firing, newId(), due), status: 'queued', completed_at: null });
}

/** Stores a due time without a run as a cancelled execution, so that the log explains it. */
async function insertSkipped(tx: Queries, firing: Firing, due: number, reason: string): Promise<void> {
  const { now } = firing;
  const execution = newExecution(firing, newId(), due);
  await insertExecution(tx, { ...execution, status: 'cancelled', completed_at: now, error_message: reason });
  await countEndedExecution(tx, firing.schedule.integrationId, 'cancelled', now);
}

function newExecution({ schedule, cron, plan, now }: Firing, id: string, due: number) {
  const scheduled: ScheduledExecution = {
    scheduledAt: new Date(due).toISOString(),
    actualExecutionTime: new Date(now).toISOString(),
    cronExpression: cron.cronExpression,
    timezone: cron.timezone,
    executionDelay: now - due,
    nextScheduledRun: plan.nextAt === null ? null : new Date(plan.nextAt).toISOString(),
  };
  return {
    id,
    organization_id: schedule.organizationId,
    integration_id: schedule.integrationId,
    integration_version: schedule.version,
    trigger_type: 'cron',
    started_at: now,
    error_message: null,
    trigger_data: null,
    scheduled: JSON.stringify(scheduled),
  };
}

function describeSkipped({ first, count }: SkippedTimes): string {
  const since = `${new Date(first).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  if (count === 1) return `Skipped: the run of ${since} was missed`;
  const many = `${count < maxCounted ? '' : 'at least '}${formatCount(count)}`;
  return `Skipped: ${many} runs since ${since} were missed`;
}
