/** Describes what went wrong with a call, as a reason that a program can act on and a sentence that a person can. */
import type { FailureReason } from '~/engine/events/failure-reason';
import { MAX_HEADER_KIB } from './headers';
import { maxReceivedMib, receivedTooMuch } from './sockets/received-bound';

const EXHAUSTION = new Set(['EMFILE', 'ENFILE', 'ENOBUFS', 'EADDRNOTAVAIL']);

/** Checks whether an error with this code says that this server has run out of something. */
export function isExhaustion(code: string): boolean {
  return EXHAUSTION.has(code);
}

const TLS_CAUSES: Partial<Record<string, string>> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: 'it is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'its chain ends in a self-signed certificate that this server does not trust',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    'its chain is incomplete or leads to an authority that this server does not trust',
  UNABLE_TO_GET_ISSUER_CERT: 'its chain leads to an authority that this server does not trust',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'its chain leads to an authority that this server does not trust',
  CERT_HAS_EXPIRED: 'it has expired',
  CERT_NOT_YET_VALID: 'it is not valid yet',
  CERT_REVOKED: 'it was revoked',
  ERR_TLS_CERT_ALTNAME_INVALID: 'it was issued for another name',
  HOSTNAME_MISMATCH: 'it was issued for another name',
};

/** Why a handshake failed that came to no certificate. */
const HANDSHAKE_CAUSES: Partial<Record<string, string>> = {
  ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION: 'it speaks no version of TLS from 1.2 on',
  ERR_SSL_UNSUPPORTED_PROTOCOL: 'it speaks no version of TLS from 1.2 on',
  ERR_SSL_WRONG_VERSION_NUMBER: 'it does not speak TLS there; its URL may begin with http://',
  ERR_SSL_TLSV1_UNRECOGNIZED_NAME: 'it does not know this name',
};

/** The meaning of a server's alerts about the client's certificate (RFC 8446 §6.2). */
const CLIENT_CAUSES: Partial<Record<string, string>> = {
  ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED: 'requires a client certificate, and was not shown one',
  ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE:
    'does not accept the connection; it may require a client certificate',
  ERR_SSL_TLSV1_ALERT_UNKNOWN_CA: 'does not know who issued the client certificate',
  ERR_SSL_SSLV3_ALERT_BAD_CERTIFICATE: 'does not accept the client certificate',
  ERR_SSL_SSLV3_ALERT_UNSUPPORTED_CERTIFICATE: 'does not accept client certificates of this kind',
  ERR_SSL_SSLV3_ALERT_CERTIFICATE_UNKNOWN: 'does not accept the client certificate',
  ERR_SSL_SSLV3_ALERT_CERTIFICATE_EXPIRED: 'says that the client certificate has expired',
  ERR_SSL_SSLV3_ALERT_CERTIFICATE_REVOKED: 'says that the client certificate was revoked',
  ERR_SSL_TLSV1_ALERT_ACCESS_DENIED: 'accepts the client certificate but denies access',
};

const CONNECTION_CAUSES: Partial<Record<string, string>> = {
  ECONNREFUSED: 'refused the connection',
  ECONNRESET: 'closed the connection before its response was complete',
  EPIPE: 'closed the connection before its response was complete',
  UND_ERR_SOCKET: 'closed the connection before its response was complete',
  ENETUNREACH: 'cannot be reached from this server (no route to its network)',
  EHOSTUNREACH: 'cannot be reached from this server (no route to the host)',
  EADDRNOTAVAIL: 'cannot be reached from this server (it has no IPv6 address)',
};

const RESPONSE_CAUSES: Partial<Record<string, string>> = {
  UND_ERR_HEADERS_OVERFLOW: `sent more than ${MAX_HEADER_KIB} KiB of headers`,
  HPE_HEADER_OVERFLOW: `sent more than ${MAX_HEADER_KIB} KiB of headers`,
  [receivedTooMuch]: `sent more than ${maxReceivedMib} MiB for one response`,
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'sent a body of a different length than announced',
  // undici asserts that the status is none below 100, which its parser lets through.
  ERR_ASSERTION: 'did not respond with valid HTTP',
};

