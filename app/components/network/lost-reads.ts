// The network fails while a page's data is read. The error screen would remove what is typed on the page, so a page with typed
// text stays as it is.
import { useNavigate } from '@remix-run/react';
import { useEffect } from 'react';
import { lossTexts } from '../../failures';
import { useToasts } from '../ui/toast';
import { isTyped, unsavedMark } from './typed-values';

type Fetch = typeof fetch;

const eventName = 'lostread';
const partEventName = 'lostpart';
const retryMs = 2000;

/** Returns a `fetch` that reports routes and data that did not arrive, and waits for the network if a listener asks for that. */
export function retryLostReads(send: Fetch): Fetch {
  return async (input, init) => {
    for (let isFirst = true; ; isFirst = false) {
      try {
        const response = await send(input, init);
        // Without it Remix leaves the page for an error screen, whatever was pressed.
        if (isManifest(input) && response.status >= 500) throw new TypeError(`HTTP ${response.status}`);
        return response;
      } catch (error) {
        const signal = init?.signal;
        if (!isRead(input, init) || signal?.aborted || !(error instanceof TypeError)) throw error;
        const isUnwanted = isFirst && window.dispatchEvent(new Event(eventName, { cancelable: true }));
        if (isUnwanted) throw error;
        await untilOnline(retryMs);
        signal?.throwIfAborted();
      }
    }
  };
}

/** Keeps a page with typed text. Used once, around the whole page. */
export function useLostReads(): void {
  const navigate = useNavigate();
  const toasts = useToasts();
  useEffect(() => {
    const stay = () => {
      toasts.add({ tone: 'destructive', title: 'Error', description: lossTexts.network, durationMs: 3000 });
      // After a save, the data is read again as soon as the network is back. A followed link is given up: navigating to the
      // current page cancels it.
      if (!isFollowingLink()) return;
      const { href, search, hash } = window.location;
      navigate({ search, hash: hash || '#content' }, { replace: true, preventScrollReset: true });
      // The router stays at that place, but the browser shows and copies the address of the page.
      window.history.replaceState(window.history.state, '', href);
    };
    const keep = (event: Event) => {
      if (!isTypedIn(document)) return;
      event.preventDefault();
      stay();
    };
    // Remix reloads the whole page when it cannot load the script of the next one. The browser asks the user first; when the
    // user declines, this timer runs.
    const keepAfterQuestion = () => void (isFollowingLink() && setTimeout(stay));
    const unsubscribe = onLostPart(() =>
      toasts.add({ id: partEventName, tone: 'destructive', title: 'Error', description: lossTexts.part }),
    );
    window.addEventListener(eventName, keep);
    window.addEventListener('beforeunload', keepAfterQuestion);
    return () => {
      unsubscribe();
      window.removeEventListener(eventName, keep);
      window.removeEventListener('beforeunload', keepAfterQuestion);
    };
  }, [navigate, toasts]);
}

/** Reports that the script of a part of the page could not be loaded; a toast says so. */
export function reportLostPart(): void {
  window.dispatchEvent(new Event(partEventName));
}

/** Calls `listener` for each such part. Returns a function that ends this. */
export function onLostPart(listener: () => void): () => void {
  window.addEventListener(partEventName, listener);
  return () => window.removeEventListener(partEventName, listener);
}

/** Asks the router itself: React renders the start of a navigation a moment after the network may have lost it. */
function isFollowingLink(): boolean {
  const { state, formData } = window.__remixRouter.state.navigation;
  return state === 'loading' && formData === undefined;
}

function isRead(input: Parameters<Fetch>[0], init: Parameters<Fetch>[1]): boolean {
  const isOfRoute = readPath(input).endsWith('.data') && (init?.method ?? 'GET') === 'GET';
  return isOfRoute || isManifest(input);
}

/** Checks whether the router asks which routes an address has, before it follows a link or sends a form there. */
function isManifest(input: Parameters<Fetch>[0]): boolean {
  return readPath(input) === '/__manifest';
}

function readPath(input: Parameters<Fetch>[0]): string {
  return new URL(input instanceof Request ? input.url : input, window.location.href).pathname;
}

/**
 * Checks whether a field holds something else than it was rendered with, or was rendered with what a sent form held, or the page
 * says itself that something is not saved, such as calls that were only moved.
 */
export function isTypedIn(page: Document): boolean {
  if (window.__remixRouter.state.actionData || page.title.startsWith(unsavedMark)) return true;
  const fields = page.querySelectorAll('input:not([type=hidden]), textarea, form[method=post] select');
  return [...fields].some(isTyped);
}

/** Resolves when the browser is online, or after `ms`: the browser does not notice a network that a proxy lost. */
export function untilOnline(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const waiting = new AbortController();
    const end = () => {
      waiting.abort();
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(end, ms);
    window.addEventListener('online', end, { signal: waiting.signal });
  });
}
