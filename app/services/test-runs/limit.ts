// Tests are for people who try something out, and for the programs they write: so many at once and within a minute, on the
// screen and by API together. An API token counts by itself.
import type { AppContext } from '~/context';
import type { Database } from '~/db/core/open';
import type { Problem } from '~/problem';
import type { Actor } from '../actor';
import { createSlidingWindow } from '../limits/sliding-window';

/** Of single calls, and of whole integrations. */
export const maxTestsAtOnce = 10;
export const maxTestsAMinute = 60;

type TestKind = 'call' | 'run';

function createTestLimits() {
  return {
    started: createSlidingWindow({ limit: maxTestsAMinute, windowMs: 60_000 }),
    underWay: new Map<string, number>(),
  };
}

/** By the database, which is one and the same for every request, as the context need not be. */
const limitsByDatabase = new WeakMap<Database, ReturnType<typeof createTestLimits>>();

/** Counts a test that begins; `end` has to be called when it is over. Problem: too-many-requests. */
export function beginTest(
  { db, now }: AppContext,
  { userId, tokenId }: Actor,
  kind: TestKind,
): { kind: 'begun'; end: () => void } | Problem {
  const limits = limitsByDatabase.get(db) ?? createTestLimits();
  limitsByDatabase.set(db, limits);
  const { started, underWay } = limits;
  const who = tokenId ?? userId;
  const waitSeconds = Math.ceil(started.waitMs(who, now()) / 1000);
  if (waitSeconds > 0) {
    const message = `That were ${maxTestsAMinute} tests within a minute. Please try again in ${waitSeconds} s.`;
    return { kind: 'too-many-requests', retryAfterSeconds: waitSeconds, message };
  }
  const place = `${kind} ${who}`;
  const count = underWay.get(place) ?? 0;
  if (count >= maxTestsAtOnce) {
    const message = `You have ${maxTestsAtOnce} tests under way. Please wait until one of them has ended.`;
    return { kind: 'too-many-requests', retryAfterSeconds: 1, message };
  }
  started.record(who, now());
  underWay.set(place, count + 1);
  return {
    kind: 'begun',
    end() {
      const left = (underWay.get(place) ?? 1) - 1;
      if (left === 0) underWay.delete(place);
      else underWay.set(place, left);
    },
  };
}
