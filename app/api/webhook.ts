// The webhook endpoint in front of everything else. It uses plain node:http, because a framework would cost a quarter of the
// deliveries that this server can accept. It bounds the body, asks the service once and turns the outcome into a status.
import { formatCount } from '~/engine/texts/format-count';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AppContext } from '~/context';
import { findIntegrationState } from '~/db/integrations/integration-state';
import type { Problem } from '~/problem';
import { createRepeatedErrors } from '~/repeated-errors';
import { createRejectEarly } from '~/services/webhooks/early-rejection';
import type { Answer } from '~/engine/senders/answer';
import { createAnswerSender } from '~/services/webhooks/answer-sender';
import { isDeliveryMethod } from '~/engine/senders/admission';
import { createBoundedLog } from './http/bounded-log';
import { createAddressList } from '~/services/limits/network-address';
import { defaultMethods } from '~/services/webhooks/admission';
import { createAnswerHandshakeRequest } from '~/services/webhooks/handshake-requests';
import { createFindWebhookAccess } from '~/services/webhooks/webhook-access';
import { type DeliveryOutcome, createAcceptDelivery } from '~/services/webhooks/accept-delivery';
import { findCallerAddress } from './http/client-address';
import { isReadableEncoding } from '~/services/webhooks/bodies/decompress';
import {
  describeAnswer,
  describeOutcome,
  describeResult,
  noWebhook,
  reject,
  rejectMethodOf,
  type WebhookResponse,
} from './webhooks/webhook-response';
import { findRequestId, requestIdHeader } from './http/request-id';
import { listPlainHeaders } from './http/security';
import { drainBody } from './http/bodies/drain-body';
import { readBody } from './webhooks/webhook-body';
import { answerPreflight, openToPages } from './webhooks/webhook-cross-origin';

/** The outcome of a delivery whose sender closed the connection. It is counted, and reaches nobody (RFC 9110 §15.5.9). */
const gone: WebhookResponse = { status: 408, body: {} };

/** How long the rest of a body may take before the connection is closed, in milliseconds. */
const momentMs = 100;

/** The slash at the end is optional, because people and senders add one. */
const path = /^\/webhook\/([A-Za-z0-9-]{1,64})\/?(?:\?|$)/;

