// Whether an address has an account must show nowhere: not in the status, not in the body, not in the time. What takes time
// is counted, as a busy machine makes every clock lie: hashes of passwords, and commits, each of which waits for the disk.
import { createHook } from 'node:async_hooks';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createCheapPasswords } from '../support/passwords';
import { updatePassword } from '~/db/accounts/users';
import type { Database } from '~/db/core/open';
import { createTestUser } from '../support/accounts';
import { createTestContext } from '../support/context';
import { createTestDatabase } from '../support/database';
import { createCheckedApp } from './checked-app';
import { postJson } from './post-json';

const password = 'Difference-Engine-1';
/** How often each address is asked. */
const rounds = 20;
/** Longer than the windows of the limits, which count known and unknown addresses alike. */
const limitsForgetMs = 61 * 60_000;

const calls: [name: string, hashes: number, path: string, createBody: (email: string) => object][] = [
  ['login', 1, '/auth/login/user', (email) => ({ email, password: 'Wrong-password-1' })],
  [
    'sign-up',
    1,
    '/auth/register/user',
    (email) => ({ email, password, firstName: 'Ada', lastName: 'Lovelace', organizationName: 'Engines' }),
  ],
  ['forgot password', 0, '/auth/forgot-password', (email) => ({ email })],
  ['resend', 0, '/auth/resend-email-verification', (email) => ({ email })],
];

/** What was done so far, and takes time. */
interface Work {
  hashes: number;
  commits: number;
}

/** Counts what runs on another thread: of all that an answer takes, hashes alone do. To Node such work is "undefined". */
function countHashes(work: Work): void {
  const hook = createHook({ init: (_id, type) => void (work.hashes += Number(type === 'undefined')) });
  hook.enable();
  onTestFinished(() => void hook.disable());
}

function countCommits(db: Database, work: Work): Database {
  const count = () => void (work.commits += 1);
  return {
    ...db,
    transaction: async (run) => (count(), await db.transaction(run)),
    groupCommit: (run, bytes) => (count(), db.groupCommit(run, bytes)),
    run: async (query) => (count(), await db.run(query)),
    insert: async (query) => (count(), await db.insert(query)),
  };
}

async function createCountedApi() {
  const work: Work = { hashes: 0, commits: 0 };
  const context = await createTestContext({ db: countCommits(await createTestDatabase(), work) });
  const { user } = await createTestUser(context, { email: 'known@example.com' });
  await updatePassword(context.db, user.id, {
    passwordHash: await createCheapPasswords().hash(password),
    now: context.now(),
  });
  const api = createCheckedApp(context);
  countHashes(work);
  return async (path: string, body: object) => {
    context.clock.advance(limitsForgetMs);
    const before = { ...work };
    const response = await api.request(path, postJson(body));
    const answer = `${response.status} ${await response.text()}`;
    return { answer, hashes: work.hashes - before.hashes, commits: work.commits - before.commits };
  };
}

describe('known and unknown addresses get the same response, after the same work', () => {
  test.each(calls)('by %s', async (_name, hashes, path, createBody) => {
    const ask = await createCountedApi();
    // The hash that stands for one of nobody is made once.
    const { answer, commits } = await ask(path, createBody('unknown@example.com'));
    for (let round = 0; round < rounds; round++) {
      expect(await ask(path, createBody('known@example.com'))).toEqual({ answer, hashes, commits });
      expect(await ask(path, createBody(`unknown-${round}@example.com`))).toEqual({
        answer,
        hashes,
        commits,
      });
    }
    expect(commits).toBeGreaterThan(0);
  });
});
