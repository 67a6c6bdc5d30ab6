/** Which call is chosen once a list of calls, known by their ids, became another. */
export interface Choice {
  index: number;
  /** Whether it is one that was just added. */
  isNew: boolean;
}

/** An added call is chosen; else the choice goes where its call goes, or stays in the place of one that is gone. */
export function followChoice(before: readonly string[], index: number, after: readonly string[]): Choice {
  const added = after.length > before.length ? after.findIndex((id) => !before.includes(id)) : -1;
  if (added >= 0) return { index: added, isNew: true };
  const moved = after.indexOf(before[index] ?? '');
  const kept = moved >= 0 ? moved : index;
  return { index: Math.max(0, Math.min(kept, after.length - 1)), isNew: false };
}
