// Reads and checks the texts of some settings.

export function readOrigin(url: string): string {
  return new URL(url).origin;
}

export function isOrigin(url: string): boolean {
  // A text that is no URL has a message already.
  if (!URL.canParse(url)) return true;
  const { pathname, search, hash, username, password } = new URL(url);
  return /^\/*$/.test(pathname) && !search && !hash && !username && !password && !/[?#]/.test(url);
}

/** Checks whether an address ends with its host and port, apart from a query. A text that is no URL has a message already. */
export function hasNoPath(url: string): boolean {
  if (!URL.canParse(url)) return true;
  const { pathname, hash } = new URL(url);
  return /^\/?$/.test(pathname) && hash === '';
}

/** The address of a proxy, also without `http://` before it. */
export function readProxy(text: string): string {
  const written = text.trim();
  return /^[a-z][a-z\d+.-]*:\/\//i.test(written) ? written : `http://${written}`;
}

/** Checks whether a text is `name@host` or `Name <name@host>`. */
export function isSender(text: string): boolean {
  return /^(?:[^<>@\r\n]+ <[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/.test(text);
}

export const networkAdvice =
  'write addresses or ranges separated by commas, for example 127.0.0.1, 172.16.0.0/12';

export const proxyAdvice =
  'write the address of an HTTP proxy, for example http://user:password@proxy.example.com:3128; in a user or password, / is written %2F, @ %40, # %23, ? %3F and % %25';

/** Checks whether a text is the address of a usable proxy, with percent-encoded credentials. */
export function isProxy(url: string): boolean {
  if (!URL.canParse(url) || !hasNoPath(url)) return false;
  const { protocol, username, password, search } = new URL(url);
  if (!/^https?:$/.test(protocol) || search !== '') return false;
  return [username, password].every((part) => !/%(?![\da-f]{2})/i.test(part) && isDecodable(part));
}

/** The variables of proxies. Many programs read them in lower case, too. */
const proxyNames = ['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY'];

/** Renames variables of proxies that an environment has in lower case only to upper case. */
export function raiseProxyNames(
  environment: Record<string, string | undefined>,
): Record<string, string | undefined> {
  const raised = proxyNames.map((name) => [
    name,
    environment[name]?.trim() ? environment[name] : environment[name.toLowerCase()],
  ]);
  return { ...environment, ...Object.fromEntries(raised) };
}

/** Reads `name=value` pairs as OpenTelemetry writes them: separated by commas, values percent-encoded. */
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

/** Normalizes an issuer identifier: a slash after the host alone is removed. */
export function readIssuer(url: string): string {
  const { pathname, search, origin } = new URL(url);
  return pathname === '/' && !search ? origin : url;
}

/** Splits a text at commas; returns an empty list for an empty text. */
export function readList(text: string): string[] {
  return splitAt(',', text);
}

function splitAt(separator: string, text: string): string[] {
  return text
    .split(separator)
    .map((entry) => entry.trim())
    .filter(Boolean);
}

/** Reads values of a claim: separated by semicolons where the text contains one, as names of groups may contain commas. */
export function readClaimValues(text: string): string[] {
  return splitAt(text.includes(';') ? ';' : ',', text);
}

/** Reads domains separated by commas, as after the `@` of an address; an empty list for an empty text. */
export function readDomains(text: string): string[] {
  return readList(text)
    .map((domain) => domain.replace(/^@/, '').toLowerCase())
    .filter(Boolean);
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

function decodeSafely(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
