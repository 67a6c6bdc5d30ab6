// The stores that the integrations of an organization share; see `Tables`.

export interface StoreTables {
  /** A store comes to be with its first record, and stays when its last one is deleted. */
  stores: {
    organization_id: string;
    name: string;
    /** How many records it has, expired ones that are not removed yet included. */
    records: number;
    /** The sum of its records' lengths. */
    length: number;
    created_at: number;
    /** When a record was last written or deleted. */
    updated_at: number;
  };
  records: {
    organization_id: string;
    store: string;
    key: string;
    /** The bytes of the JSON in UTF-8. */
    length: number;
    /** 1: the value holds a secret of the run that wrote it. */
    is_secret: 0 | 1;
    /** The execution that wrote the value, which may be deleted; null when a person or a program did. */
    execution_id: string | null;
    created_at: number;
    updated_at: number;
    /** From this time on the record counts as absent; null when it has no end. */
    expires_at: number | null;
    /** Sealed JSON. */
    value: string;
  };
  /** The responses of calls that changed a store, until their step is recorded. */
  record_responses: {
    execution_id: string;
    /** Identifies the call among those of the execution, as its Idempotency-Key does. */
    call_key: string;
    /** Sealed. */
    response: string;
  };
}
