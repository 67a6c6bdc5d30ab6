// Secrets in the log. They are masked by value: a target that answers with the token it got must not put it there.

/** What stands where a secret stood. */
export const mask = '••••';

/** Values shorter than this would mask half of every text they happen to occur in. */
const shortestSecret = 4;

export type MaskSecrets = (text: string) => string;

/** A function that replaces every secret in a text, also as JSON, forms and URLs spell it. */
export function createMaskSecrets(secrets: readonly string[]): MaskSecrets {
  const spellings = [...new Set(secrets.flatMap(listSpellings))];
  return (text) => {
    const places = spellings.flatMap((spelling) => listPlaces(text, spelling));
    return places.length === 0 ? text : maskPlaces(text, places);
  };
}

/** Surrounding spaces do not count, as a header loses them on its way (RFC 9110 §5.5). */
function listSpellings(secret: string): string[] {
  const plain = secret.trim();
  if (plain.length < shortestSecret) return [];
  const json = JSON.stringify(plain).slice(1, -1);
  const url = encodeURIComponent(plain.replace(/\p{Surrogate}/gu, '\ufffd'));
  const form = new URLSearchParams([['', plain]]).toString().slice(1);
  // JSON may also escape the slash and whatever is not ASCII (RFC 8259 §7); several languages do by default.
  const ascii = json.replace(
    /[^\0-\x7f]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  const slashed = [json, ascii].map((spelling) => spelling.replaceAll('/', '\\/'));
  return [plain, json, ascii, ...slashed, url, form];
}

type Place = [start: number, end: number];

function listPlaces(text: string, part: string): Place[] {
  const places: Place[] = [];
  for (let start = text.indexOf(part); start !== -1; start = text.indexOf(part, start + part.length)) {
    places.push([start, start + part.length]);
  }
  return places;
}

/** Found first and masked together: of two secrets that overlap, none may leave its end behind. */
function maskPlaces(text: string, places: Place[]): string {
  let masked = '';
  let end = 0;
  for (const [from, to] of places.toSorted((a, b) => a[0] - b[0])) {
    if (from >= end) masked += text.slice(end, from) + mask;
    end = Math.max(end, to);
  }
  return masked + text.slice(end);
}

/** Masks the strings, names and numbers anywhere in a JSON value; a number that holds a secret becomes text. */
export function maskSecretsIn(value: unknown, maskSecrets: MaskSecrets): unknown {
  if (typeof value === 'string') return maskSecrets(value);
  if (Array.isArray(value)) return value.map((item) => maskSecretsIn(item, maskSecrets));
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) {
    const text = String(value);
    const masked = maskSecrets(text);
    return masked === text ? value : masked;
  }
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [maskSecrets(key), maskSecretsIn(item, maskSecrets)]),
  );
}
