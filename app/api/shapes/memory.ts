// The values that an integration remembers from one run to the next.
import { z } from 'zod';
import { Id, Time } from '~/engine/schema/response-fields';
import { registerRequest, registerResponse } from './registry';

export const RememberedInput = registerRequest(
  'RememberedInput',
  z.object({ value: z.unknown().describe('Any JSON, of at most 8,192 characters.') }),
);

export const RememberedResponse = registerResponse(
  'Remembered',
  z.object({
    name: z.string(),
    value: z.unknown().describe('Any JSON; null where it is not shown.'),
    isSecret: z
      .boolean()
      .describe('The value contains a secret of the execution that saved it, so it is never returned.'),
    isReadable: z.boolean().describe('Whether the server can read it with the key it was given.'),
    executionId: Id.nullable().describe(
      'The execution that stored the value, which may be deleted. Null when a person set it.',
    ),
    updatedAt: Time,
  }),
);

export const MemoryResponse = registerResponse(
  'Memory',
  z.object({
    values: z.array(RememberedResponse).describe('In alphabetical order; at most 50.'),
    seen: z
      .array(
        z.object({
          loopId: z
            .string()
            .describe(
              'The id of the for each. A for each that was removed from the chain keeps its entries.',
            ),
          entries: z.number().int().describe('The number of items it is done with; at most 10,000.'),
          lastAt: Time.describe('When it was last done with an item, or found one in a list.'),
        }),
      )
      .describe('The items that each for each with _New items only_ leaves out.'),
  }),
);
