// Lets a few requests of one person be worked on at once; the others of that person wait for their turn. One process works for all
// people: one who opens a large page a hundred times would have everybody else wait for a hundred pages.
import type { MiddlewareHandler } from 'hono';
import { findPersonId } from '~/auth/guards';
import type { AppContext } from '~/context';
import type { ApiEnv } from './problem-response';
import { yieldUntilIdle } from '~/services/event-loop';
import { createTurns } from '~/services/limits/turns';

/** How many that read something at once, and how many that send something. The second one runs while the first waits for a disk. */
const mostAtOnce = 2;

const reads = new Set(['GET', 'HEAD']);

/**
 * Has requests wait for their turn until the response to them begins; of those whose sender has left meanwhile, none is worked
 * on. What sends something may wait minutes for a target, and has limits of its own: while the server has nothing to do, more of
 * them begin.
 */
export function servePeopleInTurn(context: AppContext): MiddlewareHandler<ApiEnv> {
  const readTurns = createTurns(mostAtOnce);
  const sendTurns = createTurns(mostAtOnce, yieldUntilIdle);
  let underWay = 0;
  return async (c, next) => {
    const { signal } = c.req.raw;
    const turns = reads.has(c.req.method) ? readTurns : sendTurns;
    // While nothing else is worked on, nobody has to be looked up.
    const userId = underWay === 0 ? undefined : await findPersonId(context, c.req.raw);
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
