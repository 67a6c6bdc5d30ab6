// The search through executions; see `Schema`.

export interface SearchTables {
  /** Full text (FTS5), of ended executions. Of its columns only `rowid` and `execution_id` can be read back. */
  execution_index: {
    /** The execution's `payload_seq`. */
    rowid: number;
    execution_id: string;
    /** What it is filtered by, a word for each combination. */
    keys: string;
    words: string;
  };
  execution_index_progress: { one: 1; last_id: string };
  /** Those that had not ended when the index came to them. */
  unindexed_executions: { execution_id: string };
}
