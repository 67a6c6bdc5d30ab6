// What is said of a known sender, and what most of them have in common.
import type { FilledAnswer } from './answer';
import type { Handshake } from './handshake';
import type { Proof, SignatureProof } from './proof';

/** The response that a sender wants, whatever it sent. */
interface DefaultAnswer extends Pick<FilledAnswer, 'status' | 'contentType' | 'body'> {
  /** The header of a delivery that the response returns unchanged. */
  returns?: string;
}

/** The response for senders that take any other status for a failure and send again, or would show a text to people. */
export const plainOk = { status: 200, contentType: 'text/plain', body: '' } as const satisfies DefaultAnswer;

/** A signature in a header: the HMAC-SHA256 of the body, in hex, unless `how` says otherwise. */
export function signatureIn(header: string, how: Partial<SignatureProof> = {}): SignatureProof {
  return { kind: 'signature', header, algorithm: 'sha256', encoding: 'hex', signed: '{body}', ...how };
}

/** The time is signed, too. It stands in a header of its own, or beside the signature as pairs. */
export const dated = { signed: '{timestamp}.{body}', toleranceSeconds: 300 } as const;

/** A sender that is known by name. */
export interface Sender {
  name: string;
  label: string;
  proof: Proof;
  /** How the sender checks the address before it sends. */
  handshake?: Handshake;
  /** Where a delivery has the id of its event, which is the same when the sender sends the event again. */
  deliveryKey?: { by: 'header' | 'path'; of: string };
  /** The header, and its value, of the delivery by which the sender only tests the address. */
  test?: readonly [header: string, value: string];
  /** The response that the sender's documentation asks for, where 202 and the execution's id would not do. */
  answer?: DefaultAnswer;
  /** The field of the first delivery by which the sender announces the secret, and the fields that may be beside it. */
  introduces?: readonly [secret: string, ...beside: string[]];
  /**
   * The steps to take at the sender, besides entering the webhook URL, as a sentence. It says where the secret of this trigger
   * is entered at the sender, or what of the sender's becomes the secret of this trigger.
   */
  setUp: string;
  /**
   * The secret is the sender's: a secret, a key or an identifier that the sender gave out. A generated secret would never fit.
   */
  issuesSecret?: true;
}
