// What an import of a file of integrations answers.
import { z } from 'zod';
import { registerResponse } from './registry';
import { Difference } from './version';

const notes = z.array(z.object({ call: z.string().optional(), message: z.string() }));
const key = z.string().describe('Its place in the file.');

export const IntegrationsPreview = registerResponse(
  'IntegrationsPreview',
  z.object({
    format: z.literal('integrations'),
    missing: z
      .object({
        connections: z.array(
          z.object({ name: z.string(), kind: z.string().nullable().describe('As screens name it.') }),
        ),
        values: z.array(z.string()),
      })
      .describe('What the integrations of the file use and the organization lacks.'),
    integrations: z.array(
      z.object({
        key,
        name: z.string(),
        status: z
          .enum(['new', 'same', 'changed', 'invalid'])
          .describe(
            '`new`: none here has its name. `same`: one has, and nothing would change. `changed`: one has that differs. `invalid`: it cannot be imported.',
          ),
        integrationId: z
          .string()
          .nullable()
          .describe('The integration here that is the same, or that it can replace.'),
        message: z.string().nullable().describe('Why it is invalid, or cannot replace anything.'),
        differences: z.array(Difference).describe('What replacing would change.'),
        notes: notes.describe('What the file lacks, such as secrets.'),
      }),
    ),
  }),
);

export const ImportedIntegrations = registerResponse(
  'ImportedIntegrations',
  z.object({
    integrations: z.array(
      z.object({
        key,
        name: z.string().describe('The name that it has here.'),
        outcome: z.enum(['created', 'replaced', 'same', 'skipped', 'failed']),
        integrationId: z.string().nullable(),
        message: z.string().nullable().describe('Why it failed or was skipped, or what is left to do.'),
        notes: notes
          .optional()
          .describe('What a created or replaced one lacks, such as secrets; absent when it lacks nothing.'),
      }),
    ),
  }),
);
