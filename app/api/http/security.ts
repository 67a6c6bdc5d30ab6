// The headers that every response carries, and the proof that every state change needs.
import type { MiddlewareHandler } from 'hono';
import { NONCE, secureHeaders } from 'hono/secure-headers';
import { readBearerToken } from '~/auth/api-token';
import type { Config } from '~/config';
import type { AppContext } from '~/context';
import type { Problem } from '~/problem';
import { createBoundedLog } from './bounded-log';
import type { ApiEnv } from './problem-response';
import { describeCrossOrigin } from './cross-origin-page';
import { refuseRequest } from './refusal-page';

/**
 * Sets the content security policy, with a nonce for the page's scripts, and the other headers. Styles come from the style
 * sheet alone, and `style` attributes have no effect; in development Vite also needs its own styles.
 */
export function securityHeaders(config: Config, isDevelopment: boolean): MiddlewareHandler {
  return secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'", NONCE],
      styleSrc: isDevelopment ? ["'self'", "'unsafe-inline'"] : ["'self'"],
      imgSrc: ["'self'", 'data:'],
      fontSrc: ["'self'"],
      connectSrc: isDevelopment ? ["'self'", 'ws:'] : ["'self'"],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
    },
    // With no-referrer a plain form's post has `Origin: null`, which matches no origin.
    referrerPolicy: 'strict-origin-when-cross-origin',
    strictTransportSecurity: config.appUrl.startsWith('https:') && describeHsts(config),
    xFrameOptions: 'DENY',
    crossOriginResourcePolicy: 'same-origin',
    xXssProtection: false,
  });
}

/** Returns HSTS (RFC 6797) for a year. */
function describeHsts({ hstsSubdomains }: Config): string {
  return `max-age=31536000${hstsSubdomains ? '; includeSubDomains' : ''}`;
}

/** Lists the headers of responses to programs: no browser may show, guess the type of or frame such a response. */
export function listPlainHeaders(
  config: Config,
): Record<string, string> & { 'Content-Security-Policy': string } {
  return {
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    'X-Content-Type-Options': 'nosniff',
    ...(config.appUrl.startsWith('https:') && { 'Strict-Transport-Security': describeHsts(config) }),
  };
}

/** Sandboxes a file that a stranger made, in case a browser opens it. Mounted around the headers of screens. */
export function sandboxFiles(config: Config): MiddlewareHandler {
  const policy = `${listPlainHeaders(config)['Content-Security-Policy']}; sandbox`;
  return async (c, next) => {
    await next();
    if (c.res.headers.get('Content-Type') !== 'application/octet-stream') return;
    c.header('Content-Security-Policy', policy);
  };
}

/** Screens whose address holds a mailed token or a provider's code, and their data; with any case and trailing slashes. */
const tokenScreens =
  /^\/(?:reset-password|verify-email|restore-email|invitation|login\/sso\/callback)\/*(?:\.data)?$/i;

/** The pages for people without an account, which post to themselves without a cookie: their origin is not checked. */
const openPages = /^\/(?:answer|forms)(?:\/|$)/;

/** The policy for pages without script, which load only the style sheet and its font. */
const openPolicy =
  "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/**
 * Keeps the token of a mailed link with those who have it: nobody caches the page, not even for guests, and no other site
 * learns where a user came from. `no-referrer` would hide no more from other sites, and would break the form on the page.
 */
export function guardTokenScreens(): MiddlewareHandler {
  return async (c, next) => {
    await next();
    const isOpen = openPages.test(c.req.path);
    if (!isOpen && !tokenScreens.test(c.req.path)) return;
    c.header('Referrer-Policy', isOpen ? 'no-referrer' : 'same-origin');
    c.header('Cache-Control', 'no-store');
    if (isOpen) c.header('Content-Security-Policy', openPolicy);
  };
}

/**
 * Forbids caching of responses to authenticated callers, unless the response sets its own `Cache-Control`. A guest's cookie may
 * hold an email, which the page shows again, so no proxy may keep that page for others.
 */
