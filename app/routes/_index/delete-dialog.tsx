import { Form, useNavigation } from '@remix-run/react';
import { useState } from 'react';
import { useHydrated } from '~/components/ui/use-hydrated';
import { Banner } from '~/components/ui/banner';
import { Button } from '~/components/ui/button';
import { Dialog, DialogActions } from '~/components/ui/dialog';
import { describeField } from '~/components/ui/fields/field';
import { LinkButton } from '~/components/ui/link';
import { TextField } from '~/components/ui/fields/text-field';
import { failures } from '~/failures';
import { dashboardUrl, type ListQuery } from './list-query';

export interface DeleteOutcome {
  confirmationError?: string;
  failure?: string;
}

interface DeleteDialogProps {
  integration: { id: string; name: string };
  /** The list behind it. */
  list: ListQuery;
  outcome: DeleteOutcome | undefined;
}

export function DeleteDialog({ integration, list, outcome }: DeleteDialogProps) {
  const hydrated = useHydrated();
  const [typed, setTyped] = useState('');
  const pending = useNavigation().formData?.get('id') === integration.id;
  const errors = outcome?.confirmationError ? [outcome.confirmationError] : undefined;
  return (
    <Dialog
      title="Delete integration"
      text={`“${integration.name}”, its API calls and its execution logs will be deleted. This cannot be undone.`}
      closeTo={dashboardUrl(list)}
    >
      <Form
        method="post"
        action={dashboardUrl(list, { index: '', delete: integration.id })}
        preventScrollReset
      >
        <input type="hidden" name="id" value={integration.id} />
        {outcome?.failure && (
          <div className="mb-5">
            <Banner tone="bad" title={failures.deletion.text} live>
              {outcome.failure}
            </Banner>
          </div>
        )}
        <TextField
          field={describeField('confirmation', { required: true, errors })}
          label="Type DELETE to confirm"
          autoComplete="off"
          spellCheck={false}
          data-autofocus
          onChange={(event) => setTyped(event.target.value)}
        />
        <DialogActions>
          <LinkButton to={dashboardUrl(list)} preventScrollReset>
            Cancel
          </LinkButton>
          <Button
            type="submit"
            variant="danger"
            disabled={hydrated && typed !== 'DELETE'}
            pending={pending}
            pendingText="Deleting..."
          >
            Delete
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
