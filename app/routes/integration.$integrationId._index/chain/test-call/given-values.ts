// Keeps the values that the user typed for tests of single calls, by variable. This browser keeps them for each user and
// integration, so that the next test does not ask again. The server has them only during a test.

/** The longest value that is kept, in characters, since storage is small. */
const maxLength = 10_000;
/** How many values are kept; the oldest are dropped. */
const maxValues = 100;

export function readGivenValues(name: string): Map<string, string> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(name) ?? '[]');
    return new Map(Array.isArray(kept) ? kept.filter(isEntry) : []);
  } catch {
    // A browser may refuse storage to this site, and stored text may be anything.
    return new Map();
  }
}

export function keepGivenValues(name: string, given: Map<string, string>): void {
  const kept = [...given].filter(([, text]) => text.length <= maxLength).slice(-maxValues);
  try {
    if (kept.length === 0) localStorage.removeItem(name);
    else localStorage.setItem(name, JSON.stringify(kept));
  } catch {
    // Without storage, the next test asks again.
  }
}

function isEntry(entry: unknown): entry is [string, string] {
  return Array.isArray(entry) && entry.length === 2 && entry.every((text) => typeof text === 'string');
}
