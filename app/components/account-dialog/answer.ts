import type { SubmissionResult } from '@conform-to/react';
import { useActionData, useFetcher } from '@remix-run/react';
import { ifAnswered } from '../unanswered';

/** Where the forms of the dialog are sent to. */
export const accountAction = '/profile';

/** What a form of the dialog is answered when it was not done. */
export interface AccountAnswer {
  intent: 'profile' | 'password' | 'delete-account';
  /** The address without the dialog. */
  returnTo: string;
  result: SubmissionResult<string[]>;
  failure: string | null;
}

/**
 * Sends a form of the dialog without leaving the screen below, and what it was answered: with script by the fetcher,
 * without script by the page that the form led to.
 */
export function useAccountForm(intent: AccountAnswer['intent']) {
  const fetcher = useFetcher<AccountAnswer>();
  const page = useActionData<Partial<AccountAnswer>>();
  const fetched = ifAnswered(fetcher.data);
  const answer = fetched ?? (isAnswer(page) && page.intent === intent ? page : undefined);
  // Conform also sends the form to have a field checked; that is no work to show.
  const pending = fetcher.state !== 'idle' && fetcher.formData?.has('__intent__') === false;
  return { Form: fetcher.Form, answer, pending };
}

function isAnswer(value: unknown): value is AccountAnswer {
  return typeof value === 'object' && value !== null && 'returnTo' in value && 'result' in value;
}
