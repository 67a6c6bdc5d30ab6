// Counts the documents that arrive or are read, each of which is held in memory. When there are too many, the one that has been
// arriving longest is given up, because an ordinary sender finishes long before that: slow senders could keep everybody from
// importing.
import type { Problem } from '~/problem';

const maxOfOne = 2;
const maxOfAll = 4;

/** How long a document must have been arriving before it can be given up for another, in milliseconds. */
const graceMs = 10_000;

interface Upload {
  who: string;
  since: number;
  /** Undefined once the document has arrived. */
  giveUp: (() => void) | undefined;
}

export interface Uploads {
  /**
   * Counts a document until `end` is called. `giveUp` is called when another one needs its place before `hasArrived` was.
   * Problems: too-many-requests, unavailable.
   */
  begin(
    who: string,
    giveUp: () => void,
  ): { kind: 'begun'; hasArrived: () => void; end: () => void } | Problem;
}

export function createUploads(now: () => number = () => performance.now()): Uploads {
  /** The oldest first. */
  const held = new Set<Upload>();

  function makeRoom(): boolean {
    if (held.size < maxOfAll) return true;
    const slow = [...held].find(({ giveUp, since }) => giveUp && now() - since >= graceMs);
    if (!slow) return false;
    held.delete(slow);
    slow.giveUp?.();
    return true;
  }

  return {
    begin(who, giveUp) {
      const own = [...held].filter((each) => each.who === who).length;
      if (own >= maxOfOne) return tooManyImports(own);
      if (!makeRoom()) return busyWithImports;
      const upload: Upload = { who, since: now(), giveUp };
      held.add(upload);
      return {
        kind: 'begun',
        hasArrived() {
          upload.giveUp = undefined;
        },
        end: () => void held.delete(upload),
      };
    },
  };
}

export function tooManyImports(own: number): Problem {
  const message = `You have ${own} imports in progress. Please wait until one of them has finished.`;
  return { kind: 'too-many-requests', retryAfterSeconds: 5, message };
}

export const busyWithImports: Problem = {
  kind: 'unavailable',
  retryAfterSeconds: 10,
  message: 'The server is busy with other imports. Please try again shortly.',
};

/** The problem of a document that was given up. */
export const tooSlow: Problem = {
  kind: 'unavailable',
  retryAfterSeconds: 10,
  message:
    'The document arrived so slowly that the server needed the room for other imports. Please try again.',
};
