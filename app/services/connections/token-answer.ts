import type { OutboundResponse } from '~/outbound/request-response';

/**
 * Turns a provider's answer into the form of RFC 6749 §5, from which well-known providers differ:
 * - An ID token is left out: a connection does not ask who a person is, and the check would need an issuer, which a connection
 *   need not name.
 * - GitHub and Slack report errors with the status 200 (Slack beside `ok: false`).
 * - Shopify names no type of its tokens, and Slack calls them `bot` and `user`. All of them are sent as they are.
 * - Only the content type is kept of the headers: with a challenge among them, the body of a 401 would not be read.
 */
export function toStandard({ status, body, headers }: OutboundResponse): Response {
  const kept = headers.filter(([name]) => name === 'content-type');
  const content = readObject(body);
  if (!content) return new Response(body, { status, headers: kept });
  const { id_token: _, ...answer } = content;
  const isRefusal = status === 200 && typeof answer.error === 'string' && answer.access_token === undefined;
  const type = answer.token_type;
  if (typeof answer.access_token === 'string' && (type === undefined || type === 'bot' || type === 'user')) {
    answer.token_type = 'bearer';
  }
  return new Response(JSON.stringify(answer), { status: isRefusal ? 400 : status, headers: kept });
}

/** Parses a JSON text that is an object; undefined for anything else. */
export function readObject(text: string): Record<string, unknown> | undefined {
  try {
    const read: unknown = JSON.parse(text);
    return typeof read === 'object' && read !== null && !Array.isArray(read) ? { ...read } : undefined;
  } catch {
    return undefined;
  }
}
