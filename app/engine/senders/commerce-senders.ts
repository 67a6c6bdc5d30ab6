// Those who tell of payments, orders and books. How each proves itself stands in its own documentation; docs/senders.md says what has been tried.
import type { Sender } from './sender';

export const commerceSenders = [
  {
    name: 'stripe',
    label: 'Stripe',
    proof: {
      kind: 'signature',
      header: 'stripe-signature',
      algorithm: 'sha256',
      encoding: 'hex',
      pairs: { signature: 'v1', time: 't' },
      signed: '{timestamp}.{body}',
      toleranceSeconds: 300,
    },
    setUp: 'Developers → Webhooks: copy the signing secret of the endpoint into this trigger.',
  },
  {
    name: 'shopify',
    label: 'Shopify',
    proof: {
      kind: 'signature',
      header: 'x-shopify-hmac-sha256',
      algorithm: 'sha256',
      encoding: 'base64',
      signed: '{body}',
    },
    setUp:
      'Settings → Notifications → Webhooks: copy the key that the webhooks are signed with into this trigger.',
  },
  {
    name: 'woocommerce',
    label: 'WooCommerce',
    proof: {
      kind: 'signature',
      header: 'x-wc-webhook-signature',
      algorithm: 'sha256',
      encoding: 'base64',
      signed: '{body}',
    },
    handshake: 'woocommerce',
    setUp: 'Settings → Advanced → Webhooks: type the secret of this trigger there.',
  },
  {
    name: 'paddle',
    label: 'Paddle',
    proof: {
      kind: 'signature',
      header: 'paddle-signature',
      algorithm: 'sha256',
      encoding: 'hex',
      pairs: { signature: 'h1', time: 'ts' },
      signed: '{timestamp}:{body}',
      toleranceSeconds: 300,
    },
    setUp: 'Developer tools → Notifications: copy the secret key of the destination into this trigger.',
  },
  {
    name: 'square',
    label: 'Square',
    proof: {
      kind: 'signature',
      header: 'x-square-hmacsha256-signature',
      algorithm: 'sha256',
      encoding: 'base64',
      signed: '{url}{body}',
    },
    setUp: 'Developer console → Webhooks: copy the signature key of the subscription into this trigger.',
  },
  {
    name: 'razorpay',
    label: 'Razorpay',
    proof: {
      kind: 'signature',
      header: 'x-razorpay-signature',
      algorithm: 'sha256',
      encoding: 'hex',
      signed: '{body}',
    },
    setUp: 'Settings → Webhooks: type the secret of this trigger there.',
  },
  {
    name: 'lemon-squeezy',
    label: 'Lemon Squeezy',
    proof: {
      kind: 'signature',
      header: 'x-signature',
      algorithm: 'sha256',
      encoding: 'hex',
      signed: '{body}',
    },
    setUp: 'Settings → Webhooks: type the secret of this trigger as the signing secret.',
  },
  {
    name: 'gocardless',
    label: 'GoCardless',
    proof: {
      kind: 'signature',
      header: 'webhook-signature',
      algorithm: 'sha256',
      encoding: 'hex',
      signed: '{body}',
    },
    setUp: 'Developers → Webhook endpoints: copy the secret of the endpoint into this trigger.',
  },
  {
    name: 'coinbase-commerce',
    label: 'Coinbase Commerce',
    proof: {
      kind: 'signature',
      header: 'x-cc-webhook-signature',
      algorithm: 'sha256',
      encoding: 'hex',
      signed: '{body}',
    },
    setUp: 'Settings → Notifications: copy the shared secret into this trigger.',
  },
  {
    name: 'xero',
    label: 'Xero',
    proof: {
      kind: 'signature',
      header: 'x-xero-signature',
      algorithm: 'sha256',
      encoding: 'base64',
      signed: '{body}',
    },
    setUp: 'Your app → Webhooks: copy the webhooks key into this trigger.',
  },
  {
    name: 'quickbooks',
    label: 'QuickBooks',
    proof: {
      kind: 'signature',
      header: 'intuit-signature',
      algorithm: 'sha256',
      encoding: 'base64',
      signed: '{body}',
    },
    setUp: 'Your app → Webhooks: copy the verifier token into this trigger.',
  },
  {
    name: 'chargebee',
    label: 'Chargebee',
    proof: { kind: 'basic', username: 'wicked' },
    setUp:
      'Settings → Webhooks: protect the URL by the user name wicked and the secret of this trigger as the password.',
  },
  {
    name: 'easypost',
    label: 'EasyPost',
    proof: {
      kind: 'signature',
      header: 'x-hmac-signature',
      algorithm: 'sha256',
      encoding: 'hex',
      prefix: 'hmac-sha256-hex=',
      signed: '{body}',
    },
    setUp: 'Webhooks: type the secret of this trigger as the webhook secret.',
  },
] as const satisfies readonly Sender[];
