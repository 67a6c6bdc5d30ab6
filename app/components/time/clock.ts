// One clock for all relative times on a page. It runs while the page shows at least one of them.
import { createContext, useContext } from 'react';
import { useBrowserValue } from '../ui/use-hydrated';

let now = 0;
let ticker: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

function subscribe(listener: () => void) {
  listeners.add(listener);
  now = Date.now();
  ticker ??= setInterval(() => {
    now = Date.now();
    for (const tell of listeners) tell();
  }, 5000);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(ticker);
    ticker = undefined;
  };
}

function readClock() {
  now ||= Date.now();
  return now;
}

/** Returns the time in milliseconds since 1970, updated every 5 seconds; undefined on the server and in the first render. */
export function useClock(): number | undefined {
  return useBrowserValue(readClock, subscribe);
}

const ServedAt = createContext<number | undefined>(undefined);

export const ServedAtProvider = ServedAt.Provider;

/** Returns when the server made the page, in milliseconds since 1970; undefined if the page does not say so. */
export function useServedAt(): number | undefined {
  return useContext(ServedAt);
}
