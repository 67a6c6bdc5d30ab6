// Where no version tells that someone else changed something, its form sends along what it showed: so nobody puts back, without
// knowing, what someone else has changed.
import type { Problem } from '~/problem';

/**
 * Drops the fields from a change that are as its sender saw them. Problem: conflict, with a message for each field that both
 * the sender and someone else changed since. A field that `seen` lacks is kept.
 */
export function keepSeenFields<Change extends object>(
  change: Change,
  seen: object,
  stored: object,
  describeOthers: (field: string, stored: unknown, wanted: unknown) => string = describeChange,
): { kind: 'change'; change: Partial<Change> } | Problem {
  const kept: Partial<Change> = { ...change };
  const fields: Record<string, string[]> = {};
  for (const [field, shown] of Object.entries(seen)) {
    const [wanted, present] = [readField(change, field), readField(stored, field)];
    if (wanted === undefined) continue;
    if (isSame(wanted, shown)) delete kept[field as keyof Change];
    else if (!isSame(present, shown) && !isSame(present, wanted)) {
      fields[field] = [describeOthers(field, present, wanted)];
    }
  }
  return Object.keys(fields).length === 0 ? { kind: 'change', change: kept } : { kind: 'conflict', fields };
}

function readField(of: object, field: string): unknown {
  return Object.hasOwn(of, field) ? of[field as keyof object] : undefined;
}

function isSame(one: unknown, other: unknown): boolean {
  return writeAlike(one) === writeAlike(other);
}

/** Browsers send line breaks as CR and LF, programs often as LF. */
function writeAlike(value: unknown): string {
  return (JSON.stringify(value) ?? '').replaceAll(String.raw`\r\n`, String.raw`\n`);
}

/** Names what someone else has stored; a second save replaces it. */
export function describeChange(field: string, stored: unknown): string {
  return `Someone else has changed the ${field} to ${describeValue(stored)} in the meantime. Save again to replace that.`;
}

/** Quotes a value in a message. */
export function describeValue(value: unknown): string {
  const written = Array.isArray(value) ? value.join(', ') : String(value ?? '');
  return written === '' ? 'nothing' : `“${written}”`;
}
