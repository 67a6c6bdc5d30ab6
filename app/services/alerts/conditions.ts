// The state of everything that alerts can be about. Executions are not searched: each execution writes its end to a row of its
// integration, and these rows are read here. So nothing is counted for alerts while a run ends.
import { formatCount } from '~/engine/texts/format-count';
import type { AppContext } from '~/context';
import { countGivenUpEmails, findMailError, hasSentEmail } from '~/db/accounts/emails';
import { findOpenIncident, hasSeen } from '~/db/alerts/incidents';
import { listWatchedIntegrations, type WatchedIntegration } from '~/db/alerts/watched-integrations';
import { readInstallation } from '~/db/core/installation';
import type { Queries } from '~/db/core/queries';
import { type RecurringFailure, listFailures } from '~/db/executions/failures';
import type { FailureKind } from '~/engine/events/failure-kind';
import type { AlertEvent } from '~/engine/alerts/names';
import { type EndingKind, judgeEndOfFailure } from './ending';
import { maskEmailAddresses } from '../installation/mask-email-addresses';

/** The state of something that a channel may notify of. */
export interface AlertCondition {
  organizationId: string | null;
  integrationId: string | null;
  /** The tags of the integration. */
  tags: string[];
  event: AlertEvent;
  /** The figure that is compared with a channel's threshold; 0 when all is well. */
  level: number;
  /** Whether an incident about it has ended, and how it ends then. */
  isOver: boolean;
  ending: EndingKind;
  /** The number of failures before the first one of this condition, and up to now. */
  countedFrom: number;
  counted: number;
  /** Times in milliseconds since 1970. */
  since: number;
  lastAt: number;
  /** The problem; null when all is well. */
  reason: string | null;
  /** The last execution that failed. */
  executionId: string | null;
  /** The failing call ('' for none) and the kind of failure; '' for other events. */
  callId: string;
  callName: string;
  failure: FailureKind | '';
}

/** The time without a failure after which an incident ends, in milliseconds. So repeated failures are one incident. */
const quietMs = 5 * 60_000;
/** The maximum age of a failure that still counts although an execution succeeded before the next look. */
const recentMs = 60_000;
/** How long ago a call must have failed to count as working again, when executions complete without reaching it any more. */
const unneededMs = 24 * 3_600_000;
/**
 * How long ago the last stop must have been for the next one to be news, when nothing shows that the integration works again.
 */
const unheardMs = 48 * 3_600_000;

const minuteMs = 60_000;
const hourMs = 3_600_000;

/** When the running pause of the installation began, and when the last one ended. */
type Pause = Pick<Awaited<ReturnType<typeof readInstallation>>, 'pausedAt' | 'resumedAt'>;

/**
 * Lists the conditions of all deployed integrations that some channel may notify of, and of the installation. `oldestWaiting`:
 * since when the oldest due work waits, which takes too long to search for in a transaction.
 */
export async function listAlertConditions(
  tx: Queries,
  context: AppContext,
  oldestWaiting: number | undefined,
): Promise<AlertCondition[]> {
  const now = context.now();
  const failures = new Map<string, RecurringFailure[]>();
  for (const failure of await listFailures(tx, now - hourMs)) {
    const known = failures.get(failure.integrationId);
    if (known) known.push(failure);
    else failures.set(failure.integrationId, [failure]);
  }
  const installation = await readInstallation(tx);
  const conditions: AlertCondition[] = [];
  for (const integration of await listWatchedIntegrations(tx)) {
    const ways = failures.get(integration.id) ?? [];
    const newest = Math.max(...ways.map(({ lastAt }) => lastAt));
    for (const way of ways) {
      conditions.push(await judgeFailure(tx, integration, { way, isNewest: way.lastAt === newest, now }));
    }
    conditions.push(judgeSchedule(integration, { installation, now }), judgeSilence(integration, now));
  }
  return conditions.concat(await listInstallationConditions(tx, context, { installation, oldestWaiting }));
}

/**
 * Judges whether executions fail in this way. A failure counts even if an execution has succeeded since. Failures in a row of
 * different ways count for the way of the last.
 */
async function judgeFailure(
  tx: Queries,
  integration: WatchedIntegration,
  { way, isNewest, now }: { way: RecurringFailure; isNewest: boolean; now: number },
): Promise<AlertCondition> {
  const { integrationId, callId, callName, kind: failure, count, inRow, since, lastAt } = way;
  const isOver = hasEnded(way, integration, now);
  const isOn = way.recoveredAt === null && !isOver;
  const isNews =
    way.recoveredAt !== null &&
    now - lastAt < recentMs &&
    !(await hasSeen(tx, { integrationId, callId, failure, since: lastAt }));
  const inAnyRow = isOn && isNewest ? integration.failuresInRow : 0;
  return {
    ...startOf(integration, 'failing'),
    level: isOn || isNews ? Math.max(inRow, inAnyRow) : 0,
    isOver,
    ending: judgeEndOfFailure(way, integration),
    countedFrom: count - inRow,
    counted: count,
    since,
    lastAt,
    reason: way.reason,
    executionId: way.executionId === '' ? null : way.executionId,
    callId,
    callName,
    failure,
  };
}

/** Checks whether an execution got past the call again, or none needs it, and it has not failed in this way for a while. */
function hasEnded(
  { lastAt, recoveredAt }: RecurringFailure,
  { failingSince }: WatchedIntegration,
  now: number,
): boolean {
  if (recoveredAt !== null) return now - lastAt >= quietMs;
  return failingSince === null && now - lastAt >= unneededMs;
}

/**
 * Judges stops of an integration, the last one at `stoppedAt`. They are over when it completes again and nothing failed for a
 * while. An execution that completes although items of it failed counts as completed and as stopped, so a later one is needed.
 * They are quiet when nothing failed for two days and nothing shows that it works again, mostly because it does not run.
 */
