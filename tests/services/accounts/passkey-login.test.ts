import { beforeAll, describe, expect, test } from 'vitest';
import type { PasskeySignature } from '~/auth/passkeys/passkey-shapes';
import { createCheapPasswords } from '../../support/passwords';
import { findSessionUser } from '~/auth/session';
import { listPasskeys } from '~/db/accounts/passkeys';
import { logIn, logInByCode } from '~/services/accounts/login';
import { isPasskeyLoginOffered, logInByPasskey, offerPasskeyLogin } from '~/services/accounts/passkey-login';
import { removePasskey } from '~/services/accounts/passkeys';
import { resetPassword, createResetLink } from '~/services/accounts/password-reset';
import {
  describeTwoFactor,
  disableTwoFactor,
  enableTwoFactor,
  enableTwoFactorByPasskeys,
  offerAppKey,
} from '~/services/accounts/two-factor';
import { createTestUser } from '../../support/accounts';
import { createAuthenticator } from '../../support/authenticator';
import { createTestContext, type TestOverrides } from '../../support/context';
import { givePasskey } from '../../support/passkeys';
import { showCode } from '../../support/two-factor';

const email = 'ada@example.com';
const password = 'Difference-Engine-1';
const address = '192.0.2.1';
const caller = { address, userAgent: 'Test' };
let passwordHash: string;

beforeAll(async () => {
  passwordHash = await createCheapPasswords().hash(password);
});

async function createOwner(authenticator = createAuthenticator(), config: TestOverrides['config'] = {}) {
  const context = await createTestContext({ config });
  const { user } = await createTestUser(context, { email, passwordHash });
  await givePasskey(context, user, { password, authenticator });
  const offer = async (userId?: string) => {
    const offered = await offerPasskeyLogin(context, userId);
    if (offered.kind !== 'offered') throw new Error(offered.kind);
    return offered;
  };
  /** Logs in by the passkey, with what is to be wrong with its answer. */
  const enter = async (answer: Parameters<typeof authenticator.sign>[1] = {}) => {
    const { options, challenge } = await offer();
    return logInByPasskey(context, authenticator.sign(options, answer), [challenge], caller);
  };
  const listFailures = async () =>
    (
      await context.db.all(
        context.db.build.selectFrom('audit').select(['kind', 'detail']).where('kind', '=', 'login-failed'),
      )
    ).map(({ detail }) => detail);
  return { context, user, authenticator, offer, enter, listFailures };
}

/** The same, whose second factor is the passkey. */
async function createByPasskeys() {
  const owner = await createOwner();
  const { context, user } = owner;
  const outcome = await enableTwoFactorByPasskeys(
    context,
    user,
    { currentPassword: password },
    { address, sessionToken: undefined },
  );
  if (outcome.kind !== 'enabled') throw new Error(outcome.kind);
  return { ...owner, recoveryCodes: outcome.recoveryCodes };
}

