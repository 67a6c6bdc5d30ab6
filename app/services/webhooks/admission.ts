// Which requests a webhook takes for deliveries, no matter who sends them: by their method, and by where they come from.
import type { BlockList } from 'node:net';
import type { WebhookTrigger } from '~/engine/integration';
import { isListed } from '../limits/network-address';

type Webhook = WebhookTrigger['webhook'];

export const usualMethods: readonly string[] = ['POST'];

export function listMethods({ methods }: Webhook): readonly string[] {
  return methods ?? usualMethods;
}

export function takesMethod({ methods }: Webhook, method: string): boolean {
  return methods === undefined ? method === 'POST' : methods.some((each) => each === method);
}

/** `method`: how the delivery came. */
export function rejectMethod(methods: readonly string[], method: string) {
  const message = `Deliveries are accepted by ${methods.join(', ')}, and this one came by ${method}.`;
  return { kind: 'method-not-allowed', message, methods } as const;
}

/** Whether a delivery comes from where it may. Its address is what TRUSTED_PROXY lets us believe. */
export function isFromAllowed(allowed: BlockList | undefined, address: () => string): boolean {
  return allowed === undefined || isListed(allowed, address());
}

export function rejectAddress(address: () => string) {
  return { kind: 'address-not-allowed', message: `Deliveries from ${address()} are not accepted.` } as const;
}
