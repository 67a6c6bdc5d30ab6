// Reads a form that was written encoded, as in many examples of APIs, as the fields of a call's form.
import { quotedBraces, splitPlaceholders } from '../placeholders/reference-pattern';

/** Stands for a placeholder while the text around it is decoded. */
const mark = '\ue000';

/**
 * Returns an encoded form with placeholders (`to=%2B1&note={{note}}`) as a JSON object of its fields. Undefined for JSON, and
 * when the object would send something else: a pair has no name or no value, bytes are no UTF-8, or the order would change.
 */
export function readEncodedForm(body: string): string | undefined {
  if (/^\s*(?:\{(?!\{)|[["])/.test(body)) return undefined;
  const cut = splitPlaceholders(body);
  const placeholders = cut.filter((_, index) => index % 2 === 1);
  const marked = cut.filter((_, index) => index % 2 === 0).join(mark);
  if (body.includes(mark) || /^\s*(?:[{["]|$)/.test(marked)) return undefined;
  const fields = new Map<string, string[]>();
  let last: string | undefined;
  for (const pair of marked.split('&')) {
    const [name, value] = splitPair(pair);
    // A name that is a number moves to the front of an object.
    if (!name || value === undefined || /^\d+$/.test(name)) return undefined;
    const values = fields.get(name);
    if (values && name !== last) return undefined;
    fields.set(name, [...(values ?? []), value]);
    last = name;
  }
  const entries = [...fields].map(([name, values]) => [name, values.length > 1 ? values : values[0]]);
  const [begin = '', ...pieces] = JSON.stringify(Object.fromEntries(entries), null, 2).split(mark);
  // Two names that are placeholders would be one.
  if (pieces.length !== placeholders.length) return undefined;
  return begin + pieces.map((piece, index) => `{{${placeholders[index]}}}${piece}`).join('');
}

function splitPair(pair: string): (string | undefined)[] {
  // Examples are broken into lines between pairs, and an encoded text has no spaces.
  const line = pair.trim();
  const equals = line.indexOf('=');
  return equals === -1 ? [] : [line.slice(0, equals), line.slice(equals + 1)].map(decode);
}

/**
 * Checks whether the text around the placeholders of a form is encoded. A plus before a digit at the beginning of a value is that
 * of a phone number, which would be read as a space.
 */
export function isEncoded(body: string): boolean {
  const fixed = splitPlaceholders(body).filter((_, index) => index % 2 === 0);
  return fixed.every((text, index) => {
    // Lines end between pairs.
    const line = index === fixed.length - 1 ? text.trimEnd() : text;
    return !/[^!$-~]|%(?![\da-f]{2})|=\+\d/i.test(line.replace(/&\r?\n/g, '&'));
  });
}

/** Decodes a name or a value; undefined when its bytes are no UTF-8. */
function decode(encoded: string): string | undefined {
  try {
    return decodeURIComponent(encoded.replaceAll('+', ' ')).replaceAll('{{', `{{${quotedBraces}}}`);
  } catch {
    return undefined;
  }
}
