// The variables that a step gave its run are kept sealed, bound to that execution and step.
import { openSealed, seal } from '~/auth/secret-box';
import type { AppContext } from '~/context';
import type { CallFinished } from '~/engine/events/event';
import { parseJson, stringifyJson } from '~/engine/json/json';

type Saved = CallFinished['saved'];

/** Seals variables for their execution and step. */
export function sealSaved(
  { config }: Pick<AppContext, 'config'>,
  executionId: string,
  step: number,
  saved: Saved,
): string {
  return seal(config.appKey, stringifyJson(saved), associatedDataOfSaved(executionId, step));
}

/** Opens what {@link sealSaved} sealed; returns an empty list when it cannot be opened. */
export function openSaved(
  { config }: Pick<AppContext, 'config'>,
  executionId: string,
  step: number,
  sealed: string,
): Saved {
  const text = openSealed(config, sealed, associatedDataOfSaved(executionId, step));
  return text ? (parseJson(text) as Saved) : [];
}

/** Returns the associated data of the sealed variables of a step. */
export function associatedDataOfSaved(executionId: string, step: number): string {
  return `saved:${executionId}:${step}`;
}
