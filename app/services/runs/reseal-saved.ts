// The variables of steps are sealed for their execution, and sealed anew for a replay.
import type { AppContext } from '~/context';
import { findSaved, listKeptSaved, type SavedOfStep } from '~/db/executions/copied-steps';
import { yieldTurn } from '../event-loop';
import { resealSaved } from './saved-variables';

/** Seals what the steps of one execution saved, as far as a replay may keep it, for another. Others get a turn after each step. */
export async function resealSavedOfSteps(
  context: AppContext,
  copies: { from: string; to: string },
): Promise<SavedOfStep[]> {
  const resealed: SavedOfStep[] = [];
  for (const step of await listKeptSaved(context.db, copies.from)) {
    const sealed = await findSaved(context.db, copies.from, step);
    // Meanwhile the execution may be deleted; then there is nothing to replay.
    if (sealed !== null) resealed.push({ step, saved: resealSaved(context, copies, step, sealed) });
    await yieldTurn();
  }
  return resealed;
}
