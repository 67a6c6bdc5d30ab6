// The spellings of a secret in a text: plain, or as JSON, forms and URLs write it.

/** The least length of a masked secret and its spellings: shorter values would mask half of every text they occur in. */
export const shortestSecret = 4;

/** Characters that are written the same everywhere. */
const plainlyWritten = /^[\w.*-]+$/;

/** Lists the different spellings of secrets, each once; none of a secret that is too short. */
export function listSpellings(secrets: Iterable<string>): string[] {
  const all = new Set<string>();
  for (const secret of secrets) {
    for (const spelling of spell(secret)) all.add(spelling);
  }
  return [...all];
}

/** Spells one secret. Surrounding spaces do not count, since headers lose them on their way (RFC 9110 §5.5). */
function spell(secret: string): string[] {
  const plain = secret.trim();
  if (plain.length < shortestSecret) return [];
  if (plainlyWritten.test(plain)) return [plain];
  const json = JSON.stringify(plain).slice(1, -1);
  const url = encodeURIComponent(plain.replace(/\p{Surrogate}/gu, '\ufffd'));
  // JSON may also escape the slash and whatever is not ASCII (RFC 8259 §7); several languages do by default.
  const ascii = json.replace(
    /[^\0-\x7f]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  const slashed = [json, ascii].map((spelling) => spelling.replaceAll('/', '\\/'));
  return [plain, json, ascii, ...slashed, url, spellForm(url)];
}

/** Returns what URLSearchParams writes, which is slow to make for each of thousands of secrets. */
function spellForm(url: string): string {
  return url
    .replace(/[!'()~]/g, (unit) => `%${unit.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%20', '+');
}
