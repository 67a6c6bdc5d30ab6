// Senders that report orders, subscriptions, books and shipments, with their proofs as their own documentation describes them.
// docs/senders.md says what has been tried.
import { plainOk, type Sender } from './sender';

export const commerceSenders = [
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
    answer: plainOk,
    setUp: 'Developer tools → Notifications: copy the secret key of the destination into this trigger.',
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
    answer: plainOk,
    setUp: 'Settings → Webhooks: type the secret of this trigger as the signing secret.',
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
    answer: plainOk,
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
    answer: plainOk,
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
  {
    name: 'patreon',
    label: 'Patreon',
    proof: {
      kind: 'signature',
      header: 'x-patreon-signature',
      algorithm: 'md5',
      encoding: 'hex',
      signed: '{body}',
    },
    setUp: 'Create the webhook, and copy its secret into this trigger.',
  },
  {
    name: 'alchemy',
    label: 'Alchemy',
    proof: {
      kind: 'signature',
      header: 'x-alchemy-signature',
      algorithm: 'sha256',
      encoding: 'hex',
      signed: '{body}',
    },
    setUp: 'Webhooks: copy the signing key of the webhook into this trigger.',
  },
  {
    name: 'ebay',
    label: 'eBay',
    proof: { kind: 'query', name: 'secret' },
    handshake: 'ebay',
    answer: plainOk,
    setUp:
      'Generate the secret and save, then Alerts & Notifications: enter the webhook URL with ?secret= and the secret of this trigger behind it, and the same secret as the verification token.',
  },
  {
    name: 'squarespace',
    label: 'Squarespace',
    proof: {
      kind: 'signature',
      header: 'squarespace-signature',
      algorithm: 'sha256',
      encoding: 'hex',
      signed: '{body}',
      key: 'hex',
    },
    setUp: 'Create the webhook by API, and copy the secret of the response into this trigger.',
  },
  {
    name: 'recharge',
    label: 'Recharge',
    proof: {
      kind: 'signature',
      header: 'x-recharge-hmac-sha256',
      algorithm: 'sha256',
      encoding: 'hex',
      // The header's name says HMAC, but it is the hash of secret and body.
      signed: '{secret}{body}',
      // Without the secret, text can be appended to what a hash covers, but not to a JSON object.
      body: 'object',
    },
    answer: plainOk,
    setUp: 'Apps → API tokens: copy the API client secret into this trigger, and create the webhook by API.',
  },
  {
    name: 'ko-fi',
    label: 'Ko-fi',
    proof: { kind: 'field', path: 'verification_token', formField: 'data' },
    answer: plainOk,
    setUp:
      'API → Webhooks: copy the verification token under Advanced into this trigger, and read bodies as JSON.',
  },
  {
    name: 'wix',
    label: 'Wix',
    proof: { kind: 'jwt', header: '', path: '$' },
    answer: plainOk,
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
    setUp: 'Your app: copy the client secret into this trigger, and give the webhook URL to the app.',
  },
  {
    name: 'tebex',
    label: 'Tebex',
    proof: {
      kind: 'signature',
      header: 'x-signature',
      algorithm: 'sha256',
      encoding: 'hex',
      signed: '{body_sha256}',
    },
    handshake: 'tebex',
    setUp: 'Webhooks: copy the secret into this trigger and save, then add the webhook URL.',
  },
  {
    name: 'onfleet',
    label: 'Onfleet',
    proof: {
      kind: 'signature',
      header: 'x-onfleet-signature',
      algorithm: 'sha512',
      encoding: 'hex',
      signed: '{body}',
      key: 'hex',
    },
    handshake: 'challenge',
    answer: plainOk,
    setUp:
      'Settings → API & Webhooks: copy the webhook secret into this trigger and save, then add the webhook URL.',
  },
] as const satisfies readonly Sender[];
