// Bounds how much of a definition is validated. The schemas read all items of a list before they report that there are too many,
// and each invalid item makes a message: a few megabytes of `{}` took minutes.

/** Of one list or object: several times what any may have, so that those which are a little too long are told their own bound. */
const maxEntries = 500;
/** Of all together: more than an integration has whose every list is full. */
const maxAll = 50_000;

/** What is kept as it was sent, whatever it holds. */
const unread = /^(?:dataMapping|apiCalls\.\d+\.body)$/;

const tooLong = `At most ${maxEntries} items are read here`;
const tooMuch = `An integration may have at most ${maxAll.toLocaleString('en')} settings`;

/** Where parts of a definition hold more than is read, by field as `apiCalls.0.headers`; undefined when none does. */
export function findOversized(parts: Record<string, unknown>): Record<string, string[]> | undefined {
  const waiting: [path: string, value: unknown][] = Object.entries(parts);
  let all = 0;
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [path, value] = next;
    if (typeof value !== 'object' || value === null || unread.test(path)) continue;
    const count = Array.isArray(value) ? value.length : Object.keys(value).length;
    if (count > maxEntries) return { [path]: [tooLong] };
    all += count;
    if (all > maxAll) return { [path]: [tooMuch] };
    for (const [name, entry] of Object.entries(value)) waiting.push([`${path}.${name}`, entry]);
  }
  return undefined;
}
