import type { Handshake } from './handshake';
import type { Proof } from './proof';

/** A sender that is known by name. */
export interface Sender {
  name: string;
  label: string;
  proof: Proof;
  /** What it asks before it sends. */
  handshake?: Handshake;
  /** What is to be done at the sender, beside entering the webhook URL, as a sentence. */
  setUp: string;
}
