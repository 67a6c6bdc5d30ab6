import { beforeEach, expect, it } from 'vitest';
import { createToken, hashToken } from '~/auth/token';
import { insertNewestToken, updateTokenUsed } from '~/db/accounts/one-time-tokens';
import type { User } from '~/db/accounts/users';
import { findMailedAddress, findWayToLink } from '~/services/accounts/failed-link';
import { createTestUser } from '../../support/accounts';
import { createTestContext, type TestContext } from '../../support/context';

let context: TestContext;
let user: User;

beforeEach(async () => {
  context = await createTestContext();
  ({ user } = await createTestUser(context));
});

async function mail(purpose: 'reset-password' | 'verify-email' | 'change-email', email = user.email) {
  const token = createToken();
  const now = context.now();
  const row = { tokenHash: hashToken(token), purpose, userId: user.id, email, now, expiresAt: now + 1_000 };
  await insertNewestToken(context.db, row);
  return token;
}

it.each(['reset-password', 'verify-email'] as const)(
  'an expired link of %s leads to its address',
  async (purpose) => {
    const token = await mail(purpose);
    expect(await findMailedAddress(context, purpose, token)).toBeUndefined();
    context.clock.advance(1_000);
    expect(await findMailedAddress(context, purpose, token)).toBe(user.email);
  },
);

it('a used link, one for a former address, one of another purpose and no link lead nowhere', async () => {
  const used = await mail('reset-password');
  await updateTokenUsed(context.db, hashToken(used), context.now());
  const former = await mail('reset-password', 'former@example.com');
  const other = await mail('verify-email');
  context.clock.advance(1_000);
  for (const token of [used, former, other, 'made up', null]) {
    expect(await findMailedAddress(context, 'reset-password', token)).toBeUndefined();
  }
});

it('a failed confirmation is sent again, changed again or asked for', async () => {
  const verification = await mail('verify-email');
  const change = await mail('change-email', 'new@example.com');
  expect(await findWayToLink(context, verification)).toBe('ask');
  context.clock.advance(1_000);
  expect(await findWayToLink(context, verification)).toBe('send');
  expect(await findWayToLink(context, change)).toBe('change');
  expect(await findWayToLink(context, 'made up')).toBe('ask');
});
