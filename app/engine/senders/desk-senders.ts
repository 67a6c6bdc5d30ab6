// Those who tell of customers, what they write and what they do. How each proves itself stands in its own documentation; docs/senders.md says what has been tried.
import { plainOk, type Sender } from './sender';

export const deskSenders = [
  {
    name: 'front',
    label: 'Front',
    proof: {
      kind: 'signature',
      header: 'x-front-signature',
      algorithm: 'sha256',
      encoding: 'base64',
      signed: '{timestamp}:{body}',
      time: 'x-front-request-timestamp',
      toleranceSeconds: 300,
    },
    handshake: 'front',
    answer: plainOk,
    setUp:
      'Your app → Basic information: copy the signing key into this trigger and save, then enter the webhook URL under Features → Webhooks.',
  },
  {
    name: 'linkedin',
    label: 'LinkedIn',
    proof: {
      kind: 'signature',
      header: 'x-li-signature',
      algorithm: 'sha256',
      encoding: 'hex',
      signed: 'hmacsha256={body}',
    },
    handshake: 'linkedin',
    setUp:
      'Your app → Auth: copy the client secret into this trigger and save, then register the webhook URL under Webhooks.',
  },
] as const satisfies readonly Sender[];
