/**
 * One call: its deadline, its cancel and its response, of which the first settles it, exactly once. It is an undici dispatch
 * handler, since the cost of a response decides how many calls the runner can make.
 */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Dispatcher, Pool } from 'undici';
import { BoundedBody } from './body';
import type { OutboundResponse, OutboundFailure, OutboundRequest } from './request-response';
import { canDecode, openDecoder, type Decoder } from './decoder';
import type { FailureReason } from '~/engine/events/failure-reason';
import { toNameLine } from '~/engine/schema/name-characters';
import { codeOf, describeError } from './failure';
import { ProxyError } from './proxy/failure';
import { mayRepeat } from './sockets/kept-connection';
import { receivedTooMuch } from './sockets/received-bound';
import { findHeader, listHeaderItems, readHeaders } from './headers';
import { LongBody, type LongBodyHead, type LongBodyStore, type StoredBody } from './long-body';
import { isStreamed, type StreamedBody } from './streamed-body';

type Controller = Dispatcher.DispatchController;
type Outcome = OutboundResponse | OutboundFailure;

interface ResponseHead {
  status: number;
  statusText: string;
  headers: [string, string][];
  codings: string[];
}

/** Settles with what the target did; never throws for it. `sent` of a failure is true from the moment of writing on. */
export class Call implements Dispatcher.DispatchHandler {
  readonly #request: OutboundRequest;
  readonly #host: string;
  readonly #settle: (outcome: Outcome) => void;
  readonly #startedAt = performance.now();
  readonly #timer: NodeJS.Timeout;
  readonly #kept: BoundedBody;
  readonly #begin: (call: Call) => void;
  readonly #onConnected: () => void;
  #sent = false;
  #isRepeated = false;
  /** How often the body was given to undici. */
  #tries = 0;
  #settled = false;
  /** Whether the response has come to its end: a compressed body can be complete before it. */
  #isReceived = false;
  #controller: Controller | undefined;
  #head: ResponseHead | undefined;
  /** The bytes of the body that have come, as they came. */
  #decoder: Decoder | undefined;
  #long: LongBody | undefined;

