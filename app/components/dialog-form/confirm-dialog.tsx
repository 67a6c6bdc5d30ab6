import { Form, useNavigation } from '@remix-run/react';
import { FormKey } from '../network/form-key';
import { Button } from '../ui/button';
import { Dialog, DialogActions } from '../ui/dialog';
import { LinkButton } from '../ui/link';

interface ConfirmDialogProps {
  title: string;
  /** The consequences, as sentences. */
  text: string;
  /** The address without the dialog, to which the form is sent. */
  action: string;
  /** The `intent` of the form; `fields` names what it concerns. */
  intent: string;
  fields?: Record<string, string>;
  /** The text of the button, and its text while the action runs. */
  confirm: string;
  pendingText: string;
  /** `danger` unless given: for what is lost for good. */
  variant?: 'primary' | 'danger';
}

/** Asks before something is done that cannot be undone, or not by the person who does it. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, text, action, intent, fields = {}, confirm, pendingText, variant = 'danger' } = props;
  const pending = useNavigation().formData?.get('intent') === intent;
  return (
    <Dialog title={title} text={text} closeTo={action}>
      <Form method="post" action={action}>
        <FormKey />
        {Object.entries({ intent, ...fields }).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <DialogActions>
          <LinkButton to={action} preventScrollReset>
            Cancel
          </LinkButton>
          <Button type="submit" variant={variant} pending={pending} pendingText={pendingText}>
            {confirm}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
