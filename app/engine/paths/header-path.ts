// Where a value of a response is taken from a header in place of the body: `header:location`. No JSON path begins so: a lone word
// is none, and names with a colon stand in quotes.

const written = /^header:\s*([!#$%&'*+.^_`|~0-9A-Za-z-]{1,200})$/i;

/** The name in lower case (RFC 9110 §5.1); undefined of what is a JSON path. */
export function findHeaderName(path: string): string | undefined {
  return written.exec(path)?.[1]?.toLowerCase();
}

/** Its value; of one that came more than once they are joined (RFC 9110 §5.3). Undefined without it. */
export function readHeader(
  headers: Iterable<readonly [name: string, value: string]>,
  name: string,
): string | undefined {
  const values = [...headers].filter(([each]) => each.toLowerCase() === name).map(([, value]) => value);
  return values.length === 0 ? undefined : values.join(', ');
}
