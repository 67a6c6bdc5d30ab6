import { ConfirmDialog } from '~/components/dialog-form/confirm-dialog';
import { Dialog, DialogActions } from '~/components/ui/dialog';
import { LinkButton } from '~/components/ui/link';

interface DeleteDialogProps {
  title: string;
  name: string;
  /** The integrations that use the value or connection. */
  usedBy: { name: string }[];
  /** A sentence that says how an integration ceases to use it. */
  remedy: string;
  /** A sentence that says what the deletion loses. */
  loss: string;
  /** The URL of the value or connection. */
  action: string;
}

/** Asks before a value or a connection is deleted. If it is in use, names the integrations and deletes nothing. */
export function DeleteDialog({ title, name, usedBy, remedy, loss, action }: DeleteDialogProps) {
  if (usedBy.length === 0) {
    return (
      <ConfirmDialog
        title={title}
        text={`${loss} This cannot be undone.`}
        action={action}
        intent="delete"
        confirm="Delete"
        pendingText="Deleting..."
      />
    );
  }
  const names = usedBy.map((use) => use.name).join(', ');
  return (
    <Dialog title={title} text={`${name} is used by ${names}. ${remedy}`} closeTo={action}>
      <DialogActions>
        <LinkButton to={action} preventScrollReset>
          Close
        </LinkButton>
      </DialogActions>
    </Dialog>
  );
}
