// The values that items of a for each gave to its lists: sealed for their execution, and sealed anew for a replay.
import type { AppContext } from '~/context';
import { type ItemGift, listItemGifts } from '~/db/executions/copied-steps';
import { runInTurns } from '../event-loop';
import { resealSaved } from './saved-variables';

/** Seals what the items of one execution gave for another execution. Other work gets its turn between the items. */
export async function resealItemValues(
  context: AppContext,
  { from, to }: { from: string; to: string },
): Promise<ItemGift[]> {
  return runInTurns(resealEach(context, await listItemGifts(context.db, from), { from, to }));
}

function* resealEach(
  context: AppContext,
  gifts: ItemGift[],
  executions: { from: string; to: string },
): Generator<void, ItemGift[], void> {
  const resealed: ItemGift[] = [];
  for (const { step, saved } of gifts) {
    resealed.push({ step, saved: resealSaved(context, executions, step, saved) });
    yield;
  }
  return resealed;
}
