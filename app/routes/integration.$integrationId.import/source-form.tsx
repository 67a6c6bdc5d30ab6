import { Form, useNavigation } from '@remix-run/react';
import { useState } from 'react';
import { FormKey } from '~/components/network/form-key';
import { Button } from '~/components/ui/button';
import { controlProps, describeField, Field } from '~/components/ui/fields/field';
import { controlClassName } from '~/components/ui/fields/input';
import { TextAreaField } from '~/components/ui/fields/text-field';
import { maxImportLength, tooLongText } from '~/engine/import/draft/size';

const fileHint = 'OpenAPI (JSON or YAML), a Postman 2 collection or an exported integration, up to 16 MiB.';

/** The first step, which takes a text or a file. */
export function SourceForm({ action, text }: { action: string; text: string }) {
  const isPending = useNavigation().formAction === action;
  const [isTooLong, setTooLong] = useState(false);
  const file = describeField('file', { errors: isTooLong ? [tooLongText] : [] });
  return (
    <Form
      method="post"
      action={action}
      encType="multipart/form-data"
      className="flex flex-col gap-6"
      onSubmit={(event) => {
        if (!isTooLong) return;
        event.preventDefault();
        event.currentTarget.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
      }}
    >
      <FormKey />
      <TextAreaField
        field={describeField('text', { initialValue: text })}
        label="Paste a cURL command"
        hint="As browsers copy it, for bash or cmd, or as documentation prints it. Several commands are fine."
        code
        rows={8}
        className="min-h-52"
        placeholder="curl https://api.example.com/v1/orders -H 'Accept: application/json'"
      />
      <Field field={file} label="Or choose a file" hint={fileHint}>
        <input
          type="file"
          {...controlProps(file, fileHint)}
          accept=".json,.yaml,.yml,.txt,.sh"
          onChange={({ currentTarget }) => {
            // The form does not send a file that the server would reject.
            setTooLong([...(currentTarget.files ?? [])].some(({ size }) => size > maxImportLength));
          }}
          className={`${controlClassName} px-3 py-2`}
        />
      </Field>
      <div>
        <Button type="submit" variant="primary" pending={isPending} pendingText="Reading...">
          Show what will be added
        </Button>
      </div>
    </Form>
  );
}
