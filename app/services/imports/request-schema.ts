import { formatCount } from '~/engine/texts/format-count';
import { z } from 'zod';

/** The limit of connections that a request names. */
const maxConnections = 1000;

/** The request of a program that imports something. */
export const ImportRequest = z.object({
  text: z
    .string()
    .describe(
      'A cURL command, an OpenAPI document, a Postman 2 collection, an exported integration, or a file of integrations, up to 16 MiB.',
    ),
  dryRun: z.boolean().default(false).describe('Only tell what would be imported.'),
  search: z
    .string()
    .max(200)
    .default('')
    .describe('In a dry run: only calls whose name, URL, tag or method contains these words.'),
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
    .describe(
      'In a dry run: how many of them are answered. A page has at least one of them, and then no more than 8 MiB.',
    ),
  integrationId: z
    .string()
    .optional()
    .describe(
      'The integration that the calls are added to. Without it, a draft is created from an exported integration.',
    ),
  keys: z
    .array(z.string())
    .max(20_000)
    .optional()
    .describe('The calls or integrations to import, of those that a dry run listed. Without it, all.'),
  onConflict: z
    .enum(['skip', 'copy', 'replace'])
    .default('skip')
    .describe(
      'Of a file of integrations: what happens to one that differs from the integration of its name. `replace` saves a new version and deploys nothing.',
    ),
  connections: z
    .record(z.string(), z.string())
    .refine((connections) => Object.keys(connections).length <= maxConnections, {
      message: `Name at most ${formatCount(maxConnections)} connections.`,
    })
    .default({})
    .describe(
      `For connections that an exported integration names, the ids of this organization’s, ${formatCount(maxConnections)} at most; of the others, those of the same names are taken.`,
    ),
  version: z.number().int().optional(),
  name: z.string().optional(),
  description: z.string().optional(),
});
export type ImportRequest = z.infer<typeof ImportRequest>;
