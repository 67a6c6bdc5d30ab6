// Shares room for what people keep for a while: what has a usual size is not lost to a person who fills the room with several
// accounts.

interface Kept {
  userId: string;
  bytes: number;
}

/**
 * Returns what has to go before `added` has room in `maxBytes`: each time the oldest of the user who keeps most. `all` is in the
 * order in which it was kept, the oldest first.
 */
export function findSurplus<Each extends Kept>(all: readonly Each[], added: Kept, maxBytes: number): Each[] {
  const left = new Map<string, Each[]>();
  for (const kept of all) left.set(kept.userId, [...(left.get(kept.userId) ?? []), kept]);
  const sums = new Map([...left].map(([userId, own]) => [userId, sumBytes(own)]));
  sums.set(added.userId, (sums.get(added.userId) ?? 0) + added.bytes);
  const surplus: Each[] = [];
  let excess = sumBytes(all) + added.bytes - maxBytes;
  while (excess > 0) {
    const users = [...left.keys()].toSorted((a, b) => (sums.get(b) ?? 0) - (sums.get(a) ?? 0));
    const [largest = ''] = users;
    const oldest = left.get(largest)?.shift();
    if (!oldest) break;
    if (left.get(largest)?.length === 0) left.delete(largest);
    sums.set(largest, (sums.get(largest) ?? 0) - oldest.bytes);
    excess -= oldest.bytes;
    surplus.push(oldest);
  }
  return surplus;
}

function sumBytes(all: readonly Kept[]): number {
  return all.reduce((sum, { bytes }) => sum + bytes, 0);
}
