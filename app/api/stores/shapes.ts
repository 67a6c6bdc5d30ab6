// The stores of an organization and their records, as programs send and get them.
import { z } from 'zod';
import { RecordResponse as DescribedRecord } from '~/services/stores/record-response';
import { StoreResponse as DescribedStore } from '~/services/stores/store-response';
import { registerRequest, registerResponse } from '../shapes/registry';

export const StoreResponse = registerResponse('Store', DescribedStore);
export const RecordResponse = registerResponse('Record', DescribedRecord);

export const RecordInput = registerRequest(
  'RecordInput',
  z.object({
    value: z.unknown().describe('Any JSON, of at most 64 KiB.'),
    expiresAt: z
      .string()
      .nullable()
      .optional()
      .describe(
        'From when on the record is absent: a time to come in ISO 8601, or how long from now, as `7d`. Null, or left out: it stays.',
      ),
  }),
);
