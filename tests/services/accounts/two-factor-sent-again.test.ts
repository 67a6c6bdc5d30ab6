// Recovery codes are shown once, so a form that is sent again, because its first response was not seen, shows the same ones.
import { beforeEach, expect, test } from 'vitest';
import { createToken } from '~/auth/token';
import type { User } from '~/db/accounts/users';
import { logIn, logInByCode } from '~/services/accounts/login';
import { enableTwoFactor, offerAppKey, renewRecoveryCodes } from '~/services/accounts/two-factor';
import { createTestUser } from '../../support/accounts';
import { createTestContext, type TestContext } from '../../support/context';
import { listMail } from '../../support/mail';
import { createCheapPasswords } from '../../support/passwords';
import { showCode } from '../../support/two-factor';

const email = 'ada@example.com';
const currentPassword = 'Difference-Engine-1';
const address = '192.0.2.1';

let context: TestContext;
let user: User;

beforeEach(async () => {
  context = await createTestContext();
  const passwordHash = await createCheapPasswords().hash(currentPassword);
  ({ user } = await createTestUser(context, { email, passwordHash }));
});

/** A form that turns it on, to be sent with its token. */
function prepareForm() {
  const { key, setup } = offerAppKey(context, user);
  const input = { setup, code: showCode(key, context.now()), currentPassword };
  return (formToken?: string) =>
    enableTwoFactor(context, user, input, { address, sessionToken: undefined, formToken });
}

async function logInBy(code: string) {
  const caller = { address, userAgent: 'Test' };
  const awaited = await logIn(context, { email, password: currentPassword }, caller);
  if (awaited.kind !== 'code-awaited') throw new Error(awaited.kind);
  return logInByCode(context, awaited, code, caller);
}

test('turning it on by two presses, and once more, shows one set of codes, which work, and mails once', async () => {
  const send = prepareForm();
  const token = createToken();
  const [one, other] = await Promise.all([send(token), send(token)]);
  if (one.kind !== 'enabled') throw new Error(one.kind);
  expect(new Set(one.recoveryCodes).size).toBe(10);
  expect([other, await send(token)]).toEqual([one, one]);
  expect(await listMail(context.db)).toHaveLength(1);
  expect(await logInBy(one.recoveryCodes[3] ?? '')).toMatchObject({ kind: 'logged-in' });
  // Somebody has seen them.
  expect(await send(token)).toMatchObject({ kind: 'conflict' });
});

test('another form shows no codes while it is on, nor does one without a token', async () => {
  const send = prepareForm();
  await send(createToken());
  expect(await send(createToken())).toMatchObject({ kind: 'conflict' });
  expect(await send()).toMatchObject({ kind: 'conflict' });
});

test('new codes that are asked for by two presses are one set, and those of the next form another', async () => {
  await prepareForm()(createToken());
  const proof = { password: currentPassword, address };
  const renew = (token?: string) => renewRecoveryCodes(context, user, proof, token);
  const token = createToken();
  const [one, other] = await Promise.all([renew(token), renew(token)]);
  if (one.kind !== 'renewed') throw new Error(one.kind);
  expect(other).toEqual(one);
  expect(await listMail(context.db)).toHaveLength(2);
  const next = await renew(createToken());
  expect(next).toMatchObject({ kind: 'renewed' });
  expect(next).not.toEqual(one);
  expect(await logInBy(one.recoveryCodes[0] ?? '')).toMatchObject({ kind: 'wrong-code' });
});
