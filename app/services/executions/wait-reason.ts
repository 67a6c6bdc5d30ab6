// Explains why an execution that has not ended does not go on now, and until when, where that is known.
import type { AppContext } from '~/context';
import { findConnection } from '~/db/connections/connections';
import { findPaceTurn } from '~/db/connections/pace';
import { readInstallation } from '~/db/core/installation';
import type { LogPage, Owner } from '~/db/executions/logs/execution-logs';
import type { ItemPage } from '~/db/executions/logs/loop-items';
import { findCallWait, type FoundWait, listCallWaits } from '~/db/executions/queue/call-waits';
import { findStoredWait } from '~/db/executions/queue/waits';
import { findIntegration } from '~/db/integrations/integrations';
import { describePace, type Pace } from '~/engine/connections/pace';
import type { ExecutionStatus } from '~/engine/run/execution-status';
import { readUnreachableHost } from '~/outbound/circuit-breaker';
import { findLimitReached, type WaitReason } from '../integrations/waiting';
import type { ExecutionLog } from './log-schema';
import { findMaskedLog, listMaskedLogs } from './mask-trigger-data';

type Context = Pick<AppContext, 'connections' | 'db' | 'definitions' | 'now'>;

/** Finds one execution with its masked log, and why it waits; see `findExecutionLog` for `items`. */
export async function findExplainedLog(
  context: Context,
  owner: Owner,
  id: string,
  items?: ItemPage,
): Promise<ExecutionLog | undefined> {
  const log = await findMaskedLog(context, owner, id, items);
  return log && explain(log, createWaitExplainer(context, owner));
}

/** Returns a page of masked logs, each with the reason why its execution waits. */
export async function listExplainedLogs(context: Context, page: LogPage): ReturnType<typeof listMaskedLogs> {
  const { logs, nextBefore } = await listMaskedLogs(context, page);
  const explainWait = createWaitExplainer(context, page);
  const explained: ExecutionLog[] = [];
  for (const log of logs) explained.push(await explain(log, explainWait));
  return { logs: explained, nextBefore };
}

async function explain(log: ExecutionLog, explainWait: ExplainWait): Promise<ExecutionLog> {
  const waits = await explainWait(log);
  return waits ? { ...log, waits: toLoggedWait(waits) } : log;
}

/** Finds why one execution waits now; undefined when nothing is known to hold it. */
export function findWait(
  context: Context,
  owner: Owner,
  execution: { id: string; status: ExecutionStatus },
): Promise<WaitReason | undefined> {
  return createWaitExplainer(context, owner)(execution);
}

/** Returns a reason as logs have it. */
export function toLoggedWait({ text, until }: WaitReason): NonNullable<ExecutionLog['waits']> {
  return { reason: text, until };
}

type ExplainWait = (execution: { id: string; status: ExecutionStatus }) => Promise<WaitReason | undefined>;

/** Creates a function that explains the executions of one page. All queued ones wait for the same reason. */
function createWaitExplainer(context: Context, owner: Owner): ExplainWait {
  let queued: Promise<WaitReason | undefined> | undefined;
  return async ({ id, status }) => {
    if (status === 'queued') {
      queued ??= explainQueued(context, owner);
      return queued;
    }
    return status === 'running' ? explainRunning(context, owner, id) : undefined;
  };
}

const installationPaused: WaitReason = { text: 'the installation is paused', until: null };

async function explainQueued(context: Context, owner: Owner): Promise<WaitReason | undefined> {
  const { db } = context;
  if ((await readInstallation(db)).pausedAt !== null) return installationPaused;
  const key = { id: owner.integrationId, organizationId: owner.organizationId };
  const integration = await findIntegration(db, key);
  if (!integration) return undefined;
  if (integration.pausedAt !== null) {
    return { text: 'the integration is paused after errors', until: null };
  }
  return findLimitReached(context, integration);
}

async function explainRunning(
  { db, now }: Context,
  { organizationId }: Owner,
  executionId: string,
): Promise<WaitReason | undefined> {
  const called = await findCallWait(db, executionId);
  if (called) {
    const isPaused = (await readInstallation(db)).pausedAt !== null;
    return describeCallWait(called, { isPaused, now: now() });
  }
  const turn = await findPaceTurn(db, executionId);
  if (turn && turn.at > now()) {
    const connection = await findConnection(db, { id: turn.connectionId, organizationId });
    const pace = connection?.pace ? describePace(JSON.parse(connection.pace) as Pace) : 'a rate limit';
    const text = `the connection ${connection?.name ?? ''} is limited to ${pace}, and its turn does not come`;
    return { text, until: toTime(turn.at) };
  }
  const wait = await findStoredWait(db, { organizationId, executionId });
  if (!wait) return undefined;
  if ((await readInstallation(db)).pausedAt !== null) return installationPaused;
  if (wait.until <= now()) return undefined;
  const host = readUnreachableHost(wait.errorMessage ?? '');
  const text =
    host === undefined
      ? `${wait.callName} is not called again`
      : `${host} could not be reached several times in a row, and is not called`;
  return { text, until: toTime(wait.until) };
}

/**
 * Returns the reasons of listed executions that wait before a call, by id: a row shows them without a look into its log. An
 * execution that waits for anything else continues within minutes.
 */
export async function listCallWaitReasons(
  { db, now }: Pick<Context, 'db' | 'now'>,
  listed: readonly { id: string; status: ExecutionStatus }[],
): Promise<Map<string, WaitReason>> {
  const running = listed.filter(({ status }) => status === 'running').map(({ id }) => id);
  const waits = await listCallWaits(db, running);
  const reasons = new Map<string, WaitReason>();
  if (waits.size === 0) return reasons;
  const isPaused = (await readInstallation(db)).pausedAt !== null;
  for (const [id, wait] of waits) {
    const reason = describeCallWait(wait, { isPaused, now: now() });
    if (reason) reasons.set(id, reason);
  }
  return reasons;
}

/** Returns undefined once the wait is over, and a runner is about to go on. */
function describeCallWait(
  { callName, until, answerHash }: FoundWait,
  { isPaused, now }: { isPaused: boolean; now: number },
): WaitReason | undefined {
  if (isPaused) return installationPaused;
  if (until <= now) return undefined;
  const text = answerHash === null ? `${callName} is not due` : `${callName} waits for an answer`;
  return { text, until: toTime(until) };
}

function toTime(at: number): string {
  return new Date(Math.ceil(at)).toISOString();
}