describe('a login by a passkey', () => {
  test('needs neither email nor password, and says so in the audit', async () => {
    const { context, user, enter } = await createOwner();
    expect(await isPasskeyLoginOffered(context)).toBe(true);
    const outcome = await enter();
    if (outcome.kind !== 'logged-in') throw new Error(outcome.kind);
    expect((await findSessionUser(context.db, outcome.sessionToken, context.now()))?.id).toBe(user.id);
    expect(
      await context.db.all(
        context.db.build.selectFrom('audit').select(['user_id', 'detail']).where('kind', '=', 'login'),
      ),
    ).toEqual([{ user_id: user.id, detail: 'Passkey' }]);
    expect(await listPasskeys(context.db, user.id)).toMatchObject([{ lastUsedAt: context.now() }]);
  });

  test('asks for any passkey and for user verification, and stores nothing before', async () => {
    const { context, offer } = await createOwner();
    expect((await offer()).options).toMatchObject({
      rpId: 'localhost',
      userVerification: 'required',
      allowCredentials: [],
    });
    const rows = await context.db.all(context.db.build.selectFrom('used_challenges').selectAll());
    // That of the passkey's making.
    expect(rows).toHaveLength(1);
  });

  test.each([
    ['of another origin', { origin: 'https://evil.example' }],
    ['of another server', { rpId: 'evil.example' }],
    ['to another challenge', { challenge: Buffer.alloc(32).toString('base64url') }],
    ['without a finger, face or PIN', { isVerified: false }],
    ['that names another user', { userHandle: Buffer.from('somebody').toString('base64url') }],
    ['of a key that may be copied, where it could not be', { isBackupEligible: true }],
  ])('refuses a signature %s', async (_what, wrong) => {
    const { enter, listFailures } = await createOwner();
    expect(await enter(wrong)).toEqual({ kind: 'wrong-passkey' });
    expect(await listFailures()).toEqual(['Wrong passkey']);
    expect(await enter()).toMatchObject({ kind: 'logged-in' });
  });

  test('refuses a signature by another key', async () => {
    const { context, authenticator, offer } = await createOwner();
    const { options, challenge } = await offer();
    const { credentialId: id } = authenticator;
    const forged: PasskeySignature = { ...createAuthenticator().sign(options), id, rawId: id };
    expect(await logInByPasskey(context, forged, [challenge], caller)).toEqual({ kind: 'wrong-passkey' });
  });

  test('takes the same signature once', async () => {
    const { context, authenticator, offer, listFailures } = await createOwner(
      createAuthenticator({ doesCount: false }),
    );
    const { options, challenge } = await offer();
    const signature = authenticator.sign(options);
    const send = () => logInByPasskey(context, signature, [challenge], caller);
    expect(await send()).toMatchObject({ kind: 'logged-in' });
    expect(await send()).toEqual({ kind: 'wrong-passkey' });
    expect(await listFailures()).toEqual(['Passkey: the same signature again']);
  });

  test('does not take the challenge that a passkey was to be made by', async () => {
    const { context, authenticator, offer } = await createOwner();
    const { options, challenge } = await offer();
    const ofSession = { ...challenge, sessionHash: 'of a session' };
    expect(await logInByPasskey(context, authenticator.sign(options), [ofSession], caller)).toEqual({
      kind: 'wrong-passkey',
    });
  });

  test('refuses a counter that did not grow, and writes down why', async () => {
    const { enter, listFailures } = await createOwner();
    expect(await enter({ counter: 7 })).toMatchObject({ kind: 'logged-in' });
    expect(await enter({ counter: 7 })).toEqual({ kind: 'wrong-passkey' });
    expect(await enter({ counter: 3 })).toEqual({ kind: 'wrong-passkey' });
    expect(await enter({ counter: 0 })).toEqual({ kind: 'wrong-passkey' });
    expect(await listFailures()).toEqual(
      Array.from({ length: 3 }, () => 'Passkey: its counter did not grow, so there may be a copy of it'),
    );
    expect(await enter({ counter: 8 })).toMatchObject({ kind: 'logged-in' });
  });

  test('works any number of times with an authenticator that does not count', async () => {
    const { enter } = await createOwner(createAuthenticator({ doesCount: false }));
    for (let times = 0; times < 3; times += 1) expect(await enter()).toMatchObject({ kind: 'logged-in' });
  });

  test('ends with the passkey', async () => {
    const { context, user, enter, listFailures } = await createOwner();
    const [{ id } = { id: '' }] = await listPasskeys(context.db, user.id);
    await removePasskey(context, user, id, { password, address, sessionToken: undefined });
    expect(await enter()).toEqual({ kind: 'wrong-passkey' });
    expect(await listFailures()).toEqual(['Unknown passkey']);
    expect(await isPasskeyLoginOffered(context)).toBe(false);
  });

  test('gets no session for an account whose email is not verified any more', async () => {
    const { context, enter } = await createOwner();
    await context.db.run(context.db.build.updateTable('users').set({ email_verified_at: null }));
    expect(await enter()).toEqual({ kind: 'unverified-email' });
  });

  test('may be tried thirty times in a quarter of an hour from a network address', async () => {
    const { context, enter } = await createOwner();
    for (let tries = 0; tries < 29; tries += 1) await enter({ isVerified: false });
    expect(await enter({ isVerified: false })).toMatchObject({ kind: 'too-many-logins' });
    context.clock.advance(15 * 60_000);
    expect(await enter()).toMatchObject({ kind: 'logged-in' });
  });
});

