// Status codes as rules name them. They are apart from the rules' schema, since browsers read them too.

/** Splits a text with commas into codes. An empty text between two commas is a code as well, and a wrong one. */
export function splitCodes(typed: string): string[] {
  return typed.trim() === '' ? [] : typed.split(',').map((code) => code.trim());
}

/** Reads a code, a class of codes `4xx`, a range `500-599` or `network` as it is stored; undefined for anything else. */
export function readStatusCode(written: string): number | string | undefined {
  const text = written.trim().toLowerCase();
  if (/^[1-5]\d\d$/.test(text)) return Number(text);
  if (text === 'network' || /^[1-5]xx$/.test(text)) return text;
  const [, from, to] = /^([1-5]\d\d)\s*-\s*([1-5]\d\d)$/.exec(text) ?? [];
  return from && to && from <= to ? `${from}-${to}` : undefined;
}

/** Checks whether a status means success: 2xx and 3xx. */
export function isSuccess(status: number): boolean {
  return status >= 200 && status < 400;
}
