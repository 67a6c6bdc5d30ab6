// Which values may be sent back to their sender.

/** Checks for a short and printable text: it is served at this server's own address, in a header or a body. */
export function isReflectable(value: unknown): value is string {
  return typeof value === 'string' && /^[\x20-\x7e]{1,1024}$/.test(value);
}
