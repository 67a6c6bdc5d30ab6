import { Form, useNavigation } from '@remix-run/react';
import { useState } from 'react';
import { useHydrated } from '~/components/ui/use-hydrated';
import { Banner } from '~/components/ui/banner';
import { Button } from '~/components/ui/button';
import { Dialog, DialogActions } from '~/components/ui/dialog';
import { describeField } from '~/components/ui/fields/field';
import { LinkButton } from '~/components/ui/link';
import { TextField } from '~/components/ui/fields/text-field';
import type { DeployOutcome } from './deploy-outcome';

interface DisableDialogProps {
  /** The step without the dialog. */
  closeTo: string;
  outcome: DeployOutcome | undefined;
}

export function DisableDialog({ closeTo, outcome }: DisableDialogProps) {
  const hydrated = useHydrated();
  const refused = outcome?.kind === 'not-confirmed' ? outcome : undefined;
  const [typed, setTyped] = useState(refused?.typed ?? '');
  const pending = useNavigation().formData?.get('intent') === 'disable';
  const errors = refused && [refused.message];
  return (
    <Dialog
      title="Disable integration"
      text="This stops all automatic executions, including webhook triggers and scheduled runs. Waiting executions are cancelled. You can enable it again."
      closeTo={closeTo}
    >
      <Form method="post" action={`${closeTo}?dialog=disable`} preventScrollReset>
        <input type="hidden" name="intent" value="disable" />
        {outcome?.kind === 'not-toggled' && (
          <div className="mb-5">
            <Banner tone="bad" title={outcome.title} live>
              {outcome.message}
            </Banner>
          </div>
        )}
        <TextField
          data-autofocus
          field={describeField('confirmation', { required: true, errors, initialValue: refused?.typed })}
          label="Type DISABLE to confirm"
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setTyped(event.target.value)}
        />
        <DialogActions>
          <LinkButton to={closeTo} preventScrollReset>
            Cancel
          </LinkButton>
          <Button
            type="submit"
            variant="danger"
            disabled={hydrated && typed !== 'DISABLE'}
            pending={pending}
            pendingText="Disabling..."
          >
            Disable
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
