// The result of an import of many integrations.
import type { ImportNote } from '~/engine/import/draft/draft';

/** What became of an integration of a file. */
export interface ImportedIntegration {
  /** The place in the file, from 0. */
  key: string;
  /** The name that it has here. */
  name: string;
  outcome: 'created' | 'replaced' | 'same' | 'skipped' | 'failed';
  /** The integration here; null when there is none. */
  integrationId: string | null;
  /** Why it failed or was skipped, or what is left to do. */
  message: string | null;
  /** What a created or replaced one lacks, such as secrets; absent when it lacks nothing. */
  notes?: ImportNote[];
}

/** What became of the integrations of a file, as it is kept after their import. */
export interface KeptResult {
  kind: 'imported';
  integrations: ImportedIntegration[];
}
