// What callers without a login can make the server store, from however many networks they come.
import { beforeAll, describe, expect, test } from 'vitest';
import { createCheapPasswords } from '../../support/passwords';
import { replaceAuditEntry } from '~/db/organizations/audit-entries';
import { signUpForEarlyAccess } from '~/services/accounts/early-access';
import { resendVerification } from '~/services/accounts/email-verification';
import { logIn } from '~/services/accounts/login';
import { requestPasswordReset } from '~/services/accounts/password-reset';
import { signUp } from '~/services/accounts/sign-up';
import { countGuestEntry } from '~/services/limits/guest-entries';
import { createTestUser } from '../../support/accounts';
import { createTestContext } from '../../support/context';
import { times } from '../../support/in-turn';

const email = 'ada@example.com';
const hourMs = 3_600_000;
/** The entries of a kind that an hour has about one account, and about all addresses without one. */
const [ofAccount, ofOthers] = [20, 500];
let passwordHash: string;

beforeAll(async () => {
  passwordHash = await createCheapPasswords().hash('Difference-Engine-1');
});

/** The address of a caller who comes from another network each time. */
function addressOf(index: number): string {
  return `2001:db8:${(index >> 8).toString(16)}:${(index & 255).toString(16)}::1`;
}

async function createVictim() {
  const context = await createTestContext();
  const { user } = await createTestUser(context, { email, passwordHash });
  const listEntries = () =>
    context.db.all(
      context.db.build.selectFrom('audit').select(['kind', 'user_id', 'detail', 'address']).orderBy('id'),
    );
  const flood = (count: number, userId?: string) =>
    times(count, (index) =>
      replaceAuditEntry(
        context.db,
        countGuestEntry(context, {
          kind: 'login-failed',
          userId,
          address: addressOf(index),
          now: context.now(),
        }),
      ),
    );
  return { context, user, listEntries, flood };
}

describe('the audit entries that callers without a login cause', () => {
  test('are bounded in an hour, and one entry counts the rest', async () => {
    const { context, user, listEntries, flood } = await createVictim();
    await flood(ofOthers + 1_234);
    expect(await listEntries()).toHaveLength(ofOthers + 1);
    expect((await listEntries()).at(-1)).toEqual({
      kind: 'login-failed',
      user_id: null,
      detail: '1,234 more within an hour',
      address: null,
    });
    context.clock.advance(hourMs);
    await flood(1);
    expect((await listEntries()).at(-1)).toMatchObject({ user_id: null, address: addressOf(0) });
    context.clock.set(-2 * hourMs);
    await flood(1, user.id);
    expect((await listEntries()).at(-1)).toMatchObject({ user_id: user.id, detail: null });
  });

  test('leave room for those about an account, which have a bound of their own', async () => {
    const { context, user, listEntries, flood } = await createVictim();
    await flood(ofOthers + 5);
    const caller = { address: '192.0.2.1', userAgent: null };
    await logIn(context, { email, password: 'wrong' }, caller);
    expect((await listEntries()).at(-1)).toMatchObject({ user_id: user.id, address: caller.address });
    await flood(ofAccount + 3, user.id);
    const own = (await listEntries()).filter((entry) => entry.user_id === user.id);
    expect(own).toHaveLength(ofAccount + 1);
    expect(own.at(-1)).toMatchObject({ detail: '4 more within an hour' });
  });

  test('are counted for mails that anybody can request, too', async () => {
    const { context, user, listEntries } = await createVictim();
    const many = ofAccount + 2;
    await Promise.all(
      Array.from({ length: many }, (_, index) => requestPasswordReset(context, { email }, addressOf(index))),
    );
    await Promise.all(
      Array.from({ length: many }, (_, index) => resendVerification(context, { email }, addressOf(index))),
    );
    const entries = await listEntries();
    expect(entries).toHaveLength(2 * (ofAccount + 1));
    expect(entries.filter(({ detail }) => detail !== null)).toEqual([
      {
        kind: 'password-reset-requested',
        user_id: user.id,
        detail: '2 more within an hour',
        address: null,
      },
      { kind: 'verification-requested', user_id: user.id, detail: '2 more within an hour', address: null },
    ]);
  });
});

describe('what callers without a login add for good', () => {
  test('is bounded in an hour, whatever networks they come from', async () => {
    const { context } = await createVictim();
    const note = (index: number) =>
      signUpForEarlyAccess(context, { email: `${index}@example.com` }, addressOf(index));
    await times(1_000, note);
    expect(await note(1_000)).toMatchObject({ kind: 'too-many-requests', retryAfterSeconds: 3_600 });
    const stored = await context.db.all(context.db.build.selectFrom('early_access').select('email'));
    expect(stored).toHaveLength(1_000);
    context.clock.advance(hourMs);
    expect(await note(1_001)).toEqual({ kind: 'noted' });
  });

  test('is bounded for sign-ups before the password is hashed', async () => {
    const { context } = await createVictim();
    for (let index = 0; index < 1_000; index += 1)
      context.limits.storedByGuests.record('sign-up', context.now());
    const input = {
      email: 'bob@example.com',
      password: 'Difference-Engine-1',
      firstName: 'Bob',
      lastName: 'Boole',
      organizationName: 'Laws of Thought',
    };
    expect(await signUp(context, input, '192.0.2.1')).toMatchObject({ kind: 'too-many-requests' });
    const users = await context.db.all(context.db.build.selectFrom('users').select('email'));
    expect(users).toEqual([{ email }]);
  });
});
