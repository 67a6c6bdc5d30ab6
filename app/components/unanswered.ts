// What a form does when there is no answer to what it sent, because the server could not be reached or failed: it stays
// as it is, with what was typed, and a toast says why.
import type { ClientActionFunction, ShouldRevalidateFunction } from '@remix-run/react';
import { isRouteErrorResponse, useActionData } from '@remix-run/react';
import { useEffect, useState } from 'react';
import { useToasts } from './ui/toast';

const eventName = 'unanswered';

/** What a toast says of something that was not done. */
export interface Failure {
  title: string;
  /** When the server failed. */
  text?: string;
}

/** Stands in for the answer that never came. */
interface Unanswered {
  unanswered: true;
}

/**
 * A route's `clientAction`: the server's answer, or the note that there was none. A text is what is said when the server
 * failed. A page that `tells` of it by itself needs no toast.
 */
export function submitOrKeep(
  failure: Failure | string,
  tells: 'toast' | 'page' = 'toast',
): ClientActionFunction {
  const said = typeof failure === 'string' ? { title: 'Error', text: failure } : failure;
  return async ({ serverAction, request }) => {
    try {
      return await serverAction();
    } catch (error) {
      // `fetch` rejects with a TypeError when there was no answer (Fetch Standard §5.6). One that was aborted is not ours.
      const isLost = error instanceof TypeError;
      const hasFailed = isRouteErrorResponse(error) ? error.status >= 500 : error instanceof Error;
      if (request.signal.aborted || !(isLost || hasFailed)) throw error;
      const detail = { title: said.title, text: isLost ? undefined : said.text };
      if (tells === 'toast') window.dispatchEvent(new CustomEvent<Failure>(eventName, { detail }));
      return { unanswered: true } satisfies Unanswered;
    }
  };
}

/**
 * A route's `shouldRevalidate`: without an answer nothing has changed that would have to be read again, nor by a form
 * that Conform sent only to have a field checked.
 */
export const revalidateIfAnswered: ShouldRevalidateFunction = ({
  actionResult,
  formData,
  defaultShouldRevalidate,
}) => (isUnanswered(actionResult) || formData?.has('__intent__') ? false : defaultShouldRevalidate);

/**
 * The `shouldRevalidate` of a route that dialogs send to from any screen. They have what they show from the root, and
 * what was only loaded with the code is not read again: for somebody who has just gone, it would lead elsewhere.
 */
export function revalidateAt(path: string): ShouldRevalidateFunction {
  return (change) => change.nextUrl.pathname === path && revalidateIfAnswered(change);
}

/** Like `useActionData`: undefined also when the last thing sent has none. */
export function useAnswer<Action>(): ReturnType<typeof useActionData<Action>> {
  return ifAnswered(useActionData<Action>());
}

/** Like `useAnswer`, but what was answered last stays while what was sent since has no answer. */
export function useLastAnswer<Action>(): ReturnType<typeof useActionData<Action>> {
  const answer = useAnswer<Action>();
  const [last, setLast] = useState(answer);
  if (answer !== undefined && answer !== last) setLast(answer);
  return answer ?? last;
}

/** A fetcher's answer; undefined also when it never came. */
export function ifAnswered<Answer>(answer: Answer): Answer | undefined {
  return isUnanswered(answer) ? undefined : answer;
}

/** Raises the toast, which says `lostText` when the server could not be reached; stands once, around the whole page. */
export function useUnansweredToast(lostText: string): void {
  const toasts = useToasts();
  useEffect(() => {
    const show = (event: Event) => {
      const { title, text = lostText } = (event as CustomEvent<Failure>).detail;
      toasts.add({ tone: 'destructive', title, description: text, durationMs: 3000 });
    };
    window.addEventListener(eventName, show);
    return () => window.removeEventListener(eventName, show);
  }, [toasts, lostText]);
}

/** Whether an answer is the note that there was none. */
export function isUnanswered(value: unknown): value is Unanswered {
  return typeof value === 'object' && value !== null && 'unanswered' in value;
}
