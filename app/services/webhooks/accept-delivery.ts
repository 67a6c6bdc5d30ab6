// Accepts deliveries. Every rejection happens before anything is written. An accepted delivery becomes a queued execution,
// and the sender gets the answer only after that execution is on disk.
import type { AppContext } from '~/context';
import type { NewDelivery } from '~/db/ledger/deliveries';
import { isStateUnchanged } from '~/db/integrations/integration-state';
import { countWaitingWork } from '~/db/executions/queue/queue-depth';
import { isDatabaseDown } from '~/db/core/database-errors';
import type { Queries } from '~/db/core/queries';
import type { AnswerFilling } from '~/engine/run/answer';
import type { Answer, FilledAnswer } from '~/engine/senders/answer';
import { findDefaultAnswer } from '~/engine/senders/default-answer';
import { stringifyJson } from '~/engine/json/json';
import { maxWaiting } from '../limits/queue-bound';
import { createFairQueue, type Place } from '../limits/fair-queue';
import { createRepeatedErrors } from '~/repeated-errors';
import { rejectWhenDamaged } from '../installation/database-damage';
import { rejectWhenDiskLow } from '../installation/disk-space';
import {
  isFromAllowed,
  listMethods,
  rejectAddress,
  rejectMethod,
  rejectPace,
  rejectStrangersBytes,
  rejectStrangersPace,
  rejectUnknownKey,
  takesMethod,
} from './admission';
import type { HandshakeAnswer } from './handshake-parts';
import { answerHandshakeDelivery } from './handshake-requests';
import {
  findRejectionReason,
  findSkipReason,
  isIntroduction,
  isLargeDelivery,
  readDelivery,
  readHops,
  readKey,
  type RejectionReason,
} from './delivery-checks';
import type { Delivery } from './proof/delivery';
import { createTargetFinder, type DeliveryTarget } from './delivery-target';
import { fillImmediateAnswer, fillLateAnswer, toLogged } from './immediate-answer';
import { explainRejection, tellSender } from './explain-rejection';
import { readExact, type Unread } from './bodies/payload-outcome';
import { readRequestData } from './request-data';
import { createTokenBuckets, strangersLimit, type TokenBuckets } from '../limits/token-bucket';
import { readTraceparent } from '../tracing/trace-context';
import { captureSample } from './samples';
import { notOpened, openDelivery } from './sealed-delivery';
import { describeDistance, findRightTime } from './stale-proof';

export type DeliveryOutcome =
  /**
   * `answer`: the answer that the trigger defines or the sender expects; `awaits`: the result that the sender waits for; `late`:
   * the answer when that does not come in time.
   */
  | {
      kind: 'accepted';
      executionId: string;
      answer?: FilledAnswer | undefined;
      awaits?: Answer;
      late?: FilledAnswer | undefined;
    }
  /** Kept as a sample to look at; not run. */
  | { kind: 'captured'; answer: FilledAnswer | undefined }
  /** The trigger does not run for this delivery; nothing of it is kept. */
  | { kind: 'skipped'; reason: string; answer: FilledAnswer | undefined }
  /** Not an event, but the request by which the sender checks the address. */
  | { kind: 'handshake'; answer: HandshakeAnswer }
  | { kind: 'not-found' }
  /** `reason`: for the people who set up the sender; the sender gets `message`. */
  | { kind: 'unauthenticated'; reason?: string; message?: string }
  /** `methods`: the methods that the webhook accepts. */
  | { kind: 'method-not-allowed'; message: string; methods: readonly string[] }
  | { kind: 'address-not-allowed'; message: string }
  | Unread
  | RejectedExecution
  | { kind: 'too-many-requests'; retryAfterSeconds: number; message?: string }
  | { kind: 'unavailable'; retryAfterSeconds?: number; message?: string };

/** The server understood the delivery but does not run it; it keeps an execution in error. */
type RejectedExecution = RejectionReason & { executionId: string };

/** How many bytes of large deliveries may wait until they are stored. A sender beyond that must retry, so that memory stays free. */
const maxLargeBytes = 64 * 1024 * 1024;

/** With how many bytes of payloads that are read and not yet stored no further large delivery is read. */
const maxReadBytes = 16 * 1024 * 1024;

export type AcceptDelivery = (delivery: Delivery) => Promise<DeliveryOutcome>;

/**
 * Creates the handler of `POST /webhook/{integrationId}`. An `accepted` delivery is on disk (see `db/core/log-sync.ts`).
 * A delivery with the same `webhook-id`, `svix-id` or `Idempotency-Key` within 24 h gets the execution of the first one. While
 * a user listens, the next delivery is `captured` whatever its key: users often resend an old delivery to get a sample.
 */
