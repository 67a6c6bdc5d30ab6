// The forms of the dialogs that stand on any screen.
import type { getFormProps, SubmissionResult } from '@conform-to/react';
import { type FetcherWithComponents, useActionData, useFetcher } from '@remix-run/react';
import { type ReactNode, useEffect, useState } from 'react';
import { Banner } from '../ui/banner';

/** What a form of a dialog is answered when the dialog stays open. */
export interface DialogResponse {
  intent: string;
  /** The address without the dialog. */
  returnTo: string;
  result: SubmissionResult<string[]> | null;
  failure: string | null;
}

/**
 * Sends a form of a dialog without leaving the screen below, and what it was answered: with script by the fetcher,
 * without script by the page that the form led to.
 */
export function useDialogForm<Answer extends DialogResponse>(intent: Answer['intent']) {
  const fetcher = useFetcher<unknown>();
  const page = useActionData<unknown>();
  // Of what was sent before: a form that is done answers nothing that would take its place.
  const [past, setPast] = useState<unknown>();
  const isOfPage = isResponse<Answer>(page) && page.intent === intent;
  const pending = fetcher.state !== 'idle';
  if (fetcher.state === 'submitting' && past !== fetcher.data) setPast(fetcher.data);
  const latest = fetcher.data === past ? undefined : fetcher.data;
  const answer = isResponse<Answer>(latest) ? latest : isOfPage ? page : undefined;
  return { Form: fetcher.Form, answer, pending };
}

/** Fetches the code behind forms with their dialog: when one is sent, the network may be gone. */
export function usePreloadAction(action: string): void {
  const { load } = useFetcher();
  useEffect(() => load(action), [load, action]);
}

function isResponse<Answer extends DialogResponse>(value: unknown): value is Answer {
  return typeof value === 'object' && value !== null && 'returnTo' in value && 'intent' in value;
}

interface DialogFormProps {
  Form: FetcherWithComponents<unknown>['Form'];
  form: ReturnType<typeof getFormProps>;
  action: string;
  intent: string;
  closeTo: string;
  answer: DialogResponse | undefined;
  children: ReactNode;
}

/** One such form; above its fields stands why it was not done. */
export function DialogForm({ Form, form, action, intent, closeTo, answer, children }: DialogFormProps) {
  return (
    <Form method="post" action={action} {...form} className="flex flex-col gap-field">
      <DialogFields intent={intent} closeTo={closeTo} />
      {answer?.failure && (
        <Banner tone="bad" title="Error" live>
          {answer.failure}
        </Banner>
      )}
      {children}
    </Form>
  );
}

/** Which form it is, and the screen to go back to. */
export function DialogFields({ intent, closeTo }: { intent: string; closeTo: string }) {
  return (
    <>
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="returnTo" value={closeTo} />
    </>
  );
}
