// What forms asked for, and is stored nowhere, is done once: a form that is sent again gets the outcome of the first one. This
// process keeps the outcomes in memory, and a restart forgets them.

/** How long an outcome is kept: as long as the user may press the button again, because no response came. */
const keptMs = 10 * 60_000;

interface SentForms {
  /**
   * Does the work, unless it was done, or is under way, for the same key: then returns that outcome. An outcome of another kind
   * than `keptKind` is forgotten, since nothing was done. Without a key, always does the work.
   *
   * @param key the subject of the form, and its id
   * @param now milliseconds since 1970
   */
  once<Outcome extends { kind: string }>(
    key: string | undefined,
    now: number,
    work: () => Promise<Outcome>,
  ): Promise<Outcome>;
}

/** Keeps the outcomes of `keptKind`, at most so many. */
export function createSentForms({ keptKind, maxKept }: { keptKind: string; maxKept: number }): SentForms {
  /** The oldest first. */
  const sent = new Map<string, { outcome: Promise<unknown>; at: number }>();

  function forgetOld(now: number): void {
    for (const [key, { at }] of sent) {
      if (sent.size <= maxKept && Math.abs(now - at) < keptMs) return;
      sent.delete(key);
    }
  }

  return {
    async once(key, now, work) {
      if (key === undefined) return work();
      const known = sent.get(key);
      if (known && Math.abs(now - known.at) < keptMs) return known.outcome as ReturnType<typeof work>;
      sent.delete(key);
      const outcome = work();
      const kept = { outcome, at: now };
      sent.set(key, kept);
      forgetOld(now);
      let isKept = false;
      try {
        const { kind } = await outcome;
        isKept = kind === keptKind;
      } finally {
        if (!isKept && sent.get(key) === kept) sent.delete(key);
      }
      return outcome;
    },
  };
}
