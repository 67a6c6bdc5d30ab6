// Senders that report mails and posts. Proofs follow their own documentation; docs/senders.md says what has been tried.
import { plainOk, type Sender, signatureIn } from './sender';

export const mailSenders = [
  {
    name: 'sendgrid',
    label: 'SendGrid events',
    proof: signatureIn('x-twilio-email-event-webhook-signature', {
      algorithm: 'ecdsa-sha256',
      encoding: 'base64',
      signed: '{timestamp}{body}',
      time: 'x-twilio-email-event-webhook-timestamp',
      toleranceSeconds: 3600,
    }),
    issuesSecret: true,
    setUp:
      'Settings → Mail Settings → Event Webhook: switch the signature on and copy the verification key into this trigger.',
  },
  {
    name: 'mailgun',
    label: 'Mailgun',
    proof: {
      kind: 'fields',
      items: 'signature',
      signature: 'signature',
      signed: ['timestamp', 'token'],
      separator: '',
      time: 'timestamp',
      // Mailgun sends failed deliveries again for eight hours.
      toleranceSeconds: 86_400,
      encoding: 'hex',
      key: 'text',
      // Mailgun's routes pass on received mails as forms.
      orForm: true,
    },
    answer: plainOk,
    issuesSecret: true,
    setUp:
      'Sending → Webhooks: copy the HTTP webhook signing key into this trigger. Routes (Receiving) sign with it, too.',
  },
  {
    name: 'mandrill',
    label: 'Mailchimp Transactional',
    proof: signatureIn('x-mandrill-signature', {
      algorithm: 'sha1',
      encoding: 'base64',
      signed: '{url}{form}',
    }),
    handshake: 'ping',
    answer: plainOk,
    issuesSecret: true,
    setUp: 'Settings → Webhooks: copy the key of the webhook into this trigger.',
  },
  {
    name: 'mailchimp',
    label: 'Mailchimp',
    proof: { kind: 'query', name: 'secret' },
    handshake: 'ping',
    answer: plainOk,
    setUp:
      'Audience → Settings → Webhooks: enter the webhook URL with ?secret= and the secret of this trigger behind it.',
  },
  {
    name: 'postmark',
    label: 'Postmark',
    proof: { kind: 'basic', username: 'wicked' },
    answer: plainOk,
    setUp:
      'Webhooks: add basic authentication with the username wicked and the secret of this trigger as the password.',
  },
  {
    name: 'customer-io',
    label: 'Customer.io',
    proof: signatureIn('x-cio-signature', {
      signed: 'v0:{timestamp}:{body}',
      time: 'x-cio-timestamp',
      toleranceSeconds: 300,
    }),
    issuesSecret: true,
    setUp: 'Reporting webhooks: copy the signing key into this trigger.',
  },
  {
    name: 'nylas',
    label: 'Nylas',
    deliveryKey: { by: 'path', of: '.id' },
    proof: signatureIn('x-nylas-signature'),
    handshake: 'challenge',
    answer: plainOk,
    issuesSecret: true,
    setUp: 'Create the webhook, and copy its webhook secret into this trigger.',
  },
  {
    name: 'ghost',
    label: 'Ghost',
    proof: signatureIn('x-ghost-signature', {
      pairs: { signature: 'sha256', time: 't' },
      signed: '{body}{timestamp}',
      toleranceSeconds: 300,
    }),
    setUp: 'Settings → Integrations → Custom: type the secret of this trigger as the secret of the webhook.',
  },
  {
    name: 'storyblok',
    label: 'Storyblok',
    proof: signatureIn('webhook-signature', { algorithm: 'sha1' }),
    setUp: 'Settings → Webhooks: type the secret of this trigger as the webhook secret.',
  },
  {
    name: 'prismic',
    label: 'Prismic',
    proof: { kind: 'field', path: 'secret' },
    setUp: 'Settings → Webhooks: type the secret of this trigger there.',
  },
] as const satisfies readonly Sender[];
