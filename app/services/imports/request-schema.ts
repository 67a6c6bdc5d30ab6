import { z } from 'zod';

/** The request of a program that imports something. */
export const ImportRequest = z.object({
  text: z
    .string()
    .describe(
      'A cURL command, an OpenAPI document, a Postman 2 collection or an exported integration, up to 16 MiB.',
    ),
  dryRun: z.boolean().default(false).describe('Only tell what would be imported.'),
  search: z
    .string()
    .max(200)
    .default('')
    .describe('In a dry run: words that stand in name, address, tag or method of a call.'),
  offset: z
    .number()
    .int()
    .min(0)
    .default(0)
    .describe('In a dry run: how many of the calls found are left out first.'),
  limit: z
    .number()
    .int()
    .min(1)
    .max(500)
    .default(500)
    .describe('In a dry run: how many of them are answered.'),
  integrationId: z
    .string()
    .optional()
    .describe('Add the calls to this one; without it a draft is made of an exported integration.'),
  keys: z
    .array(z.string())
    .max(20_000)
    .optional()
    .describe('Which of the calls that a dry run listed; all of them when left out.'),
  connections: z
    .record(z.string(), z.string())
    .default({})
    .describe(
      'For connections that an exported integration names, the ids of this organization’s; of the others, those of the same names are taken.',
    ),
  version: z.number().int().optional(),
  name: z.string().optional(),
  description: z.string().optional(),
});
