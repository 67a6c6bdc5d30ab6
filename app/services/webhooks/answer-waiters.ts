// Senders that wait for the result of their delivery. This process reads their answers from rows that the run wrote, so any
// process may have run it. Each wait has a timeout, and the number of waiting senders is limited.
import type { AppContext } from '~/context';
import { type AwaitedAnswer, listAwaited } from '~/db/executions/delivery-answers';
import type { FilledAnswer } from '~/engine/senders/answer';
import { createRepeatedErrors } from '~/repeated-errors';
import { openAnswer } from '../delivery-answer';

/** How many senders may wait at once: in this process, and for one integration. */
const maxWaiting = { all: 200, integration: 50 };

/** How often rows are read, in milliseconds. A runner in another process does not notify this one. */
const lookMs = 100;

interface Wait {
  executionId: string;
  integrationId: string;
  timeoutMs: number;
  /**
   * One of them aborts when the sender goes away or the server stops. They are not made one by `AbortSignal.any`, which Node
   * never forgets while the server's own signal lives.
   */
  signals: readonly AbortSignal[];
}

export type Waited =
  | { kind: 'answered'; answer: FilledAnswer }
  /** The run ended, and there is no answer. */
  | { kind: 'failed'; status: 'error' | 'cancelled' }
  /** The timeout passed and the run goes on. */
  | { kind: 'timed-out' }
  /** The limit of waiting senders was reached, so this sender did not wait. */
  | { kind: 'too-many' }
  | { kind: 'aborted' };

interface Waiter extends Wait {
  end: (waited: Waited) => void;
}

/** Resolves with the answer to an execution's sender, at the latest after `timeoutMs`. Never rejects. */
type WaitForAnswer = (wait: Wait) => Promise<Waited>;

export function createWaitForAnswer(context: AppContext): WaitForAnswer {
  const errors = createRepeatedErrors(context.log);
  const waiters = new Set<Waiter>();
  let poll: NodeJS.Timeout | undefined;
  let looking: Promise<void> | undefined;
  let isChangedMeanwhile = false;

  /** Reads the rows once for all waiting senders. A change during a read leads to another read. */
  function look(): void {
    if (looking) {
      isChangedMeanwhile = true;
      return;
    }
    isChangedMeanwhile = false;
    looking = endKnownWaits()
      .catch((error: unknown) => errors.error({ err: error }, 'answers to senders could not be looked up'))
      .finally(() => {
        looking = undefined;
        if (isChangedMeanwhile && waiters.size > 0) look();
      });
  }

  /** Ends the wait of each sender whose run has an answer, or ended without one. */
  async function endKnownWaits(): Promise<void> {
    const waiting = [...waiters];
    const ids = new Set(waiting.map(({ executionId }) => executionId));
    const rows = await listAwaited(context.db, [...ids]);
    const known = new Map(rows.map((row) => [row.executionId, row]));
    for (const waiter of waiting) {
      const waited = describe(waiter, known.get(waiter.executionId));
      if (waited) waiter.end(waited);
    }
  }

  /** Returns undefined while the run has neither an answer nor an end. */
  function describe({ integrationId }: Waiter, row: AwaitedAnswer | undefined): Waited | undefined {
    if (row?.answer) {
      const answer = openAnswer(context.config, integrationId, row.answer);
      return answer ? { kind: 'answered', answer } : { kind: 'failed', status: 'error' };
    }
    // A deleted execution never gets an answer.
    if (row === undefined || row.problem !== null) return { kind: 'failed', status: 'error' };
    if (row.status === 'queued' || row.status === 'running') return undefined;
    // The delivery came before the trigger let its sender wait.
    if (row.status === 'completed') return { kind: 'timed-out' };
    return { kind: 'failed', status: row.status };
  }

  function isFull(integrationId: string): boolean {
    if (waiters.size >= maxWaiting.all) return true;
    let own = 0;
    for (const waiter of waiters) if (waiter.integrationId === integrationId) own += 1;
    return own >= maxWaiting.integration;
  }

  return function waitForAnswer(wait) {
    const { integrationId, signals, timeoutMs } = wait;
    if (signals.some(({ aborted }) => aborted)) return Promise.resolve({ kind: 'aborted' });
    if (isFull(integrationId)) return Promise.resolve({ kind: 'too-many' });
    return new Promise((resolve) => {
      const unfollow = context.changeEvents.subscribe(integrationId, look);
      const limit = setTimeout(() => end({ kind: 'timed-out' }), timeoutMs);
      const abort = () => end({ kind: 'aborted' });
      const waiter: Waiter = { ...wait, end };
      for (const signal of signals) signal.addEventListener('abort', abort);
      waiters.add(waiter);
      poll ??= setInterval(look, lookMs);
      look();

      function end(waited: Waited): void {
        if (!waiters.delete(waiter)) return;
        unfollow();
        clearTimeout(limit);
        for (const signal of signals) signal.removeEventListener('abort', abort);
        if (waiters.size === 0) {
          clearInterval(poll);
          poll = undefined;
        }
        resolve(waited);
      }
    });
  };
}
