/** Describes failures of a proxy in sentences that name it: no target is to blame, and nothing was sent to one. */
import type { FailureReason } from '~/engine/events/failure-reason';
import { describeError } from '../failure';
import type { ProxyServer } from './servers';
import type { OutboundFailure } from '../request-response';

/** A failure of a proxy. `message` is for people, and names the proxy by host and port. */
export class ProxyError extends Error {
  readonly reason: FailureReason;

  constructor(reason: FailureReason, message: string) {
    super(message);
    this.reason = reason;
  }
}

/** Describes an error on the way to the proxy. */
export function describeProxyError(error: Error, { shown }: ProxyServer): ProxyError {
  if (error instanceof ProxyError) return error;
  if ('code' in error && (error.code === 'ENOTFOUND' || error.code === 'EAI_AGAIN')) {
    return new ProxyError(
      'connection',
      `The address of the proxy ${shown} could not be looked up (${error.code}).`,
    );
  }
  const { reason, message } = describeError(error, `the proxy ${shown}`);
  return new ProxyError(reason, message.charAt(0).toUpperCase() + message.slice(1));
}

/** Describes a status by which the proxy refuses a connection to a host and port. */
export function describeRefusal({ shown }: ProxyServer, authority: string, status: number): ProxyError {
  if (status === 407) return new ProxyError('connection', describeAsked(shown));
  const what =
    status >= 500 ? `could not connect to ${authority}` : `does not let calls through to ${authority}`;
  return new ProxyError('connection', `The proxy ${shown} ${what} (it responded ${status}).`);
}

/** Describes a 407 to a call in absolute form: it is the proxy's own, and the call went no further. */
export function failOfProxy({ shown }: ProxyServer, durationMs: number): OutboundFailure {
  const message = describeAsked(shown);
  return { kind: 'failure', reason: 'connection', sent: false, message, durationMs, isOfProxy: true };
}

function describeAsked(shown: string): string {
  return `The proxy ${shown} asks for a user name and password, or does not accept those that it was given (it responded 407).`;
}
