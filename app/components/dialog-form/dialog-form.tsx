// The forms of the dialogs that open on any screen.
import type { getFormProps, SubmissionResult } from '@conform-to/react';
import { type FetcherWithComponents, matchRoutes, useActionData, useFetcher } from '@remix-run/react';
import { FormKey } from '../network/form-key';
import { type ReactNode, useEffect, useState } from 'react';
import { Banner } from '../ui/banner';

/** The response to a dialog's form when the dialog stays open. */
export interface DialogResponse {
  intent: string;
  /** The address without the dialog. */
  returnTo: string;
  result: SubmissionResult<string[]> | null;
  failure: string | null;
}

/**
 * Returns the form of a dialog, which is sent without leaving the screen below, and its response: with script from the fetcher,
 * without script from the page that the form led to.
 */
export function useDialogForm<FormResponse extends DialogResponse>(intent: FormResponse['intent']) {
  const fetcher = useFetcher<unknown>();
  const page = useActionData<unknown>();
  // The response to an earlier form: the response to a form that succeeded has no data that would replace it.
  const [past, setPast] = useState<unknown>();
  const isOfPage = isResponse<FormResponse>(page) && page.intent === intent;
  const pending = fetcher.state !== 'idle';
  if (fetcher.state === 'submitting' && past !== fetcher.data) setPast(fetcher.data);
  const latest = fetcher.data === past ? undefined : fetcher.data;
  const response = isResponse<FormResponse>(latest) ? latest : isOfPage ? page : undefined;
  return { Form: fetcher.Form, response, pending };
}

/**
 * Loads the code of a dialog's forms with the dialog: when a form is sent, the network may be gone. It waits until Remix knows the
 * route, for which it asks the server once a form is rendered. A fetcher that loads an unknown route makes every navigation fail
 * with a 404 meanwhile, as when the user closes the dialog at once.
 */
export function usePreloadAction(action: string): void {
  const { load } = useFetcher();
  useEffect(() => {
    const loadKnown = () => {
      const path = matchRoutes(__remixRouter.routes, action)?.at(-1)?.route.path;
      if (path === undefined || path === '*') return;
      unsubscribe();
      load(action);
    };
    const unsubscribe = __remixRouter.subscribe(loadKnown);
    loadKnown();
    return unsubscribe;
  }, [load, action]);
}

function isResponse<FormResponse extends DialogResponse>(value: unknown): value is FormResponse {
  return typeof value === 'object' && value !== null && 'returnTo' in value && 'intent' in value;
}

interface DialogFormProps {
  Form: FetcherWithComponents<unknown>['Form'];
  form: ReturnType<typeof getFormProps>;
  action: string;
  intent: string;
  closeTo: string;
  response: DialogResponse | undefined;
  children: ReactNode;
}

/** The form of a dialog; the reason of a failure stands above its fields. */
export function DialogForm({ Form, form, action, intent, closeTo, response, children }: DialogFormProps) {
  return (
    // A fetcher's form does not have Remix ask for its route by itself.
    <Form method="post" action={action} data-discover="true" {...form} className="flex flex-col gap-field">
      <DialogFields intent={intent} closeTo={closeTo} />
      {response?.failure && (
        <Banner tone="bad" title="Error" live>
          {response.failure}
        </Banner>
      )}
      {children}
    </Form>
  );
}

/** The hidden fields that name the form and the screen to go back to. */
export function DialogFields({ intent, closeTo }: { intent: string; closeTo: string }) {
  return (
    <>
      <input type="hidden" name="intent" value={intent} />
      <FormKey />
      <input type="hidden" name="returnTo" value={closeTo} />
    </>
  );
}
