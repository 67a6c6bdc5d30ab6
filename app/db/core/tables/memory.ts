// The memory that integrations keep from one run to the next; see `Tables`.

export interface MemoryTables {
  remembered_values: {
    integration_id: string;
    name: string;
    /** Sealed JSON. */
    value: string;
    /** The length of the JSON in characters. */
    length: number;
    /** 1: the value holds a secret of the run that stored it. */
    is_secret: 0 | 1;
    /** The execution that stored the value, which may be deleted; null when a person or a program set it. */
    execution_id: string | null;
    updated_at: number;
  };
  /** The entries that for each steps are done with. */
  seen_entries: {
    integration_id: string;
    loop_id: string;
    /** The digest of the entry's key, which is stored nowhere; '' stands for the first run, which remembered what was there. */
    digest: string;
    /** When the run was done with the entry, or last found it in a list that it compared. 0: the first run found it there. */
    seen_at: number;
  };
  /** The memory that an execution read: the values it began with (for ''), or the keys that were new to a loop. */
  execution_memory: {
    execution_id: string;
    loop_id: string;
    /** Sealed JSON. */
    content: string;
  };
}
