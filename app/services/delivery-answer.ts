// Answers to senders as they are stored, sealed: an answer may hold what calls returned, and only the sender may read it.
import { openSealed, seal } from '~/auth/secret-box';
import type { Config } from '~/config';
import type { FilledAnswer } from '~/engine/senders/answer';

/** Returns the place that a sealed answer is bound to. */
export function placeOfAnswer(integrationId: string): string {
  return `answer:${integrationId}`;
}

export function sealAnswer({ appKey }: Config, integrationId: string, answer: FilledAnswer): string {
  return seal(appKey, JSON.stringify(answer), placeOfAnswer(integrationId));
}

/** Returns undefined when the answer cannot be decrypted. */
export function openAnswer(config: Config, integrationId: string, sealed: string): FilledAnswer | undefined {
  const text = openSealed(config, sealed, placeOfAnswer(integrationId));
  return text === undefined ? undefined : (JSON.parse(text) as FilledAnswer);
}
