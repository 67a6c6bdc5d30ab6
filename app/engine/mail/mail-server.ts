// The address of a mail server, to which a call sends a mail. WHATWG URL knows nothing of its protocols, so its host is read here.
import { readUrl } from '../http/read-url';

const grammar = /^(smtps?):\/\/([^\s/?#@\\:*[\]{}%]+|\[[\da-f:.]+\])(?::(\d{1,5}))?\/?$/i;

/**
 * Reads `smtps://mail.example.com`, or `smtp://` for STARTTLS, with or without a port. Returns it as one spelling, of which
 * `new URL` reads protocol, host and port; undefined for any other text. Placeholders cannot decide where a mail goes to.
 */
export function readMailServer(url: string): string | undefined {
  const [, protocol, host, port] = grammar.exec(url) ?? [];
  const read = protocol && host && readUrl(`https://${host}`);
  if (!read || (port !== undefined && (Number(port) < 1 || Number(port) > 65_535))) return undefined;
  return `${protocol.toLowerCase()}://${read.hostname}${port === undefined ? '' : `:${Number(port)}`}`;
}

export function isMailServer(url: string): boolean {
  return readMailServer(url) !== undefined;
}
