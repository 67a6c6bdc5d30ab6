// What a form does when there is no response to what it sent, because the server could not be reached or failed: it stays
// as it is, with what was typed, and a toast says why, or the page does.
import type { ClientActionFunction, ShouldRevalidateFunction } from '@remix-run/react';
import { isRouteErrorResponse, useActionData } from '@remix-run/react';
import { useEffect, useState } from 'react';
import { type Failure, lossTexts } from '../../failures';
import { useToasts } from '../ui/toast';

const eventName = 'network-error';

/** Stands in for the response that never came. */
interface NetworkError {
  isNetworkError: true;
  /** Why, for a page that says so itself. */
  text: string;
}

/**
 * A route's `clientAction`: the server's response, or the note that there was none. What is said then follows from the
 * `intent` of the form where a route has several. `tells` is the page that tells of it by itself, by `useLoss`: no toast.
 */
export function catchNetworkErrors(
  failure: Failure | ((intent: unknown) => Failure),
  tells: 'toast' | 'page' = 'toast',
): ClientActionFunction {
  return async ({ serverAction, request }) => {
    const said =
      typeof failure === 'function' ? failure((await request.clone().formData()).get('intent')) : failure;
    const sent = document.querySelector('[data-keeps-typing]') && request.clone();
    try {
      return await serverAction();
    } catch (error) {
      if (sent && leadsToLogin(error)) {
        const { keepTyping } = await import('./kept-typing');
        keepTyping(await sent.formData());
      }
      // `fetch` rejects with a TypeError when there was no response (Fetch Standard §5.6). One that was aborted is not ours.
      const isLost = error instanceof TypeError;
      const hasFailed = isRouteErrorResponse(error) ? error.status >= 500 : error instanceof Error;
      if (request.signal.aborted || !(isLost || hasFailed)) throw error;
      // `bufferResponses` notes there why the server refuses whatever is sent.
      const refusal = document.documentElement.dataset.refusal || undefined;
      const text = isLost ? lossTexts.network : (refusal ?? said.text ?? lossTexts.server);
      const detail = { title: said.title, description: text };
      if (tells === 'toast') window.dispatchEvent(new CustomEvent(eventName, { detail }));
      return { isNetworkError: true, text } satisfies NetworkError;
    }
  };
}

/** Whether a response leads to where one logs in again. */
function leadsToLogin(error: unknown): boolean {
  const location = error instanceof Response ? error.headers.get('Location') : null;
  return location?.startsWith('/session-expired') ?? false;
}

/** A route's `shouldRevalidate`: without a response nothing has changed that would have to be read again. */
export const revalidateUnlessFailed: ShouldRevalidateFunction = ({ actionResult, defaultShouldRevalidate }) =>
  isNetworkError(actionResult) ? false : defaultShouldRevalidate;

/**
 * The `shouldRevalidate` of a route that dialogs send to from any screen. They have what they show from the root, and
 * what was only loaded with the code is not read again: for a user who has just logged out, it would lead elsewhere.
 */
export function revalidateOnlyAt(path: string): ShouldRevalidateFunction {
  return (change) => change.nextUrl.pathname === path && revalidateUnlessFailed(change);
}

/** Like `useActionData`: undefined also when the last thing sent has none. */
export function useActionResponse<Action>(): ReturnType<typeof useActionData<Action>> {
  return withoutNetworkError(useActionData<Action>());
}

/** Like `useActionResponse`, but the last response stays while what was sent since has none. */
export function useLastActionResponse<Action>(): ReturnType<typeof useActionData<Action>> {
  const response = useActionResponse<Action>();
  const [last, setLast] = useState(response);
  if (response !== undefined && response !== last) setLast(response);
  return response ?? last;
}

/** A fetcher's response; undefined also when it never came. */
export function withoutNetworkError<Value>(response: Value): Value | undefined {
  return isNetworkError(response) ? undefined : response;
}

/** Why what was sent last has no response; undefined when it has one, or nothing was sent. */
export function useNetworkErrorText(): string | undefined {
  const response = useActionData<unknown>();
  return isNetworkError(response) ? response.text : undefined;
}

/** Raises the toast; stands once, around the whole page. */
export function useNetworkErrorToast(): void {
  const toasts = useToasts();
  useEffect(
    () =>
      onNetworkError(({ detail }: CustomEvent) => {
        toasts.add({ tone: 'destructive', ...detail, durationMs: 3000 });
      }),
    [toasts],
  );
}

/** Hears at once, before anything is rendered, that what was sent has no response. Returns what ends it. */
export function onNetworkError(listener: (event: CustomEvent) => void): () => void {
  const hear = (event: Event) => {
    if (event instanceof CustomEvent) listener(event);
  };
  window.addEventListener(eventName, hear);
  return () => window.removeEventListener(eventName, hear);
}

/** Whether this is the note that stands in for a missing response. */
export function isNetworkError(value: unknown): value is NetworkError {
  return typeof value === 'object' && value !== null && 'isNetworkError' in value;
}
