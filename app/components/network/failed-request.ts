// The facts about a failed request that an error screen shows. When the server renders the error screen, it writes the
// request's id into the page. For later requests the browser notes the id itself.
import { createContext, useContext, useMemo } from 'react';
import type { FailedRequest, PageViewer } from '../../failures';

const Failed = createContext<FailedRequest | undefined>(undefined);

/** Wraps a page that the server renders. */
export const FailedRequestProvider = Failed.Provider;

/** Marks the request's id in a page. */
export const requestIdMark = 'data-request-id';
export const reasonMark = 'data-failure-reason';
/** Marks the page with its viewer, as JSON. */
export const viewerMark = 'data-failure-viewer';
/** Marks the form that sends the failed form again. */
export const sentFormMark = 'data-sent-form';

/** @param error the error that the screen shows: another error belongs to another request */
export function useFailedRequest(error: unknown): FailedRequest | undefined {
  const drawn = useContext(Failed);
  return useMemo(() => {
    if (typeof document === 'undefined' || error === undefined) return drawn;
    // `bufferResponses` notes it there: every page loads that module, but this one only comes with an error screen.
    const { failedRequest, refusal } = document.documentElement.dataset;
    if (failedRequest === undefined) return readDrawn();
    return {
      id: failedRequest || undefined,
      sent: undefined,
      reason: refusal || undefined,
      viewer: undefined,
    };
  }, [drawn, error]);
}

/** Reads what the server rendered into the page. */
function readDrawn(): FailedRequest {
  const id = document.querySelector(`[${requestIdMark}]`)?.textContent ?? undefined;
  const reason = document.querySelector(`[${reasonMark}]`)?.textContent ?? undefined;
  const mark = document.querySelector(`[${viewerMark}]`)?.getAttribute(viewerMark);
  const viewer = mark ? (JSON.parse(mark) as PageViewer) : undefined;
  const form = document.querySelector<HTMLFormElement>(`form[${sentFormMark}]`);
  if (form) {
    const fields = [...new FormData(form)].filter(
      (field): field is [string, string] => typeof field[1] === 'string',
    );
    return { id, sent: fields, reason, viewer };
  }
  return { id, sent: document.querySelector(`[${sentFormMark}]`) ? 'unkept' : undefined, reason, viewer };
}
