const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"?|[{}[\],:]|[^\s"{}[\],:]+/gs;

/**
 * Indents JSON text. It works on the text, not on the value: digits, order and repeated names stay as they were sent, and
 * the beginning of a truncated text is indented, too. It writes only about `maxLength` characters, however large or
 * deeply nested the text is.
 */
export function indentJson(text: string, maxLength: number): { text: string; cut: boolean } {
  let written = '';
  let before = '';
  let depth = 0;
  for (const [token] of text.matchAll(tokens)) {
    if (written.length > maxLength) return { text: written.slice(0, maxLength), cut: true };
    if (isClosing(token)) depth = Math.max(0, depth - 1);
    const startsLine = before === ',' || isOpening(before) !== isClosing(token);
    written += startsLine && before ? `\n${'  '.repeat(depth)}` : before === ':' ? ' ' : '';
    written += token;
    if (isOpening(token)) depth += 1;
    before = token;
  }
  return { text: written.slice(0, maxLength), cut: written.length > maxLength };
}

/** Checks whether a text, or its beginning, looks like a JSON object or list. */
export function looksLikeJson(text: string): boolean {
  return /^\s*(?:\{\s*["}]|\[\s*["[{\]\d\-tfn])/.test(text);
}

function isOpening(token: string): boolean {
  return token === '{' || token === '[';
}

function isClosing(token: string): boolean {
  return token === '}' || token === ']';
}
