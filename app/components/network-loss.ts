// What a form does when the server cannot be reached: it stays as it is, with what was typed, and a toast says why.
import type { ClientActionFunctionArgs, ShouldRevalidateFunction } from '@remix-run/react';
import { useActionData } from '@remix-run/react';
import { useEffect } from 'react';
import { useToasts } from './ui/toast';

const eventName = 'network-loss';

/** Stands in for the answer that never came. */
interface NetworkLoss {
  networkLoss: true;
}

/** A route's `clientAction`: the server's answer, or the note that there was none. */
export async function submitOrKeep({ serverAction, request }: ClientActionFunctionArgs): Promise<unknown> {
  try {
    return await serverAction();
  } catch (error) {
    // `fetch` rejects with a TypeError when there was no answer (Fetch Standard §5.6). One that was aborted is not ours.
    if (!(error instanceof TypeError) || request.signal.aborted) throw error;
    window.dispatchEvent(new Event(eventName));
    return { networkLoss: true } satisfies NetworkLoss;
  }
}

/** A route's `shouldRevalidate`: without a network nothing can be read again, and nothing has changed. */
export const revalidateUnlessLost: ShouldRevalidateFunction = ({ actionResult, defaultShouldRevalidate }) =>
  isNetworkLoss(actionResult) ? false : defaultShouldRevalidate;

/** Like `useActionData`: undefined also while the last answer was lost. */
export function useAnswer<Action>(): ReturnType<typeof useActionData<Action>> {
  return unlessLost(useActionData<Action>());
}

/** A fetcher's answer; undefined also when it was lost. */
export function unlessLost<Answer>(answer: Answer): Answer | undefined {
  return isNetworkLoss(answer) ? undefined : answer;
}

/** Raises the toast, which says `text`; stands once, around the whole page. */
export function useNetworkLossToast(text: string): void {
  const toasts = useToasts();
  useEffect(() => {
    const show = () => {
      toasts.add({ tone: 'destructive', title: 'Error', description: text, durationMs: 3000 });
    };
    window.addEventListener(eventName, show);
    return () => window.removeEventListener(eventName, show);
  }, [toasts, text]);
}

/** Whether an answer is the note that there was none. */
export function isNetworkLoss(value: unknown): value is NetworkLoss {
  return typeof value === 'object' && value !== null && 'networkLoss' in value;
}
