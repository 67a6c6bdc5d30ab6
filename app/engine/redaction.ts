// Secrets in the log. They are masked by value: a target that answers with the token it got must not put it there.

/** What stands where a secret stood. */
export const mask = '••••';

/** Values shorter than this would mask half of every text they happen to occur in. */
const shortestSecret = 4;

export type Redact = (text: string) => string;

/** A function that replaces every secret in a text, also as JSON and URLs spell it. */
export function createRedact(secrets: readonly string[]): Redact {
  const spellings = new Set<string>();
  for (const secret of secrets) {
    if (secret.length < shortestSecret) continue;
    spellings.add(secret);
    spellings.add(JSON.stringify(secret).slice(1, -1));
    spellings.add(encodeURIComponent(secret.replace(/\p{Surrogate}/gu, '\ufffd')));
  }
  // The longest first: one secret may be the beginning of another.
  const ordered = [...spellings].toSorted((a, b) => b.length - a.length);
  return (text) => ordered.reduce((masked, secret) => masked.replaceAll(secret, mask), text);
}

/** Masks the strings anywhere in a JSON value. */
export function redactValue(value: unknown, redact: Redact): unknown {
  if (typeof value === 'string') return redact(value);
  if (Array.isArray(value)) return value.map((item) => redactValue(item, redact));
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype)
    return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [redact(key), redactValue(item, redact)]),
  );
}
