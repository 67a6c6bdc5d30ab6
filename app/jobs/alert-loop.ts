// The loop that sends alerts. It may run in several processes: alerts are raised and claimed in transactions, so each message
// is sent by one process.
import type { AppContext } from '~/context';
import { deleteOldIncidents } from '~/db/alerts/incident-deletion';
import { deleteFailuresBefore } from '~/db/executions/failures';
import { createRepeatedErrors } from '~/repeated-errors';
import { sendQueuedAlerts } from '~/services/alerts/send-alerts';
import { keptDays } from '~/services/alerts/ending';
import { evaluateAlerts } from '~/services/alerts/evaluate';
import { yieldUntilIdle } from '~/services/event-loop';
import { batchSize, removeAll } from '~/services/batches';
import { createRepeatingLoop, type RepeatingLoop } from './repeating-loop';

const pollMs = 5_000;
const sweepMs = 3_600_000;
const keptMs = keptDays * 24 * 3_600_000;

export function createAlertLoop(context: AppContext): RepeatingLoop {
  const errors = createRepeatedErrors(context.log);
  let sweptAt = 0;

  async function sendAlerts(stopping: AbortSignal): Promise<number> {
    await evaluateAlerts(context);
    // More messages may be waiting than one call sends, which can take seconds: what happened meanwhile is evaluated first.
    const restBeforeMs = (await sendQueuedAlerts(context)) ? 0 : pollMs;
    const now = context.now();
    if (now - sweptAt < sweepMs) return restBeforeMs;
    sweptAt = now;
    const pace = { rest: yieldUntilIdle, stopping };
    await removeAll(context, pace, (tx) => deleteOldIncidents(tx, now - keptMs, batchSize));
    await context.db.groupCommit((tx) => deleteFailuresBefore(tx, now - keptMs));
    return restBeforeMs;
  }

  return createRepeatingLoop(sendAlerts, {
    onError: (error) => errors.error({ err: error }, 'alerts could not be evaluated or sent'),
    restMs: pollMs,
  });
}
