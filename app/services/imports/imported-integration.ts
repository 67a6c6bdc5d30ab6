// The result of an import of many integrations. The API's document names what holds this schema.
import { z } from 'zod';

export const ImportNotes = z.array(z.object({ call: z.string().optional(), message: z.string() }));
export const FileKey = z.string().describe('Its place in the file.');

/** What became of an integration of a file. */
export const ImportedIntegration = z.object({
  key: FileKey,
  name: z.string().describe('The name that it has here.'),
  outcome: z.enum(['created', 'replaced', 'same', 'skipped', 'failed']),
  integrationId: z.string().nullable(),
  message: z.string().nullable().describe('Why it failed or was skipped, or what is left to do.'),
  notes: ImportNotes.optional().describe(
    'What a created or replaced one lacks, such as secrets; absent when it lacks nothing.',
  ),
});
export type ImportedIntegration = z.infer<typeof ImportedIntegration>;

/** What became of the integrations of a file, as it is kept after their import. */
export interface KeptResult {
  kind: 'imported';
  integrations: ImportedIntegration[];
}
