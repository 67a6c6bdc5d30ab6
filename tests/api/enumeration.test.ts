// Whether an address has an account must show nowhere: not in the status, not in the body, not in the time.
import { performance } from 'node:perf_hooks';
import { describe, expect, test } from 'vitest';
import { createPasswords } from '~/auth/password';
import { updatePassword } from '~/db/accounts/users';
import { createTestUser } from '../support/accounts';
import { createTestContext } from '../support/context';
import { createCheckedApp } from './checked-app';
import { postJson } from './post-json';

const password = 'Difference-Engine-1';
/** How often each address is asked. */
const rounds = 200;
const bearableMs = 10;
/** Longer than the windows of the limits, which count known and unknown addresses alike. */
const limitsForgetMs = 61 * 60_000;

const calls: [name: string, path: string, createBody: (email: string) => object][] = [
  ['login', '/auth/login/user', (email) => ({ email, password: 'Wrong-password-1' })],
  [
    'sign-up',
    '/auth/register/user',
    (email) => ({ email, password, firstName: 'Ada', lastName: 'Lovelace', organizationName: 'Engines' }),
  ],
  ['forgot password', '/auth/forgot-password', (email) => ({ email })],
  ['resend', '/auth/resend-email-verification', (email) => ({ email })],
];

async function createTimedApi() {
  const context = await createTestContext();
  const { user } = createTestUser(context, { email: 'known@example.com' });
  updatePassword(context.db, user.id, {
    passwordHash: await createPasswords().hash(password),
    now: context.now(),
  });
  const api = createCheckedApp(context);
  const measure = async (path: string, body: object) => {
    context.clock.advance(limitsForgetMs);
    const startedAt = performance.now();
    const response = await api.request(path, postJson(body));
    const text = await response.text();
    return { durationMs: performance.now() - startedAt, answer: `${response.status} ${text}` };
  };
  return { measure };
}

function findMedian(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

describe('known and unknown addresses are answered the same, in the same time', () => {
  test.each(calls)('by %s', { timeout: 120_000 }, async (_name, path, createBody) => {
    const { measure } = await createTimedApi();
    const durations: { known: number[]; unknown: number[] } = { known: [], unknown: [] };
    const answers = new Set<string>();
    for (let round = 0; round < rounds; round++) {
      // In turn, so that whatever else the machine does falls on both.
      const known = await measure(path, createBody('known@example.com'));
      const unknown = await measure(path, createBody(`unknown-${round}@example.com`));
      answers.add(known.answer).add(unknown.answer);
      durations.known.push(known.durationMs);
      durations.unknown.push(unknown.durationMs);
    }
    expect([...answers]).toHaveLength(1);
    const difference = findMedian(durations.known) - findMedian(durations.unknown);
    expect(Math.abs(difference)).toBeLessThanOrEqual(bearableMs);
  });
});