export function judgeStops(
  { failingSince, lastFailedAt, lastCompletedAt }: WatchedIntegration,
  { stoppedAt, now }: { stoppedAt: number; now: number },
): 'going-on' | 'over' | 'quiet' {
  const quiet = now - Math.max(stoppedAt, lastFailedAt ?? 0);
  const hasCompletedSince = lastCompletedAt !== null && lastCompletedAt > stoppedAt;
  if (failingSince === null && hasCompletedSince && quiet >= quietMs) return 'over';
  return quiet >= unheardMs ? 'quiet' : 'going-on';
}

/**
 * Returns since when something that was due at `dueAt` waits without an administrator's pause, at `now`: while the installation
 * is paused, nothing is late, and after it only what waits on.
 */
function waitingFrom(dueAt: number, { pausedAt, resumedAt }: Pause, now: number): number {
  return pausedAt === null ? Math.max(dueAt, resumedAt ?? 0) : now;
}

function judgeSchedule(
  integration: WatchedIntegration,
  { installation, now }: { installation: Pause; now: number },
): AlertCondition {
  const { nextAt } = integration;
  const isPaused = installation.pausedAt !== null;
  const dueAt = waitingFrom(nextAt ?? now, installation, now);
  const level = Math.max(0, Math.floor((now - dueAt) / minuteMs));
  return {
    ...startOf(integration, 'late'),
    ...sinceWhen(dueAt, now, level),
    ending: nextAt === null ? 'schedule-removed' : isPaused ? 'installation-paused' : 'recovered',
    reason: level < 1 ? null : `It was due at ${formatTime(nextAt ?? dueAt)} and has not started.`,
  };
}

/**
 * Judges the time since an execution completed, or since the integration was put into service, if that was later. Only an
 * execution ends a silence.
 */
function judgeSilence(integration: WatchedIntegration, now: number): AlertCondition {
  const { lastCompletedAt, activatedAt, updatedAt } = integration;
  const startedAt = activatedAt ?? (lastCompletedAt === null ? updatedAt : 0);
  const heardAt = Math.max(lastCompletedAt ?? 0, startedAt);
  const level = Math.max(0, Math.floor((now - heardAt) / hourMs));
  return {
    ...startOf(integration, 'silent'),
    ...sinceWhen(heardAt, now, level),
    isOver: heardAt === lastCompletedAt && level < 1,
    reason: level < 1 ? null : `No execution has succeeded since ${formatTime(heardAt)}.`,
  };
}

async function listInstallationConditions(
  tx: Queries,
  { disk, now }: AppContext,
  {
    installation,
    oldestWaiting,
  }: { installation: Awaited<ReturnType<typeof readInstallation>>; oldestWaiting: number | undefined },
): Promise<AlertCondition[]> {
  const { backupError, pausedAt } = installation;
  const oldest = pausedAt === null ? oldestWaiting : undefined;
  const waitingSince = waitingFrom(oldest ?? now(), installation, now());
  const waited = Math.max(0, Math.floor((now() - waitingSince) / minuteMs));
  const mailError = await findMailError(tx);
  const free = disk.freeBytes();
  const known = free === undefined ? '' : ` ${formatCount(Math.floor(free / 2 ** 20))} MiB are free.`;
  return [
    {
      ...ofInstallation('backup'),
      ...sinceWhen(now(), now(), backupError === null ? 0 : 1),
      reason: backupError,
    },
    {
      ...ofInstallation('disk'),
      ...sinceWhen(now(), now(), disk.isLow() ? 1 : 0),
      reason: `Nothing new is accepted until there is room.${known}`,
    },
    {
      ...ofInstallation('queue'),
      ...sinceWhen(waitingSince, now(), waited),
      ending: pausedAt === null ? 'recovered' : 'installation-paused',
      reason: `The oldest due job has waited since ${formatTime(waitingSince)}.`,
    },
    {
      ...ofInstallation('mail'),
      ...sinceWhen(now(), now(), mailError === undefined ? 0 : 1),
      isOver: mailError === undefined && (await hasMailLeft(tx)),
      reason: mailError === undefined ? null : await describeMailError(tx, mailError),
    },
  ];
}

/** Checks whether a mail was accepted since the incident about mails began. Those that failed may only have been removed. */
async function hasMailLeft(tx: Queries): Promise<boolean> {
  const open = await findOpenIncident(tx, { integrationId: '', event: 'mail', recipient: '' });
  return open === undefined || hasSentEmail(tx, open.openedAt);
}

/** Adds how many mails were given up, and have to be sent again by hand. Hides recipients, since channels lead elsewhere. */
async function describeMailError(tx: Queries, error: string): Promise<string> {
  const reason = maskEmailAddresses(error);
  const count = await countGivenUpEmails(tx);
  if (count === 0) return reason;
  const sentence = /[.!?]$/.test(reason) ? reason : `${reason}.`;
  return `${sentence} ${count === 1 ? '1 email was' : `${formatCount(count)} emails were`} given up.`;
}

function startOf({ organizationId, id, tags }: WatchedIntegration, event: AlertEvent) {
  return { organizationId, integrationId: id, tags, event, ...noFailure };
}

function ofInstallation(event: AlertEvent) {
  return { organizationId: null, integrationId: null, tags: [], event, ...noFailure };
}

const noFailure = { executionId: null, callId: '', callName: '', failure: '' } as const;

function sinceWhen(since: number, now: number, level: number) {
  return {
    level,
    isOver: level < 1,
    ending: 'recovered' as const,
    countedFrom: 0,
    counted: 1,
    since,
    lastAt: now,
  };
}

function formatTime(at: number): string {
  return `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
