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

/** The address of a proxy as people write it, also without `http://` before it. */
export function readProxy(text: string): string {
  const written = text.trim();
  return /^[a-z][a-z\d+.-]*:\/\//i.test(written) ? written : `http://${written}`;
}

/** Whether it is `name@host` or `Name <name@host>`. */
export function isSender(text: string): boolean {
  return /^(?:[^<>@\r\n]+ <[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/.test(text);
}

export const proxyAdvice =
  'write the address of an HTTP proxy, for example http://user:password@proxy.example.com:3128; in a user or password, / is written %2F, @ %40, # %23, ? %3F and % %25';

/** Whether it is the address of a proxy that can be used, with a login that is percent-encoded. */
export function isProxy(url: string): boolean {
  if (!URL.canParse(url) || !hasNoPath(url)) return false;
  const { protocol, username, password, search } = new URL(url);
  if (!/^https?:$/.test(protocol) || search !== '') return false;
  return [username, password].every((part) => !/%(?![\da-f]{2})/i.test(part) && isDecodable(part));
}

/** The variables of proxies, which many programs read in small letters, too. */
const proxyNames = ['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY'];

/** An environment in which the variables of proxies that stand in small letters alone stand in capitals. */
export function raiseProxyNames(
  environment: Record<string, string | undefined>,
): Record<string, string | undefined> {
  const raised = proxyNames.map((name) => [
    name,
    environment[name]?.trim() ? environment[name] : environment[name.toLowerCase()],
  ]);
  return { ...environment, ...Object.fromEntries(raised) };
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

/** What stands between commas; empty for none. */
export function readList(text: string): string[] {
  return text
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean);
}

/** Domains separated by commas, as they stand behind the `@` of an address; empty for none. */
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
