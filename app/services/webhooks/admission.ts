// Decides by method, network address and pace whether a webhook accepts a request as a delivery.
import type { BlockList } from 'node:net';
import type { AppContext } from '~/context';
import type { WebhookTrigger } from '~/engine/integration';
import { formatBytes } from '~/engine/texts/format-bytes';
import { isListed, networkOf } from '../limits/network-address';

type Webhook = WebhookTrigger['webhook'];

export const defaultMethods: readonly string[] = ['POST'];

export function listMethods({ methods }: Webhook): readonly string[] {
  return methods ?? defaultMethods;
}

export function takesMethod({ methods }: Webhook, method: string): boolean {
  return methods === undefined ? method === 'POST' : methods.some((each) => each === method);
}

/** `method`: the method of the delivery. */
export function rejectMethod(methods: readonly string[], method: string) {
  const message = `Deliveries are accepted by ${methods.join(', ')}, and this one came by ${method}.`;
  return { kind: 'method-not-allowed', message, methods } as const;
}

/** Checks whether a delivery comes from an allowed address. TRUSTED_PROXY decides which address is believed. */
export function isFromAllowed(allowed: BlockList | undefined, address: () => string): boolean {
  return allowed === undefined || isListed(allowed, address());
}

export function rejectAddress(address: () => string) {
  return {
    kind: 'address-not-allowed',
    message: `Deliveries from ${address()} are not accepted.`,
  } as const;
}

/** The delivery may be authentic: 401 could make its sender give up. */
export function rejectUnknownKey(retryAfterSeconds: number) {
  const message =
    'The public key for checking the sender could not be fetched. Send again after as many seconds as Retry-After says.';
  return { kind: 'unavailable', retryAfterSeconds, message } as const;
}

const again = 'Send again after as many seconds as Retry-After says.';

/** Rejects a delivery without a valid proof, of which too many came. */
export function rejectStrangersPace(retryAfterSeconds: number) {
  const message = `Too many deliveries without a valid proof came to this webhook. ${again}`;
  return { kind: 'too-many-requests', retryAfterSeconds, message } as const;
}

/** Rejects a delivery of the proven sender. `own`: the integration's own limit a second; null where it has none. */
export function rejectPace(own: number | null, retryAfterSeconds: number) {
  const limit =
    own === null
      ? 'This webhook gets more deliveries than it may.'
      : `This webhook may get ${own} deliveries a second.`;
  return { kind: 'too-many-requests', retryAfterSeconds, message: `${limit} ${again}` } as const;
}

/**
 * Takes the bytes of a delivery from what strangers may store, where everybody may deliver who knows the address: nothing proves
 * a sender, and no list says where deliveries come from. Returns the rejection when there is no room for them.
 */
export function rejectStrangersBytes(
  { limits, config }: Pick<AppContext, 'limits' | 'config'>,
  delivery: { integrationId: string; address: () => string },
  { trigger: { webhook }, allowed }: { trigger: WebhookTrigger; allowed: BlockList | undefined },
  { bytes, at }: { bytes: number; at: number },
) {
  const { strangerBytes } = config;
  if (strangerBytes === undefined || webhook.secret || allowed) return undefined;
  if (Object.keys(webhook.headers).length > 0) return undefined;
  const sender = { integrationId: delivery.integrationId, network: networkOf(delivery.address()) };
  const retryAfterSeconds = limits.strangerBytes.take(sender, bytes, at);
  if (retryAfterSeconds === 0) return undefined;
  const message = `Without a secret, this webhook takes ${formatBytes(strangerBytes)} a day, half of it from one network. ${again}`;
  return { kind: 'too-many-requests', retryAfterSeconds, message } as const;
}
