/** Percent-encodes all but unreserved characters (RFC 3986 §2.3), as texts to be signed need it. */
export function encode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** Decodes a text; returns it unchanged where it is not percent-encoded. */
export function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Lists the decoded names and values of a query or a form, in their order; `+` is a space. */
export function listPairs(query: string): [name: string, value: string][] {
  return query
    .split('&')
    .filter(Boolean)
    .map((pair) => {
      const [, name = '', value = ''] = /^([^=]*)=?(.*)$/s.exec(pair) ?? [];
      return [decode(name.replaceAll('+', ' ')), decode(value.replaceAll('+', ' '))];
    });
}

/** Writes `name=value&…` with both encoded alike, sorted by name and then by value, by their code units. */
export function writeSorted(pairs: [name: string, value: string][]): string {
  return pairs
    .map(([name, value]): [string, string] => [encode(name), encode(value)])
    .toSorted((a, b) => compare(a[0], b[0]) || compare(a[1], b[1]))
    .map((pair) => pair.join('='))
    .join('&');
}

export function compare(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
