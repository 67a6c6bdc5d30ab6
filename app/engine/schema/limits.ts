/** How much an integration and its calls may hold: lengths in characters, sizes in bytes. */
export const limits = {
  calls: 50,
  callName: 30,
  callNote: 500,
  headersPerCall: 50,
  variables: 50,
  urlLength: 8_192,
  headerValueLength: 8_192,
  bodyLength: 1024 * 1024,
  /** The length of a URL with its placeholders filled in. */
  sentUrlLength: 64 * 1024,
  sentBodyBytes: 5 * 1024 * 1024,
  /** The files that are kept beside the variables: of one response, and together of one body. */
  largeFileBytes: 32 * 1024 * 1024,
  /** How deeply brackets of trigger data may nest. A deeper payload is made to exhaust its reader. */
  payloadDepth: 64,
  callTimeoutMs: { min: 1_000, default: 30_000, max: 120_000 },
} as const;
