import { Form, useNavigation } from '@remix-run/react';
import { Button } from '~/components/ui/button';
import { Dialog, DialogActions } from '~/components/ui/dialog';
import { LinkButton } from '~/components/ui/link';

interface DeleteDialogProps {
  name: string;
  usedBy: { name: string }[];
  /** The address of the value. */
  action: string;
}

/** Of a value that is used, it says by whom, and deletes nothing. */
export function DeleteDialog({ name, usedBy, action }: DeleteDialogProps) {
  const pending = useNavigation().formData?.get('intent') === 'delete';
  const names = usedBy.map((use) => use.name).join(', ');
  const isUsed = usedBy.length > 0;
  return (
    <Dialog
      title="Delete value"
      text={
        isUsed
          ? `${name} is used by ${names}. Take it out there first.`
          : `What {{org.${name}}} stands for is forgotten. This cannot be undone.`
      }
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
