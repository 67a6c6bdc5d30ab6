// The search through executions; see `Tables`.
import type { Defaulted } from './defaulted';

export interface SearchTables {
  /** The full-text index (FTS5) of ended executions. Of its columns only `rowid` and `execution_id` can be read back. */
  execution_index: {
    /** The execution's `payload_seq`. */
    rowid: number;
    execution_id: string;
    /** The terms that searches filter by, one word for each combination. */
    keys: string;
    words: string;
  };
  execution_index_progress: { one: 1; last_id: string };
  /** Executions that had not ended when the index came to them. */
  unindexed_executions: {
    execution_id: string;
    /** Empty when a server of a release before 0095 wrote it. */
    of_integration_id: Defaulted<string>;
  };
}
