// Copies to a replay what the replayed execution did before the point where the replay goes on.
import type { AppContext } from '~/context';
import type { Queries } from '~/db/core/queries';
import {
  copyEndedItems,
  copySteps,
  markWaits,
  type SavedOfStep,
  setSavedOfSteps,
} from '~/db/executions/copied-steps';
import { copyFileUses } from '~/db/executions/files/file-uses';
import { insertKeptKey } from '~/db/executions/kept-keys';
import { insertStep, type LoggedStep, type StoredLoop } from '~/db/executions/steps';
import { itemStepsOf } from '~/engine/events/step-number';
import { pickFound } from '~/engine/memory/first-run';
import { copyRecordedAnswers } from '../../answers/recorded-answers';
import { copyRecordedMemory } from '../../memory/recorded-memory';
import type { ReplayPoint } from './replay-point';

interface Copies {
  from: string;
  to: string;
}

/**
 * Copies to an execution what another one did before the replay point, as if it had done that itself. `saved`: what the steps of
 * the other one saved, sealed for the receiving execution. All rows are copied by a few statements, however many they are.
 */
export async function copyHistory(
  context: AppContext,
  tx: Queries,
  point: ReplayPoint,
  { saved, ...copies }: Copies & { saved: readonly SavedOfStep[] },
): Promise<void> {
  await copyRecordedMemory(context, tx, copies);
  await copySteps(tx, copies, [{ from: 0, to: point.before }]);
  await markWaits(tx, copies.to);
  // Also an answer to a wait that was not reached was confirmed to the person who gave it.
  await copyRecordedAnswers(context, tx, copies, point.questions);
  for (const step of point.steps) {
    // The lists of a loop are made of what its items gave.
    if (step.kind === 'loop') await copyItems(tx, step, copies, { areAll: true });
  }
  if (point.kind === 'loop') await copyLoop(context, tx, point, copies);
  else if (point.keptKey) await insertKeptKey(tx, copies.to, point.keptKey);
  await setSavedOfSteps(tx, copies.to, saved);
  await copyFileUses(tx, copies);
}

/** Copies the loop as it began and its items that ended well; of other items, only the calls before the one that failed. */
async function copyLoop(
  context: AppContext,
  tx: Queries,
  { row, kept }: Extract<ReplayPoint, { kind: 'loop' }>,
  copies: Copies,
): Promise<void> {
  const { count, of, stride, ...found } = JSON.parse(row.detail ?? '{}') as StoredLoop;
  // A loop that had no list begins anew.
  if (count === 0) return;
  const begun: StoredLoop = { count, of, stride, beganAt: context.now(), ...pickFound(found) };
  await insertStep(tx, {
    ...row,
    execution_id: copies.to,
    status: 'running',
    error_message: null,
    extractions: null,
    saved: null,
    detail: JSON.stringify(begun),
  });
  await copyItems(tx, row, copies, { areAll: false });
  await copySteps(tx, copies, kept);
}

/** Copies the ends of a loop's items, without what they gave: of the items that ended well, or of all that ended. */
async function copyItems(
  tx: Queries,
  { step, detail }: LoggedStep,
  copies: Copies,
  { areAll }: { areAll: boolean },
): Promise<void> {
  const { count, stride } = JSON.parse(detail ?? '{}') as StoredLoop;
  if (count === 0) return;
  const first = itemStepsOf(step);
  const items = { from: first, to: first + count * stride };
  await copyEndedItems(tx, { ...items, stride, executions: copies, areAll });
}
