import type { OutboundResponse } from '~/outbound/request-response';

/**
 * A provider's answer as RFC 6749 §5 has it, where well-known ones differ from it:
 * - Nobody is asked for who they are, so an ID token is left out: it would be checked against an issuer that a connection need
 *   not name.
 * - GitHub and Slack tell what is wrong with the status 200 (Slack beside `ok: false`).
 * - Shopify names no type of its tokens, and Slack calls them `bot` and `user`. All of them are sent as they are.
 * - With a challenge beside it, what the body of a 401 says would not be read, so no header but the type goes on.
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

/** A JSON text that is an object; undefined when it is anything else. */
export function readObject(text: string): Record<string, unknown> | undefined {
  try {
    const read: unknown = JSON.parse(text);
    return typeof read === 'object' && read !== null && !Array.isArray(read) ? { ...read } : undefined;
  } catch {
    return undefined;
  }
}
