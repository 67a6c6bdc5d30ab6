// Tests that forms asked for send their requests once: a form that is sent again gets the result of the first one. Unlike an
// execution, such a test is stored nowhere, so this process keeps the result in memory, and a restart forgets it.

/** How long a result is kept: as long as the user may press the button again, because no response came. */
const keptMs = 10 * 60_000;
/** How many results are kept; each may hold the 256 KiB of a response. */
const maxKept = 50;

interface SentTests {
  /**
   * Does the work, unless it was done, or is under way, for the same key: then returns that outcome. An outcome of another kind
   * than `tested` is forgotten, since nothing was sent. Without a key, always does the work.
   *
   * @param key the subject of the test and the id of the form
   * @param now milliseconds since 1970
   */
  once<Outcome extends { kind: string }>(
    key: string | undefined,
    now: number,
    work: () => Promise<Outcome>,
  ): Promise<Outcome>;
}

export function createSentTests(): SentTests {
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
      let isTested = false;
      try {
        const { kind } = await outcome;
        isTested = kind === 'tested';
      } finally {
        if (!isTested && sent.get(key) === kept) sent.delete(key);
      }
      return outcome;
    },
  };
}