export function createAcceptDelivery(context: AppContext): AcceptDelivery {
  const targets = createTargetFinder(context);
  const { webhookRate: perSecond, webhookBurst: burst } = context.config;
  const senders: TokenBuckets = createTokenBuckets({ perSecond, burst });
  const strangers: TokenBuckets = createTokenBuckets(strangersLimit);
  const queue = createQueueGauge(context);
  const errors = createRepeatedErrors(context.log);
  const readQueue = createFairQueue(maxLargeBytes, maxReadBytes);

  /** Returns what to store of a delivery, or why it is rejected. Writes nothing. */
  async function judge(delivery: Delivery, at: number, attempt: Attempt): Promise<Judged> {
    const { isCounted } = attempt;
    const kept = targets.findKept(delivery, at);
    const found = kept?.kind === 'found' ? kept : await targets.find(delivery, at, kept);
    if (found.kind !== 'found') return found;
    const { state, trigger, isListening, usesRequest } = found.target;
    // Strangers have a limit of their own, so they can neither guess without end nor use up the limit of the real sender.
    const { webhook } = trigger;
    const isAllowed = isFromAllowed(found.target.allowed, delivery.address);
    const { sender } = found;
    const isAuthentic = sender.kind === 'authentic';
    const isSender = isAuthentic && isAllowed;
    const limit = isSender ? senders : strangers;
    const tighter = isSender ? state.deliveriesPerSecond : null;
    const retryAfterSeconds = isCounted ? 0 : limit.take(delivery.integrationId, at, tighter);
    if (retryAfterSeconds > 0) {
      // The limit may have been lifted since the state was looked up.
      if (tighter !== null) targets.forget(delivery.integrationId);
      return isSender ? rejectPace(tighter, retryAfterSeconds) : rejectStrangersPace(retryAfterSeconds);
    }
    const answer = answerHandshakeDelivery(delivery, found.target, isAuthentic);
    if (answer) return { kind: 'handshake', answer };
    if (!takesMethod(webhook, delivery.method)) return rejectMethod(listMethods(webhook), delivery.method);
    if (sender.kind === 'unknown') return rejectUnknownKey(sender.retryAfterSeconds);
    if (!isAuthentic && !isIntroduction(delivery, found.target))
      return rejectProof(delivery, found.target, at, sender.reason);
    if (!isAllowed) return rejectAddress(delivery.address);

    const waiter = { organizationId: state.organizationId, integrationId: delivery.integrationId };
    if (isLargeDelivery(delivery) && !attempt.place) {
      if (readQueue.isFull(waiter)) return { kind: 'unavailable', retryAfterSeconds: 10 };
      attempt.place = readQueue.enter(waiter, delivery.body.length);
      delivery.release?.();
    }
    const opening = openDelivery(delivery, found.target);
    const opened = opening instanceof Promise ? await opening : opening;
    if (!opened) return notOpened;
    const read = readDelivery(opened, trigger, context.config.webhookMaxBytes, attempt.place);
    const usual = opened.sealedAnswer ?? findDefaultAnswer(webhook.verify, delivery.header);
    const payload = read instanceof Promise ? await read : read;
    if (payload.kind !== 'payload') return payload;
    const exact = () => readExact(payload);
    if (!isListening) {
      const sought = findSkipReason(trigger, exact, delivery);
      const reason = sought && (await sought);
      // A skipped delivery is not stored, so no write would notice that the kept conditions are stale.
      if (reason !== undefined && kept?.kind === 'found') {
        targets.forget(delivery.integrationId);
        attempt.isCounted = true;
        return judge(delivery, at, attempt);
      }
      if (reason !== undefined) return { kind: 'skipped', reason, answer: usual };
    }
    if (queue.isOld()) await queue.count();
    if (!isListening && queue.isFull()) return { kind: 'unavailable', retryAfterSeconds: 30 };
    const hops = readHops(delivery);
    const rejection = findRejectionReason(trigger, payload.value, hops);
    const filling = fillImmediateAnswer(delivery, found.target, exact);
    const arrival: NewDelivery = {
      integrationId: delivery.integrationId,
      seen: state,
      json: payload.json,
      // A user looks at a sample to see what the sender sends.
      request: usesRequest || isListening ? stringifyJson(readRequestData(delivery, trigger)) : undefined,
      key: readKey(delivery, trigger, exact),
      keyHours: trigger.webhook.dedupe?.hours,
      runFailedAgain: trigger.webhook.runFailedAgain,
      hops,
      traceparent: readTraceparent(delivery.header('traceparent')),
      answer: filling && toLogged(filling, found.target),
      rejection,
      at,
    };
    const bytes = Buffer.byteLength(payload.json) + Buffer.byteLength(arrival.request ?? '');
    const crowded =
      !isListening && !isCounted && rejectStrangersBytes(context, delivery, found.target, { bytes, at });
    if (crowded) return crowded;
    const late = fillLateAnswer(delivery, found.target, exact);
    return {
      kind: 'arrival',
      arrival,
      rejection,
      isListening,
      filling,
      usual,
      late,
      respond: webhook.respond,
    };
  }

  async function accept(delivery: Delivery): Promise<DeliveryOutcome> {
    const attempt: Attempt = { isCounted: false };
    try {
      for (; ; attempt.isCounted = true) {
        const judged = await judge(delivery, context.now(), attempt);
        if (judged.kind !== 'arrival') return judged;
        const { arrival, rejection, isListening } = judged;
        const stored = isListening
          ? await context.db.transaction((tx) => captureArrival(tx, arrival))
          : await context.ledger.accept(arrival);
        if (stored.kind === 'captured') return { kind: 'captured', answer: judged.usual };
        if (stored.kind === 'stored') {
          const { executionId } = stored;
          return rejection && stored.isRejected
            ? { ...rejection, executionId }
            : toAccepted(executionId, judged);
        }
        targets.forget(delivery.integrationId);
      }
    } finally {
      attempt.place?.leave();
    }
  }

  return async function acceptDelivery(delivery) {
    try {
      const rejection = rejectWhenDamaged(context.damage) ?? rejectWhenDiskLow(context.disk);
      if (rejection) return rejection;
      const outcome = await accept(delivery);
      if (outcome.kind === 'accepted') context.wake();
      if ('executionId' in outcome || outcome.kind === 'captured') {
        context.changeEvents.publish(delivery.integrationId);
      }
      return outcome;
    } catch (error) {
      if (!isDatabaseDown(error)) throw error;
      errors.error({ err: error }, 'a delivery could not be stored');
      return { kind: 'unavailable', retryAfterSeconds: 10 };
    } finally {
      delivery.release?.();
    }
  };
}

