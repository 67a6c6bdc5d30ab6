import { getFormProps, type SubmissionResult, useForm } from '@conform-to/react';
import { Form, useNavigation } from '@remix-run/react';
import { useEffect } from 'react';
import { failures } from '~/failures';
import { Banner } from '../ui/banner';
import { Button } from '../ui/button';
import { TextField } from '../ui/fields/text-field';

interface CodeFormProps {
  /** The screen that it stands on. */
  action: string;
  hint: string;
  result: SubmissionResult<string[]> | undefined;
  failure: string | undefined;
}

/** Asks for the code that a login takes. */
export function CodeForm({ action, hint, result, failure }: CodeFormProps) {
  const pending = useNavigation().formAction?.startsWith(action);
  const [form, fields] = useForm<{ code: string }>({
    id: 'login-code',
    lastResult: result,
    constraint: { code: { required: true } },
  });
  const fieldId = fields.code.id;
  // One comes here from the button of the login, for this field alone.
  useEffect(() => document.getElementById(fieldId)?.focus(), [fieldId]);
  return (
    <Form method="post" {...getFormProps(form)} className="flex flex-col gap-field">
      {failure && !pending && (
        <Banner tone="bad" title={failures.login.title} live>
          {failure}
        </Banner>
      )}
      <TextField
        field={fields.code}
        label="Code"
        hint={hint}
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
      />
      <Button type="submit" variant="primary" size="lg" pending={pending} pendingText="Logging in...">
        Log in
      </Button>
    </Form>
  );
}
