// Checks whether a delivery comes from the sender that a trigger expects, by the secret of now, the one before, and keys that
// senders publish.
import { isSame } from '~/auth/constant-time';
import type { WebhookTrigger } from '~/engine/integration';
import { hasPayloadInQuery } from '~/engine/senders/admission';
import type { Proof } from '~/engine/senders/proof';
import { provesCompressed, provesQuery, toProof } from '~/engine/senders/verify';
import { networkOf } from '../../limits/network-address';
import { isCompressed } from '../bodies/decompress';
import type { Delivery, Head } from './delivery';
import { findKeyAddress, isPublicKeyProof, lacksOnlyKey, namesOtherKey } from './public-key-proof';
import type { SenderKeys } from './sender-key';
import { type FindKeys, isProven } from './sender-proof';
import type { SignedRequest } from './signed-request';
import { isBodySigned } from './webhook-signature';

/** What a delivery is checked against. */
export interface ExpectedSender {
  integrationId: string;
  state: { organizationId: string };
  trigger: WebhookTrigger;
  /** The public keys that senders publish. */
  keys: SenderKeys;
  /** Our public address without a path; senders that sign an address sign this one. */
  appUrl: string;
  /** Returns the replaced secret while it is still valid. */
  openFormer: () => Promise<string | undefined>;
}

/** `unknown`: the public key for the check could not be fetched. `reason`: why nothing can prove the sender, for people. */
export type SenderCheck =
  | { kind: 'authentic' }
  | { kind: 'not-authentic'; reason?: string | undefined }
  | { kind: 'unknown'; retryAfterSeconds: number };

export const authentic: SenderCheck = { kind: 'authentic' };
const notAuthentic: SenderCheck = { kind: 'not-authentic' };

/** Returns the request as its sender saw it, at our public address. */
export function toSignedRequest(
  { method, url, header, body }: Head,
  { appUrl }: Pick<ExpectedSender, 'appUrl'>,
): SignedRequest {
  return { method, address: `${appUrl}${url}`, header, body };
}

/**
 * Checks whether a delivery has the required headers and proves the secret, if there is one, or the recently replaced secret.
 * A trigger that names a kind of proof but has no secret accepts no delivery. `isRefuted`: it does not prove the current secret.
 */
export async function checkSender(
  delivery: Head & Pick<Delivery, 'address'>,
  target: ExpectedSender,
  at: number,
  isRefuted = false,
): Promise<SenderCheck> {
  if (!isRefuted && provesSecret(delivery, target, at)) return authentic;
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
  }: Pick<ExpectedSender, 'trigger' | 'appUrl' | 'keys' | 'state' | 'integrationId'>,
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
export function provesSecret(
  delivery: Head,
  target: Pick<ExpectedSender, 'trigger' | 'appUrl' | 'keys' | 'state'>,
  at: number,
): boolean {
  const { secret, verify } = target.trigger.webhook;
  const proof = toProof(verify);
  if (!secret) return proof.kind === 'auto' && hasHeaders(delivery, target.trigger);
  return provesBy(delivery, target, proof, secret, at) && hasHeaders(delivery, target.trigger);
}

function provesBy(
  delivery: Head,
  { keys, state, ...target }: Pick<ExpectedSender, 'appUrl' | 'keys' | 'state'>,
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
  target: Pick<ExpectedSender, 'appUrl'>,
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
