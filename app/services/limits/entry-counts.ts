// How many audit entries callers without a login caused in this hour. In memory, since a restart that forgets the counts does
// no harm, and bounded: there is a count for each kind and account, and accounts are not the callers' to choose.

const hourMs = 3_600_000;

interface EntryCount {
  entries: number;
  /** The id of the one entry that stands for all those beyond the bound, once there is one. */
  restId?: string;
}

interface EntryCounts {
  /** Counts one entry more of a key, and returns the key's count since the hour began. */
  add(key: string, now: number): EntryCount;
}

export function createEntryCounts(): EntryCounts {
  const counts = new Map<string, EntryCount>();
  let beganAt = 0;

  return {
    add(key, now) {
      // An hour that begins in the future was counted before the clock was set back.
      if (Math.abs(now - beganAt) >= hourMs) {
        counts.clear();
        beganAt = now;
      }
      const count: EntryCount = counts.get(key) ?? { entries: 0 };
      count.entries += 1;
      counts.set(key, count);
      return count;
    },
  };
}
