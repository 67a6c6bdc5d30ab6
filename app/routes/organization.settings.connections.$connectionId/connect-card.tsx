import { Form, useNavigation } from '@remix-run/react';
import { Banner } from '~/components/ui/banner';
import { Button } from '~/components/ui/button';
import { Card } from '~/components/ui/card';
import { TextLink } from '~/components/ui/link';

interface ConnectCardProps {
  action: string;
  /** What is entered at the provider. */
  redirectUri: string;
  /** The address at the provider, once it was asked for. */
  address: string | undefined;
  failure: string | undefined;
}

/** Leads to the provider by a link: the content security policy lets no form end at another site. */
export function ConnectCard({ action, redirectUri, address, failure }: ConnectCardProps) {
  const pending = useNavigation().formData?.get('intent') === 'connect';
  return (
    <Card title="Connect" text="Sign in at the provider and let this connection act for you.">
      <div className="flex flex-col gap-field">
        <p className="wrap-anywhere">
          Enter this redirect address at the provider: <code className="font-mono">{redirectUri}</code>
        </p>
        {failure && (
          <Banner tone="bad" title="Error" live>
            {failure}
          </Banner>
        )}
        {address === undefined ? (
          <Form method="post" action={action} preventScrollReset className="flex justify-end">
            <input type="hidden" name="intent" value="connect" />
            <Button type="submit" variant="primary" pending={pending} pendingText="Connecting...">
              Connect
            </Button>
          </Form>
        ) : (
          <Banner tone="good" title="One step left" live>
            <TextLink to={address}>Continue at {new URL(address).host}</TextLink>
          </Banner>
        )}
      </div>
    </Card>
  );
}
