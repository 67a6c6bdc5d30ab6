// Senders that report people: applicants, staff, athletes, and who has shown a passport. Their proofs are as their own
// documentation describes them; docs/senders.md says what has been tried.
import { dated, plainOk, type Sender, signatureIn } from './sender';

export const peopleSenders = [
  {
    name: 'bamboohr',
    label: 'BambooHR',
    proof: signatureIn('x-bamboohr-signature', {
      time: 'x-bamboohr-timestamp',
      toleranceSeconds: 300,
      signed: '{body}{timestamp}',
    }),
    issuesSecret: true,
    setUp: 'Account → Settings → Webhooks: copy the private key that is shown once into this trigger.',
  },
  {
    name: 'workable',
    label: 'Workable',
    proof: signatureIn('x-workable-signature'),
    issuesSecret: true,
    setUp: 'Subscribe by the API, and copy the access token that you subscribed with into this trigger.',
  },
  {
    name: 'ashby',
    label: 'Ashby',
    deliveryKey: { by: 'path', of: '.webhookActionId' },
    proof: signatureIn('ashby-signature', { prefix: 'sha256=' }),
    setUp: 'Admin → Integrations → Webhooks: type the secret of this trigger as the secret token.',
  },
  {
    name: 'lever',
    label: 'Lever',
    proof: {
      kind: 'fields',
      items: '',
      signature: 'signature',
      signed: ['token', 'triggeredAt'],
      separator: '',
      time: 'triggeredAt',
      // Lever sends failed deliveries again for a day.
      toleranceSeconds: 86_400,
      encoding: 'hex',
      key: 'text',
    },
    issuesSecret: true,
    setUp: 'Settings → Integrations → Webhooks: copy the signature token into this trigger.',
  },
  {
    name: 'onfido',
    label: 'Onfido',
    proof: signatureIn('x-sha2-signature'),
    issuesSecret: true,
    setUp: 'Create the webhook, and copy its token into this trigger.',
  },
  {
    name: 'veriff',
    label: 'Veriff',
    proof: signatureIn('x-hmac-signature'),
    issuesSecret: true,
    setUp:
      'Customer Portal → your integration: copy the shared secret key into this trigger, and enter the webhook URL for decisions and events.',
  },
  {
    name: 'sumsub',
    label: 'Sumsub',
    proof: signatureIn('x-payload-digest'),
    setUp: 'Webhooks: choose HMAC_SHA256_HEX, and type the secret of this trigger as the secret key.',
  },
  {
    name: 'gusto',
    label: 'Gusto',
    deliveryKey: { by: 'path', of: '.uuid' },
    proof: signatureIn('x-gusto-signature'),
    introduces: ['verification_token', 'webhook_subscription_uuid'],
    issuesSecret: true,
    setUp:
      'Save here and listen for a sample, create the subscription with the webhook URL, copy the verification token of the sample into this trigger, and verify the subscription with it.',
  },
  {
    name: 'strava',
    label: 'Strava',
    proof: { kind: 'query', name: 'secret' },
    handshake: 'strava',
    answer: plainOk,
    setUp:
      'Create the subscription with the webhook URL with ?secret= and the secret of this trigger behind it as the callback_url, and the same secret as the verify_token.',
  },
  {
    name: 'persona',
    label: 'Persona',
    proof: signatureIn('persona-signature', { ...dated, pairs: { signature: 'v1', time: 't' } }),
    issuesSecret: true,
    setUp: 'Webhooks: copy the secret of the webhook into this trigger.',
  },
  {
    name: 'oura',
    label: 'Oura',
    proof: signatureIn('x-oura-signature', {
      signed: '{timestamp}{body}',
      time: 'x-oura-timestamp',
      toleranceSeconds: 300,
    }),
    handshake: 'oura',
    answer: plainOk,
    issuesSecret: true,
    setUp:
      'Your app: copy the client secret into this trigger and deploy, then create the subscription with the same secret as its verification_token.',
  },
  {
    // https://developer.deel.com/api/webhooks/quickstart
    name: 'deel',
    label: 'Deel',
    proof: signatureIn('x-deel-signature', { signed: 'POST{body}' }),
    issuesSecret: true,
    setUp: 'Developer Center → Webhooks: create the webhook, and copy its signing key into this trigger.',
  },
] as const satisfies readonly Sender[];
