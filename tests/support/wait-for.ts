import { setTimeout as sleep } from 'node:timers/promises';

/** Waits as long as the product may take to end its work after a start, which is less than a test that starts servers may take. */
const maxMs = 120_000;

/**
 * Waits until it is so; it looks every 20 ms. Fails after two minutes, or after `limitMs`, and names what did not come: a test at
 * its own limit says nothing of that, and what it began would ask on beside the next.
 */
export async function waitFor(
  what: string | (() => string),
  isSo: () => boolean | Promise<boolean>,
  limitMs = maxMs,
): Promise<void> {
  const until = performance.now() + limitMs;
  while (!(await isSo())) {
    if (performance.now() > until) throw neverCame(what);
    await sleep(20);
  }
}

/** Resolves as the promise does. Fails after `limitMs`, and names what did not come. */
export async function within<Value>(
  limitMs: number,
  what: string | (() => string),
  promise: Promise<Value>,
): Promise<Value> {
  const came = new AbortController();
  const tooLate = sleep(limitMs, 'too late' as const, { signal: came.signal, ref: false });
  // It is aborted when nobody waits for it any more.
  tooLate.catch(() => undefined);
  const first = await Promise.race([promise.then((value) => ({ value })), tooLate]).finally(() =>
    came.abort(),
  );
  if (first === 'too late') throw neverCame(what);
  return first.value;
}

function neverCame(what: string | (() => string)): Error {
  return new Error(`This never came: ${typeof what === 'string' ? what : what()}.`);
}
