// The request that `send` takes, and the outcome that it returns.
import type { ClientCertificate } from '~/engine/connections/certificate-config';
import type { Digest } from '~/engine/connections/digest-config';
import type { CredentialHosts } from '~/engine/connections/grant';
import type { FailureReason } from '~/engine/events/failure-reason';
import type { LongBodyHead, LongBodyStore, StoredBody } from './long-body';
import type { StreamedBody } from './streamed-body';

/** A mail. Of recipients and other headers of RFC 5322, those with the names that they have there. */
export interface Mail {
  headers: [name: string, value: string][];
  text?: string;
  html?: string;
  attachments: { filename: string; contentType: string; content: Buffer }[];
  /** Identifies the mail: the same one again has the same Message-ID. */
  key: string;
}

export interface OutboundRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD' | 'OPTIONS';
  /** An absolute URL, http or https, without user name and password; with `mail`, that of a mail server. */
  url: string;
  headers: [name: string, value: string][];
  /** The body, sent with any method, with its length; an empty one is none. */
  body?: string | Uint8Array | StreamedBody;
  /** What is sent to a mail server. Of the headers, only Authorization is read then, and the body is not. */
  mail?: Mail;
  /** Whether the caller wants the bytes of the response's body, too, whatever they are. */
  keepsBytes?: true;
  /** With `keepsBytes`: opens the place for the body of a success that is longer than `maxBodyBytes`. */
  openLongBody?: (head: LongBodyHead) => LongBodyStore;
  /** Signs the request, each time that its turn at the host has come: a signature may be valid for seconds. */
  sign?: () => Pick<OutboundRequest, 'url' | 'headers'>;
  /** The deadline of the whole call: look-up, connection, headers and the whole body. */
  timeoutMs: number;
  /**
   * Returns how many milliseconds the caller has left. At their end, the wait for a turn and the call itself end with the reason
   * `time-limit`.
   */
  leftMs?: () => number;
  /** How many decoded bytes of the response's body are kept; the rest is not read. */
  maxBodyBytes: number;
  /** The caller's cancel; it also ends the wait for a turn. */
  signal?: AbortSignal;
  /** How many redirects are followed; 0 by default, and then a redirect is a response like any other. */
  maxRedirects?: number;
  /** The organization whose call it is: the call waits only for calls of the same organization. */
  organizationId?: string;
  /** The integration whose call it is, for the server's log. */
  integrationId?: string;
  /** The names of headers that, like Authorization and Cookie, a redirect must not take to another origin. */
  secretHeaders?: string[];
  /** Whether the body holds a secret: a redirect that would take it to another origin is not followed. */
  hasSecretBody?: boolean;
  /**
   * The headers of a connection, by name, which a redirect may take to its hosts and nowhere else. Only these hosts see its
   * certificate, and only their challenges are answered. Its authorities verify a mail server, too.
   */
  connection?: CredentialHosts & {
    headers: string[];
    digest?: Digest | undefined;
    clientCertificate?: ClientCertificate | undefined;
  };
  /** Whether the call is sent at once, however many of its organization are in flight to the host. */
  skipsLine?: true;
  /** Ends the wait for a turn and nothing else: a call that has its turn continues. */
  waitSignal?: AbortSignal;
  /** Called when the call begins to wait for its turn, and when the wait is over. */
  onWaiting?: (isWaiting: boolean) => void;
}

/** A response, of any status. Durations are whole milliseconds since the call's turn came, redirects included. */
export interface OutboundResponse {
  kind: 'response';
  status: number;
  statusText: string;
  /** The headers in the order received, names in lower case; a repeated header is there repeatedly. */
  headers: [name: string, value: string][];
  /** Text, or base64 when `binary`. */
  body: string;
  /** The number of decoded bytes that `body` stands for. */
  bodyBytes: number;
  truncated: boolean;
  binary: boolean;
  /** The bytes of `body` with their SHA-256 in hex, if the request wants them. */
  bytes?: { base64: string; sha256: string };
  /** The whole body, of which `body` has the beginning, if it was stored by `openLongBody`; or a sentence why it was not. */
  longBody?: StoredBody | string;
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
  /** Whether a proxy failed on the way to the target; nothing is known of the target then. */
  isOfProxy?: true;
}
