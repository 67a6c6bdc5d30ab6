// The checks that decide whether a delivery is run, one function each. Accepting a delivery stops at the first check that
// fails; a user who tries out a request is shown all of them.
import { readsRequest } from '~/engine/checks/request-use';
import { findUnmetInParts } from '~/engine/conditions/delivery-filter';
import { readDedupeKey } from '~/engine/definition/delivery-rules';
import { type WebhookTrigger } from '~/engine/integration';
import { finish } from '~/engine/json/json-parts';
import { explainUnreadablePayload } from '~/engine/run/run';
import { hasPayloadInQuery } from '~/engine/senders/admission';
import { findSender } from '~/engine/senders/senders';
import { findSecretParameter, toProof } from '~/engine/senders/verify';
import { findLoopProblem, hopsHeader, hopsOfDelivery } from '~/engine/triggers/trigger';
import { dependsOnPayload, readTriggerVariables } from '~/engine/variables';
import { parseJson as parseUnproven } from './proof/body-fields';
import { decompress, isCompressed } from './bodies/decompress';
import type { Delivery } from './proof/delivery';
import type { DeliveryTarget } from './delivery-target';
import { runInTurns } from '../event-loop';
import type { Place } from '../limits/fair-queue';
import { readPayloadInParts, readQuery } from './bodies/payload';
import type { Payload } from './bodies/payload-outcome';
import { readRequestData } from './request-data';

const hopsHeaderName = hopsHeader.toLowerCase();
const maxKeyLength = 200;

/** How many bytes of a body are read in one turn of the event loop. */
const maxAtOnceLength = 64 * 1024;

/** Checks whether a body waits for its turn to be read. One that is compressed does: a few bytes may unpack to very many. */
export function isLargeDelivery({ body, header }: Pick<Delivery, 'body' | 'header'>): boolean {
  return body.length > maxAtOnceLength || isCompressed(header('content-encoding'));
}

/**
 * Reads the payload in the way that the trigger chooses. `place`: the place of a large delivery, which is read in its turn, and
 * unpacked no sooner; only then a promise is returned.
 */
export function readDelivery(
  delivery: Delivery,
  { webhook: { readAs, verify } }: WebhookTrigger,
  maxBytes: number,
  place: Place | undefined,
): Payload | Promise<Payload> {
  if (hasPayloadInQuery(delivery.method)) return readQuery(delivery.url, findSecretParameter(verify));
  const read = (body: Buffer) => {
    // Most bodies are read without a look at the headers.
    const headers = { [Symbol.iterator]: () => delivery.listHeaders()[Symbol.iterator]() };
    // To one address Slack sends events as JSON, buttons as JSON in a form, and commands as a form.
    const keepsForms = verify?.scheme === 'slack';
    const reading = { readAs, keepsForms, headers };
    return readPayloadInParts(body, delivery.header('content-type'), reading);
  };
  const { body } = delivery;
  if (!place) return finish(read(body));
  const readWhole = async () => {
    const unpacked = await decompress(body, delivery.header('content-encoding'), maxBytes);
    return unpacked.kind === 'body' ? runInTurns(read(unpacked.body)) : unpacked;
  };
  return place.do(readWhole, (payload) => (payload.kind === 'payload' ? payload.json.length : 0));
}

/** Why a delivery that was understood is not run. */
export interface RejectionReason {
  kind: 'missing-variables' | 'too-complex' | 'loop';
  message: string;
}

/** Returns how many executions led to a delivery, by the delivery's own header. */
export function readHops({ header }: Pick<Delivery, 'header'>): number {
  return hopsOfDelivery(header(hopsHeaderName));
}

/** Returns why a delivery is not run, or undefined. */
export function findRejectionReason(
  trigger: WebhookTrigger,
  value: unknown,
  hops: number,
): RejectionReason | undefined {
  const loop = findLoopProblem(hops);
  if (loop) return { kind: 'loop', message: loop };
  return dependsOnPayload(trigger)
    ? explainUnreadablePayload(readTriggerVariables(trigger, value))
    : undefined;
}

/**
 * Returns why the trigger does not run for a delivery, or undefined; a promise only where the trigger has conditions. `exact`:
 * the payload with all its digits.
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
  return runInTurns(findUnmetInParts(onlyRunIf, readTriggerVariables(trigger, exact(), request).variables));
}

/**
 * Explains why the trigger would not run for a payload that was only tested with; undefined when it would, and where conditions
 * read the request, which a test does not have. `exact`: the payload with all its digits.
 */
export async function findSkipReasonOfTest(
  trigger: WebhookTrigger,
  exact: unknown,
): Promise<string | undefined> {
  const { onlyRunIf = [] } = trigger.webhook;
  if (onlyRunIf.some(({ field }) => readsRequest(field))) return undefined;
  return runInTurns(findUnmetInParts(onlyRunIf, readTriggerVariables(trigger, exact).variables));
}

/**
 * Returns the sender's own key of a delivery; undefined when the delivery has none. An id that the sender signs counts before
 * any other: a stranger who repeats a delivery could write another one beside it.
 */
export function readKey(
  delivery: Delivery,
  { webhook }: WebhookTrigger,
  exact: () => unknown,
): string | undefined {
  if (webhook.dedupe) return readDedupeKey(webhook.dedupe, delivery, exact);
  const proof = toProof(webhook.verify);
  const isSvix =
    delivery.header('svix-signature') !== undefined && delivery.header('webhook-signature') === undefined;
  const key =
    proof.kind === 'signature' && proof.id !== undefined
      ? delivery.header(proof.id)
      : (delivery.header(isSvix ? 'svix-id' : 'webhook-id') ?? delivery.header('idempotency-key'));
  return key && key.length <= maxKeyLength ? key : undefined;
}

/** The longest body that may announce a secret, in bytes. */
const maxIntroductionBytes = 16 * 1024;

/**
 * Returns the field of an expected secret and the fields beside it. Some senders announce their secret in the first delivery.
 * While the trigger has no secret and a user listens, that delivery becomes the sample, so that the user can copy the secret.
 */
export function findIntroduction({ trigger, isListening }: Pick<DeliveryTarget, 'trigger' | 'isListening'>) {
  const { secret, verify } = trigger.webhook;
  if (secret !== '' || !isListening) return undefined;
  return findSender(verify?.scheme ?? 'auto')?.introduces;
}

/** Checks whether a delivery holds the secret's field and only expected text fields; nothing else from a stranger is kept. */
export function isIntroduction(
  { body }: { body: Buffer },
  target: Pick<DeliveryTarget, 'trigger' | 'isListening'>,
): boolean {
  const names = findIntroduction(target);
  if (names === undefined || body.length > maxIntroductionBytes) return false;
  const value = parseUnproven(body.toString('utf8'));
  if (typeof value !== 'object' || value === null) return false;
  const fields = Object.entries(value);
  const isTold = fields.every(([name, each]) => names.includes(name) && typeof each === 'string');
  return isTold && Object.hasOwn(value, names[0]);
}
