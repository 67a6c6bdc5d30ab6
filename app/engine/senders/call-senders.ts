// Senders that report calls, meetings and text messages, with their proofs as their own documentation describes them.
// docs/senders.md says what has been tried.
import { plainOk, type Sender, signatureIn } from './sender';

export const callSenders = [
  {
    name: 'twilio',
    label: 'Twilio',
    deliveryKey: { by: 'header', of: 'I-Twilio-Idempotency-Token' },
    proof: signatureIn('x-twilio-signature', {
      algorithm: 'sha1',
      encoding: 'base64',
      signed: '{url}{form}',
    }),
    answer: { status: 200, contentType: 'text/xml', body: '<Response/>' },
    issuesSecret: true,
    setUp: 'Console: copy the auth token of the account into this trigger.',
  },
  {
    name: 'zoom',
    label: 'Zoom',
    proof: signatureIn('x-zm-signature', {
      prefix: 'v0=',
      signed: 'v0:{timestamp}:{body}',
      time: 'x-zm-request-timestamp',
      toleranceSeconds: 300,
    }),
    handshake: 'zoom',
    answer: plainOk,
    issuesSecret: true,
    setUp:
      'Your app → Access: copy the secret token into this trigger and deploy, then validate the webhook URL.',
  },
  {
    name: 'webex',
    label: 'Webex',
    proof: signatureIn('x-spark-signature', { algorithm: 'sha1' }),
    setUp: 'Create the webhook with the secret of this trigger as its secret.',
  },
  {
    name: 'ringcentral',
    label: 'RingCentral',
    proof: { kind: 'token', header: 'verification-token' },
    handshake: 'ringcentral',
    answer: plainOk,
    setUp: 'Create the subscription with the secret of this trigger as the verification token.',
  },
  {
    name: 'telnyx',
    label: 'Telnyx',
    proof: signatureIn('telnyx-signature-ed25519', {
      algorithm: 'ed25519',
      encoding: 'base64',
      signed: '{timestamp}|{body}',
      time: 'telnyx-timestamp',
      toleranceSeconds: 300,
    }),
    issuesSecret: true,
    setUp: 'Keys & Credentials: copy the public key into this trigger.',
  },
  {
    name: 'vonage',
    label: 'Vonage',
    proof: { kind: 'jwt', header: 'authorization', bodyClaim: 'payload_hash' },
    answer: plainOk,
    issuesSecret: true,
    setUp: 'Settings: choose signed webhooks, and copy the signature secret into this trigger.',
  },
  {
    name: 'messagebird',
    label: 'MessageBird',
    proof: { kind: 'jwt', header: 'messagebird-signature-jwt', bodyClaim: 'payload_hash' },
    issuesSecret: true,
    setUp: 'Developer settings: copy the signing key into this trigger.',
  },
  {
    name: 'dialpad',
    label: 'Dialpad',
    proof: { kind: 'jwt', header: '', path: '$' },
    setUp: 'Create the webhook by API with the secret of this trigger, and read bodies as JSON Web Token.',
  },
  {
    name: 'retell',
    label: 'Retell AI',
    proof: signatureIn('x-retell-signature', {
      pairs: { signature: 'd', time: 'v' },
      signed: '{body}{timestamp}',
      toleranceSeconds: 300,
    }),
    answer: { status: 204, contentType: 'text/plain', body: '' },
    issuesSecret: true,
    setUp: 'Settings → API Keys: copy the key with the webhook badge into this trigger.',
  },
  {
    name: 'elevenlabs',
    label: 'ElevenLabs',
    proof: signatureIn('elevenlabs-signature', {
      pairs: { signature: 'v0', time: 't' },
      signed: '{timestamp}.{body}',
      toleranceSeconds: 1_800,
    }),
    answer: plainOk,
    issuesSecret: true,
    setUp: 'Settings → Webhooks: create the webhook, and copy its secret into this trigger.',
  },
  {
    name: 'quo',
    label: 'Quo (OpenPhone)',
    proof: signatureIn('openphone-signature', {
      encoding: 'base64',
      // The header looks like hmac;1;1639710054089;…
      signed: '{timestamp}.{body}',
      time: 'openphone-signature',
      toleranceSeconds: 300,
      key: 'base64',
      // https://www.quo.com/docs/2026-03-30/webhooks-signature-validation
      orStandard: true,
    }),
    issuesSecret: true,
    setUp: 'Settings → Webhooks: reveal the signing secret of the webhook, and copy it into this trigger.',
  },
  {
    // https://www.plivo.com/docs/messaging/concepts/signature-validation; the libraries' `signature_v3`.
    name: 'plivo',
    label: 'Plivo',
    proof: signatureIn('x-plivo-signature-v3', {
      encoding: 'base64',
      signed: '{url}?{form}.{header:x-plivo-signature-v3-nonce}',
    }),
    answer: plainOk,
    issuesSecret: true,
    setUp:
      'Console: copy the auth token of the account into this trigger, and enter the webhook URL without a query.',
  },
] as const satisfies readonly Sender[];
