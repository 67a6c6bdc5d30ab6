import { Form, useActionData, useNavigation } from '@remix-run/react';
import { FormKey } from '~/components/network/form-key';
import { useWrongFocus } from '~/components/typed-form/use-wrong-focus';
import { Banner } from '~/components/ui/banner';
import { Button } from '~/components/ui/button';
import { Card } from '~/components/ui/card';
import { describeField } from '~/components/ui/fields/field';
import { TextField } from '~/components/ui/fields/text-field';

interface DiscoverCardProps {
  action: string;
  /** The typed issuer and its errors; undefined before the first request. */
  asked: { issuer: string; errors: string[] } | undefined;
}

/** Fills in the form below with what a provider publishes about itself. */
export function DiscoverCard({ action, asked }: DiscoverCardProps) {
  const form = useWrongFocus(useActionData<unknown>());
  const pending = useNavigation().formData?.get('intent') === 'discover';
  const isFilled = asked !== undefined && asked.errors.length === 0;
  const field = describeField('issuer', {
    initialValue: asked?.issuer ?? '',
    errors: asked?.errors ?? [],
  });
  return (
    <Card title="Fill in from the issuer" text="Providers that support discovery fill in the URLs below.">
      <Form ref={form} method="post" action={action} noValidate className="flex flex-col gap-field">
        <input type="hidden" name="intent" value="discover" />
        <FormKey />
        {isFilled && (
          <Banner tone="good" live>
            The URLs below are from {asked.issuer}.
          </Banner>
        )}
        <TextField
          field={field}
          label="Issuer URL"
          hint="For example https://login.example.com. It replaces what you typed below."
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          className="font-mono"
        />
        <div className="flex justify-end">
          <Button type="submit" pending={pending} pendingText="Asking...">
            Fill in
          </Button>
        </div>
      </Form>
    </Card>
  );
}
