import { Download } from '~/components/icons/icons';
import { CopyButton } from '../ui/copy-button';
import { DialogFields, useDialogForm } from '../dialog-form/dialog-form';
import { Banner } from '../ui/banner';
import { Button } from '../ui/button';
import { Card } from '../ui/card';
import { describeField } from '../ui/fields/field';
import { LinkButton } from '../ui/link';
import { TextField } from '../ui/fields/text-field';
import { type BillingResponse, billingAction } from './billing-response';
import { Permitted } from '../user/permitted';

interface BillingSandboxProps {
  organizationId: string;
  closeTo: string;
  webhookSecret: string;
}

/** Tests that try out billing without any money. */
export function BillingSandbox({ organizationId, closeTo, webhookSecret }: BillingSandboxProps) {
  return (
    <Card title="Account Testing" headingLevel={3} text="Try out billing. Nothing is charged.">
      <div className="flex flex-col gap-6">
        <PaymentTest closeTo={closeTo} />
        <Permitted to="run">
          <WebhookTest closeTo={closeTo} webhookSecret={webhookSecret} />
        </Permitted>
        <div className="flex flex-col items-start gap-3">
          <p className="text-ink-muted">
            All integrations, with secrets masked and their last 20 executions, as JSON.
          </p>
          <LinkButton
            to={`/api/billing-details/${organizationId}/test-data`}
            reloadDocument
            download
            icon={Download}
            className="max-sm:px-gutter max-sm:[&_svg]:hidden"
          >
            Download Test Data
          </LinkButton>
        </div>
      </div>
    </Card>
  );
}

function PaymentTest({ closeTo }: { closeTo: string }) {
  const { Form, response, pending } = useDialogForm<BillingResponse>('test-payment');
  return (
    <Form method="post" action={billingAction} className="flex flex-col items-start gap-3">
      <DialogFields intent="test-payment" closeTo={closeTo} />
      <p className="text-ink-muted">Checks the stored card and shows what a charge would do.</p>
      <Button type="submit" pending={pending} pendingText="Testing...">
        Test Payment
      </Button>
      <Report response={response} />
    </Form>
  );
}

function WebhookTest({ closeTo, webhookSecret }: Omit<BillingSandboxProps, 'organizationId'>) {
  const { Form, response, pending } = useDialogForm<BillingResponse>('test-webhook');
  const field = describeField('url', {
    id: 'test-webhook-url',
    errors: response?.result?.error?.url ?? undefined,
    initialValue: response?.result?.initialValue?.url,
    errorId: 'test-webhook-url-error',
    descriptionId: 'test-webhook-url-hint',
  });
  return (
    <Form method="post" action={billingAction} noValidate className="flex flex-col items-start gap-3">
      <DialogFields intent="test-webhook" closeTo={closeTo} />
      <div className="w-full">
        <TextField
          field={field}
          label="Webhook URL"
          type="url"
          placeholder="https://example.com/webhook"
          hint="Receives a sample event by POST, signed as in Standard Webhooks."
        />
      </div>
      <div className="flex w-full min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
        <span className="text-ink-muted">Signing secret</span>
        <code className="font-mono text-[0.8125rem] break-all">{webhookSecret}</code>
        <CopyButton label="Signing secret" text={webhookSecret} />
      </div>
      <Button type="submit" pending={pending} pendingText="Sending...">
        Test Webhook
      </Button>
      <Report response={response} />
    </Form>
  );
}

function Report({ response }: { response: BillingResponse | undefined }) {
  const { report = null, failure = null } = response ?? {};
  if (failure === null && report === null) return null;
  return (
    <div className="w-full">
      <Banner tone={report?.good ? 'good' : 'bad'} live>
        {failure ?? report?.text}
      </Banner>
    </div>
  );
}
