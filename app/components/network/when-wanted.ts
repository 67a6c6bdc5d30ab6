/** The events by which a user opens a fold, or comes close to it. */
const signs = ['toggle', 'pointerenter', 'focusin'];

/**
 * Calls `want` once: at once when the fold around the place is open or there is none, else when the user opens the fold or comes
 * close to it, or when the browser has nothing else to do, unless the user saves data. Returns a function that ends the waiting.
 */
export function whenWanted(place: Element, want: () => void): () => void {
  const fold = place.closest('details');
  const waiting = new AbortController();
  const end = () => waiting.abort();
  const call = () => {
    if (waiting.signal.aborted) return;
    end();
    want();
  };
  if (!fold || fold.open) call();
  else {
    for (const sign of signs) fold.addEventListener(sign, call, { signal: waiting.signal });
    if (!savesData()) whenIdle(call);
  }
  return end;
}

/** Not every browser says when it is idle. */
function whenIdle(call: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(call);
  else setTimeout(call, 1000);
}

function savesData(): boolean {
  return (navigator as { connection?: { saveData?: boolean } }).connection?.saveData ?? false;
}
