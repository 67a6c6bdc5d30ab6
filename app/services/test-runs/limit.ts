// Limits tests to so many at once and per minute, for people who try something out and for their programs. Tests on the screen
// and by API count together. An API token counts separately, and with its person in a wider limit.
import type { Permission } from '~/auth/role-permissions';
import type { AppContext } from '~/context';
import type { Problem } from '~/problem';
import type { Actor } from '../actor';
import { checkPermission } from '../check-permission';
import { maxTestsAMinute, maxTestsOfPersonAMinute } from '../limits/limits';

/** The limit of tests in progress, separately for single calls and for whole integrations. */
const maxTestsAtOnce = 10;
/** The same for a person, in all sessions and by all API tokens. Each test may hold a response of 1 MiB. */
const maxTestsOfPersonAtOnce = 30;
const ofPerson = ', in all sessions and by all API tokens';

type TestKind = 'call' | 'run';

type Begun = { kind: 'begun'; end: () => void } | Problem;

/**
 * Does `work` as a test of a member who has the permission: the guard of the route let them pass, and the right may have been taken
 * away meanwhile. The test is over when the work ends, also with an error. Problems: forbidden, not-found, too-many-requests.
 */
export async function doAsTest<Outcome>(
  context: AppContext,
  actor: Actor,
  { kind, permission }: { kind: TestKind; permission: Permission },
  work: () => Promise<Outcome>,
): Promise<Outcome | Problem> {
  const refusal = await checkPermission(context.db, actor, permission);
  if (refusal) return refusal;
  const begun = countTest(context, actor, kind);
  if (begun.kind !== 'begun') return begun;
  try {
    return await work();
  } finally {
    begun.end();
  }
}

/** Counts a test that begins; the caller must call `end` when it is over. Problem: too-many-requests. */
export function countTest(
  { limits, now }: Pick<AppContext, 'limits' | 'now'>,
  { userId, tokenId }: Pick<Actor, 'userId' | 'tokenId'>,
  kind: TestKind,
): Begun {
  const { testsStarted, testsOfPersonStarted, testsUnderWay } = limits;
  const who = tokenId ?? userId;
  const starts = [
    { window: testsStarted, key: who, most: maxTestsAMinute, by: '' },
    { window: testsOfPersonStarted, key: userId, most: maxTestsOfPersonAMinute, by: ofPerson },
  ];
  for (const { window, key, most, by } of starts) {
    const waitSeconds = Math.ceil(window.waitMs(key, now()) / 1000);
    if (waitSeconds === 0) continue;
    const message = `You have run ${most} tests within a minute${by}. Please try again in ${waitSeconds} s.`;
    return { kind: 'too-many-requests', retryAfterSeconds: waitSeconds, message };
  }
  const places = [
    { place: `${kind} ${who}`, most: maxTestsAtOnce, by: '' },
    { place: `${kind} of person ${userId}`, most: maxTestsOfPersonAtOnce, by: ofPerson },
  ];
  const full = places.find(({ place, most }) => (testsUnderWay.get(place) ?? 0) >= most);
  if (full) {
    const message = `You have ${full.most} tests in progress${full.by}. Please wait until one of them has finished.`;
    return { kind: 'too-many-requests', retryAfterSeconds: 1, message };
  }
  for (const { window, key } of starts) window.record(key, now());
  for (const { place } of places) testsUnderWay.set(place, (testsUnderWay.get(place) ?? 0) + 1);
  return {
    kind: 'begun',
    end() {
      for (const { place } of places) {
        const left = (testsUnderWay.get(place) ?? 1) - 1;
        if (left === 0) testsUnderWay.delete(place);
        else testsUnderWay.set(place, left);
      }
    },
  };
}
