import { Form, useNavigation } from '@remix-run/react';
import { Play } from '~/components/icons/icons';
import { useEffect } from 'react';
import { FormKey } from '~/components/network/form-key';
import { Button } from '~/components/ui/button';
import { Dialog, DialogActions } from '~/components/ui/dialog';
import { describeField } from '~/components/ui/fields/field';
import { TextAreaField } from '~/components/ui/fields/text-field';
import { LinkButton } from '~/components/ui/link';

export interface TestDataDialogProps {
  /** The URL of the editor. */
  pageUrl: string;
  /** The JSON that the field begins with. */
  filled: string;
  /** The last data that was typed, and why it was not run. */
  outcome: { triggerData: string; message: string } | undefined;
}

/** Asks for the data of a test of the whole chain, while there is no real data to use. */
export function TestDataDialog({ pageUrl, filled, outcome }: TestDataDialogProps) {
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
      text="Nothing has been delivered yet. Enter what the trigger would deliver."
      closeTo={pageUrl}
      width="md"
    >
      <Form method="post" action={`${pageUrl}?dialog=test-data`} preventScrollReset>
        <input type="hidden" name="intent" value="run-test" />
        <FormKey />
        <TextAreaField
          field={describeField('triggerData', { errors: outcome ? [outcome.message] : [] })}
          label="Trigger data"
          hint="JSON, or leave it empty. Real calls are sent."
          defaultValue={outcome?.triggerData ?? filled}
          rows={8}
          code
          data-autofocus
        />
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
