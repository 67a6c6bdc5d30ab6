// Limits open streams. Each holds a connection of this server for as long as its caller likes, so that all of them together
// leave connections for everybody else.

/** How many streams a session or token may have open at once: a browser has one for each tab. */
const maxOfCredential = 20;
/** The same for a person, in all sessions and by all tokens: they can have any number of both. */
const maxOfPerson = 200;
/** Half of all connections. */
const maxInAll = 2048;

interface StreamPlaces {
  /** Takes a place, which has to be given back. Returns why there is none, as a sentence. */
  take(caller: { credential: string; userId: string }): { giveBack: () => void } | { refused: string };
}

export function createStreamPlaces(): StreamPlaces {
  const counts = new Map<string, number>();

  function add(key: string, change: 1 | -1): void {
    const count = (counts.get(key) ?? 0) + change;
    if (count === 0) counts.delete(key);
    else counts.set(key, count);
  }

  return {
    take({ credential, userId }) {
      const limits: [key: string, most: number, refused: string][] = [
        [
          `credential ${credential}`,
          maxOfCredential,
          `This session or token has ${maxOfCredential} streams open. Close one first.`,
        ],
        [
          `person ${userId}`,
          maxOfPerson,
          `You have ${maxOfPerson} streams open, in all sessions and by all API tokens. Close one first.`,
        ],
        ['all', maxInAll, 'This server has as many streams open as it can. Please try again later.'],
      ];
      const full = limits.find(([key, most]) => (counts.get(key) ?? 0) >= most);
      if (full) return { refused: full[2] };
      for (const [key] of limits) add(key, 1);
      return {
        giveBack() {
          for (const [key] of limits) add(key, -1);
        },
      };
    },
  };
}
