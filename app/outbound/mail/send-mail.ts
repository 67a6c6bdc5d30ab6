// Hands a mail to a mail server (RFC 5321, RFC 6409), on a connection of its own.
import { once } from 'node:events';
import type { Socket } from 'node:net';
import type { FailureReason } from '~/engine/events/failure-reason';
import { asError } from '../failure';
import type { Mail, OutboundFailure, OutboundRequest, OutboundResponse } from '../request-response';
import { composeMail } from './mail-message';
import { describeMailError, readRefusal } from './mail-error';
import { toResponse } from './mail-reply';
import { connectToMailServer, type MailRoute } from './mail-socket';
import { readLogin } from './mail-login';
import { deliver } from './deliver';

/**
 * Sends a mail to `host`, named with its port. The deadline begins before `findRoute`, which looks the server's name up: a
 * failure of it is the outcome. `onConnected` is called once there is a connection. A reply of the server is a response, with
 * the status that {@link toResponse} gives it. `sent` of a failure is true from the moment on in which the server may have the
 * mail.
 */
export async function sendMail(
  request: OutboundRequest & { mail: Mail },
  host: string,
  {
    findRoute,
    onConnected,
  }: { findRoute: () => Promise<MailRoute | OutboundFailure>; onConnected: () => void },
): Promise<OutboundResponse | OutboundFailure> {
  const beganAt = performance.now();
  const elapsed = () => Math.round(performance.now() - beganAt);
  const progress = { sent: false };
  const fail = (reason: FailureReason, message: string): OutboundFailure => {
    return { kind: 'failure', reason, sent: progress.sent, message, durationMs: elapsed() };
  };
  const message = composeMail(request.mail);
  if (typeof message === 'string') return fail('invalid-request', `Nothing was sent: ${message}`);
  const late = AbortSignal.timeout(request.timeoutMs);
  const signal = AbortSignal.any(request.signal ? [late, request.signal] : [late]);
  let socket: Socket | undefined;
  try {
    const route = await Promise.race([findRoute(), rejectAt(signal)]);
    if ('kind' in route) return route;
    socket = await connectToMailServer(route, signal);
    onConnected();
    const login = readLogin(request.headers, message.envelope.from);
    return toResponse(await deliver(socket, { message, route, progress, signal, login }), elapsed());
  } catch (error) {
    if (request.signal?.aborted) return fail('cancelled', 'The call was cancelled.');
    if (late.aborted) {
      const missing = socket ? 'did not say whether it takes the mail' : 'could not be reached';
      return fail('timeout', `${host} ${missing} within ${request.timeoutMs / 1000} s.`);
    }
    const problem = asError(error);
    const reply = readRefusal(problem, message.messageId);
    if (reply) return toResponse(reply, elapsed());
    const described = describeMailError(problem, host, progress.sent);
    return fail(described.reason, described.message);
  }
}

async function rejectAt(signal: AbortSignal): Promise<never> {
  if (!signal.aborted) await once(signal, 'abort');
  throw signal.reason;
}
