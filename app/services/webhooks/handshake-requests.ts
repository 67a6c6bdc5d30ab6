// Questions of senders. With the method of deliveries, a question arrives as a delivery; otherwise it has its own handler.
import type { AppContext } from '~/context';
import { toHandshake } from '~/engine/senders/verify';
import { rejectWhenDamaged } from '../installation/database-damage';
import { createTokenBuckets } from '../limits/token-bucket';
import { listMethods, defaultMethods } from './admission';
import { answerHandshake, type HandshakeAnswer } from './answer-handshake';
import {
  checkSender,
  type Delivery,
  findTarget,
  type DeliveryTarget,
  toSignedRequest,
} from './delivery-target';

/** Returns the answer when the integration's sender asks questions and this request is one. */
export function answerAsked(
  delivery: Omit<Delivery, 'integrationId' | 'listHeaders' | 'address'>,
  target: DeliveryTarget,
  isProven: boolean,
): HandshakeAnswer | undefined {
  const { webhook } = target.trigger;
  const handshake = toHandshake(webhook);
  if (handshake === 'none') return undefined;
  return answerHandshake(handshake, {
    ...toSignedRequest(delivery, target),
    secret: webhook.secret,
    isAuthentic: isProven,
  });
}

const noBody = Buffer.alloc(0);

/** Answers a request that is not a POST; returns undefined when the integration expects no questions. Writes nothing. */
export function createAnswerQuestion(context: AppContext) {
  const limit = createTokenBuckets({ perSecond: 10, burst: 50 });
  return async function answerQuestion(
    head: Omit<Delivery, 'body' | 'listHeaders'>,
  ): Promise<HandshakeAnswer | undefined> {
    const at = context.now();
    if (rejectWhenDamaged(context.damage) || limit.take(head.integrationId, at) > 0) return undefined;
    const target = await findTarget(context, head.integrationId, at);
    if (target.kind !== 'target' || toHandshake(target.trigger.webhook) === 'none') return undefined;
    const delivery = { ...head, body: noBody };
    const { kind } = await checkSender(delivery, target, at);
    return answerAsked(delivery, target, kind === 'authentic');
  };
}

/**
 * Returns the methods by which an integration accepts deliveries; the usual ones when it accepts none. Returns undefined while
 * the database is damaged; every sender is then told to retry. For requests that are not a POST, before their bodies are read.
 */
export function createFindMethods(context: AppContext) {
  return async function findMethods(integrationId: string): Promise<readonly string[] | undefined> {
    if (rejectWhenDamaged(context.damage)) return undefined;
    const target = await findTarget(context, integrationId, context.now());
    return target.kind === 'target' ? listMethods(target.trigger.webhook) : defaultMethods;
  };
}
