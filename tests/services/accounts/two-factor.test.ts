import { beforeAll, describe, expect, test } from 'vitest';
import { createCheapPasswords } from '../../support/passwords';
import { createSession, findSessionUser } from '~/auth/session';

import { logIn, logInByCode } from '~/services/accounts/login';
import {
  describeTwoFactor,
  disableTwoFactor,
  enableTwoFactor,
  offerAppKey,
  renewRecoveryCodes,
} from '~/services/accounts/two-factor';
import { createTestUser } from '../../support/accounts';
import { createTestContext } from '../../support/context';
import { listMail } from '../../support/mail';
import { showCode, turnTwoFactorOn } from '../../support/two-factor';

const email = 'ada@example.com';
const password = 'Difference-Engine-1';
const address = '192.0.2.1';
const caller = { address, userAgent: 'Test' };
const stepMs = 30_000;
let passwordHash: string;

beforeAll(async () => {
  passwordHash = await createCheapPasswords().hash(password);
});

async function createAccount() {
  const context = await createTestContext();
  const { user } = await createTestUser(context, { email, passwordHash });
  const listAuditEntries = async () =>
    (await context.db.all(context.db.build.selectFrom('audit').select('kind').orderBy('id'))).map(
      ({ kind }) => kind,
    );
  return { context, user, listAuditEntries };
}

async function createProtected() {
  const account = await createAccount();
  const { context, user } = account;
  const { key, recoveryCodes } = await turnTwoFactorOn(context, user, password);
  // The code that it was turned on with is used.
  context.clock.advance(stepMs);
  const awaited = await logIn(context, { email, password }, caller);
  if (awaited.kind !== 'code-awaited') throw new Error(awaited.kind);
  const enter = (code: string, proven = awaited) => logInByCode(context, proven, code, caller);
  return { ...account, key, recoveryCodes, awaited, enter };
}

describe('turning it on', () => {
  test('takes the password and a code of the app, and ends every other session', async () => {
    const { context, user, listAuditEntries } = await createAccount();
    const begin = () =>
      createSession(context.db, { userId: user.id, userAgent: null, address, now: context.now() });
    const [mine, other] = [await begin(), await begin()];
    const { key, setup } = offerAppKey(context, user);
    const code = showCode(key, context.now());
    const turnOn = (input: Partial<{ setup: string; code: string; currentPassword: string }>) =>
      enableTwoFactor(
        context,
        user,
        { setup, code, currentPassword: password, ...input },
        { address, sessionToken: mine },
      );
    expect(await turnOn({ currentPassword: 'wrong' })).toEqual({ kind: 'wrong-password' });
    // There are no recovery codes yet, which the message of a log-in names.
    const message = 'This code is wrong. Enter the one that the app shows now.';
    expect(await turnOn({ code: '000000' })).toEqual({ kind: 'wrong-code', message });
    expect(await turnOn({ setup: `${setup}x` })).toMatchObject({ kind: 'invalid' });
    expect(await describeTwoFactor(context, user.id)).toEqual({
      since: null,
      recoveryCodesLeft: 0,
      hasApp: false,
    });

    const outcome = await turnOn({ code: `${code.slice(0, 3)} ${code.slice(3)}` });
    if (outcome.kind !== 'enabled') throw new Error(outcome.kind);
    expect(new Set(outcome.recoveryCodes).size).toBe(10);
    expect(await describeTwoFactor(context, user.id)).toEqual({
      since: context.now(),
      recoveryCodesLeft: 10,
      hasApp: true,
    });
    expect(await findSessionUser(context.db, mine, context.now())).toBeDefined();
    expect(await findSessionUser(context.db, other, context.now())).toBeUndefined();
    expect(await listAuditEntries()).toEqual(['two-factor-enabled']);
    expect(await turnOn({})).toMatchObject({ kind: 'conflict' });
  });

  test('does not take the key that was offered to another account', async () => {
    const { context, user } = await createAccount();
    const { user: grace } = await createTestUser(context, { email: 'grace@example.com', passwordHash });
    const { key, setup } = offerAppKey(context, grace);
    const input = { setup, code: showCode(key, context.now()), currentPassword: password };
    expect(await enableTwoFactor(context, user, input, { address, sessionToken: undefined })).toMatchObject({
      kind: 'invalid',
    });
  });

  test('stores neither the key nor a code as it is', async () => {
    const { context, key, recoveryCodes } = await createProtected();
    const rows = JSON.stringify([
      await context.db.all(context.db.build.selectFrom('two_factor').selectAll()),
      await context.db.all(context.db.build.selectFrom('recovery_codes').selectAll()),
    ]);
    for (const secret of [key, ...recoveryCodes]) expect(rows).not.toContain(secret);
  });
});