describe('as the second factor', () => {
  test('a passkey is enough beside an authenticator app, and nobody asks for a code', async () => {
    const { context, user, enter } = await createOwner();
    const { key, setup } = offerAppKey(context, user);
    const code = showCode(key, context.now());
    await enableTwoFactor(
      context,
      user,
      { setup, code, currentPassword: password },
      {
        address,
        sessionToken: undefined,
      },
    );
    expect(await logIn(context, { email, password }, caller)).toMatchObject({ kind: 'code-awaited' });
    expect(await enter()).toMatchObject({ kind: 'logged-in' });
  });

  test('the second step names the passkeys of the account alone', async () => {
    const { context, user, authenticator, offer } = await createOwner();
    const { user: grace } = await createTestUser(context, { email: 'grace@example.com', passwordHash });
    await givePasskey(context, grace, { password });
    expect((await offer(user.id)).options.allowCredentials).toMatchObject([
      { id: authenticator.credentialId },
    ]);
  });

  test('it is turned on without an app: the password alone logs in no more, a recovery code does once', async () => {
    const { context, user, enter, recoveryCodes } = await createByPasskeys();
    expect(await describeTwoFactor(context, user.id)).toMatchObject({ hasApp: false, recoveryCodesLeft: 10 });
    const awaited = await logIn(context, { email, password }, caller);
    if (awaited.kind !== 'code-awaited') throw new Error(awaited.kind);
    expect(await logInByCode(context, awaited, '000000', caller)).toEqual({ kind: 'wrong-code' });
    const [code = ''] = recoveryCodes;
    expect(await logInByCode(context, awaited, code, caller)).toMatchObject({ kind: 'logged-in' });
    expect(await logInByCode(context, awaited, code, caller)).toEqual({ kind: 'wrong-code' });
    expect(await enter()).toMatchObject({ kind: 'logged-in' });
  });

  test('it takes a passkey to be turned on with, and is turned on once', async () => {
    const { context, user } = await createByPasskeys();
    const { user: grace } = await createTestUser(context, { email: 'grace@example.com', passwordHash });
    const turnOn = (who: typeof user) =>
      enableTwoFactorByPasskeys(
        context,
        who,
        { currentPassword: password },
        { address, sessionToken: undefined },
      );
    expect(await turnOn(grace)).toEqual({ kind: 'conflict', message: 'Add a passkey first.' });
    expect(await turnOn(user)).toMatchObject({ kind: 'conflict' });
  });

  test('the last passkey stays as long as nothing else is the second factor', async () => {
    const { context, user } = await createByPasskeys();
    const [{ id } = { id: '' }] = await listPasskeys(context.db, user.id);
    const proof = { password, address, sessionToken: undefined };
    expect(await removePasskey(context, user, id, proof)).toMatchObject({ kind: 'conflict' });
    const { key, setup } = offerAppKey(context, user);
    const code = showCode(key, context.now());
    const added = await enableTwoFactor(context, user, { setup, code, currentPassword: password }, proof);
    expect(added).toMatchObject({ kind: 'enabled' });
    expect(await removePasskey(context, user, id, proof)).toEqual({ kind: 'removed' });
    expect(await describeTwoFactor(context, user.id)).toMatchObject({ hasApp: true });
  });

  test('turned off, the passkeys still log in', async () => {
    const { context, user, enter } = await createByPasskeys();
    expect(await disableTwoFactor(context, user, { password, address })).toEqual({ kind: 'disabled' });
    expect(await logIn(context, { email, password }, caller)).toMatchObject({ kind: 'logged-in' });
    expect(await enter()).toMatchObject({ kind: 'logged-in' });
  });

  test('a password reset does not go past them', async () => {
    const { context, user } = await createByPasskeys();
    const link = await createResetLink(context.db, context.config, user, context.now());
    const token = new URL(link).searchParams.get('token') ?? '';
    const newPassword = 'Analytical-Engine-2';
    expect(
      await resetPassword(context, { token, newPassword, confirmPassword: newPassword }, address),
    ).toMatchObject({ kind: 'reset' });
    expect(await logIn(context, { email, password: newPassword }, caller)).toMatchObject({
      kind: 'code-awaited',
    });
  });
});

test('a passkey is a second factor alone where single sign-on is the only way in', async () => {
  const { context, user, authenticator, offer, enter } = await createOwner(createAuthenticator(), {
    passwordLogin: false,
  });
  expect(await isPasskeyLoginOffered(context)).toBe(false);
  expect(await isPasskeyLoginOffered(context, user.id)).toBe(true);
  expect(await enter()).toMatchObject({ kind: 'password-login-off' });
  const { options, challenge } = await offer(user.id);
  const pending = { ...caller, pending: { userId: user.id } };
  expect(await logInByPasskey(context, authenticator.sign(options), [challenge], pending)).toMatchObject({
    kind: 'logged-in',
    user: { id: user.id },
  });
});

describe('under another host', () => {
  test('passkeys of the former one are none, and can be removed', async () => {
    const { context, user, enter } = await createByPasskeys();
    expect(await isPasskeyLoginOffered(context, user.id)).toBe(true);
    context.config.appUrl = 'https://hooks.example.com';
    expect(await isPasskeyLoginOffered(context, user.id)).toBe(false);
    expect(await isPasskeyLoginOffered(context)).toBe(false);
    expect(await listPasskeys(context.db, user.id)).toMatchObject([{ host: 'localhost' }]);
    const id = (await listPasskeys(context.db, user.id))[0]?.id ?? '';
    const proof = { password, address, sessionToken: undefined };
    // Nothing of the second factor goes with it: recovery codes log in.
    expect(await removePasskey(context, user, id, proof)).toEqual({ kind: 'removed' });
    expect(await enter()).toEqual({ kind: 'wrong-passkey' });
  });

  test('one of before hosts were kept works, and has one from then on', async () => {
    const { context, user, enter } = await createOwner();
    await context.db.run(context.db.build.updateTable('passkeys').set({ relying_party_id: null }));
    expect(await isPasskeyLoginOffered(context, user.id)).toBe(true);
    expect(await enter()).toMatchObject({ kind: 'logged-in' });
    expect(await listPasskeys(context.db, user.id)).toMatchObject([{ host: 'localhost' }]);
  });
});
