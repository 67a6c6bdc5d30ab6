// Lets a few requests of one person that read something be worked on at once; the others of that person wait for their turn. One
// process works for all people: whoever opens a large page a hundred times would have everybody else wait for a hundred pages.
// Requests that send something may wait minutes for a target, and have limits of their own.
import type { MiddlewareHandler } from 'hono';
import { findPersonId } from '~/auth/guards';
import type { AppContext } from '~/context';
import type { ApiEnv } from './problem-response';

/** How many at once. A second one is worked on while the first waits for the disk or for another server. */
const mostAtOnce = 2;

const reads = new Set(['GET', 'HEAD']);

/** Has reads wait for their turn until the response to them begins. None is begun whose sender has left meanwhile. */
export function takeReadsInTurn(context: AppContext): MiddlewareHandler<ApiEnv> {
  const turns = createTurns(mostAtOnce);
  let underWay = 0;
  return async (c, next) => {
    if (!reads.has(c.req.method)) return next();
    // While nothing else is read, nobody has to be looked up.
    const userId = underWay === 0 ? undefined : await findPersonId(context, c.req.raw);
    const { signal } = c.req.raw;
    const end = userId === undefined ? undefined : await turns.take(userId);
    underWay += 1;
    try {
      return signal.aborted ? c.body(null) : await next();
    } finally {
      underWay -= 1;
      end?.();
    }
  };
}

/** Creates turns by key, of which each key has `most` at once. */
function createTurns(most: number) {
  const keys = new Map<string, { taken: number; waiting: (() => void)[] }>();
  return {
    /** Resolves when the key has a turn, in the order of the calls. The returned function ends it. */
    async take(key: string): Promise<() => void> {
      const turns = keys.get(key) ?? { taken: 0, waiting: [] };
      keys.set(key, turns);
      if (turns.taken === most) await new Promise<void>((begin) => void turns.waiting.push(begin));
      else turns.taken += 1;
      return () => {
        const begin = turns.waiting.shift();
        if (begin) return begin();
        turns.taken -= 1;
        if (turns.taken === 0) keys.delete(key);
      };
    },
  };
}
