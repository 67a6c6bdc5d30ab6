// Status codes as rules name them. Apart from the rules' shape, since the browser reads them too.

/** The codes of a text, with commas between them. Nothing between two commas is one of them, and a wrong one. */
export function splitCodes(typed: string): string[] {
  return typed.trim() === '' ? [] : typed.split(',').map((code) => code.trim());
}

/** A code, a class of codes `4xx`, a range `500-599` or `network`, as it is kept; undefined for anything else. */
export function readStatusCode(written: string): number | string | undefined {
  const text = written.trim().toLowerCase();
  if (/^[1-5]\d\d$/.test(text)) return Number(text);
  if (text === 'network' || /^[1-5]xx$/.test(text)) return text;
  const [, from, to] = /^([1-5]\d\d)\s*-\s*([1-5]\d\d)$/.exec(text) ?? [];
  return from && to && from <= to ? `${from}-${to}` : undefined;
}

/** Whether a response of this status is a success: 2xx and 3xx. */
export function isSuccess(status: number): boolean {
  return status >= 200 && status < 400;
}
