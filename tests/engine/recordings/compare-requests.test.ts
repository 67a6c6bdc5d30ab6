// The connection of a call is compared by its name and kind: masked headers of two are alike.
import { expect, it } from 'vitest';
import { describeFixed, toTokenGrant } from '~/engine/connections/grant';
import { finish } from '~/engine/json/json-parts';
import { compareRequests, type RecordedRun } from '~/engine/recordings/compare-requests';
import type { RecordedAttempt } from '~/engine/recordings/play-recording';

const named = { name: 'Shop', baseUrl: 'https://shop.example', allowedHosts: [] };

function tokenUntil(expiresAt: number | null): string {
  return toTokenGrant({ ...named, config: {} }, { access: 'a', expiresAt, generation: 1 }).label;
}

const fixed = describeFixed({ ...named, kind: 'bearer', config: { token: 'sesame' } }).label;

function attempt(connection: string | undefined, body = ''): RecordedAttempt {
  const request = {
    method: 'GET',
    url: 'https://shop.example/orders',
    headers: [['Authorization', 'Bearer ***']] satisfies [string, string][],
    ...(connection !== undefined && { connection }),
    body,
    truncated: false,
  };
  return {
    source: 'chain',
    callId: 'first',
    callName: 'First',
    attempt: 1,
    request,
    response: null,
    errorMessage: null,
    durationMs: 1,
    answeredAt: 0,
  };
}

function compare(former: string | undefined, next: string | undefined, ignored: string[] = []) {
  const end = { kind: 'ended', status: 'completed', errorMessage: null, variables: new Map() } as const;
  return finish(
    compareRequests(
      { attempts: [attempt(former)], status: 'completed', errorMessage: null },
      { requests: [attempt(next)], end },
      ignored,
    ),
  );
}

const exchanged = {
  where: 'Call “First”',
  field: 'Connection',
  mine: 'Shop (Bearer token)',
  theirs: 'Stock (Bearer token)',
};

it('tells connections apart that put the same masked headers in the same places', () => {
  expect(compare(fixed, 'Stock (Bearer token)')).toEqual([exchanged]);
});

it('takes the kind of a connection for a part of it', () => {
  expect(compare(fixed, tokenUntil(0))).toMatchObject([
    { mine: 'Shop (Bearer token)', theirs: 'Shop (OAuth 2.0)' },
  ]);
});

it('leaves out until when a token is good, of which each run has another', () => {
  expect(compare(tokenUntil(0), tokenUntil(3_600_000))).toEqual([]);
  expect(compare(tokenUntil(0), tokenUntil(null))).toEqual([]);
  expect(compare(toTokenGrant({ ...named, config: {} }).label, tokenUntil(0))).toEqual([]);
});

it('leaves it to headers and the URL to tell a call that has a connection on one side only', () => {
  expect(compare(undefined, fixed)).toEqual([]);
  expect(compare(fixed, undefined)).toEqual([]);
});

it('leaves the connection out where a test does', () => {
  expect(compare(fixed, 'Stock (Bearer token)', ['$.connection'])).toEqual([]);
});

/** Compares two bodies, and counts in how many parts. */
function countParts(mine: string, theirs: string, expected: object[]): number {
  const end = { kind: 'ended', status: 'completed', errorMessage: null, variables: new Map() } as const;
  const former: RecordedRun = { attempts: [attempt(fixed, mine)], status: 'completed', errorMessage: null };
  const work = compareRequests(former, { requests: [attempt(fixed, theirs)], end }, ['$.body[0]']);
  let parts = 1;
  let step = work.next();
  for (; !step.done; step = work.next()) parts += 1;
  expect(step.value).toMatchObject(expected);
  return parts;
}

it('reads no bodies that are the same, and compares large ones in parts', () => {
  const list = Array.from({ length: 20_000 }, (_, id) => ({ id, name: `Order ${id}` }));
  const text = JSON.stringify(list);
  expect(countParts(text, text, [])).toBeLessThan(5);
  expect(countParts(text, ` ${text}`, [])).toBeGreaterThan(50);
  expect(countParts(text, text.replace('Order 19999', 'Bill'), [{ field: 'Body' }])).toBeGreaterThan(50);
});
