import type { FilledAnswer } from './answer';
import type { Handshake } from './handshake';
import type { Proof } from './proof';

/** What a sender wants to be answered, whatever it sent. */
export interface UsualAnswer extends Pick<FilledAnswer, 'status' | 'contentType' | 'body'> {
  /** The header of a delivery that is to come back as it was. */
  returns?: string;
}

/** For senders that take any other status for a failure and send again, and those that would show a text to people. */
export const plainOk = { status: 200, contentType: 'text/plain', body: '' } as const satisfies UsualAnswer;

/** A sender that is known by name. */
export interface Sender {
  name: string;
  label: string;
  proof: Proof;
  /** What it asks before it sends. */
  handshake?: Handshake;
  /** What it is answered where 202 and the execution's id would not do, as its documentation says. */
  answer?: UsualAnswer;
  /** The field in which its first delivery tells the secret, which nobody knows before, and those that may stand beside it. */
  introduces?: readonly [secret: string, ...beside: string[]];
  /** What is to be done at the sender, beside entering the webhook URL, as a sentence. */
  setUp: string;
}