/**
 * `known`: the reason, where the headers do not show it. The response says when a signature is right and only its time is
 * wrong: a sender who can sign learns no secret from that.
 */
async function rejectProof(
  delivery: Delivery,
  target: DeliveryTarget,
  at: number,
  known: string | undefined,
): Promise<DeliveryOutcome> {
  const { webhook } = target.trigger;
  const signedAt = await findRightTime(delivery, target, at);
  if (signedAt !== undefined) {
    const message = `The signature is correct, but from ${describeDistance(signedAt, at)}, which is too far off.`;
    return { kind: 'unauthenticated', reason: message, message };
  }
  const [reason, message] = [known ?? explainRejection(delivery, webhook), tellSender(delivery, webhook)];
  return { kind: 'unauthenticated', reason, message };
}

/** What is kept of a delivery when it is judged again. */
interface Attempt {
  /** The rate limit has counted it. */
  isCounted: boolean;
  /** The place of a large delivery. */
  place?: Place;
}

type Judged =
  | {
      kind: 'arrival';
      arrival: NewDelivery;
      rejection: RejectionReason | undefined;
      isListening: boolean;
      filling: AnswerFilling | undefined;
      /** The answer that the sender expects when the trigger defines none. */
      usual: FilledAnswer | undefined;
      /** The answer when the result is late. */
      late: FilledAnswer | undefined;
      respond: Answer | undefined;
    }
  | DeliveryOutcome;

/** Builds the outcome. When the own answer could not be filled in, the usual answer replaces it, and the log says why. */
function toAccepted(
  executionId: string,
  { filling, usual, late, respond }: Extract<Judged, { kind: 'arrival' }>,
): DeliveryOutcome {
  if (filling?.kind === 'filled') return { kind: 'accepted', executionId, answer: filling.answer };
  if (respond?.mode === 'result') return { kind: 'accepted', executionId, awaits: respond, late };
  return { kind: 'accepted', executionId, answer: usual };
}

type CapturedArrival = { kind: 'captured' } | { kind: 'stale' };

/** Keeps the payload as a sample for the user who listens. */
async function captureArrival(
  tx: Queries,
  { integrationId, seen, json, request, at }: NewDelivery,
): Promise<CapturedArrival> {
  if (!(await isStateUnchanged(tx, integrationId, seen))) return { kind: 'stale' };
  const key = { id: integrationId, organizationId: seen.organizationId };
  await captureSample(tx, key, { json, request: request ?? null, at });
  return { kind: 'captured' };
}

/** Tells whether the queue is full. Counting a long queue takes milliseconds, so it is counted at most once a second. */
function createQueueGauge({ now, db }: AppContext) {
  let countedAt = 0;
  let full = false;
  return {
    isOld: () => Math.abs(now() - countedAt) >= 1000,
    async count() {
      countedAt = now();
      full = (await countWaitingWork(db)) >= maxWaiting;
    },
    isFull: () => full,
  };
}
