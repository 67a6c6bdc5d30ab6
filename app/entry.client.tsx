import { RemixBrowser } from '@remix-run/react';
import { startTransition, StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { bufferResponses } from './components/network/buffered-fetch';
import { retryLostReads } from './components/network/lost-reads';

/**
 * An update reached a part of the page whose script had not come yet (React's error 421): React draws that part anew, as
 * it is. All else that React can recover from is a fault of ours.
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
