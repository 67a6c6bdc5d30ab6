export { handshakes } from '~/engine/senders/handshake';
import { senders } from '~/engine/senders/senders';

/** A sender that can be chosen by name. */
export interface SenderChoice {
  name: string;
  label: string;
  /** Instructions for setting up the sender, as a sentence. */
  setUp: string;
  /** Whether the secret is the sender's, so that a generated one would never fit. */
  issuesSecret: boolean;
}

/** Lists all senders, sorted by label. */
export function listSenderChoices(): SenderChoice[] {
  return senders
    .map(({ name, label, setUp, issuesSecret = false }) => ({ name, label, setUp, issuesSecret }))
    .toSorted((a, b) => a.label.localeCompare(b.label, 'en'));
}
