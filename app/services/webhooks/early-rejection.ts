// Rejects deliveries by their headers alone where that is possible, because reading a body costs memory.
import type { AppContext } from '~/context';
import { toHandshake, toProof } from '~/engine/senders/verify';
import { rejectWhenDamaged } from '../installation/database-damage';
import { rejectWhenDiskLow } from '../installation/disk-space';
import { createTokenBuckets, strangersLimit } from '../limits/token-bucket';
import { rejectStrangersPace, rejectUnknownKey } from './admission';
import { mayBeHandshakeByBody } from './answer-handshake';
import type { DeliveryOutcome } from './accept-delivery';
import { findIntroduction } from './delivery-checks';
import type { Delivery } from './proof/delivery';
import { checkSender } from './proof/sender-check';
import { findTarget } from './delivery-target';
import { explainRejection, tellSender } from './explain-rejection';
import { needsBody } from './proof/sender-proof';

const noBody = Buffer.alloc(0);

/** Returns why a delivery is rejected whatever its body is; undefined when the body must be read. Writes nothing. */
type RejectEarly = (head: Omit<Delivery, 'body' | 'listHeaders'>) => Promise<DeliveryOutcome | undefined>;

export function createRejectEarly(context: AppContext): RejectEarly {
  const limit = createTokenBuckets(strangersLimit);
  return async function rejectEarly(head) {
    const rejection = rejectWhenDamaged(context.damage) ?? rejectWhenDiskLow(context.disk);
    if (rejection) return rejection;
    const { integrationId, header } = head;
    const at = context.now();
    const found = await findTarget(context, integrationId, at);
    if (found.kind !== 'target') return found;
    const { webhook } = found.trigger;
    if (needsBody(toProof(webhook.verify), header) || mayBeHandshakeByBody(toHandshake(webhook), header))
      return undefined;
    if (findIntroduction(found) !== undefined) return undefined;
    const sender = await checkSender({ ...head, body: noBody }, found, at);
    if (sender.kind === 'authentic') return undefined;
    const retryAfterSeconds = limit.take(integrationId, at);
    if (retryAfterSeconds > 0) return rejectStrangersPace(retryAfterSeconds);
    if (sender.kind === 'unknown') return rejectUnknownKey(sender.retryAfterSeconds);
    const [reason, message] = [sender.reason ?? explainRejection(head, webhook), tellSender(head, webhook)];
    return { kind: 'unauthenticated', reason, message };
  };
}
