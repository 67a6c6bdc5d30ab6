// The loop that sends alerts. It may run in several processes: alerts are raised and claimed in transactions, so each message
// is sent by one process.
import type { AppContext } from '~/context';
import { createRepeatedErrors } from '~/repeated-errors';
import { sendQueuedAlerts } from '~/services/alerts/send-alerts';
import { evaluateAlerts } from '~/services/alerts/evaluate';
import { createRepeatingLoop, type RepeatingLoop } from './repeating-loop';

const pollMs = 5_000;

export function createAlertLoop(context: AppContext): RepeatingLoop {
  const errors = createRepeatedErrors(context.log);

  async function sendAlerts(): Promise<number> {
    await evaluateAlerts(context);
    // More messages may be waiting than one call sends, which can take seconds: what happened meanwhile is evaluated first.
    return (await sendQueuedAlerts(context)) ? 0 : pollMs;
  }

  return createRepeatingLoop(sendAlerts, {
    onError: (error) => errors.error({ err: error }, 'alerts could not be evaluated or sent'),
    restMs: pollMs,
  });
}
