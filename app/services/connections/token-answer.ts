import type { OutboundResponse } from '~/outbound/request-response';

/**
 * Turns a provider's answer into the form of RFC 6749 §5, from which well-known providers differ:
 * - Some answer as a form, as GitHub and Facebook once did, or name a JSON text `text/plain` or `text/javascript`.
 * - An ID token is left out: a connection does not ask who a person is, and the check would need an issuer, which a connection
 *   need not name. With `sent` as `id` it takes the place of the access token, and the API that gets it checks it.
 * - GitHub and Slack report errors with the status 200 (Slack beside `ok: false`), and some give a token with 201.
 * - Shopify names no type of its tokens, and Slack calls them `bot` and `user`. All of them are sent as they are.
 * - Some write a field that they do not use as null or empty, and a token without an end as one that lasts 0 or -1 seconds. A
 *   token that has ended would be of no use, so it is sent until the API refuses it. So is one whose end is no number of seconds.
 * - Twitch writes the scope as a list. Nothing reads it, so it is left out: an answer that is refused for it would cost the
 *   connection a refresh token that the provider has just replaced.
 * - No other header than the content type is kept: with a challenge among them, the body of a 401 would not be read.
 */
export function toStandard({ status, body, headers }: OutboundResponse, sent: 'access' | 'id'): Response {
  const content = parseJsonObject(body) ?? readForm(body);
  if (!content) {
    return new Response(body, { status, headers: headers.filter(([name]) => name === 'content-type') });
  }
  const filled = Object.entries(content).filter(([, value]) => value !== null && value !== '');
  const { id_token: idToken, ...answer } = Object.fromEntries(filled);
  if (sent === 'id') {
    delete answer.access_token;
    if (idToken !== undefined) Object.assign(answer, { access_token: idToken, token_type: 'bearer' });
  }
  const seconds = readSeconds(answer.expires_in);
  if (seconds > 0 && Number.isFinite(seconds)) answer.expires_in = seconds;
  else delete answer.expires_in;
  delete answer.scope;
  const hasToken = typeof answer.access_token === 'string';
  const isRefusal = status === 200 && typeof answer.error === 'string' && !hasToken;
  const type = answer.token_type;
  if (hasToken && (type === undefined || type === 'bot' || type === 'user')) answer.token_type = 'bearer';
  const standard = isRefusal ? 400 : status === 201 ? 200 : status;
  return Response.json(answer, { status: standard });
}

/** Reads a number of seconds, which may be written as a text; NaN for anything else. */
function readSeconds(value: unknown): number {
  return typeof value === 'number' || typeof value === 'string' ? Number(value) : Number.NaN;
}

/** Parses a JSON text that is an object; undefined for anything else. */
export function parseJsonObject(text: string): Record<string, unknown> | undefined {
  try {
    const read: unknown = JSON.parse(text);
    return typeof read === 'object' && read !== null && !Array.isArray(read) ? { ...read } : undefined;
  } catch {
    return undefined;
  }
}

/** The fields in which providers that differ from RFC 6749 §5.2 say what is wrong. */
const messageFields = ['message', 'error_message', 'errorMessage', 'errmsg', 'msg', 'detail', 'description'];

/**
 * Returns what an answer without a token says in words of its own; undefined when it says nothing. Never a whole answer: it may
 * have a token.
 */
export function findMessage({ status, headers, body }: OutboundResponse): string | undefined {
  const content = parseJsonObject(body);
  if (!content) {
    const type = headers.find(([name]) => name === 'content-type')?.[1] ?? '';
    return status >= 400 && type.startsWith('text/plain') ? body.trim() || undefined : undefined;
  }
  const errors: unknown = Array.isArray(content.errors) ? content.errors[0] : undefined;
  for (const part of [content, content.error, errors]) {
    if (typeof part !== 'object' || part === null) continue;
    const named = new Map<string, unknown>(Object.entries(part));
    const said = messageFields
      .map((name) => named.get(name))
      .find((text) => typeof text === 'string' && text);
    if (typeof said === 'string') return said;
  }
  return undefined;
}

/** Parses a form that has a token or an error; undefined for any other text. */
function readForm(text: string): Record<string, unknown> | undefined {
  if (!/(?:^|&)(?:access_token|id_token|error)=/.test(text)) return undefined;
  return Object.fromEntries(new URLSearchParams(text));
}

/**
 * Reads the end of a JSON Web Token from its claim `exp` (RFC 7519 §4.1.4), in milliseconds since 1970; undefined without one.
 */
export function readEnd(token: string): number | undefined {
  const claims = parseJsonObject(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
  return typeof claims?.exp === 'number' ? claims.exp * 1_000 : undefined;
}
