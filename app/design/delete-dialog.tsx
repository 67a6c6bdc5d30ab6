import { Form } from '@remix-run/react';
import { Button } from '~/components/ui/button';
import { Dialog, DialogActions } from '~/components/ui/dialog';
import { describeField } from '~/components/ui/fields/field';
import { LinkButton } from '~/components/ui/link';
import { TextField } from '~/components/ui/fields/text-field';

/** A dialog as a screen writes it: an address, a form, a way out. */
export function DeleteDialog() {
  return (
    <Dialog
      title="Delete integration"
      text="Its calls and its execution logs are deleted with it. This cannot be undone."
      closeTo="/design"
    >
      <Form action="/design" preventScrollReset>
        <TextField
          field={describeField('confirmation', { required: true })}
          label="Type DELETE to confirm"
          autoComplete="off"
          data-autofocus
        />
        <DialogActions>
          <LinkButton to="/design" preventScrollReset>
            Cancel
          </LinkButton>
          <Button type="submit" variant="danger">
            Delete
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
