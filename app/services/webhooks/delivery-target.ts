// The integration that a delivery is for, and whether its sender may send it.
import type { BlockList } from 'node:net';
import { type SignedDelivery, isBodySigned, isSame } from '~/auth/webhook-signature';
import type { Config } from '~/config';
import { type IntegrationState, findIntegrationState } from '~/db/integrations/integration-state';
import type { Queries } from '~/db/core/queries';
import type { Definition, WebhookTrigger } from '~/engine/integration';
import { hasPayloadInQuery } from '~/engine/senders/admission';
import type { Proof } from '~/engine/senders/proof';
import { provesQuery, toProof } from '~/engine/senders/verify';
import {
  type DefinitionCache,
  definitionKey,
  findDefinition,
  findKeptDefinition,
  type LoadedDefinition,
} from '../integrations/definition-cache';
import { openFormerSecret } from '../integrations/former-secret';
import { isFromAllowed, takesMethod } from './admission';
import { isListeningAt } from './samples';
import { findKeyAddress, isPublicKeyProof, namesOtherKey } from './proof/public-key-proof';
import type { SenderKeys } from './proof/sender-key';
import { type FindKeys, isProven } from './proof/sender-proof';
import type { SignedRequest } from './proof/signed-request';

/** A request to the door, with its body. */
export interface Delivery extends SignedDelivery {
  integrationId: string;
  method: string;
  /** Path and query, as they came. */
  url: string;
  /** All headers, their names in lower case. */
  listHeaders(): [name: string, value: string][];
  /** The network address that it comes from, as far as a trusted proxy tells it. */
  address(): string;
}

/** What proves a delivery. */
type Head = Omit<Delivery, 'integrationId' | 'listHeaders' | 'address'>;

export interface Target {
  kind: 'target';
  integrationId: string;
  state: IntegrationState;
  definition: Definition;
  /** That of the definition. */
  trigger: WebhookTrigger;
  isListening: boolean;
  /** Where deliveries may come from; from anywhere when undefined. */
  allowed: BlockList | undefined;
  /** Those that senders publish. */
  keys: SenderKeys;
  /** Of a delivery's request there is something to be kept. */
  usesRequest: boolean;
  /** Where we are to be reached, without a path: senders that sign an address sign this. */
  appUrl: string;
  /** The secret that was replaced, while it is still valid. */
  openFormer: () => Promise<string | undefined>;
}

interface FoundTarget {
  kind: 'found';
  target: Target;
  isAuthentic: boolean;
}

type NoTarget = { kind: 'not-found' | 'unauthenticated' };

interface Context {
  senderKeys: SenderKeys;
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
  const target = await findDoor(context, integrationId, at);
  return target.kind === 'target' && !takesDeliveries(target) ? { kind: 'not-found' } : target;
}

/** The same, also while it takes none. */
export async function findDoor(
  context: Context,
  integrationId: string,
  at: number,
): Promise<Target | NoTarget> {
  const state = await findIntegrationState(context.db, integrationId);
  if (!state) return { kind: 'not-found' };
  const definition = await findDefinition(context, integrationId, state.version);
  return toTarget(context, integrationId, state, definition, at);
}

export function takesDeliveries({ state, isListening }: Pick<Target, 'state' | 'isListening'>): boolean {
  return state.isActive || isListening;
}

