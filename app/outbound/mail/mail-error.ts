// What the library says about a mail that was not taken.
import type { FailureReason } from '~/engine/events/failure-reason';
import { describeError } from '../failure';
import type { MailReply } from './mail-reply';

/** An error of nodemailer (https://nodemailer.com/errors). */
interface MailError extends Error {
  code?: string;
  /** The code of node:net or node:tls that `code` replaced. */
  originalCode?: string;
  response?: unknown;
  recipient?: string;
  rejectedErrors?: MailError[];
}

/** Returns the code of a reply (RFC 5321 §4.2); 0 when it has none. */
export function readCode(reply: unknown): number {
  return typeof reply === 'string' ? Number(/^\d{3}/.exec(reply)?.[0] ?? 0) : 0;
}

/** Lists the recipients for whom the server takes no mail, with its replies. */
export function readRejected({
  rejectedErrors = [],
}: Pick<MailError, 'rejectedErrors'>): MailReply['rejected'] {
  return rejectedErrors.map(({ recipient = '', response }) => ({
    address: recipient,
    reply: typeof response === 'string' ? response : '',
  }));
}

/** Returns the reply by which the server refused the mail; undefined when the error is no reply. */
export function readRefusal(error: MailError, messageId: string): MailReply | undefined {
  const code = readCode(error.response);
  if (code < 400 || error.code === 'ETLS') return undefined;
  return { code, reply: String(error.response), messageId, accepted: [], rejected: readRejected(error) };
}

/** Describes an error that is no reply. `host`: with its port. */
export function describeMailError(
  error: MailError,
  host: string,
  isSent: boolean,
): { reason: FailureReason; message: string } {
  const { code, originalCode } = error;
  if (originalCode === undefined) {
    const known = knownErrors[code ?? ''];
    if (known) return { reason: known[0], message: `${host} ${known[1]}.` };
  }
  return describeError(Object.assign(error, { code: originalCode ?? code }), host, isSent);
}

const knownErrors: Partial<Record<string, [FailureReason, string]>> = {
  ETLS: ['tls', 'offers no TLS, without which no credentials are sent; its URL may begin with smtps://'],
  EAUTH: [
    'invalid-request',
    'got nothing, because the credentials are no user name with a password, and no token',
  ],
  EPROTOCOL: ['invalid-response', 'did not reply as a mail server does'],
  EENVELOPE: ['invalid-request', 'got nothing, because a sender or recipient is no email address'],
  EMESSAGE: ['invalid-request', 'takes no mail of this size, so nothing was sent'],
  ECONNECTION: ['connection', 'closed the connection before it took the mail'],
};
