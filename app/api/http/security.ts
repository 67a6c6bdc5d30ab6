// What every response carries and every state change must prove.
import type { MiddlewareHandler } from 'hono';
import { NONCE, secureHeaders } from 'hono/secure-headers';
import { readBearerToken } from '~/auth/api-token';
import type { Config } from '~/config';
import type { AppContext } from '~/context';
import { type ApiEnv, problemResponse } from './problem-response';
import { isImport } from './import-upload';

/**
 * Content security policy with a nonce for the page's scripts, and the other headers. Styles come from the style sheet
 * alone, no `style` attribute counts; in development Vite also needs its own.
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
    // With no-referrer a plain form's post says `Origin: null`, which is nobody's origin.
    referrerPolicy: 'strict-origin-when-cross-origin',
    strictTransportSecurity: config.appUrl.startsWith('https:') && describeHsts(config),
    xFrameOptions: 'DENY',
    crossOriginResourcePolicy: 'same-origin',
    xXssProtection: false,
  });
}

/** RFC 6797; for a year. */
function describeHsts({ hstsSubdomains }: Config): string {
  return `max-age=31536000${hstsSubdomains ? '; includeSubDomains' : ''}`;
}

/** What answers to programs carry, which no browser is to show, guess about or frame. */
export function listPlainHeaders(
  config: Config,
): Record<string, string> & { 'Content-Security-Policy': string } {
  return {
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    'X-Content-Type-Options': 'nosniff',
    ...(config.appUrl.startsWith('https:') && { 'Strict-Transport-Security': describeHsts(config) }),
  };
}

/** A file that a stranger made does nothing where a browser opens it after all. Stands around the headers of screens. */
export function sandboxFiles(config: Config): MiddlewareHandler {
  const policy = `${listPlainHeaders(config)['Content-Security-Policy']}; sandbox`;
  return async (c, next) => {
    await next();
    if (c.res.headers.get('Content-Type') !== 'application/octet-stream') return;
    c.header('Content-Security-Policy', policy);
  };
}

/** Screens whose address holds the token of a mailed link or a provider's code, and the data of them; in any case, and with a slash behind, as the router takes them. */
const tokenScreens =
  /^\/(?:reset-password|verify-email|restore-email|invitation|login\/sso\/callback)\/*(?:\.data)?$/i;

/** Where an answer is posted, by whatever page: nothing is asked about its origin. */
const answerScreens = /^\/answer(?:\/|$)/;

/** The page has no script, and loads nothing but the style sheet and its font. */
const answerPolicy =
  "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/**
 * Keeps the token of a mailed link with those who have it: no copy of the page is kept, by guests either, and no other site
 * learns where a user came from. `no-referrer` would say no more to others, and break the form on the page.
 */
export function guardTokenScreens(): MiddlewareHandler {
  return async (c, next) => {
    await next();
    const isAnswer = answerScreens.test(c.req.path);
    if (!isAnswer && !tokenScreens.test(c.req.path)) return;
    c.header('Referrer-Policy', isAnswer ? 'no-referrer' : 'same-origin');
    c.header('Cache-Control', 'no-store');
    if (isAnswer) c.header('Content-Security-Policy', answerPolicy);
  };
}

/** What an authenticated caller gets is for them alone: unless it says so, no copy is kept. */
export function preventCaching(): MiddlewareHandler {
  return async (c, next) => {
    await next();
    const isPersonal =
      c.req.header('Authorization') !== undefined || c.req.header('Cookie')?.includes('session_token=');
    if (isPersonal && !c.res.headers.has('Cache-Control')) c.header('Cache-Control', 'no-store');
  };
}

const rejectedStatuses = new Set([401, 403, 429]);

/** Writes down who was turned away, whatever refused them. */
export function logRejections(log: AppContext['log']): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    await next();
    const { status } = c.res;
    const { method, path } = c.req;
    if (rejectedStatuses.has(status))
      log.info({ status, method, path, address: c.get('address'), requestId: c.get('requestId') }, 'refused');
  };
}

/**
 * Refuses a state change that a browser sends for another site: a cookie alone proves nothing. A caller without
 * a cookie and without an Origin is a program. So is one that sends a token to the API, which then counts alone, whatever
 * else a proxy or client sends beside it (see `authenticateApi`); no other site's form can send one.
 */
export function requireSameOrigin(config: Config): MiddlewareHandler<ApiEnv> {
  const ours = new URL(config.appUrl).origin;
  return async (c, next) => {
    if (c.req.method === 'GET' || c.req.method === 'HEAD') return next();
    const site = c.req.header('Sec-Fetch-Site');
    const origin = c.req.header('Origin');
    const isSame =
      site === undefined
        ? origin === ours || isHost(origin, c.req.header('Host'))
        : site === 'same-origin' || site === 'none';
    const hasToken = c.req.path.startsWith('/api/') && readBearerToken(c.req.raw) !== undefined;
    const isProgram =
      hasToken || (site === undefined && origin === undefined && c.req.header('Cookie') === undefined);
    return isSame || isProgram ? next() : problemResponse(c, { kind: 'cross-origin' });
  };
}

/**
 * Takes away the origin of what {@link requireSameOrigin} has let pass. Remix compares it with `Host` once more, does not know
 * `APP_URL`, and would answer each form with 500 behind a proxy that sends its own `Host`, as nginx does unless told otherwise.
 */
export function dropJudgedOrigin(): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    c.req.raw.headers.delete('Origin');
    return next();
  };
}

function isHost(origin: string | undefined, host: string | undefined): boolean {
  return origin !== undefined && URL.canParse(origin) && new URL(origin).host === host;
}

/**
 * Refuses bodies over `maxBytes` (413), except of an upload, whose reader counts and has words of its own for that. A body
 * of unknown length is refused too (411, RFC 9110 §15.5.12), unless it is JSON, whose reader counts while it reads.
 */
export function limitBody(maxBytes: number): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    if (!isImport(c.req) && Number(c.req.header('Content-Length') ?? 0) > maxBytes)
      return problemResponse(c, { kind: 'too-large' });
    const isCounted = c.req.header('Content-Type')?.startsWith('application/json');
    if (c.req.header('Transfer-Encoding') && !isCounted)
      return problemResponse(c, { kind: 'length-required' });
    return next();
  };
}