export function preventCaching(): MiddlewareHandler {
  return async (c, next) => {
    await next();
    if (c.res.headers.has('Cache-Control')) return;
    const cookie = c.req.header('Cookie');
    const isPersonal = c.req.header('Authorization') !== undefined || cookie?.includes('session_token=');
    if (isPersonal) c.header('Cache-Control', 'no-store');
    else if (cookie !== undefined) c.header('Cache-Control', 'private, no-cache');
  };
}

const rejectedStatuses = new Set([401, 403, 429]);

/** The longest path in a line of the log, in characters: a request line may have 16 KiB. */
const maxLoggedPath = 256;

/** The paths of which a part is a token. */
const tokenPaths =
  /^(\/+(?:answer|forms|auth\/(?:validate-reset-token|invitations))\/+)(?!(?:accept|sign-up)$)[^/]+/i;

/** Returns a path as the log shows it: without the token of a link, which still works. */
export function pathForLog(path: string): string {
  return path.replace(tokenPaths, '$1••••').slice(0, maxLoggedPath);
}

/** Logs requests that were refused with such a status, whatever refused them; of many in one second, only the first. */
export function logRejections(log: Pick<AppContext['log'], 'info'>): MiddlewareHandler<ApiEnv> {
  const refusals = createBoundedLog(log);
  return async (c, next) => {
    await next();
    const { status } = c.res;
    if (!rejectedStatuses.has(status)) return;
    const { method } = c.req;
    const path = pathForLog(c.req.path);
    const [address, requestId] = [c.get('address'), c.get('requestId')];
    refusals.info({ status, method, path, address, requestId }, 'refused');
  };
}

/**
 * Refuses a state change that a browser sends for another site: a cookie alone proves nothing. A caller without a cookie and
 * without an Origin is a program. So is a caller that sends a token to the API. The token then counts alone, whatever else a
 * proxy or client sends beside it (see `authenticateApi`), and no other site's form can send one.
 */
export function requireSameOrigin({ appUrl }: Config, stylesheet: string): MiddlewareHandler<ApiEnv> {
  const ours = new URL(appUrl).origin;
  return async (c, next) => {
    if (c.req.method === 'GET' || c.req.method === 'HEAD') return next();
    const site = c.req.header('Sec-Fetch-Site');
    const origin = c.req.header('Origin');
    const isSame =
      site === undefined
        ? isOwnOrigin(origin, ours, c.req.header('Host'))
        : site === 'same-origin' || site === 'none';
    const hasToken = c.req.path.startsWith('/api/') && readBearerToken(c.req.raw) !== undefined;
    const isProgram =
      hasToken || (site === undefined && origin === undefined && c.req.header('Cookie') === undefined);
    if (isSame || isProgram) return next();
    const message = `This request came from another site: this server accepts changes from ${ours} only.`;
    const problem: Problem = { kind: 'cross-origin', message };
    return refuseRequest(c, problem, stylesheet, () => describeCrossOrigin(appUrl, origin));
  };
}

/**
 * Removes the origin of requests that {@link requireSameOrigin} has let pass. Remix compares the origin with `Host` once more
 * and does not know `APP_URL`. Behind a proxy that sends its own `Host`, as nginx does by default, Remix would answer each form
 * with 500.
 */
export function dropJudgedOrigin(): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    c.req.raw.headers.delete('Origin');
    return next();
  };
}

/**
 * Checks whether an old browser, which sends no `Sec-Fetch-Site`, names this server as the origin: by `APP_URL`, or by another
 * address at which somebody opened it. At the host of `APP_URL` the scheme is known, too: a page that somebody on the network
 * sent for `http://` is no page of this server.
 */
function isOwnOrigin(origin: string | undefined, ours: string, host: string | undefined): boolean {
  if (origin === undefined || !URL.canParse(origin)) return false;
  const from = new URL(origin);
  return from.host === new URL(ours).host ? from.origin === ours : from.host === host;
}
