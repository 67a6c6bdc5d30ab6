// What a mail server replied, as the response of a call: rules, retries and logs know the statuses of HTTP.
import { toNameLine } from '~/engine/schema/name-characters';
import type { OutboundResponse } from '../request-response';

/** The body of the response, in JSON. */
export interface MailReply {
  /** The code of the reply (RFC 5321 §4.2), such as 250. */
  code: number;
  /** The reply as it came. */
  reply: string;
  messageId: string;
  accepted: string[];
  rejected: { address: string; reply: string }[];
}

/**
 * Returns the status that stands for a reply. With SMTP, 4yz may pass and 5yz will not (RFC 5321 §4.2.1): the other way round
 * than with HTTP. 207 says that the server took the mail for some recipients only.
 */
function findStatus({ code, accepted, rejected }: MailReply): number {
  if (code < 400) return rejected.length > 0 && accepted.length > 0 ? 207 : 200;
  if (refusedCredentials.has(code)) return 401;
  return code < 500 ? 503 : 422;
}

/** RFC 4954 §6: authentication required, mechanism too weak, credentials invalid, encryption required. */
const refusedCredentials = new Set([530, 534, 535, 538]);

export function toResponse(reply: MailReply, durationMs: number): OutboundResponse {
  const body = JSON.stringify(reply);
  return {
    kind: 'response',
    status: findStatus(reply),
    // Errors show the text of the status: those of the server say more than HTTP's. They are cut once they are masked.
    statusText: toNameLine(reply.reply),
    headers: [['content-type', 'application/json']],
    body,
    bodyBytes: Buffer.byteLength(body),
    truncated: false,
    binary: false,
    durationMs,
  };
}
