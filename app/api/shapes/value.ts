// The organization's values, as callers send them and get them.
import { z } from 'zod';
import { ValueResponse as Described } from '~/services/values/value-response';
import { registerRequest, registerResponse } from './registry';

export const ValueResponse = registerResponse('Value', Described);

const { name, format, isSecret, allowedHosts } = Described.shape;
const value = z.string().describe('Text, or JSON as text; 16 KiB at most.');

/** The services check it, field by field. */
export const ValueCreation = registerRequest(
  'ValueCreation',
  z.object({
    name,
    format: format.optional(),
    value,
    isSecret: isSecret.optional(),
    allowedHosts: allowedHosts.optional(),
  }),
);

export const ValueChange = registerRequest(
  'ValueChange',
  z
    .object({ name, format, value, isSecret, allowedHosts })
    .partial()
    .extend({
      version: z.number().int().optional().describe('Of the value that the change began from.'),
    }),
);
