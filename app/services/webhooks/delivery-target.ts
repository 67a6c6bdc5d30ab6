// The integration that a delivery is for, and whether it comes from somebody who may send it.
import { type SignedDelivery, isSame } from '~/auth/webhook-signature';
import type { Config } from '~/config';
import { type IntegrationState, findIntegrationState } from '~/db/integrations/integration-state';
import type { Queries } from '~/db/core/queries';
import type { WebhookTrigger } from '~/engine/integration';
import { toProof } from '~/engine/senders/verify';
import { type DefinitionCache, findDefinition } from '../integrations/definition-cache';
import { openFormerSecret } from '../integrations/former-secret';
import { isListeningAt } from './samples';
import { isProven } from './sender-proof';
import type { SignedRequest } from './signed-text';

/** A request to the door, with its body. */
export interface Delivery extends SignedDelivery {
  integrationId: string;
  method: string;
  /** Path and query, as they came. */
  url: string;
  /** All headers, their names in lower case. */
  listHeaders(): [name: string, value: string][];
}

export interface Target {
  kind: 'target';
  state: IntegrationState;
  trigger: WebhookTrigger;
  isListening: boolean;
  /** Where we are to be reached, without a path: senders that sign an address sign this. */
  appUrl: string;
  /** The secret that was replaced, while it is still valid. */
  openFormer: () => Promise<string | undefined>;
}

type NoTarget = { kind: 'not-found' | 'unauthenticated' };

interface Context {
  config: Config;
  definitions: DefinitionCache;
  db: Queries;
}

/** The integration that a delivery is for, if there is one that takes deliveries. */
export async function findTarget(
  context: Context,
  integrationId: string,
  at: number,
): Promise<Target | NoTarget> {
  const state = await findIntegrationState(context.db, integrationId);
  return state ? await toTarget(context, integrationId, state, at) : { kind: 'not-found' };
}

async function toTarget(
  context: Context,
  integrationId: string,
  state: IntegrationState,
  at: number,
): Promise<Target | NoTarget> {
  const isListening = isListeningAt(state, at);
  if (!state.isActive && !isListening) return { kind: 'not-found' };
  const definition = await findDefinition(context, integrationId, state.version);
  // A secret that cannot be decrypted proves nothing, so nobody is let in.
  if (definition.kind === 'sealed') return { kind: 'unauthenticated' };
  if (definition.kind === 'not-found') return { kind: 'not-found' };
  const trigger = definition.definition.triggerConfig;
  if (trigger.type !== 'webhook') return { kind: 'not-found' };
  const openFormer = () => openFormerSecret(context, integrationId, state, at);
  return { kind: 'target', state, trigger, isListening, appUrl: context.config.appUrl, openFormer };
}

/** So many integrations' states are kept. */
const maxKept = 10_000;

/**
 * Finds targets by the states that it has seen last: storing a delivery asks whether that is still so (`stale`), and
 * whoever would be turned away by a kept state is looked up anew.
 */
export function createTargetFinder(context: Context) {
  const states = new Map<string, IntegrationState>();

  async function findKept(delivery: Delivery, at: number): Promise<Target | undefined> {
    const state = states.get(delivery.integrationId);
    const found = state && (await toTarget(context, delivery.integrationId, state, at));
    return found?.kind === 'target' && (await isAuthentic(delivery, found, at)) ? found : undefined;
  }

  return {
    async find(
      delivery: Delivery,
      at: number,
    ): Promise<{ kind: 'found'; target: Target; isAuthentic: boolean } | NoTarget> {
      const { integrationId } = delivery;
      const kept = await findKept(delivery, at);
      if (kept) return { kind: 'found', target: kept, isAuthentic: true };
      const target = await findTarget(context, integrationId, at);
      if (target.kind !== 'target') return target;
      if (states.size >= maxKept) states.clear();
      states.set(integrationId, target.state);
      return { kind: 'found', target, isAuthentic: await isAuthentic(delivery, target, at) };
    },
    /** What is known of an integration is no longer so. */
    forget(integrationId: string): void {
      states.delete(integrationId);
    },
  };
}

/** The request as its sender saw it, at our public address. */
export function toSignedRequest(
  { method, url, header, body }: Omit<Delivery, 'integrationId' | 'listHeaders'>,
  { appUrl }: Pick<Target, 'appUrl'>,
): SignedRequest {
  return { method, address: `${appUrl}${url}`, header, body };
}

/**
 * Whether a delivery proves the secret, if there is one, or the one that it replaced a moment ago, and has the headers
 * that are asked for. Where the trigger says how it is to be proven, nobody is let in without a secret.
 */
export async function isAuthentic(
  delivery: Omit<Delivery, 'integrationId' | 'listHeaders'>,
  target: Pick<Target, 'trigger' | 'openFormer' | 'appUrl'>,
  at: number,
): Promise<boolean> {
  const { webhook } = target.trigger;
  const proof = toProof(webhook.verify);
  if (webhook.secret) {
    const request = toSignedRequest(delivery, target);
    if (!isProven(request, proof, webhook.secret, at)) {
      const former = await target.openFormer();
      if (!former || !isProven(request, proof, former, at)) return false;
    }
  } else if (proof.kind !== 'auto') return false;
  return Object.entries(webhook.headers).every(([name, value]) => {
    const given = delivery.header(name.toLowerCase());
    return given !== undefined && isSame(given, value);
  });
}
