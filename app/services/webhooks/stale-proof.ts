// Right signatures at a wrong time: the sender's clock is off, or an old delivery comes again.
import { formatCount } from '~/engine/texts/format-count';
import { toProof } from '~/engine/senders/verify';
import { checkSender, toSignedRequest } from './proof/sender-check';
import type { Delivery } from './proof/delivery';
import type { DeliveryTarget } from './delivery-target';
import { findSignedAt } from './proof/sender-proof';

/** The tolerance of the usual proofs, in seconds. */
const usualTolerance = 300;

/**
 * Returns when a rejected delivery was signed if it proved its sender then. Times are in milliseconds since 1970. A time near
 * `now` was judged already.
 */
export async function findRightTime(
  delivery: Delivery,
  target: DeliveryTarget,
  now: number,
): Promise<number | undefined> {
  const proof = toProof(target.trigger.webhook.verify);
  const { toleranceSeconds = usualTolerance } = proof as { toleranceSeconds?: number };
  const signedAt = findSignedAt(toSignedRequest(delivery, target), proof);
  if (signedAt === undefined || Math.abs(signedAt - now) <= toleranceSeconds * 1000) return undefined;
  return (await checkSender(delivery, target, signedAt)).kind === 'authentic' ? signedAt : undefined;
}

/** `60 minutes ago` or `20 seconds ahead of our clock`. */
export function describeDistance(at: number, now: number): string {
  const ms = Math.abs(now - at);
  const [length, unit] = ms < 120_000 ? [1000, 'seconds'] : [60_000, 'minutes'];
  const distance = `${formatCount(Math.round(ms / length))} ${unit}`;
  return at < now ? `${distance} ago` : `${distance} ahead of our clock`;
}
