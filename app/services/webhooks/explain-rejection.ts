// Explains why a delivery proves nothing: to the people who set up its sender, and to the sender, without what would help a
// stranger to guess.
import { explainMissingSecret, toProof } from '~/engine/senders/verify';
import type { WebhookTrigger } from '~/engine/integration';
import type { Delivery } from './proof/delivery';
import { hasHeader } from './proof/sender-check';
import { explainSecretForm } from './proof/secret-form';
import { isBodySigned } from './proof/webhook-signature';

type Head = Pick<Delivery, 'header'>;
type Endpoint = Pick<WebhookTrigger['webhook'], 'secret' | 'verify' | 'headers'>;

/** Returns the first fault that the headers show, as a sentence. Header names are spelled as in the trigger. */
export function explainRejection(head: Head, endpoint: Endpoint): string {
  const missing = explainMissingProof(head, endpoint);
  if (missing !== undefined) return missing;
  const wrong = listWrongHeaders(head, endpoint);
  return wrong.length > 0 ? describeWrongHeaders(wrong) : explainWrongProof(endpoint);
}

/**
 * Returns the sentence that says to the sender what to correct. It leaves open whether the proof or a required header is wrong,
 * so that a stranger cannot guess the one without the other, and does not name required headers.
 */
export function tellSender(head: Head, { secret, verify, headers }: Endpoint): string {
  const proof = toProof(verify);
  if (explainUnready({ secret, verify }) !== undefined)
    return 'This webhook accepts nothing until its owner saves the secret of the sender.';
  const orHeader = Object.keys(headers).length > 0 ? ', or a required header is missing or wrong' : '';
  const carrier = secret ? findCarrier(head, verify) : undefined;
  if (carrier !== undefined && head.header(carrier.toLowerCase()) === undefined)
    return `The header ${carrier}, which must prove who sends, is missing${orHeader}.`;
  if (!secret) return 'A required header is missing or has another value.';
  return isShown(proof.kind)
    ? `What must be the secret of this webhook is missing or another text${orHeader}.`
    : `The signature or token does not fit${orHeader}. It must be made with the secret of this webhook, at the time of sending, over exactly the bytes that are sent.`;
}

/** Returns why no delivery can be accepted, whatever it holds, as a sentence; undefined when one can. */
export function explainUnready({ secret, verify }: Pick<Endpoint, 'secret' | 'verify'>): string | undefined {
  return secret ? explainSecretForm(toProof(verify), secret) : explainMissingSecret({ secret, verify });
}

/** Returns why there is no proof to check; undefined when there is one, or when only the body can tell. */
export function explainMissingProof(head: Head, endpoint: Endpoint): string | undefined {
  const unready = explainUnready(endpoint);
  if (unready !== undefined) return unready;
  const { secret, verify } = endpoint;
  if (!secret) return undefined;
  const carrier = findCarrier(head, verify);
  if (carrier === undefined || head.header(carrier.toLowerCase()) !== undefined) return undefined;
  return `The header ${carrier}, which carries the proof, is missing.`;
}

/** Describes a proof that is present but wrong, or that stands where the headers do not show it. */
export function explainWrongProof({ verify }: Pick<Endpoint, 'verify'>): string {
  return describeMisfit(toProof(verify).kind);
}

/** Lists the required headers that are missing or have another value. */
export function listWrongHeaders(head: Head, { headers }: Pick<Endpoint, 'headers'>): string[] {
  return Object.entries(headers).flatMap(([name, value]) => (hasHeader(head, name, value) ? [] : name));
}

export function describeWrongHeaders(names: readonly string[]): string {
  return `Missing, or with another value: ${names.join(', ')}.`;
}

/** Returns the header that holds the proof, as the trigger spells it; of the usual ones, the one that every sender can send. */
function findCarrier(head: Head, verify: Endpoint['verify']): string | undefined {
  const proof = toProof(verify);
  if (proof.kind === 'auto') return isBodySigned(head) ? undefined : 'X-Webhook-Signature';
  if (proof.kind === 'basic') return 'Authorization';
  if (!('header' in proof) || 'in' in proof) return undefined;
  return verify && 'header' in verify ? verify.header : proof.header;
}

type Kind = ReturnType<typeof toProof>['kind'];

/** Checks whether a delivery shows the secret itself. */
function isShown(kind: Kind): boolean {
  return kind === 'token' || kind === 'query' || kind === 'basic' || kind === 'field';
}

function describeMisfit(kind: Kind): string {
  return isShown(kind)
    ? 'What was sent as the secret does not fit the saved secret.'
    : 'The signature or token does not fit the saved secret, or the body was changed on its way.';
}