/** Answers `/webhook/{integrationId}`; every path that begins with `/webhook/` is this endpoint's. */
export function createWebhookListener(context: AppContext, stopping = new AbortController().signal) {
  const answerSender = createAnswerSender(context, stopping);
  const acceptDelivery = createAcceptDelivery(context);
  const rejectEarly = createRejectEarly(context);
  const answerHandshakeRequest = createAnswerHandshakeRequest(context);
  const findWebhookAccess = createFindWebhookAccess(context);
  const rejectionLog = createBoundedLog(context.log);
  const errors = createRepeatedErrors(context.log);
  const proxies = createAddressList(context.config.trustedProxies);
  const maxBytes = context.config.webhookMaxBytes;
  const plain = { ...listPlainHeaders(context.config), 'Cache-Control': 'no-store' };
  const defaultHeaders = Object.entries(plain).flat();
  // The response can hold what others wrote, at our address. A browser that opens it must not run any of it, not even as XML.
  const policy = `${plain['Content-Security-Policy']}; sandbox`;
  const exactHeaders = Object.entries({ ...plain, 'Content-Security-Policy': policy }).flat();

  async function respond(req: IncomingMessage): Promise<WebhookResponse> {
    const { method = '', url = '' } = req;
    const integrationId = path.exec(url)?.[1];
    if (method !== 'POST') {
      const answer = await respondToOtherMethod(req, method, integrationId);
      if (answer) return answer;
    }
    if (!integrationId) return reject(noWebhook);
    const unwanted = rejectHead(req, maxBytes);
    if (unwanted) return rejectUnread(req, integrationId, unwanted);
    const header = (name: string) => readHeader(req, name);
    const address = () => findAddress(req);
    const listHeaders = () =>
      Object.keys(req.headers).map((name): [string, string] => [name, readHeader(req, name) ?? '']);
    const read = await readBody(req, {
      maxBytes,
      held: context.bodies,
      rejectEarly: () => rejectEarly({ integrationId, method, url, header, address }),
    });
    if (read.kind === 'large') return rejectUnread(req, integrationId, tooLarge(maxBytes));
    if (read.kind === 'crowded') return rejectUnread(req, integrationId, overloaded);
    // The object is written out: copying one would cost this path as much as reading its body.
    const outcome =
      read.kind === 'body'
        ? await acceptDelivery({
            integrationId,
            method,
            url,
            header,
            listHeaders,
            address,
            body: read.body,
            release: read.release,
          })
        : read.outcome;
    if (outcome.kind === 'accepted' && outcome.awaits) {
      return await respondWithResult(req, integrationId, outcome, outcome.awaits);
    }
    const described = describeOutcome(outcome, method);
    if (outcome.kind === 'skipped') {
      context.metrics.countSkippedDelivery();
      const { reason } = outcome;
      context.rejections.record(integrationId, { at: context.now(), status: 200, isSkipped: true, reason });
    } else if (isRejected(outcome)) {
      const reason = outcome.kind === 'unauthenticated' ? outcome.reason : undefined;
      recordRejection(req, integrationId, described, reason);
    }
    return described;
  }

  async function respondWithResult(
    { socket }: IncomingMessage,
    integrationId: string,
    { executionId, late }: Extract<DeliveryOutcome, { kind: 'accepted' }>,
    awaits: Answer,
  ): Promise<WebhookResponse> {
    const leaving = new AbortController();
    const leave = () => leaving.abort();
    if (socket.destroyed) leave();
    else socket.once('close', leave);
    const answer = await answerSender({ integrationId, executionId, respond: awaits, left: leaving.signal });
    socket.off('close', leave);
    return describeResult(executionId, answer, late);
  }

  function findAddress(req: IncomingMessage): string {
    return findCallerAddress(req.socket.remoteAddress, readHeader(req, 'x-forwarded-for'), proxies);
  }

  /** Responds to a method other than POST. Returns undefined for a delivery, whose method the trigger accepts. */
  async function respondToOtherMethod(
    req: IncomingMessage,
    method: string,
    integrationId: string | undefined,
  ): Promise<WebhookResponse | undefined> {
    if (!integrationId) return rejectMethodOf(defaultMethods, method);
    const access = await findWebhookAccess(integrationId);
    if (!access || access.methods.includes(method)) return undefined;
    const preflight = method === 'OPTIONS' ? answerPreflight(req.headers, access) : undefined;
    if (preflight) return preflight;
    const header = (name: string) => readHeader(req, name);
    const head = { integrationId, method, url: req.url ?? '', header, address: () => findAddress(req) };
    const answer = await answerHandshakeRequest(head);
    if (answer) return 'kind' in answer ? reject(answer) : describeAnswer(answer);
    const rejected = rejectMethodOf(access.methods, method);
    if (isDeliveryMethod(method)) await recordWhenActive(req, integrationId, rejected);
    return rejected;
  }

  /** Rejects a delivery without reading its body. The rejection is recorded for active integrations. */
  async function rejectUnread(
    req: IncomingMessage,
    integrationId: string,
    problem: Problem,
  ): Promise<WebhookResponse> {
    const rejected = reject(problem);
    await recordWhenActive(req, integrationId, rejected);
    return rejected;
  }

  async function recordWhenActive(
    req: IncomingMessage,
    integrationId: string,
    rejected: WebhookResponse,
  ): Promise<void> {
    if (context.damage.isFound()) return;
    if ((await findIntegrationState(context.db, integrationId))?.isActive)
      recordRejection(req, integrationId, rejected);
  }

  /** Records a rejection. `reason`: a fuller one than the response gives the sender. */
  function recordRejection(
    req: IncomingMessage,
    integrationId: string,
    { status, body: { message = '' } }: WebhookResponse,
    reason = message,
  ): void {
    context.rejections.record(integrationId, { at: context.now(), status, reason });
    const requestId = nameDelivery(req);
    rejectionLog.info({ integrationId, status, reason, requestId }, 'a delivery was rejected');
  }

  async function respondAlways(req: IncomingMessage): Promise<WebhookResponse> {
    try {
      return await respond(req);
    } catch (error) {
      // The sender closed the connection in the middle of its body, which is no failure of the server.
      if (req.errored) return gone;
      const requestId = nameDelivery(req);
      errors.error({ err: error, requestId }, 'a delivery failed');
      return reject({ kind: 'unavailable', retryAfterSeconds: 10 });
    }
  }

  /** Lets a page of another site read the response to what it sent, where the webhook is open to pages. */
  async function respondToPage(req: IncomingMessage): Promise<WebhookResponse> {
    const response = await respondAlways(req);
    const integrationId = path.exec(req.url ?? '')?.[1];
    // What was accepted is on disk: the page learns that even when nothing can be read now.
    const access =
      integrationId === undefined ? undefined : await findWebhookAccess(integrationId).catch(() => undefined);
    return access?.isForPages ? openToPages(response) : response;
  }

  async function serve(req: IncomingMessage, res: ServerResponse): Promise<void> {
    try {
      const beganAt = performance.now();
      const result = await (req.headers.origin === undefined ? respondAlways(req) : respondToPage(req));
      context.metrics.countDelivery(result.status);
      context.metrics.countRequest('webhook', result.status, performance.now() - beganAt);
      // The connection stays open if the rest of the body arrives within this time.
      if (!req.complete) await drainBody(req, momentMs);
      send(req, res, result, result.exact ? exactHeaders : defaultHeaders);
      if (res.writableEnded) return;
      await drainBody(req);
      res.end();
    } catch {
      // The sender has closed the connection, so no response is sent.
      res.destroy();
    }
  }

  return function webhookListener(req: IncomingMessage, res: ServerResponse): void {
    void serve(req, res);
  };
}

