// Deliveries whose body is encrypted are opened once they are proven, and read like any other from then on.
import { toProof } from '~/engine/senders/verify';
import type { Delivery } from './proof/delivery';
import type { DeliveryTarget } from './delivery-target';
import { toSignedRequest } from './proof/sender-check';
import type { FilledAnswer } from '~/engine/senders/answer';
import { openSealedBody, sealForDingTalk } from './proof/sealed-body';
import type { Unread } from './bodies/payload-outcome';

/** The message when the signature is right, but not the key beside it in the secret. */
export const notOpened: Unread = {
  kind: 'unparsable',
  message: 'The body could not be decrypted: the key in the saved secret is not the sender’s.',
};

interface OpenedDelivery extends Delivery {
  /** The answer that its sender wants to be encrypted as the body was. */
  sealedAnswer?: FilledAnswer;
}

/**
 * Returns a proven delivery with the body that its sender encrypted; the same delivery when its sender encrypts nothing;
 * undefined when neither the secret nor the recently replaced one opens it.
 */
export function openDelivery(
  delivery: Delivery,
  target: Pick<DeliveryTarget, 'trigger' | 'appUrl' | 'openFormer'>,
): OpenedDelivery | Promise<OpenedDelivery | undefined> {
  const { verify, secret } = target.trigger.webhook;
  const proof = toProof(verify);
  if (proof.kind !== 'sealed') return delivery;
  const request = toSignedRequest(delivery, target);
  const open = (by: string): OpenedDelivery | undefined => {
    const body = openSealedBody(request, proof, by);
    const sealed = proof.by === 'dingtalk' ? sealForDingTalk(request, by) : undefined;
    if (body === undefined) return undefined;
    return { ...delivery, body, ...(sealed !== undefined && { sealedAnswer: toJsonAnswer(sealed) }) };
  };
  return open(secret) ?? target.openFormer().then((former) => (former === undefined ? former : open(former)));
}

function toJsonAnswer(body: string): FilledAnswer {
  return { status: 200, contentType: 'application/json', headers: [], body };
}
