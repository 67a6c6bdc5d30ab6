// Says where a text stops being JSON.
import { findJsonFault } from './json';

/**
 * Says where a text stops being JSON, without quoting it: `line 2, column 5 is wrong`. Undefined when it is JSON, or the place is
 * not known.
 */
export function describeJsonFault(text: string): string | undefined {
  const fault = findJsonFault(text);
  if (fault === undefined) return undefined;
  const lines = text.slice(0, fault).split('\n');
  const place = `line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1}`;
  return fault < text.trimEnd().length ? `${place} is wrong` : `it ends too early, at ${place}`;
}
