// What an error screen tells of the request that failed. The server knows it when it draws the page; in the browser a page
// that was drawn so holds it, and later requests are followed.
import { createContext, useContext, useMemo } from 'react';
import type { FailedRequest } from '../../failures';

const Failed = createContext<FailedRequest | undefined>(undefined);

/** Stands around a page that the server draws. */
export const FailedRequestProvider = Failed.Provider;

/** Marks the request's id in a page. */
export const requestIdMark = 'data-request-id';
/** Marks the form that sends again what was sent. */
export const sentFormMark = 'data-sent-form';

/** @param error what the screen is about: another one is of another request */
export function useFailedRequest(error: unknown): FailedRequest | undefined {
  const drawn = useContext(Failed);
  return useMemo(() => {
    if (typeof document === 'undefined' || error === undefined) return drawn;
    // `bufferResponses` notes it there: every page loads that, and this only comes with an error screen.
    const { failedRequest } = document.documentElement.dataset;
    return failedRequest === undefined ? readDrawn() : { id: failedRequest || undefined, sent: undefined };
  }, [drawn, error]);
}

/** As the server drew it. */
function readDrawn(): FailedRequest {
  const id = document.querySelector(`[${requestIdMark}]`)?.textContent ?? undefined;
  const form = document.querySelector<HTMLFormElement>(`form[${sentFormMark}]`);
  if (form) {
    const fields = [...new FormData(form)].filter(
      (field): field is [string, string] => typeof field[1] === 'string',
    );
    return { id, sent: fields };
  }
  return { id, sent: document.querySelector(`[${sentFormMark}]`) ? 'unkept' : undefined };
}
