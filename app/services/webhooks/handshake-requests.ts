// Handshakes of senders. With the method of deliveries, a handshake arrives as a delivery; with another method it has its own
// handler.
import type { AppContext } from '~/context';
import { toHandshake } from '~/engine/senders/verify';
import { rejectWhenDamaged } from '../installation/database-damage';
import { networkOf } from '../limits/network-address';
import { createTokenBuckets } from '../limits/token-bucket';
import { answerHandshake } from './answer-handshake';
import type { HandshakeAnswer } from './handshake-parts';
import { checkSender, toSignedRequest } from './proof/sender-check';
import type { Delivery } from './proof/delivery';
import { findTarget, type DeliveryTarget } from './delivery-target';

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

/** The answer to a request that comes too soon after others. */
interface Crowded {
  kind: 'too-many-requests';
  retryAfterSeconds: number;
}

/**
 * Answers a handshake with a method that deliveries do not have; undefined when the request is none. Writes nothing. Requests are
 * counted by network first, so that no stranger uses up the handshakes of the real sender.
 */
export function createAnswerHandshakeRequest(context: AppContext) {
  const ofNetwork = createTokenBuckets({ perSecond: 10, burst: 50 });
  const ofAll = createTokenBuckets({ perSecond: 200, burst: 400 });
  return async function answerHandshakeRequest(
    head: Omit<Delivery, 'body' | 'listHeaders'>,
  ): Promise<HandshakeAnswer | Crowded | undefined> {
    const at = context.now();
    if (rejectWhenDamaged(context.damage)) return undefined;
    const { integrationId } = head;
    const retryAfterSeconds =
      ofNetwork.take(`${integrationId} ${networkOf(head.address())}`, at) || ofAll.take(integrationId, at);
    if (retryAfterSeconds > 0) return { kind: 'too-many-requests', retryAfterSeconds };
    const target = await findTarget(context, integrationId, at);
    if (target.kind !== 'target' || toHandshake(target.trigger.webhook) === 'none') return undefined;
    const delivery = { ...head, body: noBody };
    const { kind } = await checkSender(delivery, target, at);
    return answerHandshakeDelivery(delivery, target, kind === 'authentic');
  };
}
