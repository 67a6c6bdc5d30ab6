import { Form, useNavigation } from '@remix-run/react';
import { FormKey } from '../network/form-key';
import { Banner } from '../ui/banner';
import { Button } from '../ui/button';
import { Dialog, DialogActions } from '../ui/dialog';
import { describeField } from '../ui/fields/field';
import { TextField } from '../ui/fields/text-field';
import { LinkButton } from '../ui/link';
import { useTypedWord } from './use-typed-word';

interface HiddenField {
  name: string;
  value: string;
}

interface TypedWordDialogProps {
  title: string;
  /** The consequences, as sentences. */
  text: string;
  /** The address without the dialog. */
  closeTo: string;
  action: string;
  /** A hidden field of the form, which is sent as `confirmation` with the word. */
  field: HiddenField;
  /** Further hidden fields. */
  more?: HiddenField[];
  /** The word that the user must type before the button works. */
  word: string;
  /** The text that the user typed instead of the word, and the error message for it. */
  typed?: string | undefined;
  error?: string | undefined;
  /** The reason why the action failed. */
  failure?: { title: string; text: string } | undefined;
  /** The text of the button, and its text while the action runs. */
  confirm: string;
  pendingText: string;
}

/** Asks the user to type a word before something is done that many depend on. */
export function TypedWordDialog(props: TypedWordDialogProps) {
  const {
    title,
    text,
    closeTo,
    action,
    field,
    more = [],
    word,
    error,
    failure,
    confirm,
    pendingText,
  } = props;
  const sent = error === undefined ? undefined : [error];
  const { label, isMissing, errors, type, onKeyDown } = useTypedWord({
    word,
    typed: props.typed,
    errors: sent,
  });
  const pending = useNavigation().formData?.get(field.name) === field.value;
  return (
    <Dialog title={title} text={text} closeTo={closeTo}>
      <Form method="post" action={action} preventScrollReset onKeyDown={onKeyDown}>
        <FormKey />
        {[field, ...more].map((each) => (
          <input key={each.value} type="hidden" {...each} />
        ))}
        {failure && (
          <div className="mb-5">
            <Banner tone="bad" title={failure.title} live>
              {failure.text}
            </Banner>
          </div>
        )}
        <TextField
          field={describeField('confirmation', { required: true, errors, initialValue: props.typed })}
          label={label}
          autoComplete="off"
          spellCheck={false}
          data-autofocus
          onChange={(event) => type(event.target.value)}
        />
        <DialogActions>
          <LinkButton to={closeTo} preventScrollReset>
            Cancel
          </LinkButton>
          <Button
            type="submit"
            variant="danger"
            disabled={isMissing}
            pending={pending}
            pendingText={pendingText}
          >
            {confirm}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
