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
] as const satisfies readonly Sender[];