function toTarget(
  context: Context,
  integrationId: string,
  state: IntegrationState,
  loaded: LoadedDefinition,
  at: number,
): Target | NoTarget {
  const isListening = isListeningAt(state, at);
  // A secret that cannot be decrypted proves nothing, so nobody is let in.
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

/** So many integrations' states are kept. */
const maxKept = 10_000;

/**
 * Finds targets by the states that it has seen last: storing a delivery asks whether that is still so (`stale`), and
 * before a delivery is rejected by a kept state, the state is looked up anew.
 */
export function createTargetFinder(context: Context) {
  const states = new Map<string, { state: IntegrationState; definition: string }>();

  return {
    /** The target of a delivery that proves the current secret, when nothing of it has to be asked of the database. */
    findKept(delivery: Delivery, at: number): FoundTarget | undefined {
      const { integrationId } = delivery;
      const seen = states.get(integrationId);
      const definition = seen && findKeptDefinition(context, seen.definition);
      const target = definition && toTarget(context, integrationId, seen.state, definition, at);
      if (target?.kind !== 'target' || !takesDeliveries(target) || !provesSecret(delivery, target, at))
        return undefined;
      const { webhook } = target.trigger;
      if (!takesMethod(webhook, delivery.method) || !isFromAllowed(target.allowed, delivery.address))
        return undefined;
      return { kind: 'found', target, isAuthentic: true };
    },
    async find(delivery: Delivery, at: number): Promise<FoundTarget | NoTarget> {
      const { integrationId } = delivery;
      const target = await findTarget(context, integrationId, at);
      if (target.kind !== 'target') return target;
      if (states.size >= maxKept) states.clear();
      const { state } = target;
      states.set(integrationId, { state, definition: definitionKey(integrationId, state.version) });
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
  { method, url, header, body }: Head,
  { appUrl }: Pick<Target, 'appUrl'>,
): SignedRequest {
  return { method, address: `${appUrl}${url}`, header, body };
}

/**
 * Whether a delivery proves the secret, if there is one, or the one that it replaced a moment ago, and has the headers
 * that are asked for. Where the trigger says how it is to be proven, nobody is let in without a secret.
 */
export async function isAuthentic(
  delivery: Head,
  target: Pick<Target, 'trigger' | 'openFormer' | 'appUrl' | 'keys' | 'state' | 'integrationId'>,
  at: number,
): Promise<boolean> {
  if (provesSecret(delivery, target, at)) return true;
  const { webhook } = target.trigger;
  if ((await fetchKeys(delivery, target)) && provesSecret(delivery, target, at)) return true;
  if (!webhook.secret || !hasHeaders(delivery, target.trigger)) return false;
  const former = await target.openFormer();
  if (former === undefined) return false;
  return provesBy(delivery, target, toProof(webhook.verify), former, at);
}

/** Fetches the public key that a delivery is said to be signed with; false when nothing was to be fetched. */
async function fetchKeys(
  delivery: Head,
  {
    trigger,
    keys,
    state,
    integrationId,
    ...target
  }: Pick<Target, 'trigger' | 'appUrl' | 'keys' | 'state' | 'integrationId'>,
): Promise<boolean> {
  const { secret, verify } = trigger.webhook;
  const proof = toProof(verify);
  if (!secret || !isPublicKeyProof(proof)) return false;
  const request = toSignedRequest(delivery, target);
  const address = findKeyAddress(request, proof, secret);
  if (address === undefined) return false;
  const kept = keys.findKept(address, state.organizationId);
  if (kept && !namesOtherKey(request, proof, kept)) return false;
  await keys.refresh(address, { organizationId: state.organizationId, integrationId });
  return true;
}

/** The same, of the current secret alone. */
function provesSecret(
  delivery: Head,
  target: Pick<Target, 'trigger' | 'appUrl' | 'keys' | 'state'>,
  at: number,
): boolean {
  const { secret, verify } = target.trigger.webhook;
  const proof = toProof(verify);
  if (!secret) return proof.kind === 'auto' && hasHeaders(delivery, target.trigger);
  return provesBy(delivery, target, proof, secret, at) && hasHeaders(delivery, target.trigger);
}

function provesBy(
  delivery: Head,
  { keys, state, ...target }: Pick<Target, 'appUrl' | 'keys' | 'state'>,
  proof: Proof,
  secret: string,
  at: number,
): boolean {
  if (hasPayloadInQuery(delivery.method) && !coversQuery(delivery, proof)) return false;
  const findKeys: FindKeys = (address) => keys.findKept(address, state.organizationId);
  return isProven(toSignedRequest(delivery, target), proof, secret, at, findKeys);
}

function coversQuery(delivery: Head, proof: Proof): boolean {
  return proof.kind === 'auto' ? !isBodySigned(delivery) : provesQuery(proof);
}

function hasHeaders(delivery: Pick<Delivery, 'header'>, { webhook }: WebhookTrigger): boolean {
  return Object.entries(webhook.headers).every(([name, value]) => hasHeader(delivery, name, value));
}

/** Compared in a time that tells nothing about where the values differ. */
export function hasHeader({ header }: Pick<Delivery, 'header'>, name: string, value: string): boolean {
  const given = header(name.toLowerCase());
  return given !== undefined && isSame(given, value);
}
