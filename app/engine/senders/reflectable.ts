// What may be handed back to the one that sent it.

/** Short and printable text: it stands at our own address, in a header or a body. */
export function isReflectable(value: unknown): value is string {
  return typeof value === 'string' && /^[\x20-\x7e]{1,1024}$/.test(value);
}
