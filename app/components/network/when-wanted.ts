/** The events by which a user opens a fold, or comes close to it. */
const signs = ['toggle', 'pointerenter', 'focusin'];

/**
 * Calls `want` once: at once when the fold around the place is open or there is none, else when the user opens the fold or comes
 * close to it, or when the browser has nothing else to do after the user has come to the form. Calls `prepare` when the browser
 * has nothing else to do. A user who saves data gets neither before coming close. Returns a function that ends the waiting.
 */
export function whenWanted(place: Element, want: () => void, prepare: () => unknown): () => void {
  const fold = place.closest('details');
  const waiting = new AbortController();
  const { signal } = waiting;
  const call = () => {
    if (signal.aborted) return;
    waiting.abort();
    want();
  };
  if (!fold || fold.open) call();
  else {
    for (const sign of signs) fold.addEventListener(sign, call, { signal });
    if (!(navigator as { connection?: { saveData?: boolean } }).connection?.saveData) {
      whenIdle(prepare);
      place.closest('form')?.addEventListener('focusin', () => whenIdle(call), { signal });
    }
  }
  return () => waiting.abort();
}

/** Calls back when the browser has nothing else to do. Not every browser says when that is. */
export function whenIdle(call: () => unknown): void {
  if ('requestIdleCallback' in window) requestIdleCallback(call);
  else setTimeout(call, 1000);
}
