// Handshakes of senders. With the method of deliveries, a handshake arrives as a delivery; with another method it has its own
// handler.
import type { AppContext } from '~/context';
import { toHandshake } from '~/engine/senders/verify';
import { rejectWhenDamaged } from '../installation/database-damage';
import { createTokenBuckets } from '../limits/token-bucket';
import { answerHandshake } from './answer-handshake';
import type { HandshakeAnswer } from './handshake-parts';
import {
  checkSender,
  type Delivery,
  findTarget,
  type DeliveryTarget,
  toSignedRequest,
} from './delivery-target';

/** Returns the answer when the integration's sender makes a handshake and this delivery is one. */
export function answerHandshakeDelivery(
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

/** Answers a handshake with a method that deliveries do not have; undefined when the request is none. Writes nothing. */
export function createAnswerHandshakeRequest(context: AppContext) {
  const limit = createTokenBuckets({ perSecond: 10, burst: 50 });
  return async function answerHandshakeRequest(
    head: Omit<Delivery, 'body' | 'listHeaders'>,
  ): Promise<HandshakeAnswer | undefined> {
    const at = context.now();
    if (rejectWhenDamaged(context.damage) || limit.take(head.integrationId, at) > 0) return undefined;
    const target = await findTarget(context, head.integrationId, at);
    if (target.kind !== 'target' || toHandshake(target.trigger.webhook) === 'none') return undefined;
    const delivery = { ...head, body: noBody };
    const { kind } = await checkSender(delivery, target, at);
    return answerHandshakeDelivery(delivery, target, kind === 'authentic');
  };
}
