// Senders that report payments. Proofs follow their own documentation; docs/senders.md says what has been tried.
import { dated, plainOk, type Sender, signatureIn } from './sender';

export const moneySenders = [
  {
    name: 'stripe',
    label: 'Stripe',
    deliveryKey: { by: 'path', of: '.id' },
    proof: signatureIn('stripe-signature', { ...dated, pairs: { signature: 'v1', time: 't' } }),
    issuesSecret: true,
    setUp: 'Developers → Webhooks: copy the signing secret of the endpoint into this trigger.',
  },
  {
    name: 'square',
    label: 'Square',
    deliveryKey: { by: 'path', of: '.event_id' },
    proof: signatureIn('x-square-hmacsha256-signature', { encoding: 'base64', signed: '{url}{body}' }),
    issuesSecret: true,
    setUp: 'Developer console → Webhooks: copy the signature key of the subscription into this trigger.',
  },
  {
    name: 'razorpay',
    label: 'Razorpay',
    deliveryKey: { by: 'header', of: 'X-Razorpay-Event-Id' },
    proof: signatureIn('x-razorpay-signature'),
    setUp: 'Settings → Webhooks: type the secret of this trigger there.',
  },
  {
    name: 'gocardless',
    label: 'GoCardless',
    proof: signatureIn('webhook-signature'),
    issuesSecret: true,
    setUp: 'Developers → Webhook endpoints: copy the secret of the endpoint into this trigger.',
  },
  {
    name: 'coinbase-commerce',
    label: 'Coinbase Commerce (ended)',
    proof: signatureIn('x-cc-webhook-signature'),
    answer: plainOk,
    issuesSecret: true,
    setUp: 'It ended in March 2026. Settings → Notifications: copy the shared secret into this trigger.',
  },
  {
    name: 'paypal',
    label: 'PayPal',
    proof: { kind: 'paypal' },
    issuesSecret: true,
    setUp:
      'Developer dashboard → your app → Webhooks: add the webhook URL, and copy the Webhook ID into this trigger.',
  },
  {
    name: 'adyen',
    label: 'Adyen',
    proof: {
      kind: 'fields',
      items: 'notificationItems.NotificationRequestItem',
      signature: 'additionalData.hmacSignature',
      signed: [
        'pspReference',
        'originalReference',
        'merchantAccountCode',
        'merchantReference',
        'amount.value',
        'amount.currency',
        'eventCode',
        'success',
      ],
      separator: ':',
      encoding: 'base64',
      key: 'hex',
    },
    issuesSecret: true,
    setUp: 'Developers → Webhooks → Standard webhook: generate the HMAC key and copy it into this trigger.',
  },
  {
    name: 'paystack',
    label: 'Paystack',
    proof: signatureIn('x-paystack-signature', { algorithm: 'sha512' }),
    answer: plainOk,
    issuesSecret: true,
    setUp: 'Settings → API Keys & Webhooks: copy the secret key into this trigger.',
  },
  {
    name: 'flutterwave',
    label: 'Flutterwave (v3)',
    proof: { kind: 'token', header: 'verif-hash' },
    answer: plainOk,
    setUp: 'Settings → Webhooks: type the secret of this trigger as the secret hash.',
  },
  {
    name: 'checkout',
    label: 'Checkout.com',
    proof: signatureIn('cko-signature'),
    issuesSecret: true,
    setUp: 'Workflows → Webhook: copy the signature key into this trigger.',
  },
  {
    name: 'mollie',
    label: 'Mollie (next-gen)',
    proof: signatureIn('x-mollie-signature', { prefix: 'sha256=' }),
    answer: plainOk,
    issuesSecret: true,
    setUp:
      'Developers → Webhooks: copy the signing secret of the webhook into this trigger. Webhooks of single payments carry no proof: choose a token in the URL for them.',
  },
  {
    name: 'wise',
    label: 'Wise',
    proof: signatureIn('x-signature-sha256', { algorithm: 'rsa-sha256', encoding: 'base64' }),
    issuesSecret: true,
    setUp:
      'Copy the public key for events from Wise’s documentation (Event handling) into this trigger, then create the webhook.',
  },
  {
    name: 'mercado-pago',
    label: 'Mercado Pago',
    proof: signatureIn('x-signature', {
      pairs: { signature: 'v1', time: 'ts' },
      signed: 'id:{query:data.id};request-id:{header:x-request-id};ts:{timestamp};',
      // Mercado Pago sends failed deliveries again for days.
      toleranceSeconds: 129_600,
    }),
    answer: plainOk,
    issuesSecret: true,
    setUp:
      "Your integrations → Webhooks: copy the secret signature into this trigger. It covers the id in the URL alone: ask the API for what {{request.query['data.id']}} is about.",
  },
  {
    name: 'recurly',
    label: 'Recurly',
    proof: signatureIn('recurly-signature', { ...dated, time: 'recurly-signature' }),
    issuesSecret: true,
    setUp: 'Integrations → Webhooks: copy the secret key of the endpoint into this trigger, and choose JSON.',
  },
  {
    name: 'revolut',
    label: 'Revolut',
    proof: signatureIn('revolut-signature', {
      prefix: 'v1=',
      time: 'revolut-request-timestamp',
      toleranceSeconds: 300,
      signed: 'v1.{timestamp}.{body}',
    }),
    issuesSecret: true,
    setUp: 'Create the webhook, and copy its signing secret into this trigger.',
  },
  {
    name: 'flutterwave-v4',
    label: 'Flutterwave (v4)',
    proof: signatureIn('flutterwave-signature', { encoding: 'base64' }),
    answer: plainOk,
    setUp: 'Settings → Webhooks: type the secret of this trigger as the secret hash.',
  },
  {
    name: 'lexware',
    label: 'Lexware Office (lexoffice)',
    proof: signatureIn('x-lxo-signature', { algorithm: 'rsa-sha512', encoding: 'base64' }),
    issuesSecret: true,
    setUp:
      'Copy the public key that the API documentation names into this trigger, and create the event subscription by API.',
  },
  {
    name: 'fireblocks',
    label: 'Fireblocks',
    proof: signatureIn('fireblocks-signature', { algorithm: 'rsa-sha512', encoding: 'base64' }),
    answer: plainOk,
    issuesSecret: true,
    setUp:
      'Copy the public key for webhooks of your environment from the documentation into this trigger, then enter the webhook URL in the console.',
  },
  {
    name: 'payu',
    label: 'PayU',
    proof: signatureIn('openpayu-signature', {
      algorithm: 'md5',
      pairs: { signature: 'signature' },
      signed: '{body}{secret}',
    }),
    answer: plainOk,
    issuesSecret: true,
    setUp:
      'Point of sale: copy the second key (MD5) into this trigger, and name the webhook URL as notifyUrl.',
  },
  {
    // https://docs.midtrans.com/reference/receiving-notifications: notifications of transactions, and of linked accounts.
    name: 'midtrans',
    label: 'Midtrans',
    proof: signatureIn('signature_key', {
      in: 'field',
      algorithm: 'sha512',
      signed: '{field:order_id}{field:status_code}{field:gross_amount}{secret}',
      orSigned: '{field:account_id}{field:account_status}{field:status_code}{secret}',
    }),
    answer: plainOk,
    issuesSecret: true,
    setUp:
      'Settings → Access Keys: copy the server key into this trigger, and enter the webhook URL as the payment notification URL, and as that of pay accounts if you link any.',
  },
  {
    // https://developer.paypal.com/braintree/docs/guides/webhooks/parse; `webhook_notification_gateway` in the libraries.
    name: 'braintree',
    label: 'Braintree',
    proof: signatureIn('bt_signature', {
      in: 'field',
      isAmpersanded: true,
      algorithm: 'sha1',
      signed: '{field:bt_payload}',
      key: 'braintree',
      // The challenge of Braintree's handshake is signed with the same key, and is shorter.
      body: 'braintree',
    }),
    handshake: 'braintree',
    answer: plainOk,
    issuesSecret: true,
    setUp:
      'Settings → API: type public key and private key with a vertical bar between them as the secret of this trigger, read bodies as XML and deploy, then create the webhook.',
  },
  {
    // https://www.cashfree.com/docs/api-reference/webhooks/payloads-and-signatures; a delivery that comes again may keep its time.
    name: 'cashfree',
    label: 'Cashfree',
    proof: signatureIn('x-webhook-signature', {
      signed: '{header:x-webhook-timestamp}{body}',
      encoding: 'base64',
    }),
    issuesSecret: true,
    setUp:
      'Developers → API Keys: copy the client secret of the product into this trigger, then add the webhook URL under Webhooks.',
  },
] as const satisfies readonly Sender[];