  /**
   * Starts the deadline. `host` names the target in messages. `begin` finds a pool and dispatches the call there, once for each
   * try: the pool of the last one may have been retired meanwhile. `onConnected` is called when a try has a connection, `settle`
   * once.
   */
  constructor(
    request: OutboundRequest,
    host: string,
    {
      begin,
      settle,
      onConnected,
    }: {
      begin: (call: Call) => void;
      settle: (outcome: Outcome) => void;
      onConnected: () => void;
    },
  ) {
    this.#request = request;
    this.#host = host;
    this.#begin = begin;
    this.#onConnected = onConnected;
    this.#settle = settle;
    this.#kept = new BoundedBody(request.maxBodyBytes);
    this.#timer = setTimeout(this.#onDeadline, request.timeoutMs);
    request.signal?.addEventListener('abort', this.#onCancel, { once: true });
  }

  begin(): void {
    this.#begin(this);
  }

  /** Whether the outcome is known; a deadline or a cancel can settle a call before anything is sent. */
  get settled(): boolean {
    return this.#settled;
  }

  dispatch(pool: Pool, path: string, headers: string[]): void {
    const { method, body } = this.#request;
    const sent = isStreamed(body) ? [...headers, 'content-length', String(body.size)] : headers;
    pool.dispatch(
      {
        method,
        path,
        headers: sent,
        body: isStreamed(body) ? Readable.from(this.#readBody(body, (this.#tries += 1))) : body,
      },
      this,
    );
  }

  /** Reads a body while it is sent. When that fails, the target is not to blame; a try before the latest is of no interest. */
  async *#readBody(body: StreamedBody, thisTry: number): AsyncGenerator<Uint8Array, void> {
    let isSending = false;
    try {
      for await (const part of body.read()) {
        // A connection that ends throws its own error in here.
        isSending = true;
        yield part;
        isSending = false;
      }
    } catch (error) {
      if (!isSending && thisTry === this.#tries)
        this.fail('invalid-request', 'A file could not be read while it was sent.');
      throw error;
    }
  }

  fail(reason: FailureReason, message: string): void {
    this.#finish({ kind: 'failure', reason, sent: this.#sent, message, durationMs: this.#elapsedMs() });
  }

  onRequestStart(controller: Controller): void {
    this.#controller = controller;
    if (this.#settled) controller.abort(new Error('settled'));
    // undici writes the request right after this, so from here on the request may have arrived.
    else {
      this.#sent = true;
      this.#onConnected();
    }
  }

  onResponseStart(controller: Controller, status: number, _headers: unknown, statusText = ''): void {
    if (status < 200) return;
    const headers = readHeaders(Array.isArray(controller.rawHeaders) ? controller.rawHeaders : []);
    const codings = listHeaderItems(headers, 'content-encoding').filter((coding) => coding !== 'identity');
    // Errors show this text in mails and on terminals.
    const text = toNameLine(statusText);
    this.#head = { status, statusText: text, headers, codings };
  }

  onResponseData(controller: Controller, chunk: Buffer): void {
    if (this.#settled) return;
    this.#decoder ??= this.#openDecoder(chunk);
    if (this.#decoder === undefined) this.#keep(chunk);
    else if (!this.#decoder.write(chunk)) controller.pause();
  }

  onResponseEnd(): void {
    this.#isReceived = true;
    if (this.#decoder === undefined) this.#end();
    else this.#decoder.end();
  }

  onResponseError(_controller: Controller, error: Error): void {
    if (error instanceof ProxyError) {
      const { reason, message } = error;
      const durationMs = this.#elapsedMs();
      this.#finish({ kind: 'failure', reason, sent: false, message, durationMs, isOfProxy: true });
      return;
    }
    // The length in a 304 is that of the body which it spares (RFC 9110 §8.6). undici takes it for the length of its own.
    if (this.#head?.status === 304 && codeOf(error) === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH') {
      this.#succeed();
      return;
    }
    if (!this.#settled && !this.#isRepeated && mayRepeat(error, this.#request.method, this.#sent)) {
      // A repeated request is not repeated again. One that was not sent meets another kept connection each time.
      this.#isRepeated = this.#sent;
      this.begin();
      return;
    }
    const { reason, message } = describeError(error, this.#host, this.#sent);
    this.fail(reason, message);
  }

  #openDecoder(first: Buffer): Decoder | undefined {
    const codings = this.#head?.codings ?? [];
    // A body in an unknown coding (the caller may have asked for one) is kept as it came.
    if (codings.length === 0 || !canDecode(codings)) return undefined;
    return openDecoder(codings, first, {
      onData: (chunk) => this.#keep(chunk),
      onEnd: () => this.#end(),
      onDrain: () => this.#controller?.resume(),
      onError: (error) => this.#failToDecode(error, codings),
    });
  }

  #failToDecode(error: Error, codings: string[]): void {
    if ('code' in error && error.code === receivedTooMuch)
      this.fail('invalid-response', describeError(error, this.#host).message);
    else this.fail('invalid-response', `${this.#host} sent a body that is not valid ${codings.join(', ')}.`);
  }

  #keep(chunk: Buffer): void {
    if (this.#settled) return;
    if (this.#long) {
      this.#keepLong(chunk);
      return;
    }
    const before = this.#kept.bytes;
    if (this.#kept.add(chunk)) return;
    const { openLongBody } = this.#request;
    const { status = 0, headers = [] } = this.#head ?? {};
    // Nobody waits for 32 MiB of an error, and a redirect leads on.
    if (openLongBody && status >= 200 && status < 300)
      this.#beginLong(openLongBody, { status, headers }, chunk.subarray(this.#kept.bytes - before));
    else this.#succeed();
  }

  /** Begins to store a body of which `rest` does not fit into the memory. */
  #beginLong(open: (head: LongBodyHead) => LongBodyStore, head: LongBodyHead, rest: Buffer): void {
    const stated = this.#decoder ? undefined : Number(findHeader(head.headers, 'content-length'));
    const bytes = Number.isInteger(stated) ? stated : undefined;
    this.#long = new LongBody(open({ ...head, ...(bytes !== undefined && { bytes }) }), {
      onDrain: () => (this.#decoder ?? this.#controller)?.resume(),
      onProblem: (problem) => this.#succeed(problem),
    });
    if (bytes !== undefined) this.#long.expect(bytes);
    this.#keepLong(this.#kept.readBytes());
    this.#keepLong(rest);
  }

  #keepLong(chunk: Buffer): void {
    if (this.#long?.write(chunk) !== false) return;
    if (this.#decoder) this.#decoder.pause();
    else this.#controller?.pause();
  }

  #end(): void {
    if (!this.#long) this.#succeed();
    else void this.#long.end().then((stored) => this.#succeed(stored));
  }

  #succeed(longBody?: StoredBody | string): void {
    if (this.#settled || this.#head === undefined) return;
    const { status, statusText, headers } = this.#head;
    const { body, binary } = this.#kept.read(findHeader(headers, 'content-type'));
    const { bytes: bodyBytes, truncated } = this.#kept;
    const bytes = this.#request.keepsBytes &&
      !this.#long && { bytes: describeBytes(this.#kept.readBytes(), binary ? body : undefined) };
    const durationMs = this.#elapsedMs();
    this.#finish({
      kind: 'response',
      status,
      statusText,
      headers,
      body,
      bodyBytes,
      truncated,
      binary,
      ...bytes,
      ...(longBody !== undefined && { longBody }),
      durationMs,
    });
  }

  #finish(outcome: Outcome): void {
    if (this.#settled) return;
    this.#settled = true;
    clearTimeout(this.#timer);
    this.#request.signal?.removeEventListener('abort', this.#onCancel);
    const isRead =
      outcome.kind === 'response' && (!outcome.truncated || typeof outcome.longBody === 'object');
    if (!isRead) {
      this.#long?.destroy();
      this.#decoder?.destroy();
    }
    if (!isRead || !this.#isReceived) this.#controller?.abort(new Error('settled'));
    this.#settle(outcome);
  }

  readonly #onDeadline = (): void => {
    const missing = this.#sent ? 'did not respond completely' : 'could not be reached';
    this.fail('timeout', `${this.#host} ${missing} within ${this.#request.timeoutMs / 1000} s.`);
  };

  readonly #onCancel = (): void => this.fail('cancelled', 'The call was cancelled.');

  #elapsedMs(): number {
    return Math.round(performance.now() - this.#startedAt);
  }
}

/** Describes the bytes. `base64`: passed when it was already written, since it takes as much memory again. */
function describeBytes(
  bytes: Buffer,
  base64 = bytes.toString('base64'),
): NonNullable<OutboundResponse['bytes']> {
  return { base64, sha256: createHash('sha256').update(bytes).digest('hex') };
}