/** The codes of connections that ended. */
const ENDS = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);

/**
 * Sorts an error of undici, node:net or node:tls. `host` is the target as host and port. Neither path nor query gets into the
 * message, since they may carry secrets. `isSent`: whether the request may have been written.
 */
export function describeError(
  error: Error & { code?: unknown },
  host: string,
  isSent = true,
): { reason: FailureReason; message: string } {
  const exhausted = findExhaustion(error);
  if (exhausted !== undefined) return describeExhaustion(exhausted);
  const code = typeof error.code === 'string' ? error.code : error.name;
  const tlsCause = TLS_CAUSES[code];
  if (tlsCause !== undefined) {
    return { reason: 'tls', message: `The certificate of ${host} is not accepted: ${tlsCause} (${code}).` };
  }
  const clientCause = CLIENT_CAUSES[code];
  if (clientCause !== undefined) return { reason: 'tls', message: `${host} ${clientCause} (${code}).` };
  if (code === 'ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL') {
    return { reason: 'tls', message: `${host} speaks HTTP/2 only; calls are made in HTTP/1.1 (${code}).` };
  }
  // What OpenSSL says of a certificate or a key that it is given, before anything is sent.
  if (code.startsWith('ERR_OSSL_')) {
    return { reason: 'tls', message: `The client certificate for ${host} cannot be used (${code}).` };
  }
  if (/^(?:CERT_|ERR_TLS_|ERR_SSL_|EPROTO$)/.test(code)) {
    const cause = HANDSHAKE_CAUSES[code] ? `: ${HANDSHAKE_CAUSES[code]}` : '';
    return { reason: 'tls', message: `No secure connection to ${host} could be made${cause} (${code}).` };
  }
  if (code === 'UND_ERR_CONNECT_TIMEOUT' || code === 'ETIMEDOUT') {
    return { reason: 'timeout', message: `${host} did not respond in time (${code}).` };
  }
  if (code === 'UND_ERR_INVALID_ARG') {
    return { reason: 'invalid-request', message: `The request to ${host} cannot be sent: ${error.message}.` };
  }
  if (isBadResponse(error, code)) {
    const cause = RESPONSE_CAUSES[code] ?? 'did not respond with valid HTTP';
    return { reason: 'invalid-response', message: `${host} ${cause} (${code}).` };
  }
  const isEarlyEnd = !isSent && ENDS.has(code);
  const cause = isEarlyEnd ? 'closed the connection before a request was sent' : CONNECTION_CAUSES[code];
  return { reason: 'connection', message: `${host} ${cause ?? 'could not be reached'} (${code}).` };
}

/** Recognizes a bad response. undici's parser errors have a code of Node's parser only sometimes, and errors of 1xx only a text. */
function isBadResponse(error: Error, code: string): boolean {
  if (error.name === 'HTTPParserError' || code.startsWith('HPE_')) return true;
  if (RESPONSE_CAUSES[code] !== undefined) return true;
  return error.message === 'bad upgrade' || error.message === 'bad response';
}

/** Returns the code of an exhaustion, also when only one of several addresses failed with it. */
function findExhaustion(error: Error): string | undefined {
  const errors: unknown[] = error instanceof AggregateError ? error.errors : [error];
  return errors.map(readExhaustion).find((code) => code !== undefined);
}

function readExhaustion(error: unknown): string | undefined {
  const code = codeOf(error);
  if (code === undefined || !isExhaustion(code)) return undefined;
  // A machine without IPv6 has no own address from which to reach such a target, and never will: it is not exhausted.
  return code === 'EADDRNOTAVAIL' && isAboutIpv6(error) ? undefined : code;
}

function isAboutIpv6(error: unknown): boolean {
  return error instanceof Error && 'address' in error && String(error.address).includes(':');
}

/** Returns what was thrown as an error. */
export function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}

/** Returns the code of a system's or library's error, such as ENOTFOUND. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** Describes a failure that no target caused. */
export function describeExhaustion(code: string): { reason: 'server-exhausted'; message: string } {
  return {
    reason: 'server-exhausted',
    message: `This server has no connections left (${code}). Nothing was sent.`,
  };
}
