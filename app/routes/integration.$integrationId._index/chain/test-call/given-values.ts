// What was typed for tests of single calls, by variable. This browser keeps it, for each person and integration, so that
// the next test does not ask for it again; the server never has it but in the test itself.

/** A longer text is for one test alone: there is little room. */
const maxLength = 10_000;
/** So many of the newest are kept. */
const maxValues = 100;

export function readGivenValues(name: string): Map<string, string> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(name) ?? '[]');
    return new Map(Array.isArray(kept) ? kept.filter(isEntry) : []);
  } catch {
    // A browser may keep nothing for this site, and what it keeps may be anything.
    return new Map();
  }
}

export function keepGivenValues(name: string, given: Map<string, string>): void {
  const kept = [...given].filter(([, text]) => text.length <= maxLength).slice(-maxValues);
  try {
    if (kept.length === 0) localStorage.removeItem(name);
    else localStorage.setItem(name, JSON.stringify(kept));
  } catch {
    // Then the next visit is asked again.
  }
}

function isEntry(entry: unknown): entry is [string, string] {
  return Array.isArray(entry) && entry.length === 2 && entry.every((text) => typeof text === 'string');
}
