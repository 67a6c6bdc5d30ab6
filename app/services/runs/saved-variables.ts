// The variables that a step gave its run are kept sealed, bound to that execution and step.
import { openSealed, seal } from '~/auth/secret-box';
import type { AppContext } from '~/context';
import type { CallFinished } from '~/engine/events/event';
import { parseJson, stringifyJson } from '~/engine/json/json';

export type Saved = CallFinished['saved'];

/** Seals variables for their execution and step. */
export function sealSaved(
  { config }: Pick<AppContext, 'config'>,
  executionId: string,
  step: number,
  saved: Saved,
): string {
  return seal(config.appKey, stringifyJson(saved), placeOfSaved(executionId, step));
}

/** Opens what {@link sealSaved} sealed; returns an empty list when it cannot be opened. */
export function openSaved(
  { config }: Pick<AppContext, 'config'>,
  executionId: string,
  step: number,
  sealed: string,
): Saved {
  const text = openSealed(config, sealed, placeOfSaved(executionId, step));
  return text ? (parseJson(text) as Saved) : [];
}

/** Returns the context that the sealed variables of a step are bound to. */
export function placeOfSaved(executionId: string, step: number): string {
  return `saved:${executionId}:${step}`;
}
