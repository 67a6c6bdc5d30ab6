// The log: one JSON object a line. It leaves out further properties of errors, such as a request with its headers, and the
// tokens of links that prove who a person is.
import { type DestinationStream, type Logger, destination as openDestination, pino } from 'pino';

const secretHeaders = ['cookie', 'set-cookie', 'authorization', 'x-webhook-signature', 'webhook-signature'];

/** Logs to standard output unless a destination is given. */
export function createLog(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    redact: {
      paths: ['headers', 'request.headers'].flatMap((place) =>
        secretHeaders.concat('x-hub-signature-256', 'stripe-signature').map((name) => `${place}["${name}"]`),
      ),
      censor: '••••',
    },
    serializers: { err: describeError, url: maskTokens, path: maskTokens },
  };
  return destination ? pino(options, destination) : pino(options);
}

/**
 * Logs to a file descriptor, standard output unless another one is given, and returns when a line is written: for work that keeps
 * the event loop, which writes the lines of the other log, for minutes.
 */
export function createWaitingLog(level: string, fd: number = process.stdout.fd): Logger {
  return createLog(level, openDestination({ fd, sync: true }));
}

interface LoggedError {
  type: string;
  message: string;
  code?: string;
  stack?: string;
  cause?: LoggedError;
}

/** Describes an error by what every error has. Libraries add whole requests, with their credentials, to theirs. */
function describeError(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: maskTokens(String(error)) };
  return {
    type: error.name,
    message: maskTokens(error.message),
    ...('code' in error && { code: String(error.code) }),
    ...(error.stack && { stack: maskTokens(error.stack) }),
    ...(error.cause !== undefined && depth < 3 && { cause: describeError(error.cause, depth + 1) }),
  };
}

/** Masks the values of tokens and other secrets in all addresses of a text. */
function maskTokens(text: unknown): string {
  return String(text)
    .replace(/([?&][\w-]*(?:token|secret|key|password|signature|code)=)[^&#\s"']+/gi, '$1••••')
    .replace(/(\/(?:validate-reset-token|invitations|answer|forms)\/)[\w.-]{16,}/g, '$1••••');
}
