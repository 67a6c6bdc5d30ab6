// The actions of people and programs on executions: run an integration now, cancel an execution, run one again.
import type { AppContext } from '~/context';
import { insertAuditEntry } from '~/db/organizations/audit-entries';
import { findExecution, insertExecution, type NewExecution } from '~/db/executions/executions';
import { cancelExecution as cancelExecutionRow } from '~/db/executions/cancellation';
import { findReplay } from '~/db/executions/replays';
import type { ExecutionForRun } from '~/db/executions/queue/queued-executions';
import { findNewestRequest } from '~/db/executions/samples';
import { newId } from '~/db/core/id';
import { findIntegration, type Integration } from '~/db/integrations/integrations';
import type { Queries } from '~/db/core/queries';
import { closeRunningSteps } from '~/db/executions/steps';
import { markTestExecution } from '~/db/executions/logs/test-executions';
import { stringifyJson } from '~/engine/json/json';
import { isSameJson } from '~/engine/json/same-json';
import type { DeliveryRequest } from '~/engine/delivery/delivery-request';
import { type FormField, listFormFields } from '~/engine/triggers/form';
import { checkFormData } from '~/engine/triggers/form-values';
import type { Problem } from '~/problem';
import { findDefinition } from '../integrations/definition-cache';
import { rejectWhenDiskLow } from '../installation/disk-space';
import type { Actor } from '../actor';
import { stringifyJsonInTurns } from '../large-json';
import { addAuditEntry } from '../audit-entry';
import { transactAsMember } from '../check-permission';
import { traceOfNext } from '../tracing/trace-context';
import { resealItemValues } from './reseal-item-values';
import { type Queued, startOnce } from './run-once';
import { copyHistory, findReplayPoint, type ReplayFrom } from './replay';
import { hasEnded } from '~/engine/run/execution-status';

/** The execution that the caller means. */
interface Target {
  integrationId: string;
  executionId: string;
}

interface ManualRun {
  integrationId: string;
  triggerData: unknown;
  /** Stands for the request of a delivery; without it, a test takes the newest request, when the definition uses it. */
  request?: DeliveryRequest | undefined;
  isTest?: boolean;
  /** The id of the form that asks for it. */
  formId?: string | undefined;
}

/** The data was checked by a form that another one has replaced since. */
interface FormChanged {
  kind: 'form-changed';
}

/** `replayed-before` names the last execution that repeats it. */
type Replayed = Queued | { kind: 'replayed-before'; executionId: string };

const cancelledByPerson = 'The execution was cancelled.';

/**
 * Cancels an execution that has not ended: it sends nothing further, and a call in flight is aborted within a second.
 * Problems: not-found; conflict when it has ended.
 */
export async function cancelExecution(
  context: AppContext,
  actor: Actor,
  { integrationId, executionId }: Target,
): Promise<{ kind: 'cancelled' } | Problem> {
  const { organizationId } = actor;
  const now = context.now();
  const outcome = await transactAsMember(
    context.db,
    actor,
    async (tx): Promise<{ kind: 'cancelled' } | Problem> => {
      const execution = await findExecution(tx, { id: executionId, integrationId, organizationId });
      if (!execution) return { kind: 'not-found' };
      if (
        !(await cancelExecutionRow(tx, { id: executionId, integrationId, reason: cancelledByPerson, now }))
      ) {
        return { kind: 'conflict', message: 'This execution has already ended.' };
      }
      await closeRunningSteps(tx, { executionId, reason: cancelledByPerson, now });
      await insertAuditEntry(tx, { ...actor, kind: 'execution-cancelled', subjectId: executionId, now });
      return { kind: 'cancelled' };
    },
  );
  if (outcome.kind === 'cancelled') {
    context.metrics.countExecution('cancelled');
    publishQueued(context, integrationId);
  }
  return outcome;
}

/**
 * Runs an integration now with the given payload, whatever its trigger, also as a draft. `isTest` marks the execution as a
 * test. The same form starts one execution, however often it is sent. Problems: not-found; conflict when there is nothing to
 * run; invalid, for `triggerData.name`, when the data does not fit the form of the trigger; unavailable when the disk is nearly
 * full.
 */
