// The loop that sends alerts. It may run in several processes: alerts are raised and claimed in transactions, so each message
// is sent by one process.
import { setTimeout as sleep } from 'node:timers/promises';
import type { AppContext } from '~/context';
import { createRepeatedErrors } from '~/repeated-errors';
import { beginQueuedAlerts } from '~/services/alerts/send-alerts';
import { evaluateAlerts } from '~/services/alerts/evaluate';
import { isPausedByRestore } from '~/services/installation/pause';
import { createRepeatingLoop, type RepeatingLoop } from './repeating-loop';

const pollMs = 5_000;

/** How many messages are on their way at once. */
const atOnce = 20;

export function createAlertLoop(context: AppContext): RepeatingLoop {
  const errors = createRepeatedErrors(context.log);
  const onError = (error: unknown) => errors.error({ err: error }, 'alerts could not be evaluated or sent');
  const underWay = new Set<Promise<void>>();

  async function sendAlerts(): Promise<number> {
    // It may be a copy that is tried while the installation itself runs elsewhere.
    if (await isPausedByRestore(context.db)) return pollMs;
    await evaluateAlerts(context);
    const begun = await beginQueuedAlerts(context, atOnce - underWay.size);
    for (const message of begun) {
      const sent = message.catch(onError).finally(() => underWay.delete(sent));
      underWay.add(sent);
    }
    if (begun.length === 0 && underWay.size < atOnce) return pollMs;
    // More messages may be waiting. A slow receiver keeps only its own place: the next message is sent as soon as one is free.
    await Promise.race([...underWay, sleep(pollMs, undefined, { ref: false })]);
    return 0;
  }

  const loop = createRepeatingLoop(sendAlerts, { onError, restMs: pollMs });
  return {
    start: () => loop.start(),
    async stop() {
      await loop.stop();
      await Promise.all(underWay);
    },
  };
}
