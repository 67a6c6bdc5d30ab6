import { Form, useNavigation } from '@remix-run/react';
import { FormKey } from '~/components/network/form-key';
import { useEffect } from 'react';
import { Banner } from '~/components/ui/banner';
import { Button } from '~/components/ui/button';
import { Card } from '~/components/ui/card';
import { LinkButton } from '~/components/ui/link';
import { RedirectUrl } from '../organization.settings.connections/redirect-url';

interface ConnectCardProps {
  action: string;
  /** The redirect URL that the user registers at the provider. */
  redirectUri: string;
  /** The URL at the provider, once the user has requested it. */
  address: string | undefined;
  failure: string | undefined;
  /** Whether the connection was connected before. */
  isConnected: boolean;
}

/**
 * Leads to the provider by a link, which script follows: the content security policy does not let a form end at another
 * site, even by a redirect.
 */
export function ConnectCard({ action, redirectUri, address, failure, isConnected }: ConnectCardProps) {
  const pending = useNavigation().formData?.get('intent') === 'connect';
  useEffect(() => {
    if (address !== undefined) window.location.assign(address);
  }, [address]);
  const verb = isConnected ? 'Connect Again' : 'Connect';
  return (
    <Card title="Connect" text="Sign in at the provider and let this connection act for you.">
      <div className="flex flex-col gap-field">
        <RedirectUrl url={redirectUri} />
        {failure && (
          <Banner tone="bad" title="Error" live>
            {failure}
          </Banner>
        )}
        <div className="flex justify-end">
          {address === undefined ? (
            <Form method="post" action={action} preventScrollReset>
              <input type="hidden" name="intent" value="connect" />
              <FormKey />
              <Button type="submit" variant="primary" pending={pending} pendingText="Connecting...">
                {verb}
              </Button>
            </Form>
          ) : (
            <LinkButton to={address} variant="primary">
              Continue at {new URL(address).host}
            </LinkButton>
          )}
        </div>
      </div>
    </Card>
  );
}
