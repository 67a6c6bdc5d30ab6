/** The call that is chosen after the list of calls changed. */
interface Choice {
  index: number;
  /** Whether the call is the one that was added. */
  isNew: boolean;
}

/** Chooses an added call; otherwise follows the chosen call by its id, or keeps its index when it was removed. */
export function followChoice(before: readonly string[], index: number, after: readonly string[]): Choice {
  const added = after.length > before.length ? after.findIndex((id) => !before.includes(id)) : -1;
  if (added >= 0) return { index: added, isNew: true };
  const moved = after.indexOf(before[index] ?? '');
  const kept = moved >= 0 ? moved : index;
  return { index: Math.max(0, Math.min(kept, after.length - 1)), isNew: false };
}
