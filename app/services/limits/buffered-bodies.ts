// Counts the bytes of all bodies whose senders have not proved anything yet. When there are too many, the body that has been
// arriving longest is given up, because an ordinary sender finishes long before that.
import type { BufferedBodies } from '~/context';

/** How old a body must be before it can be ended for another, in milliseconds. */
const graceMs = 2_000;

interface BufferedBody {
  bytes: number;
  since: number;
  end: () => void;
}

/** Accepts at most `maxBytes` at any time. */
export function createBufferedBodies(
  maxBytes: number,
  now: () => number = () => performance.now(),
): BufferedBodies {
  /** The bodies that are arriving, oldest first. */
  const held = new Set<BufferedBody>();
  let total = 0;

  function release(entry: BufferedBody): void {
    if (held.delete(entry)) total -= entry.bytes;
  }

  function makeRoom(bytes: number, wanted: BufferedBody): boolean {
    for (const entry of held) {
      if (total + bytes <= maxBytes) return true;
      if (entry === wanted || now() - entry.since < graceMs) break;
      release(entry);
      entry.end();
    }
    return total + bytes <= maxBytes;
  }

  return {
    begin(end) {
      const entry: BufferedBody = { bytes: 0, since: now(), end };
      held.add(entry);
      return {
        add(bytes) {
          if (!held.has(entry) || !makeRoom(bytes, entry)) return false;
          entry.bytes += bytes;
          total += bytes;
          return true;
        },
        release: () => release(entry),
      };
    },
    bytes: () => total,
  };
}
