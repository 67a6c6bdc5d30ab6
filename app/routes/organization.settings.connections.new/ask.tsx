import { Form, useLoaderData } from '@remix-run/react';
import { useWrongFocus } from '~/components/typed-form/use-wrong-focus';
import { Button } from '~/components/ui/button';
import { Card } from '~/components/ui/card';
import { describeField } from '~/components/ui/fields/field';
import { TextField } from '~/components/ui/fields/text-field';
import { LinkButton } from '~/components/ui/link';

const path = '/organization/settings/connections/new';

interface AskProps {
  id: string;
  name: string;
  question: { label: string; hint: string };
  place: string;
  error: string | null;
}

/** Asks for the value that a provider's URLs depend on. */
export function Ask({ id, name, question, place, error }: AskProps) {
  // The answer is in the address, so its errors come with the page's data.
  const form = useWrongFocus(useLoaderData<unknown>());
  const field = describeField('place', {
    required: true,
    initialValue: place,
    errors: error === null ? [] : [error],
  });
  return (
    <Card title={`New connection: ${name}`}>
      <Form ref={form} action={path} noValidate className="flex flex-col gap-field">
        <input type="hidden" name="provider" value={id} />
        <TextField
          field={field}
          label={question.label}
          hint={question.hint}
          autoComplete="off"
          spellCheck={false}
          className="font-mono"
        />
        <div className="flex flex-wrap justify-end gap-3">
          <LinkButton to={path}>Back</LinkButton>
          <Button type="submit" variant="primary">
            Continue
          </Button>
        </div>
      </Form>
    </Card>
  );
}
