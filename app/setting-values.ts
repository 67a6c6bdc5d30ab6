// How the text of some settings is read.

export function readOrigin(url: string): string {
  return new URL(url).origin;
}

export function isOrigin(url: string): boolean {
  // What is no URL at all is reported already.
  if (!URL.canParse(url)) return true;
  const { pathname, search, hash, username, password } = new URL(url);
  return /^\/*$/.test(pathname) && !search && !hash && !username && !password && !/[?#]/.test(url);
}

/** Whether an address ends with its host and port, apart from a query. What is no URL at all is reported already. */
export function hasNoPath(url: string): boolean {
  if (!URL.canParse(url)) return true;
  const { pathname, hash } = new URL(url);
  return /^\/?$/.test(pathname) && hash === '';
}

/** `name=value` pairs as OpenTelemetry writes them: separated by commas, values percent-encoded. */
export function readPairs(text: string): [name: string, value: string][] {
  return text
    .split(',')
    .filter((pair) => pair.trim() !== '')
    .map((pair) => {
      const [name = '', ...value] = pair.split('=');
      const written = value.join('=').trim();
      return [name.trim(), decodeSafely(written)];
    });
}

/** An issuer identifier; a slash behind nothing but a host makes no other one. */
export function readIssuer(url: string): string {
  const { pathname, search, origin } = new URL(url);
  return pathname === '/' && !search ? origin : url;
}

/** Names separated by commas. */
export function readList(text: string): string[] {
  return text
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);
}

/** Domains separated by commas, as they stand behind the `@` of an address; empty for none. */
export function readDomains(text: string): string[] {
  return text
    .split(',')
    .map((domain) => domain.trim().replace(/^@/, '').toLowerCase())
    .filter(Boolean);
}

function decodeSafely(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
