// Reads a record's form.
import type { Typed } from '~/components/typed-form/typed-form';

/** Returns what the services accept. Browsers write line breaks as CRLF, which JSON takes as well. */
export function toRecordInput({ value = '', expiresAt = '' }: Typed): { json: string; expiresAt: string } {
  return { json: value, expiresAt: expiresAt.trim() };
}
