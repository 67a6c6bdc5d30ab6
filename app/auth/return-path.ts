// The way back to the screen from which a guest was sent to log in. It stands in the address as `returnTo`.

/** A path of ours that a form asks to return to; anything that leads elsewhere becomes '/'. */
export function readReturnPath(value: FormDataEntryValue | null): string {
  const base = 'http://ours.invalid';
  if (typeof value !== 'string' || !value.startsWith('/') || !URL.canParse(value, base)) return '/';
  const url = new URL(value, base);
  // `//host` and `/\host` are addresses of another host to a browser.
  return url.origin === base ? url.pathname.replace(/^\/+/, '/') + url.search : '/';
}

/** `screen` with the way back to `path`; without one where it is the home screen, to which a log-in leads anyway. */
export function addReturnPath(screen: string, path: string): string {
  return path === '/' ? screen : `${screen}?${new URLSearchParams({ returnTo: path }).toString()}`;
}

/**
 * The path, with its query, of the screen that a request belongs to: the screen that the browser opens, else the one from which
 * it sent the request, since the address of a form or of script's data may not be a screen. '/' where neither is known.
 */
export function findScreenPath({ appUrl }: { appUrl: string }, request: Request): string {
  const { pathname, search } = new URL(request.url);
  return opensPage(request) ? readReturnPath(pathname + search) : findRefererPath({ appUrl }, request);
}

/** The path, with its query, of the page of ours that a request was sent from; '/' where it is not known. */
export function findRefererPath({ appUrl }: { appUrl: string }, { headers }: Request): string {
  const referer = headers.get('Referer');
  if (!referer || !URL.canParse(referer)) return '/';
  const { origin, pathname, search } = new URL(referer);
  return origin === new URL(appUrl).origin ? readReturnPath(pathname + search) : '/';
}

/**
 * Whether a browser asks, to show what comes in the place of a page (Fetch Metadata, W3C). A link with `download` is none
 * of those: it would save the log-in page as the file. Browsers that do not send the header name text/html.
 */
export function opensPage({ method, headers }: Request): boolean {
  if (method !== 'GET' || headers.has('Authorization')) return false;
  const destination = headers.get('Sec-Fetch-Dest');
  return destination === null
    ? (headers.get('Accept')?.includes('text/html') ?? false)
    : destination === 'document';
}
