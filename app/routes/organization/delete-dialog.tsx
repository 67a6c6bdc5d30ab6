import { Form, useNavigation } from '@remix-run/react';
import { Button } from '~/components/ui/button';
import { Dialog, DialogActions } from '~/components/ui/dialog';
import { LinkButton } from '~/components/ui/link';

interface DeleteDialogProps {
  title: string;
  name: string;
  /** The integrations that use it. */
  usedBy: { name: string }[];
  /** How an integration ceases to use it, as a sentence. */
  remedy: string;
  /** What is lost with it, as a sentence. */
  loss: string;
  /** The address of what is deleted. */
  action: string;
}

/** Asks before a value or a connection is deleted. Of one that is used, it says by which integrations, and deletes nothing. */
export function DeleteDialog({ title, name, usedBy, remedy, loss, action }: DeleteDialogProps) {
  const pending = useNavigation().formData?.get('intent') === 'delete';
  const names = usedBy.map((use) => use.name).join(', ');
  const isUsed = usedBy.length > 0;
  return (
    <Dialog
      title={title}
      text={isUsed ? `${name} is used by ${names}. ${remedy}` : `${loss} This cannot be undone.`}
      closeTo={action}
    >
      <Form method="post" action={action}>
        <input type="hidden" name="intent" value="delete" />
        <DialogActions>
          <LinkButton to={action} preventScrollReset>
            {isUsed ? 'Close' : 'Cancel'}
          </LinkButton>
          {!isUsed && (
            <Button type="submit" variant="danger" pending={pending} pendingText="Deleting...">
              Delete
            </Button>
          )}
        </DialogActions>
      </Form>
    </Dialog>
  );
}
