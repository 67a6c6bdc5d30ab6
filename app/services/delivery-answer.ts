// Answers to senders as they are stored, sealed: an answer may hold what calls returned, and only the sender may read it.
import { openSealed, seal } from '~/auth/secret-box';
import type { Config } from '~/config';
import type { FilledAnswer } from '~/engine/senders/answer';

/** Returns the associated data of a sealed answer. */
export function associatedDataOfAnswer(integrationId: string): string {
  return `answer:${integrationId}`;
}

export function sealAnswer({ appKey }: Config, integrationId: string, answer: FilledAnswer): string {
  return seal(appKey, JSON.stringify(answer), associatedDataOfAnswer(integrationId));
}

/** Returns undefined when the answer cannot be decrypted. */
export function openAnswer(config: Config, integrationId: string, sealed: string): FilledAnswer | undefined {
  const text = openSealed(config, sealed, associatedDataOfAnswer(integrationId));
  return text === undefined ? undefined : (JSON.parse(text) as FilledAnswer);
}
