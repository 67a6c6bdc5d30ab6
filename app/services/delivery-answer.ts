// Answers to senders as they are stored: they may hold what calls gave, and go to nobody but the sender.
import { openSealed, seal } from '~/auth/secret-box';
import type { Config } from '~/config';
import type { FilledAnswer } from '~/engine/senders/answer';

/** What a sealed answer is bound to. */
export function placeOfAnswer(integrationId: string): string {
  return `answer:${integrationId}`;
}

export function sealAnswer({ appKey }: Config, integrationId: string, answer: FilledAnswer): string {
  return seal(appKey, JSON.stringify(answer), placeOfAnswer(integrationId));
}

/** Undefined when it cannot be decrypted. */
export function openAnswer(config: Config, integrationId: string, sealed: string): FilledAnswer | undefined {
  const text = openSealed(config, sealed, placeOfAnswer(integrationId));
  return text === undefined ? undefined : (JSON.parse(text) as FilledAnswer);
}
