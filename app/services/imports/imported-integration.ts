// The result of an import of many integrations.

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
}

/** What became of the integrations of a file, as it is kept after their import. */
export interface KeptResult {
  kind: 'imported';
  integrations: ImportedIntegration[];
}
