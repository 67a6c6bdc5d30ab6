// Reads addresses that others chose: a sender, a target, a member.

/**
 * The longest host in characters, with a user and a port. A name has 253 at most (RFC 1035 §2.3.4); in other letters, or with
 * percent signs, it may be longer until it is parsed.
 */
const maxHostLength = 1_024;

/** Matches up to the end of the host: without a base, or with one where the text has a host of its own (WHATWG URL §4.4). */
const untilPath = /^[\0-\x20]*(?:[a-z][a-z\d+.-]*:[/\\]*|[/\\]{2,})([^/\\?#]*)/i;

/**
 * Reads an absolute URL, or one relative to `base`; undefined when it is none. A longer host is none: to parse one in other
 * letters than ASCII takes time that grows with the square of its length, a second for 50,000 letters.
 */
export function readUrl(text: string, base?: string): URL | undefined {
  return hasLongHost(text) || !URL.canParse(text, base) ? undefined : new URL(text, base);
}

function hasLongHost(text: string): boolean {
  if (text.length <= maxHostLength) return false;
  // The parser leaves tabs and line breaks out, wherever they are.
  const [, host = ''] = untilPath.exec(text.replace(/[\t\n\r]+/g, '')) ?? [];
  return host.length > maxHostLength;
}
