// What the headers of a delivery tell. A body that is still on its way costs memory, so what can be rejected without it is.
import { isBodySigned } from '~/auth/webhook-signature';
import type { AppContext } from '~/context';
import { rejectWhenDamaged } from '../installation/database-damage';
import { rejectWhenDiskLow } from '../installation/disk-space';
import { createTokenBuckets } from '../limits/token-bucket';
import type { DeliveryOutcome } from './accept-delivery';
import { type Delivery, findTarget, isAuthentic } from './delivery-target';

const noBody = Buffer.alloc(0);

/** Why a delivery is rejected whatever its body is; undefined when that has to be read. Nothing is written. */
export type RejectEarly = (
  head: Pick<Delivery, 'integrationId' | 'header'>,
) => Promise<DeliveryOutcome | undefined>;

export function createRejectEarly(context: AppContext): RejectEarly {
  const limit = createTokenBuckets({ perSecond: 100, burst: 200 });
  return async function rejectEarly({ integrationId, header }) {
    const rejection = rejectWhenDamaged(context.damage) ?? rejectWhenDiskLow(context.disk);
    if (rejection) return rejection;
    const at = context.now();
    const found = await findTarget(context, integrationId, at);
    if (found.kind !== 'target') return found;
    if (isBodySigned({ header }) || (await isAuthentic({ header, body: noBody }, found, at)))
      return undefined;
    const retryAfterSeconds = limit.take(integrationId, at);
    return retryAfterSeconds > 0
      ? { kind: 'too-many-requests', retryAfterSeconds }
      : { kind: 'unauthenticated' };
  };
}
