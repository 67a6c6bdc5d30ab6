import { RemixBrowser } from '@remix-run/react';
import { startTransition, StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { bufferResponses } from './components/network/buffered-fetch';
import { retryLostReads } from './components/network/lost-reads';

/**
 * Reports the errors that React recovers from, except error 421: an update reached a part of the page whose script was not
 * loaded yet, and React renders that part again. All other such errors are bugs.
 */
function onRecoverableError(error: unknown): void {
  if (!/#421;|received an update before it finished/.test(String(error))) reportError(error);
}

/**
 * Has Remix read the data that the page brings. It begins when its component is first rendered, and throws a promise until it
 * has. React would suspend the page then, and an event at that moment, such as the release of the key that led here, makes it
 * render at once: it throws error 345, and the page never gets its script.
 */
async function readPageData(): Promise<void> {
  try {
    RemixBrowser({});
  } catch (reading) {
    await reading;
  }
}

window.fetch = retryLostReads(bufferResponses(window.fetch));

await readPageData();
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <RemixBrowser />
    </StrictMode>,
    { onRecoverableError },
  );
});