export async function runManually(context: AppContext, actor: Actor, run: ManualRun): Promise<Queued> {
  const { integrationId, triggerData, request, isTest = false, formId } = run;
  const refused = rejectWhenDiskLow(context.disk);
  if (refused) return refused;
  const asked = await findRunnable(context, context.db, actor, { integrationId, isTest });
  if (asked.kind !== 'runnable') return asked;
  const checked = checkFormData(asked.fields, triggerData);
  if (checked.kind === 'wrong') return describeWrongData(checked.errors);
  // A megabyte takes too long to write within the transaction.
  const payload = checked.triggerData === undefined ? null : await stringifyJsonInTurns(checked.triggerData);
  async function start(tx: Queries): Promise<Queued | FormChanged> {
    const found = await findRunnable(context, tx, actor, { integrationId, isTest });
    if (found.kind !== 'runnable') return found;
    if (!isSameJson(found.fields, asked.fields)) return { kind: 'form-changed' };
    const executionId = newId();
    await queueExecution(context, tx, found, {
      id: executionId,
      trigger_type: 'manual',
      trigger_data: payload,
      request: request
        ? stringifyJson(request)
        : isTest && found.usesRequest
          ? await findNewestRequest(tx, found.integration)
          : null,
    });
    if (isTest) await markTestExecution(tx, { id: executionId, integrationId, now: context.now() });
    await addAuditEntry(context, tx, actor, { kind: 'integration-run', subjectId: executionId });
    return { kind: 'queued', executionId };
  }

  // The sent data took time to arrive and to be written.
  const outcome = await transactAsMember(context.db, actor, (tx) =>
    startOnce(context, tx, { integrationId, formId }, () => start(tx)),
  );
  if (outcome.kind === 'form-changed') return runManually(context, actor, run);
  if (outcome.kind === 'queued') publishQueued(context, integrationId);
  return outcome;
}

/**
 * Returns the fields of the form that {@link runManually} would check, none without a form. Problems: not-found; conflict when
 * there is nothing to run.
 */
export async function findRunForm(
  context: AppContext,
  owner: Pick<Actor, 'organizationId'>,
  asked: { integrationId: string; isTest?: boolean },
): Promise<{ kind: 'form'; fields: FormField[] } | Problem> {
  const found = await findRunnable(context, context.db, owner, asked);
  return found.kind === 'runnable' ? { kind: 'form', fields: found.fields } : found;
}

type Replay = Target & { from: 'start' | ReplayFrom; formId?: string | undefined };

/**
 * Runs an ended execution again with its trigger data, as a new execution of the deployed version: from the start, from the
 * call that failed with the results of the calls before it, or with the failed items of a list. Problems: not-found; conflict
 * when it has not ended, did not fail, has nothing to run, or when the chain up to that call has changed; unavailable when the
 * disk is nearly full. The same form starts one execution, however often it is sent.
 */
export function replayExecution(context: AppContext, actor: Actor, replay: Replay): Promise<Queued> {
  const { integrationId, formId } = replay;
  return commitReplay(context, actor, replay, (tx, insert) =>
    startOnce<never>(context, tx, { integrationId, formId }, insert),
  );
}

/** Like {@link replayExecution}, unless it was replayed before, so that a caller that got no response can ask again. */
export function replayOnce(context: AppContext, actor: Actor, replay: Replay): Promise<Replayed> {
  const { integrationId, executionId } = replay;
  const { organizationId } = actor;
  return commitReplay<Replayed>(context, actor, replay, async (tx, insert) => {
    const before = await findReplay(tx, { id: executionId, integrationId, organizationId });
    return before === undefined ? insert() : { kind: 'replayed-before', executionId: before };
  });
}

