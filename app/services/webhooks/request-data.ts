// Keeps the request of a delivery, without the proof of who sent it, which later readers must not see.
import type { WebhookTrigger } from '~/engine/integration';
import { toProof } from '~/engine/senders/verify';
import { type DeliveryRequest, describeRequest } from '~/engine/delivery/delivery-request';
import type { Delivery } from './proof/delivery';

/** Returns the request of a delivery as a run may read it. */
export function readRequestData(delivery: Delivery, { webhook }: WebhookTrigger): DeliveryRequest {
  const { method, url } = delivery;
  const headers = delivery.listHeaders();
  return describeRequest({ method, url, headers }, { secret: webhook.secret, hidden: listHidden(webhook) });
}

/** Lists the headers and parameters that hold the proof, and the headers whose values the trigger requires. */
function listHidden({ verify, headers }: WebhookTrigger['webhook']): Set<string> {
  const proof = toProof(verify);
  const hidden = new Set(Object.keys(headers).map((name) => name.toLowerCase()));
  if ('header' in proof && proof.header !== undefined) hidden.add(proof.header);
  if (proof.kind === 'signature') proof.furtherHeaders?.forEach((name) => hidden.add(name));
  if (proof.kind === 'query') hidden.add(proof.name.toLowerCase());
  return hidden;
}
