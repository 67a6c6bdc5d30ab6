// What integrations remember from one run to the next; see `Schema`.

export interface MemoryTables {
  remembered_values: {
    integration_id: string;
    name: string;
    /** Sealed JSON. */
    value: string;
    /** Of the JSON, in characters. */
    length: number;
    /** It holds a secret of the run that left it. */
    is_secret: 0 | 1;
    /** The execution that left it, which may be gone; null when a person or a program set it. */
    execution_id: string | null;
    updated_at: number;
  };
  /** The entries that for each steps are done with. */
  seen_entries: {
    integration_id: string;
    loop_id: string;
    /** Of the entry's key; the key itself is stored nowhere. */
    digest: string;
    /** When it was done with, or was last found in a list that was compared. */
    seen_at: number;
  };
  /** What an execution read: for '' the values that it began with, for a loop the keys that were new to it. */
  execution_memory: {
    execution_id: string;
    loop_id: string;
    /** Sealed JSON. */
    content: string;
  };
}
