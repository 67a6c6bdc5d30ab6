import { Form, useActionData, useNavigation } from '@remix-run/react';
import { useEffect } from 'react';
import { keepsTyping } from '~/components/typed-form/typing-marks';
import { useWrongFocus } from '~/components/typed-form/use-wrong-focus';
import { Button } from '~/components/ui/button';
import { Card } from '~/components/ui/card';
import { describeField } from '~/components/ui/fields/field';
import { TextAreaField, TextField } from '~/components/ui/fields/text-field';

interface SetCardProps {
  /** The fields as they were typed, or as the value is remembered. `seen`: when each value that the page shows was stored. */
  typed: Record<string, string>;
  errors: Record<string, string[]>;
  /** Whether the user chose a value to change; its field gets the focus. */
  isChosen: boolean;
}

/** The form that sets a value by hand, for example where a poll begins. */
export function SetCard({ typed, errors, isChosen }: SetCardProps) {
  const form = useWrongFocus(useActionData<unknown>());
  // The link that chooses a value is in a row far above.
  useEffect(() => {
    if (isChosen) document.getElementById('value')?.focus();
  }, [isChosen]);
  const isSaving = useNavigation().formData?.get('intent') === 'set';
  return (
    <Card
      title="Set a value"
      text="Runs that begin from now on read it; a call that remembers this name replaces it."
    >
      <Form
        ref={form}
        method="post"
        className="flex flex-col gap-4"
        preventScrollReset
        noValidate
        {...keepsTyping}
      >
        <input type="hidden" name="intent" value="set" />
        <input type="hidden" name="seen" value={typed.seen} />
        <TextField
          field={describeField('name', { required: true, errors: errors.name })}
          label="Name"
          hint="Read as {{memory.lastId}} when the name is lastId."
          defaultValue={typed.name}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        <TextAreaField
          field={describeField('value', { required: true, errors: errors.value })}
          label="Value"
          hint='JSON: a number, a text in quotes, a list or an object, like 1042 or "2026-01-05".'
          defaultValue={typed.value}
          code
          rows={3}
        />
        <div className="flex justify-end">
          <Button type="submit" variant="primary" pending={isSaving} pendingText="Saving...">
            Save value
          </Button>
        </div>
      </Form>
    </Card>
  );
}
