import { Form, useNavigation } from '@remix-run/react';
import { FormKey } from '~/components/network/form-key';
import { Banner } from '~/components/ui/banner';
import { Button } from '~/components/ui/button';
import { Card } from '~/components/ui/card';
import { CodeBlock } from '~/components/ui/code-block';
import { describeField } from '~/components/ui/fields/field';
import { TextField } from '~/components/ui/fields/text-field';
import type { ConnectionTest } from '~/services/test-runs/connection-test';

interface Tested {
  url: string | undefined;
  errors: string[];
  test: ConnectionTest | null;
}

/** The form that sends one GET with the credentials, and the result. */
export function TestCard({ action, tested }: { action: string; tested: Tested | undefined }) {
  const pending = useNavigation().formData?.get('intent') === 'test';
  const field = describeField('url', { initialValue: tested?.url ?? '', errors: tested?.errors ?? [] });
  return (
    <Card title="Test" text="Sends a GET request with the saved connection.">
      <Form method="post" action={action} preventScrollReset className="flex flex-col gap-field">
        <input type="hidden" name="intent" value="test" />
        <FormKey />
        {tested?.test && <TestResult test={tested.test} />}
        <TextField
          field={field}
          label="Test URL"
          hint="For example /me or https://api.example.com/v1/me. Leave empty for the base URL."
          autoComplete="off"
          spellCheck={false}
          className="font-mono"
        />
        <div className="flex justify-end">
          <Button type="submit" pending={pending} pendingText="Testing...">
            Test
          </Button>
        </div>
      </Form>
    </Card>
  );
}

function TestResult({ test }: { test: NonNullable<Tested['test']> }) {
  const { success, statusCode, responseTime, error, body } = test;
  return (
    <>
      <Banner tone={success ? 'good' : 'bad'} title={success ? 'It works' : 'It does not work'} live>
        {error ?? `HTTP ${statusCode}`} · {responseTime} ms
      </Banner>
      {body !== null && <CodeBlock label="Response body" code={body} wrap />}
    </>
  );
}
