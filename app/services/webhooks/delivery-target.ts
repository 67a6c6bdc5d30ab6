// Finds the integration that a delivery is for.
import type { BlockList } from 'node:net';
import type { Config } from '~/config';
import {
  type IntegrationState,
  findIntegrationState,
  isListeningAt,
} from '~/db/integrations/integration-state';
import type { Queries } from '~/db/core/queries';
import type { Definition } from '~/engine/integration';
import {
  type DefinitionCache,
  definitionKey,
  findDefinition,
  findCachedDefinition,
  type LoadedDefinition,
} from '../integrations/definition-cache';
import { openFormerSecret } from '../integrations/former-secret';
import { isFromAllowed, takesMethod } from './admission';
import type { Delivery } from './proof/delivery';
import {
  authentic,
  checkSender,
  type ExpectedSender,
  provesSecret,
  type SenderCheck,
} from './proof/sender-check';
import type { SenderKeys } from './proof/sender-key';

export interface DeliveryTarget extends ExpectedSender {
  kind: 'target';
  state: IntegrationState;
  /** Its trigger is `trigger`. */
  definition: Definition;
  isListening: boolean;
  /** The addresses that deliveries may come from; undefined allows all. */
  allowed: BlockList | undefined;
  /** Whether the definition uses the request of a delivery, so that the request is kept. */
  usesRequest: boolean;
}

interface FoundTarget {
  kind: 'found';
  target: DeliveryTarget;
  sender: SenderCheck;
}

/** A delivery that does not prove the secret of this definition. Proving takes long, and strangers may send as much as senders. */
interface Unproven {
  kind: 'unproven';
  definition: Definition;
}

type NoTarget = { kind: 'not-found' | 'unauthenticated' };

interface Context {
  senderKeys: SenderKeys;
  config: Config;
  definitions: DefinitionCache;
  db: Queries;
}

/** Finds the integration that a delivery is for, if it accepts deliveries. */
export async function findTarget(
  context: Context,
  integrationId: string,
  at: number,
): Promise<DeliveryTarget | NoTarget> {
  const target = await findDeliveryTarget(context, integrationId, at);
  return target.kind === 'target' && !takesDeliveries(target) ? { kind: 'not-found' } : target;
}

/** Like {@link findTarget}, but also finds an integration that accepts no deliveries now. */
export async function findDeliveryTarget(
  context: Context,
  integrationId: string,
  at: number,
): Promise<DeliveryTarget | NoTarget> {
  const state = await findIntegrationState(context.db, integrationId);
  if (!state) return { kind: 'not-found' };
  const definition = await findDefinition(context, integrationId, state.version);
  return toTarget(context, integrationId, state, definition, at);
}

export function takesDeliveries({
  state,
  isListening,
}: Pick<DeliveryTarget, 'state' | 'isListening'>): boolean {
  return state.isActive || isListening;
}

function toTarget(
  context: Context,
  integrationId: string,
  state: IntegrationState,
  loaded: LoadedDefinition,
  at: number,
): DeliveryTarget | NoTarget {
  const isListening = isListeningAt(state, at);
  // A secret that cannot be decrypted proves nothing, so every delivery is rejected.
  if (loaded.kind === 'sealed') return { kind: 'unauthenticated' };
  if (loaded.kind === 'not-found') return { kind: 'not-found' };
  const { definition, usesRequest, allowed } = loaded;
  const trigger = definition.triggerConfig;
  if (trigger.type !== 'webhook') return { kind: 'not-found' };
  const openFormer = () => openFormerSecret(context, integrationId, state, at);
  const { appUrl } = context.config;
  const { senderKeys: keys } = context;
  return {
    kind: 'target',
    integrationId,
    state,
    definition,
    trigger,
    isListening,
    allowed,
    keys,
    usesRequest,
    appUrl,
    openFormer,
  };
}

/** How many integrations' states are kept. */
const maxKept = 10_000;

/**
 * Creates a finder that keeps the last state of each integration. Storing a delivery checks whether the kept state is still
 * current (`stale`). Before a kept state leads to a rejection, the finder reads the state again.
 */
export function createTargetFinder(context: Context) {
  const states = new Map<string, { state: IntegrationState; definition: string }>();

  return {
    /**
     * Returns the target of a delivery that proves the current secret, when no database read is needed; `unproven` when it does
     * not prove the secret of a kept state, which may have changed.
     */
    findKept(delivery: Delivery, at: number): FoundTarget | Unproven | undefined {
      const { integrationId } = delivery;
      const seen = states.get(integrationId);
      const definition = seen && findCachedDefinition(context, seen.definition);
      const target = definition && toTarget(context, integrationId, seen.state, definition, at);
      if (target?.kind !== 'target' || !takesDeliveries(target)) return undefined;
      if (!provesSecret(delivery, target, at)) return { kind: 'unproven', definition: target.definition };
      const { webhook } = target.trigger;
      if (!takesMethod(webhook, delivery.method) || !isFromAllowed(target.allowed, delivery.address))
        return undefined;
      return { kind: 'found', target, sender: authentic };
    },
    /** Finds the target by its state of now. `unproven`: the proof that need not be looked for again. */
    async find(delivery: Delivery, at: number, unproven?: Unproven): Promise<FoundTarget | NoTarget> {
      const { integrationId } = delivery;
      const target = await findTarget(context, integrationId, at);
      if (target.kind !== 'target') return target;
      if (states.size >= maxKept) states.clear();
      const { state } = target;
      states.set(integrationId, { state, definition: definitionKey(integrationId, state.version) });
      const isRefuted = unproven?.definition === target.definition;
      return { kind: 'found', target, sender: await checkSender(delivery, target, at, isRefuted) };
    },
    /** Drops the kept state of an integration, which is no longer current. */
    forget(integrationId: string): void {
      states.delete(integrationId);
    },
  };
}
