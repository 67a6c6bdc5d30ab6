import { Form } from '@remix-run/react';
import { Eye } from 'lucide-react';
import type { ReactNode } from 'react';
import { Banner } from '~/components/ui/banner';
import { Button } from '~/components/ui/button';
import { Card } from '~/components/ui/card';
import { CodeBlock } from '~/components/ui/code-block';
import { TextLink } from '~/components/ui/link';
import { writeDeliveryCommand } from '~/components/integration/delivery-command';
import type { RevealedSecret } from '../../integration.$integrationId/revealed-secret';

interface WebhookTestingProps {
  url: string;
  /** Empty when the webhook is open. */
  maskedSecret: string;
  /** That a delivery has to carry. */
  headers: Record<string, string>;
  /** JSON that holds something for each variable. */
  samplePayload: string;
  /** The editor's address. */
  address: string;
  /** This step's own. */
  pageUrl: string;
  revealed: RevealedSecret | undefined;
  /** What was sent lately. */
  children: ReactNode;
}

/** How to send a first delivery from a terminal. */
export function WebhookTesting({
  url,
  maskedSecret,
  headers,
  samplePayload,
  address,
  pageUrl,
  revealed,
  children,
}: WebhookTestingProps) {
  const secret = revealed?.secret ?? maskedSecret;
  const command = writeDeliveryCommand({ url, secret, headers, payload: samplePayload });
  return (
    <Card
      title="Webhook Testing"
      text="POST a real payload of your sender to this URL, then look at the execution in the logs."
      actions={
        maskedSecret && !revealed?.secret ? (
          <Form method="post" action={pageUrl} preventScrollReset>
            <Button type="submit" name="intent" value="reveal" icon={Eye}>
              Reveal secret
            </Button>
          </Form>
        ) : undefined
      }
    >
      <div className="flex flex-col gap-4">
        {revealed?.message && (
          <Banner tone="bad" live>
            {revealed.message}
          </Banner>
        )}
        <CodeBlock label="Webhook URL" code={url} wrap />
        {secret ? (
          <CodeBlock label="Webhook secret" code={secret} wrap />
        ) : (
          <Banner tone="warn" title="This webhook is open">
            Anyone who knows its URL can start this integration. To let in only your sender,{' '}
            <TextLink to={address}>set a secret</TextLink>.
          </Banner>
        )}
        <CodeBlock label="Command" code={command} />
        <p className="text-ink-muted">
          To look at what your sender sends before it runs anything,{' '}
          <TextLink to={`${address}#sample`}>listen for a sample</TextLink>.
        </p>
        {maskedSecret && !revealed?.secret && (
          <p className="text-ink-muted">Reveal the secret to get the command ready to run.</p>
        )}
        {children}
      </div>
    </Card>
  );
}
