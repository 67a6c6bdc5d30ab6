import { v7 } from 'uuid';

/** A new id: UUID version 7 (RFC 9562 §5.7), whose text sorts by time, so that newest-first lists page by it. */
export function newId(): string {
  return v7();
}
