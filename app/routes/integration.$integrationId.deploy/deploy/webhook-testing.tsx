import { Form } from '@remix-run/react';
import { Eye } from '~/components/icons/icons';
import type { ReactNode } from 'react';
import { Banner } from '~/components/ui/banner';
import { Button } from '~/components/ui/button';
import { Card } from '~/components/ui/card';
import { CodeBlock } from '~/components/ui/code-block';
import { TextLink } from '~/components/ui/link';
import { isCredentialName } from '~/engine/secrets/credential-names';
import type { Proof } from '~/engine/senders/proof';
import { writeDeliveryCommand } from '~/components/integration/delivery-command';
import { Permitted } from '~/components/user/permitted';
import type { RevealedSecret } from '../../integration.$integrationId/revealed-secret';

export interface WebhookTestingProps {
  url: string;
  /** The masked secret; empty when there is none. */
  maskedSecret: string;
  /** How a delivery proves who sends it. */
  proof: Proof;
  /** The headers that a delivery must have, credentials masked. */
  headers: Record<string, string>;
  /** JSON with a value for each variable. */
  samplePayload: string;
  /** The URL of the editor. */
  address: string;
  /** The URL of this step. */
  pageUrl: string;
  revealed: RevealedSecret | undefined;
  /** The list of the last deliveries. */
  children: ReactNode;
}

/** Shows how to send a first delivery from a terminal. */
export function WebhookTesting({
  url,
  maskedSecret,
  proof,
  headers,
  samplePayload,
  address,
  pageUrl,
  revealed,
  children,
}: WebhookTestingProps) {
  const secret = revealed?.secret ?? maskedSecret;
  const isSenderNamed = proof.kind !== 'auto';
  const command = writeDeliveryCommand({ url, secret, headers, payload: samplePayload, proof });
  const hasToType = Object.keys(headers).some(isCredentialName);
  return (
    <Card
      title="Webhook Testing"
      text="POST a real payload of your sender to this URL, then look at the execution in the logs."
      actions={
        maskedSecret && !revealed?.secret ? (
          <Permitted to="edit">
            <Form method="post" action={pageUrl} preventScrollReset>
              <Button type="submit" name="intent" value="reveal" icon={Eye}>
                Reveal secret
              </Button>
            </Form>
          </Permitted>
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
        {revealed?.secret ? (
          <CodeBlock label="Webhook secret" code={revealed.secret} wrap />
        ) : (
          // Without a button that copies it: a masked secret is of no use to a sender.
          maskedSecret && (
            <p className="text-ink-muted">
              Webhook secret: <code className="font-mono text-ink">{maskedSecret}</code>
            </p>
          )
        )}
        {!secret && <NoSecret isSenderNamed={isSenderNamed} address={address} />}
        {command === undefined ? (
          <p className="text-ink-muted">
            Let the sender send a test event: no command made here could prove that it is the sender’s.{' '}
            <TextLink to={`${address}#trigger`}>Check a request</TextLink> in the trigger says what the
            webhook would do with one.
          </p>
        ) : (
          <CodeBlock label="Command" code={command} />
        )}
        <Permitted to="edit">
          <p className="text-ink-muted">
            To look at what your sender sends before it runs anything,{' '}
            <TextLink to={`${address}#sample`}>listen for a sample</TextLink>.
          </p>
        </Permitted>
        {command !== undefined && maskedSecret && !revealed?.secret && (
          <Permitted to="edit">
            <p className="text-ink-muted">Reveal the secret to get the command ready to run.</p>
          </Permitted>
        )}
        {command !== undefined && hasToType && (
          <p className="text-ink-muted">
            Put in the values of the required headers that are masked: they are credentials, and cannot be
            shown again.
          </p>
        )}
        {children}
      </div>
    </Card>
  );
}

function NoSecret({ isSenderNamed, address }: { isSenderNamed: boolean; address: string }) {
  if (isSenderNamed) {
    return (
      <Banner tone="warn" title="This webhook is closed">
        Without a secret to prove who sends, every delivery is rejected.{' '}
        <TextLink to={`${address}#trigger`}>Enter the one of the sender</TextLink>.
      </Banner>
    );
  }
  return (
    <Banner tone="warn" title="This webhook is open">
      Anyone who knows its URL can start this integration. To let in only your sender,{' '}
      <TextLink to={`${address}#trigger`}>set a secret</TextLink>.
    </Banner>
  );
}
