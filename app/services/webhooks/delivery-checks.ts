// What of a delivery decides whether it is run, one question each. The door asks them in its order and stops at the first
// that is answered badly; who tries it out is shown all of them.
import { readsRequest } from '~/engine/checks/request-use';
import { findUnmetInParts } from '~/engine/conditions/delivery-filter';
import { readDedupeKey } from '~/engine/definition/delivery-rules';
import { type WebhookTrigger } from '~/engine/integration';
import { finish } from '~/engine/json/json-parts';
import { findUnready } from '~/engine/run/run';
import { hasPayloadInQuery } from '~/engine/senders/admission';
import { findSender } from '~/engine/senders/senders';
import { findSecretParameter } from '~/engine/senders/verify';
import { findLoopProblem, hopsHeader, hopsOfDelivery } from '~/engine/triggers/trigger';
import { dependsOnPayload, readTriggerVariables } from '~/engine/variables';
import { parseJson as parseUnproven } from './proof/body-fields';
import { decompress } from './bodies/decompress';
import type { Delivery, Target } from './delivery-target';
import { inTurns } from '../give-way';
import type { Line, Waiter } from '../limits/fair-line';
import { readPayloadInParts, readQuery } from './bodies/payload';
import type { Payload } from './bodies/payload-outcome';
import { readRequestData } from './request-data';

const hopsHeaderName = hopsHeader.toLowerCase();
const maxKeyLength = 200;

/** Bytes of a body that is read in one turn. */
const longestAtOnce = 64 * 1024;

/** Whether its body is not read at once; of a compressed one that shows only when it is unpacked. */
export function isLargeDelivery({ body }: Pick<Delivery, 'body'>): boolean {
  return body.length > longestAtOnce;
}

/** The payload, in the way that the trigger chooses; only what is long or came compressed is waited for. */
export function readDelivery(
  delivery: Delivery,
  { webhook: { readAs, verify } }: WebhookTrigger,
  maxBytes: number,
  place: { line: Line; waiter: Waiter },
): Payload | Promise<Payload> {
  const { line, waiter } = place;
  if (hasPayloadInQuery(delivery.method)) return readQuery(delivery.url, findSecretParameter(verify));
  const read = (body: Buffer) => {
    // Most bodies are read without looking at them.
    const headers = { [Symbol.iterator]: () => delivery.listHeaders()[Symbol.iterator]() };
    const work = readPayloadInParts(body, delivery.header('content-type'), { readAs, headers });
    return body.length > longestAtOnce ? line.do(waiter, body.length, () => inTurns(work)) : finish(work);
  };
  const encoding = delivery.header('content-encoding');
  if (encoding === undefined) return read(delivery.body);
  return decompress(delivery.body, encoding, maxBytes).then((unpacked) =>
    unpacked.kind === 'body' ? read(unpacked.body) : unpacked,
  );
}

/** Understood, but not to be run. */
export interface RejectionReason {
  kind: 'missing-variables' | 'too-complex' | 'loop';
  message: string;
}

/** How many executions led to a delivery, as it says itself. */
export function readHops({ header }: Pick<Delivery, 'header'>): number {
  return hopsOfDelivery(header(hopsHeaderName));
}

/** Why a delivery is not to be run, if it is not. */
export function findRejectionReason(
  trigger: WebhookTrigger,
  value: unknown,
  hops: number,
): RejectionReason | undefined {
  const loop = findLoopProblem(hops);
  if (loop) return { kind: 'loop', message: loop };
  return dependsOnPayload(trigger) ? findUnready(readTriggerVariables(trigger, value)) : undefined;
}

/**
 * Why a delivery is none of those that the trigger runs for; waited for only where it has conditions. `exact`: the payload with all
 * its digits.
 */
export function findSkipReason(
  trigger: WebhookTrigger,
  exact: () => unknown,
  delivery: Delivery,
): Promise<string | undefined> | undefined {
  const { onlyRunIf } = trigger.webhook;
  if (!onlyRunIf || onlyRunIf.length === 0) return undefined;
  const isRead = onlyRunIf.some(({ field }) => readsRequest(field));
  const request = isRead ? readRequestData(delivery, trigger) : undefined;
  return inTurns(findUnmetInParts(onlyRunIf, readTriggerVariables(trigger, exact(), request).variables));
}

/** The sender's own name for a delivery; undefined of one that is like no other. */
export function readKey(
  delivery: Delivery,
  { webhook }: WebhookTrigger,
  exact: () => unknown,
): string | undefined {
  if (webhook.dedupe) return readDedupeKey(webhook.dedupe, delivery, exact);
  const key = delivery.header('webhook-id') ?? delivery.header('idempotency-key');
  return key && key.length <= maxKeyLength ? key : undefined;
}

/** What tells no more than a secret is short. */
const maxIntroductionBytes = 16 * 1024;

/**
 * The field in which the secret is waited for, and those beside it; undefined when it is not. Some senders make it up themselves and tell it in their
 * first delivery: while there is none and a person listens, that is kept as the sample, for the secret to be copied out of it.
 */
export function findIntroduction({ trigger, isListening }: Pick<Target, 'trigger' | 'isListening'>) {
  const { secret, verify } = trigger.webhook;
  if (secret !== '' || !isListening) return undefined;
  return findSender(verify?.scheme ?? 'auto')?.introduces;
}

/** Whether a delivery holds that field, and texts in no others than those: nothing else of a stranger's is kept. */
export function isIntroduction(
  { body }: { body: Buffer },
  target: Pick<Target, 'trigger' | 'isListening'>,
): boolean {
  const names = findIntroduction(target);
  if (names === undefined || body.length > maxIntroductionBytes) return false;
  const value = parseUnproven(body.toString('utf8'));
  if (typeof value !== 'object' || value === null) return false;
  const fields = Object.entries(value);
  const isTold = fields.every(([name, each]) => names.includes(name) && typeof each === 'string');
  return isTold && Object.hasOwn(value, names[0]);
}
