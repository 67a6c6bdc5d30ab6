// Questions of senders. With the method of deliveries, a question arrives as a delivery; otherwise it has its own handler.
import type { AppContext } from '~/context';
import { toHandshake } from '~/engine/senders/verify';
import { rejectWhenDamaged } from '../installation/database-damage';
import { createTokenBuckets } from '../limits/token-bucket';
import { listMethods, defaultMethods } from './admission';
import { answerHandshake } from './answer-handshake';
import type { HandshakeAnswer } from './handshake-parts';
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

/** Who may deliver to a webhook, as far as its address alone tells. */
export interface Openness {
  /** The methods by which it accepts deliveries; the usual ones when nothing is at the address. */
  methods: readonly string[];
  /**
   * Whether a page of another site may send by script and read the response. It may not where only some network addresses may
   * deliver: people there open pages of strangers.
   */
  isForPages: boolean;
}

const usual: Openness = { methods: defaultMethods, isForPages: true };

/**
 * Returns how open an integration's webhook is, before a body is read. Returns undefined while the database is damaged; every
 * sender is then told to retry.
 */
export function createFindOpenness(context: AppContext) {
  return async function findOpenness(integrationId: string): Promise<Openness | undefined> {
    if (rejectWhenDamaged(context.damage)) return undefined;
    const target = await findTarget(context, integrationId, context.now());
    if (target.kind !== 'target') return usual;
    return { methods: listMethods(target.trigger.webhook), isForPages: target.allowed === undefined };
  };
}
