import { Form, useNavigation } from '@remix-run/react';
import { Button } from '~/components/ui/button';
import { Dialog, DialogActions } from '~/components/ui/dialog';
import { LinkButton } from '~/components/ui/link';

/** Asked before all of it goes. */
export function ClearDialog({ address }: { address: string }) {
  const pending = useNavigation().formData?.get('intent') === 'clear';
  return (
    <Dialog
      title="Clear memory"
      text="All values and all items seen will be forgotten: the next run begins as if it were the first. This cannot be undone."
      closeTo={address}
    >
      <Form method="post" action={address}>
        <input type="hidden" name="intent" value="clear" />
        <DialogActions>
          <LinkButton to={address} preventScrollReset>
            Cancel
          </LinkButton>
          <Button type="submit" variant="danger" pending={pending} pendingText="Clearing...">
            Clear memory
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
