// Limits tests to so many at once and per minute, for people who try something out and for their programs. Tests on the screen
// and by API count together. An API token counts separately.
import type { Permission } from '~/auth/role-permissions';
import type { AppContext } from '~/context';
import type { Problem } from '~/problem';
import type { Actor } from '../actor';
import { checkPermission } from '../check-permission';
import { maxTestsAMinute } from '../limits/limits';

/** The limit of tests in progress, separately for single calls and for whole integrations. */
const maxTestsAtOnce = 10;

type TestKind = 'call' | 'run';

type Begun = { kind: 'begun'; end: () => void } | Problem;

/**
 * Begins a test for a member who has the permission: the guard of the route let them pass, and the right may have been taken away
 * meanwhile. The caller must call `end` when the test is over. Problems: forbidden, not-found, too-many-requests.
 */
export async function beginTest(
  context: AppContext,
  actor: Actor,
  kind: TestKind,
  permission: Permission,
): Promise<Begun> {
  return (await checkPermission(context.db, actor, permission)) ?? countTest(context, actor, kind);
}

/** Counts a test that begins; the caller must call `end` when it is over. Problem: too-many-requests. */
export function countTest(
  { limits, now }: Pick<AppContext, 'limits' | 'now'>,
  { userId, tokenId }: Pick<Actor, 'userId' | 'tokenId'>,
  kind: TestKind,
): Begun {
  const { testsStarted, testsUnderWay } = limits;
  const who = tokenId ?? userId;
  const waitSeconds = Math.ceil(testsStarted.waitMs(who, now()) / 1000);
  if (waitSeconds > 0) {
    const message = `You have run ${maxTestsAMinute} tests within a minute. Please try again in ${waitSeconds} s.`;
    return { kind: 'too-many-requests', retryAfterSeconds: waitSeconds, message };
  }
  const place = `${kind} ${who}`;
  const count = testsUnderWay.get(place) ?? 0;
  if (count >= maxTestsAtOnce) {
    const message = `You have ${maxTestsAtOnce} tests in progress. Please wait until one of them has finished.`;
    return { kind: 'too-many-requests', retryAfterSeconds: 1, message };
  }
  testsStarted.record(who, now());
  testsUnderWay.set(place, count + 1);
  return {
    kind: 'begun',
    end() {
      const left = (testsUnderWay.get(place) ?? 1) - 1;
      if (left === 0) testsUnderWay.delete(place);
      else testsUnderWay.set(place, left);
    },
  };
}
