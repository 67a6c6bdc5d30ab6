// Senders that report calls, meetings and text messages, with their proofs as their own documentation describes them.
// docs/senders.md says what has been tried.
import { plainOk, type Sender } from './sender';

export const callSenders = [
  {
    name: 'twilio',
    label: 'Twilio',
    proof: {
      kind: 'signature',
      header: 'x-twilio-signature',
      algorithm: 'sha1',
      encoding: 'base64',
      signed: '{url}{form}',
    },
    answer: { status: 200, contentType: 'text/xml', body: '<Response/>' },
    setUp: 'Console: copy the auth token of the account into this trigger.',
  },
  {
    name: 'zoom',
    label: 'Zoom',
    proof: {
      kind: 'signature',
      header: 'x-zm-signature',
      algorithm: 'sha256',
      encoding: 'hex',
      prefix: 'v0=',
      signed: 'v0:{timestamp}:{body}',
      time: 'x-zm-request-timestamp',
      toleranceSeconds: 300,
    },
    handshake: 'zoom',
    answer: plainOk,
    setUp:
      'Your app → Access: copy the secret token into this trigger and save, then validate the webhook URL.',
  },
  {
    name: 'webex',
    label: 'Webex',
    proof: {
      kind: 'signature',
      header: 'x-spark-signature',
      algorithm: 'sha1',
      encoding: 'hex',
      signed: '{body}',
    },
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
    proof: {
      kind: 'signature',
      header: 'telnyx-signature-ed25519',
      algorithm: 'ed25519',
      encoding: 'base64',
      signed: '{timestamp}|{body}',
      time: 'telnyx-timestamp',
      toleranceSeconds: 300,
    },
    setUp: 'Keys & Credentials: copy the public key into this trigger.',
  },
  {
    name: 'vonage',
    label: 'Vonage',
    proof: { kind: 'jwt', header: 'authorization', bodyClaim: 'payload_hash' },
    answer: plainOk,
    setUp: 'Settings: choose signed webhooks, and copy the signature secret into this trigger.',
  },
  {
    name: 'messagebird',
    label: 'MessageBird',
    proof: { kind: 'jwt', header: 'messagebird-signature-jwt', bodyClaim: 'payload_hash' },
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
    proof: {
      kind: 'signature',
      header: 'x-retell-signature',
      algorithm: 'sha256',
      encoding: 'hex',
      pairs: { signature: 'd', time: 'v' },
      signed: '{body}{timestamp}',
      toleranceSeconds: 300,
    },
    answer: { status: 204, contentType: 'text/plain', body: '' },
    setUp: 'Settings → API Keys: copy the key with the webhook badge into this trigger.',
  },
  {
    name: 'elevenlabs',
    label: 'ElevenLabs',
    proof: {
      kind: 'signature',
      header: 'elevenlabs-signature',
      algorithm: 'sha256',
      encoding: 'hex',
      pairs: { signature: 'v0', time: 't' },
      signed: '{timestamp}.{body}',
      toleranceSeconds: 1_800,
    },
    answer: plainOk,
    setUp: 'Settings → Webhooks: create the webhook, and copy its secret into this trigger.',
  },
  {
    name: 'quo',
    label: 'Quo (OpenPhone)',
    proof: {
      kind: 'signature',
      header: 'openphone-signature',
      algorithm: 'sha256',
      encoding: 'base64',
      // The header looks like hmac;1;1639710054089;…
      signed: '{timestamp}.{body}',
      time: 'openphone-signature',
      toleranceSeconds: 300,
      key: 'base64',
    },
    setUp: 'Settings → Webhooks: reveal the signing secret of the webhook, and copy it into this trigger.',
  },
  {
    // https://www.plivo.com/docs/messaging/concepts/signature-validation; the libraries' `signature_v3`.
    name: 'plivo',
    label: 'Plivo',
    proof: {
      kind: 'signature',
      header: 'x-plivo-signature-v3',
      algorithm: 'sha256',
      encoding: 'base64',
      signed: '{url}?{form}.{header:x-plivo-signature-v3-nonce}',
    },
    answer: plainOk,
    setUp:
      'Console: copy the auth token of the account into this trigger, and enter the webhook URL without a query.',
  },
] as const satisfies readonly Sender[];
