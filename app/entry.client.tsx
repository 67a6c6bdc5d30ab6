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

window.fetch = retryLostReads(bufferResponses(window.fetch));

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <RemixBrowser />
    </StrictMode>,
    { onRecoverableError },
  );
});
