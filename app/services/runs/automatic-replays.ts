// Automatic replays of executions whose failure may pass. Each is planned where its execution is stored as failed; here it
// becomes an execution when its time has come, or is cancelled by a person.
import type { AppContext } from '~/context';
import {
  cancelPlannedReplay,
  type DueReplay,
  isReplayPlanned,
  listDueReplays,
  postponeReplay,
  settleReplay,
  spreadDueReplays,
} from '~/db/executions/automatic-replays';
import { findExecution } from '~/db/executions/executions';
import { countWaitingOf } from '~/db/executions/queue/queue-depth';
import { describeProblem, type Problem } from '~/problem';
import type { Actor } from '../actor';
import { addAuditEntry } from '../audit-entry';
import { transactAsMember } from '../check-permission';
import { isPaused } from '../installation/pause';
import type { Target } from './control';
import { commitReplay } from './replay-execution';

/** How many replays are made before others get a turn. */
const batchSize = 50;
/** How long a replay waits that could not be stored. */
const postponedMs = 60_000;
/** How many executions of an integration may wait beside a replay, so that after a long stop new deliveries begin soon. */
const maxWaiting = 50;
/** How long the replays wait for which there is no room, and after each portion of them the next. */
const portionMs = 5_000;

/**
 * Replays executions whose automatic replay is due, from the call that failed; does nothing while the installation is paused or
 * its disk nearly full. Replays of an integration of which many executions wait follow in portions. Any number of processes
 * may do so at once. Returns whether more may be due.
 */
export async function makeDueReplays(context: AppContext): Promise<boolean> {
  const { db, disk, now, log } = context;
  if (disk.isLow() || (await isPaused(db))) return false;
  const due = await listDueReplays(db, { now: now(), limit: batchSize });
  const rooms = new Map<string, number>();
  const spread = new Set<string>();
  for (const replay of due) {
    const { executionId, integrationId } = replay;
    try {
      const room = rooms.get(integrationId) ?? maxWaiting - (await countWaitingOf(db, replay, maxWaiting));
      rooms.set(integrationId, room - 1);
      if (room > 0) await makeReplay(context, replay);
      // The first that finds no room speaks for those behind it.
      else if (!spread.has(integrationId)) {
        spread.add(integrationId);
        await spreadDueReplays(db, replay, { now: now(), portion: maxWaiting, everyMs: portionMs });
      }
    } catch (error) {
      log.error({ err: error, executionId, integrationId }, 'an execution could not be replayed');
      await postponeReplay(db, executionId, now() + postponedMs);
    }
  }
  return due.length === batchSize;
}

type Outcome = { kind: 'queued'; executionId: string } | { kind: 'none' };

async function makeReplay(context: AppContext, due: DueReplay): Promise<void> {
  const { executionId, integrationId, number, allowed } = due;
  const { db } = context;
  if (number > allowed) {
    await refuse(context, due, allowed === 0 ? notAllowed : fewerAllowed);
    return;
  }
  const outcome = await commitReplay<Outcome | Problem>(context, { ...due, from: 'failed' }, (insert) =>
    db.transaction(async (tx) => {
      // Another process may have made it, or a person may have replayed the execution or cancelled this.
      if (!(await isReplayPlanned(tx, executionId))) return { kind: 'none' };
      const queued = await insert(tx);
      if (queued.kind === 'queued') await settleReplay(tx, executionId, { replayId: queued.executionId });
      return queued;
    }),
  );
  if (outcome.kind === 'queued') {
    context.metrics.countAutomaticReplay('begun');
    context.log.info({ executionId, integrationId, replay: outcome.executionId, number }, 'replayed');
  } else if (outcome.kind === 'unavailable') {
    await postponeReplay(db, executionId, context.now() + postponedMs);
  } else if (outcome.kind !== 'none') {
    await refuse(context, due, describeProblem(outcome).body.message);
  }
}

const notAllowed = 'The integration was not deployed, or its automatic replays were off.';
const fewerAllowed = 'The integration allows fewer automatic replays now.';

async function refuse(context: AppContext, due: DueReplay, problem: string): Promise<void> {
  const isGivenUp = await settleReplay(context.db, due.executionId, { problem });
  if (isGivenUp) context.metrics.countAutomaticReplay('given_up');
  context.changeEvents.publish(due.integrationId);
}

/** Cancels the automatic replay of a failed execution. Problems: not-found; conflict when none is to come. */
export async function cancelAutomaticReplay(
  context: AppContext,
  actor: Actor,
  { integrationId, executionId }: Target,
): Promise<{ kind: 'cancelled' } | Problem> {
  const owner = { integrationId, organizationId: actor.organizationId };
  const outcome = await transactAsMember(
    context.db,
    actor,
    'run-integrations',
    async (tx): Promise<{ kind: 'cancelled' } | Problem> => {
      if (!(await findExecution(tx, { id: executionId, ...owner }))) return { kind: 'not-found' };
      if (!(await cancelPlannedReplay(tx, { executionId, ...owner, problem: 'A member cancelled it.' }))) {
        return { kind: 'conflict', message: 'No automatic replay of this execution is to come.' };
      }
      await addAuditEntry(context, tx, actor, { kind: 'replay-cancelled', subjectId: executionId });
      return { kind: 'cancelled' };
    },
  );
  if (outcome.kind === 'cancelled') context.changeEvents.publish(integrationId);
  return outcome;
}
