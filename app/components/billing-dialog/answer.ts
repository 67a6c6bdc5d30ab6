import type { SubmissionResult } from '@conform-to/react';
import { useActionData, useFetcher } from '@remix-run/react';

/** Where the forms of the dialog are sent to. */
export const billingAction = '/billing';

export type BillingIntent = 'company' | 'payment' | 'test-payment' | 'test-webhook';

/** What a form of the dialog is answered when it stays open. */
export interface BillingAnswer {
  intent: BillingIntent;
  /** The address without the dialog. */
  returnTo: string;
  result: SubmissionResult<string[]> | null;
  failure: string | null;
  /** What a test found. */
  report: { good: boolean; text: string } | null;
}

/**
 * Sends a form of the dialog without leaving the screen below, and what it was answered: with script by the fetcher,
 * without script by the page that the form led to.
 */
export function useBillingForm(intent: BillingIntent) {
  const fetcher = useFetcher<BillingAnswer>();
  const page = useActionData<Partial<BillingAnswer>>();
  const answer = fetcher.data ?? (isAnswer(page) && page.intent === intent ? page : undefined);
  // Conform also sends the form to have a field checked; that is no work to show.
  const pending = fetcher.state !== 'idle' && fetcher.formData?.has('__intent__') === false;
  return { Form: fetcher.Form, answer, pending };
}

function isAnswer(value: unknown): value is BillingAnswer {
  return typeof value === 'object' && value !== null && 'returnTo' in value && 'report' in value;
}
