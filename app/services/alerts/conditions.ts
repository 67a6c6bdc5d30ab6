// How everything stands that channels may tell of. Executions are not looked through: what their endings wrote on their
// integration tells, so that nothing is counted for an alert while a run ends.
import type { AppContext } from '~/context';
import { hasSeen } from '~/db/alerts/incidents';
import { listWatchedIntegrations, type WatchedIntegration } from '~/db/alerts/watched-integrations';
import { readInstallation } from '~/db/core/installation';
import type { Queries } from '~/db/core/queries';
import { findOldestWaiting } from '~/db/executions/queue/queue-depth';
import type { AlertEvent } from '~/engine/alerts/names';

/** Something that a channel may tell of. */
export interface Condition {
  organizationId: string | null;
  integrationId: string | null;
  event: AlertEvent;
  /** What a channel's threshold is compared with; 0 when all is well. */
  level: number;
  /** An incident about it has ended. */
  isOver: boolean;
  /** Failures before the first of these, and up to now. */
  countedFrom: number;
  counted: number;
  /** In milliseconds since 1970. */
  since: number;
  lastAt: number;
  /** What is wrong; of an execution its own error tells. */
  reason: string | null;
}

/** An integration that fails now and then is one incident: it is over when nothing failed for so long. */
const quietMs = 5 * 60_000;
/** A failure that was made good before anybody looked counts when it is not older than this. */
const recentMs = 60_000;

const minuteMs = 60_000;
const hourMs = 3_600_000;

/** Of all deployed integrations that some channel may tell of, and of the installation. */
export async function listConditions(tx: Queries, context: AppContext): Promise<Condition[]> {
  const now = context.now();
  const conditions: Condition[] = [];
  for (const integration of await listWatchedIntegrations(tx)) {
    conditions.push(await judgeFailures(tx, integration, now));
    conditions.push(judgeSchedule(integration, now), judgeSilence(integration, now));
  }
  return conditions.concat(await listInstallationConditions(tx, context));
}

/** Whether executions of it fail. One that failed and succeeded since then has failed all the same. */
async function judgeFailures(tx: Queries, integration: WatchedIntegration, now: number): Promise<Condition> {
  const { id: integrationId, lastFailedAt, failuresInRow, failedExecutions, failingSince } = integration;
  const isRecent = lastFailedAt !== null && now - lastFailedAt < recentMs;
  const isNews =
    failuresInRow === 0 &&
    isRecent &&
    !(await hasSeen(tx, { integrationId, event: 'failing', since: lastFailedAt }));
  const level = isNews ? 1 : failuresInRow;
  return {
    ...startOf(integration, 'failing'),
    level,
    isOver: hasRecovered(integration, now),
    countedFrom: failedExecutions - level,
    counted: failedExecutions,
    since: failingSince ?? lastFailedAt ?? now,
    lastAt: lastFailedAt ?? now,
    reason: null,
  };
}

/** Whether an integration that failed completes again, and nothing failed for a while. */
export function hasRecovered(
  { failingSince, lastFailedAt }: Pick<WatchedIntegration, 'failingSince' | 'lastFailedAt'>,
  now: number,
): boolean {
  return failingSince === null && (lastFailedAt === null || now - lastFailedAt >= quietMs);
}

function judgeSchedule(integration: WatchedIntegration, now: number): Condition {
  const dueAt = integration.nextAt ?? now;
  const level = Math.max(0, Math.floor((now - dueAt) / minuteMs));
  return {
    ...startOf(integration, 'late'),
    ...sinceWhen(dueAt, now, level),
    reason: `It was due at ${formatTime(dueAt)} and has not started.`,
  };
}

/** Since the last execution that ended well, as far as its integration tells. */
function judgeSilence(integration: WatchedIntegration, now: number): Condition {
  const { failingSince, lastExecutedAt, updatedAt } = integration;
  const heardAt = failingSince ?? lastExecutedAt ?? updatedAt;
  const level = Math.max(0, Math.floor((now - heardAt) / hourMs));
  return {
    ...startOf(integration, 'silent'),
    ...sinceWhen(heardAt, now, level),
    reason: `No execution has ended well since ${formatTime(heardAt)}.`,
  };
}

async function listInstallationConditions(tx: Queries, { disk, now }: AppContext): Promise<Condition[]> {
  const { backupError, pausedAt } = await readInstallation(tx);
  // Anybody who paused everything knows that it waits.
  const oldest = pausedAt === null ? await findOldestWaiting(tx, now()) : undefined;
  const waitingSince = oldest ?? now();
  const waited = Math.max(0, Math.floor((now() - waitingSince) / minuteMs));
  const free = disk.freeBytes();
  const known = free === undefined ? '' : ` ${Math.floor(free / 2 ** 20).toLocaleString('en')} MiB are free.`;
  return [
    {
      ...ofInstallation('backup'),
      ...sinceWhen(now(), now(), backupError === null ? 0 : 1),
      reason: backupError,
    },
    {
      ...ofInstallation('disk'),
      ...sinceWhen(now(), now(), disk.isLow() ? 1 : 0),
      reason: `Nothing new is taken in until there is room.${known}`,
    },
    {
      ...ofInstallation('queue'),
      ...sinceWhen(waitingSince, now(), waited),
      reason: `The oldest of what is due has waited since ${formatTime(waitingSince)}.`,
    },
  ];
}

function startOf({ organizationId, id }: WatchedIntegration, event: AlertEvent) {
  return { organizationId, integrationId: id, event };
}

function ofInstallation(event: AlertEvent) {
  return { organizationId: null, integrationId: null, event };
}

function sinceWhen(since: number, now: number, level: number) {
  return { level, isOver: level < 1, countedFrom: 0, counted: 1, since, lastAt: now };
}

function formatTime(at: number): string {
  return `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
