// What a store may hold. A record is for what integrations share, not for files.

export const storeLimits = {
  /** The characters of a record's key. */
  key: 256,
  /** The bytes of a value's JSON in UTF-8. */
  value: 64 * 1024,
  /** How deep a value's lists and objects may nest. */
  depth: 100,
  /** How many stores, records and bytes of values an organization may have. */
  stores: 100,
  records: 100_000,
  bytes: 256 * 1024 * 1024,
  /** The records of a page, unless the call asks for fewer or more, and the most that it may ask for. */
  page: 100,
  maxPage: 1_000,
  /** How many records a call deletes at most. */
  deleted: 10_000,
} as const;
