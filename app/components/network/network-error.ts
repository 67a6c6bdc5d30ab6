// A form without a response, because the server could not be reached or failed: the form stays as it is, with what the user
// typed, and a toast or the page says why.
import type { ClientActionFunction, ShouldRevalidateFunction } from '@remix-run/react';
import { isRouteErrorResponse, useActionData } from '@remix-run/react';
import { useEffect, useState } from 'react';
import { type FailureMessage, lossTexts, noResponse } from '../../failures';
import { useToasts } from '../ui/toast';

const eventName = 'network-error';

/** Stands in for the response that never came. */
interface NetworkError {
  isNetworkError: true;
  /** The reason, for a page that shows it itself. */
  text: string;
}

/**
 * Returns a route's `clientAction`: it gives the server's response, or a note that there was none. The failure text follows
 * from the form's `intent` if a route has several. `tells`: 'page' if the page shows it by `useNetworkErrorText`, without a
 * toast.
 */
export function catchNetworkErrors(
  failure: FailureMessage | ((intent: unknown) => FailureMessage),
  tells: 'toast' | 'page' = 'toast',
): ClientActionFunction {
  return async ({ serverAction, request }) => {
    const said =
      typeof failure === 'function' ? failure((await request.clone().formData()).get('intent')) : failure;
    const sent = document.querySelector('[data-keeps-typing]') && request.clone();
    const isSent = navigator.onLine;
    try {
      return await serverAction();
    } catch (error) {
      if (sent && leadsToLogin(error)) {
        const { keepTyping } = await import('./kept-typing');
        keepTyping(await sent.formData());
      }
      // `fetch` rejects with a TypeError without a response (Fetch Standard §5.6). An aborted request is thrown on.
      const isLost = error instanceof TypeError;
      const hasFailed = isRouteErrorResponse(error) ? error.status >= 500 : error instanceof Error;
      if (request.signal.aborted || !(isLost || hasFailed)) throw error;
      const { title, text, durationMs } = describeFailure(error, { said, isLost, isSent });
      const detail = { title, description: text, durationMs };
      if (tells === 'toast') window.dispatchEvent(new CustomEvent(eventName, { detail }));
      return { isNetworkError: true, text } satisfies NetworkError;
    }
  };
}

/** `isSent`: whether the browser was online, so that the server may have got the form. */
function describeFailure(
  error: unknown,
  { said, isLost, isSent }: { said: FailureMessage; isLost: boolean; isSent: boolean },
) {
  // A proxy got no response either (RFC 9110 §15.6.5).
  const isUnclear = isLost ? isSent : isRouteErrorResponse(error) && error.status === 504;
  // Its length says how long it is shown.
  if (isUnclear) return { ...noResponse, durationMs: undefined };
  // `bufferResponses` notes there why the server refuses every change.
  const refusal = document.documentElement.dataset.refusal || undefined;
  const text = isLost ? lossTexts.network : (refusal ?? said.text ?? lossTexts.server);
  return { title: said.title, text, durationMs: 3000 };
}

/** Checks whether a response leads to where a user logs in again: also the session's cookie may have come to its end. */
function leadsToLogin(error: unknown): boolean {
  const location = error instanceof Response ? error.headers.get('Location') : null;
  return location !== null && /^\/(?:session-expired|login\?returnTo=)/.test(location);
}

/** A route's `shouldRevalidate`: without a response nothing has changed that would have to be read again. */
export const revalidateUnlessFailed: ShouldRevalidateFunction = ({ actionResult, defaultShouldRevalidate }) =>
  isNetworkError(actionResult) ? false : defaultShouldRevalidate;

/**
 * Returns the `shouldRevalidate` of a route to which dialogs send from any screen. Dialogs get their data from the root. The
 * route's data, loaded only with its code, is not read again: after a logout it would redirect the user elsewhere.
 */
export function revalidateOnlyAt(path: string): ShouldRevalidateFunction {
  return (change) => change.nextUrl.pathname === path && revalidateUnlessFailed(change);
}

/** Like `useActionData`; undefined also when the last form got no response. */
export function useActionResponse<Action>(): ReturnType<typeof useActionData<Action>> {
  return withoutNetworkError(useActionData<Action>());
}

/** Like `useActionResponse`, but the last response stays while a later form has none. */
export function useLastActionResponse<Action>(): ReturnType<typeof useActionData<Action>> {
  const response = useActionResponse<Action>();
  const [last, setLast] = useState(response);
  if (response !== undefined && response !== last) setLast(response);
  return response ?? last;
}

/** Returns a fetcher's response; undefined also when it never came. */
export function withoutNetworkError<Value>(response: Value): Value | undefined {
  return isNetworkError(response) ? undefined : response;
}

/** Checks whether a fetcher's form was sent and got no response, so that it may have been done. */
export function hasNoResponse(response: unknown): boolean {
  return isNetworkError(response) && response.text === noResponse.text;
}

/** Returns why the last form has no response; undefined when it has one, or nothing was sent. */
export function useNetworkErrorText(): string | undefined {
  const response = useActionData<unknown>();
  return isNetworkError(response) ? response.text : undefined;
}

/** Shows the toast; used once, around the whole page. */
export function useNetworkErrorToast(): void {
  const toasts = useToasts();
  useEffect(
    () =>
      onNetworkError(({ detail }: CustomEvent) => {
        toasts.add({ tone: 'destructive', ...detail });
      }),
    [toasts],
  );
}

/** Calls `listener` at once, before anything is rendered, when a form gets no response. Returns a function that ends this. */
export function onNetworkError(listener: (event: CustomEvent) => void): () => void {
  const hear = (event: Event) => {
    if (event instanceof CustomEvent) listener(event);
  };
  window.addEventListener(eventName, hear);
  return () => window.removeEventListener(eventName, hear);
}

/** Checks for the note that stands in for a missing response. */
function isNetworkError(value: unknown): value is NetworkError {
  return typeof value === 'object' && value !== null && 'isNetworkError' in value;
}
