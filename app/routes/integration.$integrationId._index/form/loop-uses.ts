// Lists what uses the variables of a loop, before the loop is deleted.
import type { VariableUse } from './editor-feedback';
import { type CurrentForm, listLaterUses, listOf } from './variable-scope';

/**
 * Lists the uses of a loop's item and of its collected lists, by its own calls and by what comes after them. Each pair of a
 * user and a variable is listed once.
 *
 * @param callIndex the index of the loop's first call
 * @param loopIndex the index of the loop among those that begin with this call
 */
export function listLoopUses(form: CurrentForm, callIndex: number, loopIndex: number): VariableUse[] {
  const calls = listOf(form?.apiCalls);
  const loops = listOf(calls[callIndex]?.loop);
  const deleted = loops[loopIndex];
  if (!deleted) return [];
  const { itemName, collect } = deleted;
  const names = [itemName, ...listOf(collect).map((row) => row?.saveAs)];
  // The loop's own fields go with it.
  const rest = calls.with(callIndex, {
    ...calls[callIndex],
    loop: loops.filter((_loop, at) => at !== loopIndex),
  });
  return listLaterUses(
    { ...form, apiCalls: rest },
    callIndex - 1,
    names.filter((name) => name !== undefined),
  );
}
