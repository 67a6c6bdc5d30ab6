// The path of the screen from which a guest was sent to log in: the parameter `returnTo` of the address.

/**
 * `//host` and `/\host` are addresses of another host to a browser, which leaves tabs and line breaks out (WHATWG URL §4.4).
 * They are not parsed: a host in other letters takes time that grows with the square of its length, and guests choose it.
 */
const otherHost = /^\/[\t\n\r]*[/\\]/;

/** Reads a path of this server from a form or address; '/' for anything that leads elsewhere. */
export function readReturnPath(value: FormDataEntryValue | null): string {
  const base = 'http://ours.invalid';
  if (typeof value !== 'string' || !value.startsWith('/') || otherHost.test(value)) return '/';
  if (!URL.canParse(value, base)) return '/';
  const { pathname, search } = new URL(value, base);
  return pathname.replace(/^\/+/, '/') + search;
}

/** Adds the way back to `path` to the address of a screen; not for the home screen, where a log-in leads anyway. */
export function addReturnPath(screen: string, path: string): string {
  return path === '/' ? screen : `${screen}?${new URLSearchParams({ returnTo: path }).toString()}`;
}

/**
 * Returns the path, with its query, of the screen that a request belongs to: the screen that the browser opens, else the one
 * that sent the request, because a form or a data request may go to an address that is no screen. '/' when neither is known.
 */
export function findScreenPath({ appUrl }: { appUrl: string }, request: Request): string {
  const { pathname, search } = new URL(request.url);
  return opensPage(request) ? readReturnPath(pathname + search) : findRefererPath({ appUrl }, request);
}

/** Returns the path, with its query, of this server's page that sent the request; '/' when it is unknown. */
export function findRefererPath({ appUrl }: { appUrl: string }, { headers }: Request): string {
  const referer = headers.get('Referer');
  if (!referer || !URL.canParse(referer)) return '/';
  const { origin, pathname, search } = new URL(referer);
  return origin === new URL(appUrl).origin ? readReturnPath(pathname + search) : '/';
}

/**
 * Whether a browser will show the response as a page (Fetch Metadata, W3C). A link with `download` does not: it would save
 * the log-in page as the file. Browsers that do not send the header are recognized by text/html in `Accept`.
 */
export function opensPage({ method, headers }: Request): boolean {
  if (method !== 'GET' || headers.has('Authorization')) return false;
  const destination = headers.get('Sec-Fetch-Dest');
  return destination === null
    ? (headers.get('Accept')?.includes('text/html') ?? false)
    : destination === 'document';
}
