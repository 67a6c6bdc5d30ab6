// What goes into `send` and what comes out of it.
import type { ClientCertificate } from '~/engine/connections/certificate-config';
import type { Digest } from '~/engine/connections/digest-config';
import type { CredentialHosts } from '~/engine/connections/grant';
import type { FailureReason } from '~/engine/events/failure-reason';

export interface OutboundRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD' | 'OPTIONS';
  /** Absolute, http or https, without user name and password. */
  url: string;
  headers: [name: string, value: string][];
  /** Sent with whatever method, its length said; empty is none. */
  body?: string | Uint8Array;
  /** The bytes of the response's body are wanted, too, whatever they are. */
  keepsBytes?: true;
  /** The deadline of the whole call: lookup, connection, headers and all of the body. */
  timeoutMs: number;
  /** How many decoded bytes of the response's body are kept; the rest is not read. */
  maxBodyBytes: number;
  /** The caller's cancel; it also ends the wait for a turn. */
  signal?: AbortSignal;
  /** How many redirects are followed; 0 unless given, and then a redirect is a response like any other. */
  maxRedirects?: number;
  /** Whose call it is: what it waits for, it waits for among the calls of the same organization. */
  organizationId?: string;
  /** The names of headers that, like Authorization and Cookie, a redirect to another origin must not take along. */
  secretHeaders?: string[];
  /** The body holds a secret: a redirect that would take it to another origin is not followed. */
  hasSecretBody?: boolean;
  /**
   * Headers of a connection, by name, which a redirect may take along to its hosts; nowhere else. A certificate is shown to these
   * hosts alone, and theirs alone are the challenges that are answered.
   */
  connection?: CredentialHosts & {
    headers: string[];
    digest?: Digest | undefined;
    clientCertificate?: ClientCertificate | undefined;
  };
  /** Ends the wait for a turn and nothing else: a call that has its turn goes on. */
  waitSignal?: AbortSignal;
  /** Called when the call begins to wait for its turn, and when that is over. */
  onWaiting?: (isWaiting: boolean) => void;
}

/** Any status is a response. Durations are whole milliseconds since the call's turn came, redirects included. */
export interface OutboundResponse {
  kind: 'response';
  status: number;
  statusText: string;
  /** In the order received, names in lower case; a repeated header is there repeatedly. */
  headers: [name: string, value: string][];
  /** Text, or base64 when `binary`. */
  body: string;
  /** Decoded bytes that `body` stands for. */
  bodyBytes: number;
  truncated: boolean;
  binary: boolean;
  /** Of a request that wants them: those of `body`, with their SHA-256 in hex. */
  bytes?: { base64: string; sha256: string };
  firstByteMs: number;
  durationMs: number;
}

export interface OutboundFailure {
  kind: 'failure';
  reason: FailureReason;
  /** Whether bytes of the request may have reached the target. */
  sent: boolean;
  /** One or two sentences for a person; names the host, but neither path nor query nor header values. */
  message: string;
  durationMs: number;
  /** A proxy failed on the way to the target, of which nothing is known. */
  isOfProxy?: true;
}
