// A test that the caller waits for: the same test as on the screen, for a program that wants its result.
import type { AppContext } from '~/context';
import { listExecutionRowsOf, type Owner } from '~/db/executions/logs/execution-logs';
import { findDefinedIntegration } from '~/db/integrations/integrations';
import { hasEnded } from '~/engine/run/execution-status';
import type { DeliveryRequest } from '~/engine/delivery/delivery-request';
import type { Problem } from '~/problem';
import type { Actor } from '../actor';
import { findWait, toLoggedWait } from '../executions/wait-reason';
import { describeIntegration } from '../integrations/integration-response';
import type { WaitReason } from '../integrations/waiting';
import { runManually } from '../runs/control';
import type { Queued } from '../runs/run-once';
import { chooseTestData, findTestData } from './input-data';
import { doAsTest } from './limit';
import { findTestRun, type TestRun } from './log';
import type { IntegrationTest, TestLog, TestResult } from './log-schema';

interface Asked {
  integrationId: string;
  triggerData: unknown;
  /** Replaces the request of the last delivery. */
  request?: DeliveryRequest | undefined;
  /** The id of the form that asks for it. */
  formId?: string | undefined;
}

interface Waiting {
  maxMs: number;
  /** Aborts when the caller has gone; the test goes on. */
  signal: AbortSignal;
}

const asRun = { kind: 'run', permission: 'run-integrations' } as const;

/**
 * Tests an integration with `triggerData`, or when that is undefined, with the data that the screen offers first. Waits for the
 * end at most `maxMs`, and not at all while the test cannot begin within that time: `waits` then says why. Problems: those of
 * `runManually`, and too-many-requests.
 */
export async function runTest(
  context: AppContext,
  actor: Actor,
  { integrationId, triggerData, request }: Asked,
  waiting: Waiting,
): Promise<{ kind: 'tested'; test: IntegrationTest } | Problem> {
  const { organizationId } = actor;
  const owner = { organizationId, integrationId };
  return doAsTest(context, actor, asRun, async () => {
    const data = triggerData === undefined ? await findOffered(context, owner) : triggerData;
    const queued = await runManually(context, actor, {
      integrationId,
      triggerData: data,
      request,
      isTest: true,
    });
    if (queued.kind !== 'queued') return queued;
    await waitForEnd(context, owner, queued.executionId, waiting);
    const run = await findTestRun(context, owner, queued.executionId);
    if (!run) return { kind: 'not-found' };
    return { kind: 'tested', test: describeTest(run, await findWait(context, owner, run)) };
  });
}

/** Like {@link runTest}, but without the wait: the caller looks for the results. */
export async function startTest(context: AppContext, actor: Actor, asked: Asked): Promise<Queued> {
  return doAsTest(context, actor, asRun, () => runManually(context, actor, { ...asked, isTest: true }));
}

async function findOffered(context: AppContext, { organizationId, integrationId }: Owner): Promise<unknown> {
  const integration = await findDefinedIntegration(context.db, { id: integrationId, organizationId });
  if (!integration) return undefined;
  const { triggerConfig } = describeIntegration(context, integration);
  return chooseTestData(await findTestData(context, integration, triggerConfig));
}

/** How often the execution is looked up; another process that runs it does not notify this one. */
const pollMs = 1_000;

/** How long changes are gathered into one look, in milliseconds: a busy integration has hundreds of them a second. */
const gatherMs = 50;

function waitForEnd(
  context: AppContext,
  owner: Owner,
  executionId: string,
  { maxMs, signal }: Waiting,
): Promise<void> {
  const { db, changeEvents, now } = context;
  const waitEnd = now() + maxMs;
  return new Promise((resolve) => {
    let pause: NodeJS.Timeout | undefined;
    const unfollow = changeEvents.subscribe(owner.integrationId, look);
    const poll = setInterval(look, pollMs);
    const limit = setTimeout(end, maxMs);
    if (signal.aborted) end();
    else signal.addEventListener('abort', end);
    let looked = endIfOver();

    /** Looks once for all changes of the pause, and only when the look before has ended. */
    function look(): void {
      pause ??= setTimeout(() => void lookNext(), gatherMs);
    }

    async function lookNext(): Promise<void> {
      await looked;
      pause = undefined;
      looked = endIfOver();
    }

    async function endIfOver(): Promise<void> {
      // After a failed look-up, another one follows.
      if (await isOver().catch(() => false)) end();
    }

    async function isOver(): Promise<boolean> {
      const status = await findStatus();
      return !status || hasEnded(status) || (status === 'queued' && (await isHeld()));
    }

    async function findStatus() {
      return (await listExecutionRowsOf(db, owner, [executionId]))[0]?.status;
    }

    /** Checks whether the test begins after the wait. */
    async function isHeld(): Promise<boolean> {
      const wait = await findWait(context, owner, { id: executionId, status: 'queued' });
      if (!wait || wait.endsWithOthers) return false;
      if (wait.until !== null && Date.parse(wait.until) <= waitEnd) return false;
      // The test itself may have used up the limit, as it began.
      return (await findStatus()) === 'queued';
    }

    function end(): void {
      unfollow();
      clearInterval(poll);
      clearTimeout(limit);
      clearTimeout(pause);
      signal.removeEventListener('abort', end);
      resolve();
    }
  });
}

function describeTest(
  { id, status, errorMessage, note, logs }: TestRun,
  waits: WaitReason | undefined,
): IntegrationTest {
  return {
    executionId: id,
    status,
    success: hasEnded(status) ? status === 'completed' : null,
    error: errorMessage,
    note,
    ...(waits && { waits: toLoggedWait(waits) }),
    logs: logs.map(describeResult),
  };
}

function describeResult({ details, ...log }: TestLog): TestResult {
  const { id, kind, status, apiCallName, message, createdAt } = log;
  const { request, duration, error, conditionalExecution } = details;
  const method = request?.method ?? (conditionalExecution ? 'CONDITIONAL' : '');
  return {
    id,
    kind,
    status,
    apiCallName,
    method,
    url: request?.url ?? '',
    duration,
    message,
    error,
    createdAt,
  };
}