describe('a login', () => {
  test('gets no session by the password alone', async () => {
    const { context, awaited } = await createProtected();
    expect(awaited).toEqual({
      kind: 'code-awaited',
      userId: awaited.userId,
      passwordMark: awaited.passwordMark,
    });
    expect(await context.db.all(context.db.build.selectFrom('sessions').selectAll())).toEqual([]);
  });

  test('takes a code of the app once', async () => {
    const { context, key, enter, listAuditEntries } = await createProtected();
    const code = showCode(key, context.now());
    expect(await enter(code)).toMatchObject({ kind: 'logged-in', user: { email } });
    expect(await enter(code)).toEqual({ kind: 'wrong-code' });
    context.clock.advance(stepMs);
    expect(await enter(showCode(key, context.now()))).toMatchObject({ kind: 'logged-in' });
    expect(await listAuditEntries()).toEqual(['two-factor-enabled', 'login', 'login-failed', 'login']);
  });

  test('takes no older code once a newer one was accepted', async () => {
    const { context, key, enter } = await createProtected();
    const before = showCode(key, context.now());
    context.clock.advance(stepMs);
    expect(await enter(showCode(key, context.now()))).toMatchObject({ kind: 'logged-in' });
    expect(await enter(before)).toEqual({ kind: 'wrong-code' });
  });

  test('takes the code with the password where there is no screen', async () => {
    const { context, key } = await createProtected();
    const send = (code: string) => logIn(context, { email, password, code }, caller);
    expect(await send('000000')).toEqual({ kind: 'wrong-code' });
    expect(await send(showCode(key, context.now()))).toMatchObject({ kind: 'logged-in' });
  });

  test('takes each recovery code once, however it is typed, and mails the owner', async () => {
    const { context, user, recoveryCodes, enter, listAuditEntries } = await createProtected();
    const [first = '', second = ''] = recoveryCodes;
    expect(await enter(first)).toMatchObject({ kind: 'logged-in' });
    expect(await enter(first)).toEqual({ kind: 'wrong-code' });
    expect(await enter(` ${second.toUpperCase().replaceAll('-', ' ')} `)).toMatchObject({
      kind: 'logged-in',
    });
    expect(await describeTwoFactor(context, user.id)).toMatchObject({ recoveryCodesLeft: 8 });
    expect(await listAuditEntries()).toContain('recovery-code-used');
    expect((await listMail(context.db)).map(({ subject }) => subject)).toEqual([
      'Two-factor authentication was turned on',
      'A recovery code was used to log in',
      'A recovery code was used to log in',
    ]);
  });

  test('may try five codes in a quarter of an hour', async () => {
    const { context, key, enter, awaited } = await createProtected();
    for (let tries = 0; tries < 5; tries += 1) expect(await enter('000000')).toEqual({ kind: 'wrong-code' });
    const right = () => showCode(key, context.now());
    expect(await enter(right())).toMatchObject({ kind: 'too-many-logins' });
    // The password alone does not give more tries.
    expect(await logIn(context, { email, password, code: right() }, caller)).toMatchObject({
      kind: 'too-many-logins',
    });
    context.clock.advance(15 * 60_000);
    expect(await enter(right(), awaited)).toMatchObject({ kind: 'logged-in' });
  });

  test('does not go on when the password was changed meanwhile', async () => {
    const { context, key, enter } = await createProtected();
    await context.db.run(context.db.build.updateTable('users').set({ password_hash: 'another' }));
    expect(await enter(showCode(key, context.now()))).toEqual({ kind: 'wrong-credentials' });
  });

  test('of another account does not take these codes', async () => {
    const { context, recoveryCodes } = await createProtected();
    const { user: grace } = await createTestUser(context, { email: 'grace@example.com', passwordHash });
    await turnTwoFactorOn(context, grace, password);
    const awaited = await logIn(context, { email: grace.email, password }, caller);
    if (awaited.kind !== 'code-awaited') throw new Error(awaited.kind);
    expect(await logInByCode(context, awaited, recoveryCodes[0] ?? '', caller)).toEqual({
      kind: 'wrong-code',
    });
  });
});

describe('while it is on', () => {
  test('new recovery codes take the place of the former', async () => {
    const { context, user, recoveryCodes, enter } = await createProtected();
    expect(await renewRecoveryCodes(context, user, { password: 'wrong', address })).toEqual({
      kind: 'wrong-password',
    });
    const renewed = await renewRecoveryCodes(context, user, { password, address });
    if (renewed.kind !== 'renewed') throw new Error(renewed.kind);
    expect(await enter(recoveryCodes[0] ?? '')).toEqual({ kind: 'wrong-code' });
    expect(await enter(renewed.recoveryCodes[0] ?? '')).toMatchObject({ kind: 'logged-in' });
  });

  test('it is turned off by the password, and the password is enough again', async () => {
    const { context, user, key, enter, listAuditEntries } = await createProtected();
    const off = (typed: string) => disableTwoFactor(context, user, { password: typed, address });
    expect(await off('wrong')).toEqual({ kind: 'wrong-password' });
    expect(await off(password)).toEqual({ kind: 'disabled' });
    expect(await off(password)).toMatchObject({ kind: 'conflict' });
    expect(await renewRecoveryCodes(context, user, { password, address })).toMatchObject({
      kind: 'conflict',
    });
    expect(await enter(showCode(key, context.now()))).toEqual({ kind: 'wrong-credentials' });
    expect(await logIn(context, { email, password }, caller)).toMatchObject({ kind: 'logged-in' });
    expect(await listAuditEntries()).toContain('two-factor-disabled');
  });
});
