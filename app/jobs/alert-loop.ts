// The loop that sends alerts. It may run in several processes: alerts are raised and claimed in transactions, so each message is
// sent by one process.
import { setTimeout as sleep } from 'node:timers/promises';
import type { AppContext } from '~/context';
import { deleteIncidentsResolvedBefore } from '~/db/alerts/incidents';
import { deleteFailuresBefore } from '~/db/executions/failures';
import { createRepeatedErrors } from '~/repeated-errors';
import { deliverAlerts } from '~/services/alerts/deliver';
import { evaluateAlerts } from '~/services/alerts/evaluate';

export interface AlertLoop {
  start(): void;
  /** Ends the loop; resolves when the messages under way have ended. */
  stop(): Promise<void>;
}

const pollMs = 5_000;
const sweepMs = 3_600_000;
/** How long resolved incidents and failures are kept. */
const keptMs = 90 * 24 * 3_600_000;

export function createAlertLoop(context: AppContext): AlertLoop {
  const errors = createRepeatedErrors(context.log);
  const stopping = new AbortController();
  const { signal } = stopping;
  let loop: Promise<void> = Promise.resolve();
  let sweptAt = 0;

  async function look(): Promise<void> {
    await evaluateAlerts(context);
    while (!signal.aborted && (await deliverAlerts(context))) {
      // More messages may be waiting than one call sends.
    }
    const now = context.now();
    if (now - sweptAt < sweepMs) return;
    sweptAt = now;
    await context.db.groupCommit(async (tx) => {
      await deleteIncidentsResolvedBefore(tx, now - keptMs);
      await deleteFailuresBefore(tx, now - keptMs);
    });
  }

  async function repeat(): Promise<void> {
    while (!signal.aborted) {
      await look().catch((error: unknown) =>
        errors.error({ err: error }, 'alerts could not be looked after'),
      );
      await sleep(pollMs, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  return {
    start() {
      loop = repeat();
    },
    async stop() {
      stopping.abort();
      await loop;
    },
  };
}
