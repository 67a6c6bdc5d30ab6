// More of those who tell of money. How each proves itself stands in its own documentation; docs/senders.md says what has been tried.
import { plainOk, type Sender } from './sender';

export const moneySenders = [
  {
    name: 'mercado-pago',
    label: 'Mercado Pago',
    proof: {
      kind: 'signature',
      header: 'x-signature',
      algorithm: 'sha256',
      encoding: 'hex',
      pairs: { signature: 'v1', time: 'ts' },
      signed: 'id:{query:data.id};request-id:{header:x-request-id};ts:{timestamp};',
      // What failed is sent again for days.
      toleranceSeconds: 129_600,
    },
    answer: plainOk,
    setUp:
      "Your integrations → Webhooks: copy the secret signature into this trigger. It covers the id in the URL alone: ask the API for what {{request.query['data.id']}} is about.",
  },
  {
    name: 'recurly',
    label: 'Recurly',
    proof: {
      kind: 'signature',
      header: 'recurly-signature',
      algorithm: 'sha256',
      encoding: 'hex',
      time: 'recurly-signature',
      toleranceSeconds: 300,
      signed: '{timestamp}.{body}',
    },
    setUp: 'Integrations → Webhooks: copy the secret key of the endpoint into this trigger, and choose JSON.',
  },
  {
    name: 'revolut',
    label: 'Revolut',
    proof: {
      kind: 'signature',
      header: 'revolut-signature',
      algorithm: 'sha256',
      encoding: 'hex',
      prefix: 'v1=',
      time: 'revolut-request-timestamp',
      toleranceSeconds: 300,
      signed: 'v1.{timestamp}.{body}',
    },
    setUp: 'Create the webhook, and copy its signing secret into this trigger.',
  },
  {
    name: 'flutterwave-v4',
    label: 'Flutterwave (v4)',
    proof: {
      kind: 'signature',
      header: 'flutterwave-signature',
      algorithm: 'sha256',
      encoding: 'base64',
      signed: '{body}',
    },
    answer: plainOk,
    setUp: 'Settings → Webhooks: type the secret of this trigger as the secret hash.',
  },
] as const satisfies readonly Sender[];
