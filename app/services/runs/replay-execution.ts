// Runs an ended execution again: for a person or a program that asks for it, or because its automatic replay is due.
import type { AppContext } from '~/context';
import { dropPlanQuery } from '~/db/executions/automatic-replays';
import { findExecution } from '~/db/executions/executions';
import type { ExecutionForRun } from '~/db/executions/queue/queued-executions';
import { findReplay } from '~/db/executions/replays';
import { newId } from '~/db/core/id';
import type { Queries } from '~/db/core/queries';
import { hasEnded } from '~/engine/run/execution-status';
import type { Problem } from '~/problem';
import type { Actor } from '../actor';
import { addAuditEntry } from '../audit-entry';
import { transactAsMember } from '../check-permission';
import { rejectWhenDiskLow } from '../installation/disk-space';
import { traceOfNext } from '../tracing/trace-context';
import { findRunnable, publishQueued, queueExecution, type Runnable, type Target } from './control';
import { findReplayPoint, type ReplayFrom } from './replays/replay-point';
import { copyHistory } from './replays/copy-history';
import { resealSavedOfSteps } from './reseal-saved';
import { type Queued, startOnce } from './run-once';

type Replay = Target & { from: 'start' | ReplayFrom };

/** `replayed-before` names the last execution that repeats it. */
type Replayed = Queued | { kind: 'replayed-before'; executionId: string };

/**
 * Runs an ended execution again with its trigger data, as a new execution of the deployed version: from the start, from the
 * call that failed with the results of the calls before it, or with the failed items of a list. It takes the place of an
 * automatic replay that is still to come. Problems: not-found; conflict when it has not ended, did not fail, has nothing to run,
 * or when the chain up to that call has changed; unavailable when the disk is nearly full. The same form starts one execution,
 * however often it is sent.
 */
export function replayExecution(
  context: AppContext,
  actor: Actor,
  replay: Replay & { formId?: string | undefined },
): Promise<Queued> {
  const { integrationId, formId } = replay;
  return replayAsMember(context, actor, replay, (tx, insert) =>
    startOnce<never>(context, tx, { integrationId, formId }, insert),
  );
}

/** Like {@link replayExecution}, unless it was replayed before, so that a caller that got no response can ask again. */
export function replayOnce(context: AppContext, actor: Actor, replay: Replay): Promise<Replayed> {
  const { integrationId, executionId } = replay;
  const { organizationId } = actor;
  return replayAsMember<Replayed>(context, actor, replay, async (tx, insert) => {
    const before = await findReplay(tx, { id: executionId, integrationId, organizationId });
    return before === undefined ? insert() : { kind: 'replayed-before', executionId: before };
  });
}

/** Does `insert` or something else, in a transaction. */
type Decide<Outcome> = (tx: Queries, insert: () => Promise<Queued>) => Promise<Outcome | Queued>;

function replayAsMember<Outcome extends Replayed>(
  context: AppContext,
  actor: Actor,
  replay: Replay,
  decide: Decide<Outcome>,
): Promise<Outcome | Queued> {
  const { organizationId } = actor;
  const { executionId } = replay;
  return commitReplay(context, { ...replay, organizationId }, (insert) =>
    transactAsMember(context.db, actor, 'run-integrations', (tx) =>
      decide(tx, async () => {
        const queued = await insert(tx);
        if (queued.kind !== 'queued') return queued;
        await tx.run(dropPlanQuery({ executionId }));
        const entry = { subjectId: executionId, detail: queued.executionId };
        await addAuditEntry(context, tx, actor, { kind: 'execution-replayed', ...entry });
        return queued;
      }),
    ),
  );
}

/**
 * Prepares the replay of an ended execution for `transact`, which inserts it in a transaction or leaves it. Problems as of {@link
 * replayExecution}.
 */
export async function commitReplay<Outcome extends { kind: string }>(
  context: AppContext,
  { integrationId, executionId, organizationId, from }: Replay & { organizationId: string },
  transact: (insert: (tx: Queries) => Promise<Queued>) => Promise<Outcome>,
): Promise<Outcome | Problem> {
  const refused = rejectWhenDiskLow(context.disk);
  if (refused) return refused;
  const owner = { id: executionId, integrationId, organizationId };
  const ended = await findEnded(context.db, owner);
  if (ended.kind !== 'ended') return ended;
  const id = newId();
  const copies = { from: executionId, to: id };
  // An ended execution does not change any more, so the slow part runs before the transaction.
  const saved = from === 'start' ? [] : await resealSavedOfSteps(context, copies);

  async function insert(tx: Queries): Promise<Queued> {
    const stillThere = await findEnded(tx, owner);
    if (stillThere.kind !== 'ended') return stillThere;
    const { execution } = stillThere;
    const found = await findRunnable(context, tx, { organizationId }, { integrationId });
    if (found.kind !== 'runnable') return found;
    const { version } = found;
    const past =
      from === 'start' ? undefined : await findReplayPoint(context, tx, { execution, version, from });
    if (past && past.kind !== 'point') return past;
    await queueReplay(context, tx, found, { id, execution });
    if (past) await copyHistory(context, tx, past.point, { ...copies, saved });
    return { kind: 'queued', executionId: id };
  }

  const outcome = await transact(insert);
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
