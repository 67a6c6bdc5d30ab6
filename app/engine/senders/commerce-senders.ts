// Senders that report orders, subscriptions, books and shipments, with their proofs as their own documentation describes them.
// docs/senders.md says what has been tried.
import { plainOk, type Sender, signatureIn } from './sender';

export const commerceSenders = [
  {
    name: 'shopify',
    label: 'Shopify',
    deliveryKey: { by: 'header', of: 'X-Shopify-Webhook-Id' },
    proof: signatureIn('x-shopify-hmac-sha256', { encoding: 'base64' }),
    issuesSecret: true,
    setUp:
      'Settings → Notifications → Webhooks: copy the key that the webhooks are signed with into this trigger.',
  },
  {
    name: 'woocommerce',
    label: 'WooCommerce',
    proof: signatureIn('x-wc-webhook-signature', { encoding: 'base64' }),
    handshake: 'woocommerce',
    setUp: 'Settings → Advanced → Webhooks: type the secret of this trigger there.',
  },
  {
    name: 'paddle',
    label: 'Paddle',
    deliveryKey: { by: 'path', of: '.event_id' },
    proof: signatureIn('paddle-signature', {
      pairs: { signature: 'h1', time: 'ts' },
      signed: '{timestamp}:{body}',
      toleranceSeconds: 300,
    }),
    answer: plainOk,
    issuesSecret: true,
    setUp: 'Developer tools → Notifications: copy the secret key of the destination into this trigger.',
  },
  {
    name: 'lemon-squeezy',
    label: 'Lemon Squeezy',
    proof: signatureIn('x-signature'),
    answer: plainOk,
    setUp: 'Settings → Webhooks: type the secret of this trigger as the signing secret.',
  },
  {
    name: 'xero',
    label: 'Xero',
    proof: signatureIn('x-xero-signature', { encoding: 'base64' }),
    answer: plainOk,
    issuesSecret: true,
    setUp: 'Your app → Webhooks: copy the webhooks key into this trigger.',
  },
  {
    name: 'quickbooks',
    label: 'QuickBooks',
    proof: signatureIn('intuit-signature', { encoding: 'base64' }),
    answer: plainOk,
    issuesSecret: true,
    setUp: 'Your app → Webhooks: copy the verifier token into this trigger.',
  },
  {
    name: 'chargebee',
    label: 'Chargebee',
    proof: { kind: 'basic', username: 'wicked' },
    setUp:
      'Settings → Webhooks: protect the URL by the username wicked and the secret of this trigger as the password.',
  },
  {
    name: 'easypost',
    label: 'EasyPost',
    proof: signatureIn('x-hmac-signature', { prefix: 'hmac-sha256-hex=' }),
    setUp: 'Webhooks: type the secret of this trigger as the webhook secret.',
  },
  {
    name: 'patreon',
    label: 'Patreon',
    proof: signatureIn('x-patreon-signature', { algorithm: 'md5' }),
    issuesSecret: true,
    setUp: 'Create the webhook, and copy its secret into this trigger.',
  },
  {
    name: 'alchemy',
    label: 'Alchemy',
    proof: signatureIn('x-alchemy-signature'),
    issuesSecret: true,
    setUp: 'Webhooks: copy the signing key of the webhook into this trigger.',
  },
  {
    name: 'ebay',
    label: 'eBay',
    proof: { kind: 'query', name: 'secret' },
    handshake: 'ebay',
    answer: plainOk,
    setUp:
      'Generate the secret and deploy, then Alerts & Notifications: enter the webhook URL with ?secret= and the secret of this trigger behind it, and the same secret as the verification token.',
  },
  {
    name: 'squarespace',
    label: 'Squarespace',
    proof: signatureIn('squarespace-signature', { key: 'hex' }),
    issuesSecret: true,
    setUp: 'Create the webhook by API, and copy the secret of the response into this trigger.',
  },
  {
    name: 'recharge',
    label: 'Recharge',
    proof: signatureIn('x-recharge-hmac-sha256', {
      // The header's name says HMAC, but it is the hash of secret and body.
      signed: '{secret}{body}',
      // Without the secret, text can be appended to what a hash covers, but not to a JSON object.
      body: 'object',
    }),
    answer: plainOk,
    issuesSecret: true,
    setUp: 'Apps → API tokens: copy the API client secret into this trigger, and create the webhook by API.',
  },
  {
    name: 'ko-fi',
    label: 'Ko-fi',
    proof: { kind: 'field', path: 'verification_token', formField: 'data' },
    answer: plainOk,
    issuesSecret: true,
    setUp:
      'API → Webhooks: copy the verification token under Advanced into this trigger, and read bodies as JSON.',
  },
  {
    name: 'wix',
    label: 'Wix',
    proof: { kind: 'jwt', header: '', path: '$' },
    answer: plainOk,
    issuesSecret: true,
    setUp:
      'Your app → Webhooks: copy the public key, with its first and last line, into this trigger, and read bodies as JSON Web Token.',
  },
  {
    name: 'ecwid',
    label: 'Ecwid',
    proof: {
      kind: 'fields',
      header: 'x-ecwid-webhook-signature',
      items: '',
      signature: '',
      signed: ['eventCreated', 'eventId'],
      separator: '.',
      time: 'eventCreated',
      toleranceSeconds: 129_600,
      encoding: 'base64',
      key: 'text',
    },
    answer: plainOk,
    issuesSecret: true,
    setUp: 'Your app: copy the client secret into this trigger, and give the webhook URL to the app.',
  },
  {
    name: 'tebex',
    label: 'Tebex',
    proof: signatureIn('x-signature', { signed: '{body_sha256}' }),
    handshake: 'tebex',
    issuesSecret: true,
    setUp: 'Webhooks: copy the secret into this trigger and deploy, then add the webhook URL.',
  },
  {
    name: 'onfleet',
    label: 'Onfleet',
    proof: signatureIn('x-onfleet-signature', { algorithm: 'sha512', key: 'hex' }),
    handshake: 'challenge',
    answer: plainOk,
    issuesSecret: true,
    setUp:
      'Settings → API & Webhooks: copy the webhook secret into this trigger and deploy, then add the webhook URL.',
  },
  {
    // https://docs.fourthwall.com/webhooks/signature-verification
    name: 'fourthwall',
    label: 'Fourthwall',
    proof: signatureIn('x-fourthwall-hmac-sha256', { encoding: 'base64' }),
    issuesSecret: true,
    setUp: 'Settings → For developers → Webhooks: copy the secret key of the shop into this trigger.',
  },
] as const satisfies readonly Sender[];
