// The variables that a step gave its run are kept sealed, bound to that execution and step.
import { openSealed, seal } from '~/auth/secret-box';
import type { AppContext } from '~/context';
import type { CallFinished } from '~/engine/events/event';
import { parseJsonInTurns, stringifyJsonInTurns } from '../large-json';

type Saved = CallFinished['saved'];

/** Seals variables for their execution and step. Megabytes of them are written in turns. */
export async function sealSaved(
  { config }: Pick<AppContext, 'config'>,
  executionId: string,
  step: number,
  saved: Saved,
): Promise<string> {
  return seal(config.appKey, await stringifyJsonInTurns(saved), associatedDataOfSaved(executionId, step));
}

/** The name under which a step keeps the secrets that its run has learned; no variable can have this name. */
const secretsName = '#secrets';

/** Returns what a step keeps of its run: the variables, and secrets if there are any. */
export function keepSecrets(saved: Saved, { secrets = [] }: Pick<CallFinished, 'secrets'>): Saved {
  return secrets.length > 0 ? [...saved, [secretsName, secrets]] : saved;
}

/** Returns the parts of what {@link keepSecrets} put together. */
export function separateSecrets(kept: Saved): Pick<CallFinished, 'saved' | 'secrets'> {
  const secrets = kept.find(([name]) => name === secretsName)?.[1] as string[] | undefined;
  return secrets ? { saved: kept.filter(([name]) => name !== secretsName), secrets } : { saved: kept };
}

/** Opens what {@link sealSaved} sealed, in turns likewise; returns an empty list when it cannot be opened. */
export async function openSaved(
  { config }: Pick<AppContext, 'config'>,
  executionId: string,
  step: number,
  sealed: string,
): Promise<Saved> {
  const text = openSealed(config, sealed, associatedDataOfSaved(executionId, step));
  return text ? ((await parseJsonInTurns(text)) as Saved) : [];
}

/** Seals what {@link sealSaved} sealed for one execution for the same step of another. */
export function resealSaved(
  { config }: Pick<AppContext, 'config'>,
  { from, to }: { from: string; to: string },
  step: number,
  sealed: string,
): string {
  const text = openSealed(config, sealed, associatedDataOfSaved(from, step)) ?? '[]';
  return seal(config.appKey, text, associatedDataOfSaved(to, step));
}

/** Returns the associated data of the sealed variables of a step. */
export function associatedDataOfSaved(executionId: string, step: number): string {
  return `saved:${executionId}:${step}`;
}
