// Finds the integration that a delivery is for, and checks whether its sender may send.
import type { BlockList } from 'node:net';
import { isSame } from '~/auth/constant-time';
import type { Config } from '~/config';
import {
  type IntegrationState,
  findIntegrationState,
  isListeningAt,
} from '~/db/integrations/integration-state';
import type { Queries } from '~/db/core/queries';
import type { Definition, WebhookTrigger } from '~/engine/integration';
import { hasPayloadInQuery } from '~/engine/senders/admission';
import type { Proof } from '~/engine/senders/proof';
import { networkOf } from '../limits/network-address';
import { provesCompressed, provesQuery, toProof } from '~/engine/senders/verify';
import {
  type DefinitionCache,
  definitionKey,
  findDefinition,
  findCachedDefinition,
  type LoadedDefinition,
} from '../integrations/definition-cache';
import { openFormerSecret } from '../integrations/former-secret';
import { isFromAllowed, takesMethod } from './admission';
import { isCompressed } from './bodies/decompress';
import { findKeyAddress, isPublicKeyProof, lacksOnlyKey, namesOtherKey } from './proof/public-key-proof';
import type { SenderKeys } from './proof/sender-key';
import { type FindKeys, isProven } from './proof/sender-proof';
import type { SignedRequest } from './proof/signed-request';
import { type SignedDelivery, isBodySigned } from './proof/webhook-signature';

/** A delivery request with its body. */
export interface Delivery extends SignedDelivery {
  integrationId: string;
  method: string;
  /** The path and query as they came. */
  url: string;
  /** All headers, their names in lower case. */
  listHeaders(): [name: string, value: string][];
  /** The network address of the sender; behind a trusted proxy, the one that the proxy names. */
  address(): string;
}

/** The parts of a delivery that may prove it. */
type Head = Omit<Delivery, 'integrationId' | 'listHeaders' | 'address'>;

export interface DeliveryTarget {
  kind: 'target';
  integrationId: string;
  state: IntegrationState;
  definition: Definition;
  /** The trigger of `definition`. */
  trigger: WebhookTrigger;
  isListening: boolean;
  /** The addresses that deliveries may come from; undefined allows all. */
  allowed: BlockList | undefined;
  /** The public keys that senders publish. */
  keys: SenderKeys;
  /** Whether the definition uses the request of a delivery, so that the request is kept. */
  usesRequest: boolean;
  /** Our public address without a path; senders that sign an address sign this one. */
  appUrl: string;
  /** Returns the replaced secret while it is still valid. */
  openFormer: () => Promise<string | undefined>;
}

interface FoundTarget {
  kind: 'found';
  target: DeliveryTarget;
  sender: SenderCheck;
}

/** `unknown`: the public key for the check could not be fetched. `reason`: why nothing can prove the sender, for people. */
type SenderCheck =
  | { kind: 'authentic' }
  | { kind: 'not-authentic'; reason?: string | undefined }
  | { kind: 'unknown'; retryAfterSeconds: number };

const authentic: SenderCheck = { kind: 'authentic' };
const notAuthentic: SenderCheck = { kind: 'not-authentic' };

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
    /** Returns the target of a delivery that proves the current secret, when no database read is needed. */
    findKept(delivery: Delivery, at: number): FoundTarget | undefined {
      const { integrationId } = delivery;
      const seen = states.get(integrationId);
      const definition = seen && findCachedDefinition(context, seen.definition);
      const target = definition && toTarget(context, integrationId, seen.state, definition, at);
      if (target?.kind !== 'target' || !takesDeliveries(target) || !provesSecret(delivery, target, at))
        return undefined;
      const { webhook } = target.trigger;
      if (!takesMethod(webhook, delivery.method) || !isFromAllowed(target.allowed, delivery.address))
        return undefined;
      return { kind: 'found', target, sender: authentic };
    },
    async find(delivery: Delivery, at: number): Promise<FoundTarget | NoTarget> {
      const { integrationId } = delivery;
      const target = await findTarget(context, integrationId, at);
      if (target.kind !== 'target') return target;
      if (states.size >= maxKept) states.clear();
      const { state } = target;
      states.set(integrationId, { state, definition: definitionKey(integrationId, state.version) });
      return { kind: 'found', target, sender: await checkSender(delivery, target, at) };
    },
    /** Drops the kept state of an integration, which is no longer current. */
    forget(integrationId: string): void {
      states.delete(integrationId);
    },
  };
}

/** Returns the request as its sender saw it, at our public address. */
export function toSignedRequest(
  { method, url, header, body }: Head,
  { appUrl }: Pick<DeliveryTarget, 'appUrl'>,
): SignedRequest {
  return { method, address: `${appUrl}${url}`, header, body };
}

/**
 * Checks whether a delivery has the required headers and proves the secret, if there is one, or the recently replaced secret.
 * A trigger that names a kind of proof but has no secret accepts no delivery.
 */
