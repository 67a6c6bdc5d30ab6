// Deliveries whose body is encrypted are opened once they are proven, and read like any other from then on.
import { toProof } from '~/engine/senders/verify';
import { type Delivery, type DeliveryTarget, toSignedRequest } from './delivery-target';
import { openSealedBody } from './proof/sealed-body';
import type { Unread } from './bodies/payload-outcome';

/** The message when the signature is right, but not the key beside it in the secret. */
export const notOpened: Unread = {
  kind: 'unparsable',
  message: 'The body could not be decrypted: the key in the saved secret is not the sender’s.',
};

/**
 * Returns a proven delivery with the body that its sender encrypted; the same delivery when its sender encrypts nothing; undefined
 * when neither the secret nor the recently replaced one opens it.
 */
export function openDelivery(
  delivery: Delivery,
  target: Pick<DeliveryTarget, 'trigger' | 'appUrl' | 'openFormer'>,
): Delivery | Promise<Delivery | undefined> {
  const { verify, secret } = target.trigger.webhook;
  const proof = toProof(verify);
  if (proof.kind !== 'sealed') return delivery;
  const request = toSignedRequest(delivery, target);
  const open = (by: string) => {
    const body = openSealedBody(request, proof, by);
    return body && { ...delivery, body };
  };
  return open(secret) ?? target.openFormer().then((former) => (former === undefined ? former : open(former)));
}
