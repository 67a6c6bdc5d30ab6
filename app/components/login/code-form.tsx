import { getFormProps, type SubmissionResult, useForm } from '@conform-to/react';
import { Form, useNavigation } from '@remix-run/react';
import { useEffect } from 'react';
import { failures } from '~/failures';
import { Banner } from '../ui/banner';
import { Button } from '../ui/button';
import { TextField } from '../ui/fields/text-field';

interface CodeFormProps {
  label?: string;
  hint?: string | undefined;
  /** Whether it is the only way to go on: its field then has the focus, and its button is the main one. */
  isAlone?: boolean;
  result: SubmissionResult<string[]> | undefined;
  failure: string | undefined;
}

/** Asks for the code of a login. */
export function CodeForm({ label = 'Code', hint, isAlone = true, result, failure }: CodeFormProps) {
  const pending = useNavigation().formData?.has('code') ?? false;
  const [form, fields] = useForm<{ code: string }>({
    id: 'login-code',
    lastResult: result,
    constraint: { code: { required: true } },
  });
  const fieldId = fields.code.id;
  // The user comes here from the login's button for this field alone.
  useEffect(() => {
    if (isAlone) document.getElementById(fieldId)?.focus();
  }, [fieldId, isAlone]);
  return (
    <Form method="post" {...getFormProps(form)} className="flex flex-col gap-field">
      {failure && !pending && (
        <Banner tone="bad" title={failures.login.title} live>
          {failure}
        </Banner>
      )}
      <TextField
        field={fields.code}
        label={label}
        hint={hint}
        autoComplete={label === 'Code' ? 'one-time-code' : 'off'}
        autoCapitalize="none"
        spellCheck={false}
      />
      <Button
        type="submit"
        variant={isAlone ? 'primary' : 'secondary'}
        size="lg"
        pending={pending}
        pendingText="Logging in..."
      >
        Log in
      </Button>
    </Form>
  );
}