export async function checkSender(
  delivery: Head & Pick<Delivery, 'address'>,
  target: Pick<DeliveryTarget, 'trigger' | 'openFormer' | 'appUrl' | 'keys' | 'state' | 'integrationId'>,
  at: number,
): Promise<SenderCheck> {
  if (provesSecret(delivery, target, at)) return authentic;
  const { secret, verify } = target.trigger.webhook;
  const fetched = await fetchKeys(delivery, target);
  if (fetched && provesSecret(delivery, target, at)) return authentic;
  if (!secret || !hasHeaders(delivery, target.trigger)) return notAuthentic;
  const former = await target.openFormer();
  const proof = toProof(verify);
  if (former !== undefined && provesBy(delivery, target, proof, former, at)) return authentic;
  if (!fetched) return notAuthentic;
  const mayProve = [secret, former ?? secret].some((each) => lacksKey(delivery, target, proof, each, at));
  if (!mayProve) return notAuthentic;
  const { unknownSeconds: retryAfterSeconds, missing: reason } = fetched;
  return retryAfterSeconds > 0 ? { kind: 'unknown', retryAfterSeconds } : { kind: 'not-authentic', reason };
}

/** `unknownSeconds`: what {@link SenderKeys.refresh} returned; `missing`: why no key is at the address, as a sentence. */
interface FetchedKeys {
  unknownSeconds: number;
  missing: string | undefined;
}

/** Fetches the public key that a delivery names. Returns undefined when there was nothing to fetch. */
async function fetchKeys(
  delivery: Head & Pick<Delivery, 'address'>,
  {
    trigger,
    keys,
    state,
    integrationId,
    ...target
  }: Pick<DeliveryTarget, 'trigger' | 'appUrl' | 'keys' | 'state' | 'integrationId'>,
): Promise<FetchedKeys | undefined> {
  const { secret, verify } = trigger.webhook;
  const proof = toProof(verify);
  if (!secret || !isPublicKeyProof(proof)) return undefined;
  const request = toSignedRequest(delivery, target);
  const address = findKeyAddress(request, proof, secret);
  if (address === undefined) return undefined;
  const kept = keys.findKept(address, state.organizationId);
  if (kept && kept.length > 0 && !namesOtherKey(request, proof, kept)) return undefined;
  const network = networkOf(delivery.address());
  const { organizationId } = state;
  const unknownSeconds = await keys.refresh(address, { organizationId, integrationId, network });
  return { unknownSeconds, missing: keys.explainMissing(address, organizationId) };
}

/** Like {@link checkSender}, but for the current secret and kept keys only. */
function provesSecret(
  delivery: Head,
  target: Pick<DeliveryTarget, 'trigger' | 'appUrl' | 'keys' | 'state'>,
  at: number,
): boolean {
  const { secret, verify } = target.trigger.webhook;
  const proof = toProof(verify);
  if (!secret) return proof.kind === 'auto' && hasHeaders(delivery, target.trigger);
  return provesBy(delivery, target, proof, secret, at) && hasHeaders(delivery, target.trigger);
}

function provesBy(
  delivery: Head,
  { keys, state, ...target }: Pick<DeliveryTarget, 'appUrl' | 'keys' | 'state'>,
  proof: Proof,
  secret: string,
  at: number,
): boolean {
  if (!coversPayload(delivery, proof)) return false;
  const findKeys: FindKeys = (address) => keys.findKept(address, state.organizationId);
  return isProven(toSignedRequest(delivery, target), proof, secret, at, findKeys);
}

/** Checks whether a delivery might prove the secret by a key that is not known. */
function lacksKey(
  delivery: Head,
  target: Pick<DeliveryTarget, 'appUrl'>,
  proof: Proof,
  secret: string,
  now: number,
): boolean {
  if (!coversPayload(delivery, proof)) return false;
  return isPublicKeyProof(proof) && lacksOnlyKey(toSignedRequest(delivery, target), proof, { secret, now });
}

/** Checks whether a proof of this kind covers what a run reads of the delivery. */
function coversPayload(delivery: Head, proof: Proof): boolean {
  if (hasPayloadInQuery(delivery.method)) return coversQuery(delivery, proof);
  return !isCompressed(delivery.header('content-encoding')) || provesCompressed(proof);
}

function coversQuery(delivery: Head, proof: Proof): boolean {
  return proof.kind === 'auto' ? !isBodySigned(delivery) : provesQuery(proof);
}

function hasHeaders(delivery: Pick<Delivery, 'header'>, { webhook }: WebhookTrigger): boolean {
  return Object.entries(webhook.headers).every(([name, value]) => hasHeader(delivery, name, value));
}

/**
 * Compares in constant time, which does not tell where the values differ. No delivery has an empty value: an import leaves it
 * to be entered.
 */
export function hasHeader({ header }: Pick<Delivery, 'header'>, name: string, value: string): boolean {
  const given = header(name.toLowerCase());
  return given !== undefined && value !== '' && isSame(given, value);
}
