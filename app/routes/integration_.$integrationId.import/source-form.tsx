import { Form, useNavigation } from '@remix-run/react';
import { Button } from '~/components/ui/button';
import { describeField, Field } from '~/components/ui/field';
import { controlClassName } from '~/components/ui/input';
import { TextAreaField } from '~/components/ui/text-field';

/** The first step: text or file. */
export function SourceForm({ action, text }: { action: string; text: string }) {
  const isPending = useNavigation().formAction === action;
  const file = describeField('file');
  return (
    <Form method="post" action={action} encType="multipart/form-data" className="flex flex-col gap-6">
      <TextAreaField
        field={describeField('text', { initialValue: text })}
        label="Paste a cURL command"
        hint="As browsers copy it, for bash or cmd, or as documentation prints it. Several commands are fine."
        code
        rows={8}
        placeholder="curl https://api.example.com/v1/orders -H 'Accept: application/json'"
      />
      <Field
        field={file}
        label="Or choose a file"
        hint="OpenAPI (JSON or YAML), a Postman 2 collection or an exported integration, up to 1 MiB."
      >
        <input
          type="file"
          id={file.id}
          name={file.name}
          accept=".json,.yaml,.yml,.txt,.sh"
          aria-describedby={file.descriptionId}
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