async function commitReplay<Outcome extends Replayed>(
  context: AppContext,
  actor: Actor,
  { integrationId, executionId, from }: Replay,
  decide: (tx: Queries, insert: () => Promise<Queued>) => Promise<Outcome | Queued>,
): Promise<Outcome | Queued> {
  const { organizationId } = actor;
  const refused = rejectWhenDiskLow(context.disk);
  if (refused) return refused;
  const owner = { id: executionId, integrationId, organizationId };
  const ended = await findEnded(context.db, owner);
  if (ended.kind !== 'ended') return ended;
  const id = newId();
  const copies = { from: executionId, to: id };
  // An ended execution does not change any more, so the slow part runs before the transaction.
  const gifts = from === 'start' ? [] : await resealItemValues(context, copies);

  async function insert(tx: Queries): Promise<Queued> {
    const stillThere = await findEnded(tx, owner);
    if (stillThere.kind !== 'ended') return stillThere;
    const { execution } = stillThere;
    const found = await findRunnable(context, tx, actor, { integrationId });
    if (found.kind !== 'runnable') return found;
    const { version } = found;
    const past =
      from === 'start' ? undefined : await findReplayPoint(context, tx, { execution, version, from });
    if (past && past.kind !== 'point') return past;
    await queueReplay(context, tx, found, { id, execution });
    if (past) await copyHistory(context, tx, past.point, { ...copies, gifts });
    await addAuditEntry(context, tx, actor, {
      kind: 'execution-replayed',
      subjectId: executionId,
      detail: id,
    });
    return { kind: 'queued', executionId: id };
  }

  const outcome = await transactAsMember(context.db, actor, (tx) => decide(tx, () => insert(tx)));
  if (outcome.kind === 'queued') publishQueued(context, integrationId);
  return outcome;
}

/** Returns an ended execution, or the problem for the caller who wants to replay it. */
async function findEnded(
  db: Queries,
  owner: { id: string; integrationId: string; organizationId: string },
): Promise<{ kind: 'ended'; execution: ExecutionForRun } | Problem> {
  const execution = await findExecution(db, owner);
  if (!execution) return { kind: 'not-found' };
  if (!hasEnded(execution.status)) {
    return { kind: 'conflict', message: 'This execution has not ended yet.' };
  }
  return { kind: 'ended', execution };
}

/** `id`: the id of the new execution. */
function queueReplay(
  context: AppContext,
  tx: Queries,
  runnable: Runnable,
  { id, execution }: { id: string; execution: ExecutionForRun },
): Promise<void> {
  return queueExecution(context, tx, runnable, {
    id,
    trigger_type: execution.trigger_type,
    trigger_data: execution.trigger_data,
    request: execution.request,
    hops: execution.hops,
    replay_of: execution.id,
    traceparent: traceOfNext(context, execution),
  });
}

async function queueExecution(
  context: AppContext,
  tx: Queries,
  { integration: { id, organizationId }, version }: Runnable,
  about: Pick<NewExecution, 'id' | 'trigger_type' | 'trigger_data' | 'request'> & {
    hops?: number;
    replay_of?: string;
    traceparent?: string | null;
  },
): Promise<void> {
  await insertExecution(tx, {
    organization_id: organizationId,
    integration_id: id,
    integration_version: version,
    status: 'queued',
    started_at: context.now(),
    completed_at: null,
    error_message: null,
    ...about,
  });
}

interface Runnable {
  kind: 'runnable';
  integration: Integration;
  /** The deployed version; the newest one for a test. */
  version: number;
  usesRequest: boolean;
  /** The fields of the form of this version; none without a form. */
  fields: FormField[];
}

async function findRunnable(
  { definitions }: AppContext,
  tx: Queries,
  { organizationId }: Pick<Actor, 'organizationId'>,
  { integrationId: id, isTest = false }: { integrationId: string; isTest?: boolean },
): Promise<Runnable | Problem> {
  const integration = await findIntegration(tx, { id, organizationId });
  if (!integration) return { kind: 'not-found' };
  const version = isTest ? integration.version : integration.deployedVersion;
  const found = await findDefinition({ definitions, db: tx }, id, version);
  if (found.kind === 'found' && found.definition.apiCalls.length === 0) {
    return { kind: 'conflict', message: 'There is nothing to run yet. Add an API call first.' };
  }
  const isFound = found.kind === 'found';
  const fields = isFound ? listFormFields(found.definition.triggerConfig) : [];
  return { kind: 'runnable', integration, version, usesRequest: isFound && found.usesRequest, fields };
}

/** Names the fields of trigger data as a caller sends them. */
function describeWrongData(errors: Record<string, string[]>): Problem {
  const named = Object.entries(errors).map(([name, messages]) => [
    name === '' ? 'triggerData' : `triggerData.${name}`,
    messages,
  ]);
  return { kind: 'invalid', fields: Object.fromEntries(named) };
}

function publishQueued(context: AppContext, integrationId: string): void {
  context.wake();
  context.changeEvents.publish(integrationId);
}
