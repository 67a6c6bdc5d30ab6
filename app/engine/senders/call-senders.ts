// Those who tell of calls, meetings and text messages. How each proves itself stands in its own documentation; docs/senders.md says what has been tried.
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
    proof: { kind: 'jwt-body' },
    setUp: 'Create the webhook by API with the secret of this trigger, and read bodies as JSON Web Token.',
  },
] as const satisfies readonly Sender[];