/** Sends the response. Headers go to Node as a flat list: it writes an object as quickly only if it has seen one like it. */
function send(
  req: IncomingMessage,
  res: ServerResponse,
  result: WebhookResponse,
  defaultHeaders: string[],
): void {
  const { type, text } = result.exact ?? { type: 'application/json', text: JSON.stringify(result.body) };
  // RFC 9110 §8.6: a 204 has no length.
  const length = result.status === 204 ? [] : ['Content-Length', String(Buffer.byteLength(text))];
  const headers = [...defaultHeaders, 'Content-Type', type, ...length];
  if (result.headers) headers.push(...Object.entries(result.headers).flat());
  // A request id that the sender gave, or that a log line used, is sent back. Otherwise the execution's id names the delivery.
  const requestId = findRequestId(req.headers['x-request-id']);
  if (requestId !== undefined) headers.push(requestIdHeader, requestId);
  if (!req.complete) headers.push('Connection', 'close');
  res.writeHead(result.status, headers);
  writeAtOnce(res, text);
  // Ending the response closes a connection whose request has not ended, so the caller ends it later.
  if (req.complete) res.end();
}

/**
 * Writes head and body as one text to the system. `end(text)` would add an empty text, and Node writes a list of two more
 * slowly; `write` alone waits for a turn of the event loop in which more may come.
 */
function writeAtOnce(res: ServerResponse, text: string): void {
  const { socket } = res;
  socket?.cork();
  res.write(text);
  socket?.uncork();
}

/** Gives the delivery the id that its log lines and its response use from now on. */
function nameDelivery(req: IncomingMessage): string {
  const requestId = findRequestId(req.headers['x-request-id']) ?? randomUUID();
  req.headers['x-request-id'] = requestId;
  return requestId;
}

/** Reads a header. Node takes its bytes for Latin-1; a sender of more than ASCII sends UTF-8. */
function readHeader(req: IncomingMessage, name: string): string | undefined {
  // A stranger could name a property that every object has, which is no header.
  const value = Object.hasOwn(req.headers, name) ? req.headers[name] : undefined;
  const text = Array.isArray(value) ? value.join(', ') : value;
  return text && /[\x80-\xff]/.test(text) ? Buffer.from(text, 'latin1').toString('utf8') : text;
}

/** Returns the problem that the headers of a request already show, for any integration. */
function rejectHead({ headers }: IncomingMessage, maxBytes: number): Problem | undefined {
  const encoding = headers['content-encoding'];
  if (!isReadableEncoding(encoding)) {
    return {
      kind: 'not-json',
      message: `The content encoding ${encoding} is not supported. Send the body with gzip, deflate or br, or as it is.`,
    };
  }
  const length = Number(headers['content-length'] ?? 0);
  return length > maxBytes ? tooLarge(maxBytes, length) : undefined;
}

/** `length`: the bytes of the body, when its sender says them. */
function tooLarge(maxBytes: number, length?: number): Problem {
  const most = `A delivery may have at most ${formatCount(maxBytes)} bytes`;
  const own = length === undefined ? '' : `, and this one has ${formatCount(length)}`;
  return { kind: 'too-large', message: `${most}${own}.` };
}

/** The problem when the server already holds as many bodies as it may. */
const overloaded: Problem = { kind: 'unavailable', retryAfterSeconds: 10 };

/** Checks whether a rejection must be recorded: the integration exists, and no execution shows the delivery. */
function isRejected(outcome: DeliveryOutcome): boolean {
  const isAnswered = outcome.kind === 'captured' || outcome.kind === 'handshake';
  return !isAnswered && outcome.kind !== 'not-found' && !('executionId' in outcome);
}
