// The organization's values, as callers send them and get them.
import { z } from 'zod';
import { Id, Time } from '~/engine/schema/response-fields';
import { valueFormats } from '~/engine/values/value';
import type { ValueResponse as Described } from '~/services/values/value-response';
import { registerRequest, registerResponse } from './registry';

const parts = {
  name: z
    .string()
    .describe(
      'The name: placeholders use it as `org.NAME`. Unique in the organization, without regard to case.',
    ),
  format: z.enum(valueFormats).describe('Of `json`, placeholders may name parts, as `{{org.shop.region}}`.'),
  value: z.string().describe('Text, or JSON as text; 16 KiB at most.'),
  isSecret: z
    .boolean()
    .describe('A secret is stored encrypted, returned masked, and sent only in headers, bodies and queries.'),
  allowedHosts: z
    .array(z.string())
    .describe('The hosts that a secret may be sent to: `api.example.com`, `*.example.com`.'),
};

/** The services check it, field by field. */
export const ValueCreation = registerRequest(
  'ValueCreation',
  z.object({
    ...parts,
    format: parts.format.optional(),
    isSecret: parts.isSecret.optional(),
    allowedHosts: parts.allowedHosts.optional(),
  }),
);

export const ValueChange = registerRequest(
  'ValueChange',
  z
    .object(parts)
    .partial()
    .extend({
      version: z.number().int().optional().describe('Of the value that the change began from.'),
    }),
);

export const ValueResponse = registerResponse(
  'Value',
  z.object({
    id: Id,
    ...parts,
    value: z.string().describe('A secret masked.'),
    isReadable: z
      .boolean()
      .describe('False for a secret that cannot be decrypted with the current `APP_KEY`.'),
    version: z.number().int(),
    createdAt: Time,
    updatedAt: Time,
    usedBy: z
      .array(z.object({ id: Id, name: z.string() }))
      .describe('The integrations whose newest versions name it.'),
  }) satisfies z.ZodType<Described>,
);
