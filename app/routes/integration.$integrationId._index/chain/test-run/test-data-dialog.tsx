import { Form, useNavigation } from '@remix-run/react';
import { Play } from '~/components/icons/icons';
import { useEffect } from 'react';
import { FormKey } from '~/components/network/form-key';
import { Banner } from '~/components/ui/banner';
import { Button } from '~/components/ui/button';
import { Dialog, DialogActions } from '~/components/ui/dialog';
import { LinkButton } from '~/components/ui/link';
import { RunFields } from '../../../integration.$integrationId/run/run-fields';
import { encodingOf, type RunForm } from '../../../integration.$integrationId/run/run-form';
import type { NotStarted } from '../../../integration.$integrationId/run/start-run';

export interface TestDataDialogProps {
  /** The URL of the editor. */
  pageUrl: string;
  /** The fields, filled in. */
  form: RunForm;
  /** What was typed last, and why it was not run. */
  outcome: Pick<NotStarted, 'typed' | 'errors' | 'message'> | undefined;
}

/** Asks for the data of a test of the whole chain, while there is no real data to use. */
export function TestDataDialog({ pageUrl, form, outcome }: TestDataDialogProps) {
  const pending = useNavigation().formData?.get('intent') === 'run-test';

  useEffect(
    () => () => {
      // The save rendered the button anew that opened this dialog.
      if (document.activeElement !== document.body) return;
      document.querySelector<HTMLElement>('[data-key=test]')?.focus();
    },
    [],
  );

  return (
    <Dialog
      title="Choose test data"
      text={
        form.fields.length > 0
          ? 'Fill in the form of the trigger. Real calls are sent.'
          : 'Nothing has been delivered yet. Enter what the trigger would deliver.'
      }
      closeTo={pageUrl}
      width="md"
    >
      <Form
        noValidate
        method="post"
        encType={encodingOf(form)}
        action={`${pageUrl}?dialog=test-data`}
        preventScrollReset
      >
        <input type="hidden" name="intent" value="run-test" />
        <FormKey />
        <div className="flex flex-col gap-field">
          {outcome?.message && (
            <Banner tone="bad" title="Test failed" live>
              {outcome.message}
            </Banner>
          )}
          <RunFields
            form={{ ...form, typed: outcome?.typed ?? form.typed }}
            errors={outcome?.errors}
            hint="JSON, or leave it empty. Real calls are sent."
            isFocused
          />
        </div>
        <DialogActions>
          <LinkButton to={pageUrl} preventScrollReset>
            Cancel
          </LinkButton>
          <Button type="submit" variant="primary" icon={Play} pending={pending} pendingText="Testing...">
            Test
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
