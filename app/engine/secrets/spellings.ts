// The spellings of a secret in a text: plain, or as JSON, forms, URLs and HTML write it.

/** The least length of a masked secret and its spellings: shorter values would mask half of every text they occur in. */
export const shortestSecret = 4;

/** Characters that are written the same everywhere. */
const plainlyWritten = /^[\w.-]+$/;

/** Lists the different spellings of secrets, each once; none of a secret that is too short. */
export function listSpellings(secrets: Iterable<string>): string[] {
  const all = new Set<string>();
  for (const secret of secrets) {
    for (const spelling of spell(secret)) all.add(spelling);
  }
  return [...all];
}

/**
 * Spells one secret. Surrounding spaces do not count, since headers lose them on their way (RFC 9110 §5.5). Targets repeat a body
 * of JSON as a text too, for example within their own JSON, and a body may hold JSON as a text itself. So what JSON makes of the
 * secret is spelled as well.
 */
function spell(secret: string): string[] {
  const plain = secret.trim();
  if (plain.length < shortestSecret) return [];
  if (plainlyWritten.test(plain)) return [plain];
  const json = writeJson(plain);
  return json === plain
    ? spellText(plain)
    : [plain, json].flatMap(spellText).concat(spellJson(writeJson(json)));
}

function spellText(text: string): string[] {
  return [text, ...spellJson(text), ...spellUrl(text), ...spellHtml(text)];
}

/** Returns a text as it stands between the quotes of a JSON string. */
function writeJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

/** Lists what writers of JSON make of a text. Each may escape more than RFC 8259 §7 asks for, and several do by default. */
function spellJson(plain: string): string[] {
  const json = writeJson(plain);
  const ascii = json.replace(/[^\0-\x7f]/g, escapeUnit);
  const slashed = [json, ascii].map((spelling) => spelling.replaceAll('/', '\\/'));
  const forHtml = json.replace(/[&<>\u2028\u2029]/g, escapeUnit); // Go, Rails
  const gson = json.replace(/[&'<=>\u2028\u2029]/g, escapeUnit);
  const dotNet = json.replace(/\\(?:u.{4}|.)|[&'+<>`\x7f-\uffff]/gs, escapeAsDotNet);
  return [json, ascii, ...slashed, forHtml, gson, dotNet];
}

function escapeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** Escapes one character, or changes one escape of JSON, as System.Text.Json of .NET does: in upper case. */
function escapeAsDotNet(part: string): string {
  if (part === '\\"') return '\\u0022';
  if (part.length === 2) return part;
  const escape = part.length === 1 ? escapeUnit(part) : part;
  return `\\u${escape.slice(2).toUpperCase()}`;
}

/** Lists what writers of URLs and forms make of a text. They differ in the marks that they leave, and in the case of digits. */
function spellUrl(plain: string): string[] {
  const url = encodeURIComponent(plain.replace(/\p{Surrogate}/gu, '\ufffd'));
  const form = spellForm(url);
  const strict = url.replace(/[!'()*]/g, escapeByte); // RFC 3986 §2.3
  const path = strict.replaceAll('%2F', '/'); // Python
  return [url, form, strict, path, strict.replaceAll('%20', '+'), ...[url, form, strict].map(lowerDigits)];
}

/** Returns what URLSearchParams writes, which is slow to make for each of thousands of secrets. */
function spellForm(url: string): string {
  return url.replace(/[!'()~]/g, escapeByte).replaceAll('%20', '+');
}

function escapeByte(unit: string): string {
  return `%${unit.charCodeAt(0).toString(16).toUpperCase()}`;
}

function lowerDigits(url: string): string {
  return url.replace(/%../g, (byte) => byte.toLowerCase());
}

/** What writers of HTML and XML put in place of both quotation marks. */
const quotationMarks = [
  ['&quot;', "'"],
  ['&quot;', '&#39;'],
  ['&quot;', '&#x27;'],
  ['&quot;', '&#039;'],
  ['&quot;', '&apos;'],
  ['&#34;', '&#39;'],
] as const;

/** Lists what writers of HTML and XML make of a text, in an error page for example. */
function spellHtml(plain: string): string[] {
  const text = plain.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const marks = /["']/.test(text) ? quotationMarks : [];
  const quoted = marks.map(([double, single]) => text.replaceAll('"', double).replaceAll("'", single));
  const aspNet = text.replaceAll('"', '&quot;').replaceAll("'", '&#x27;').replaceAll('+', '&#x2B;');
  return [text, ...quoted, aspNet];
}
