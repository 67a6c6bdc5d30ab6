import { beforeAll, describe, expect, test } from 'vitest';
import { createSession } from '~/auth/session';
import { createCheapPasswords } from '../../support/passwords';
import { addPasskey } from '~/services/accounts/passkeys';
import { deleteAccount } from '~/services/accounts/deletion';
import { logInByPasskey, offerPasskeyLogin } from '~/services/accounts/passkey-login';
import { offerPasskeyProof, proveByPasskey } from '~/services/accounts/passkey-proof';
import { describeProof } from '~/services/accounts/proof/password-proof';
import { changePassword } from '~/services/accounts/profile';
import { updatePassword } from '~/db/accounts/users';
import { createTestUser } from '../../support/accounts';
import { createAuthenticator } from '../../support/authenticator';
import { createTestContext } from '../../support/context';
import { givePasskey } from '../../support/passkeys';

const password = 'Difference-Engine-1';
const address = '192.0.2.1';
const sessionToken = 'mine';
let passwordHash: string;

beforeAll(async () => {
  passwordHash = await createCheapPasswords().hash(password);
});

/** An account that has a passkey and no password. */
async function createOwner() {
  const context = await createTestContext();
  const { user } = await createTestUser(context, { passwordHash });
  const authenticator = await givePasskey(context, user, { password });
  await updatePassword(context.db, user.id, { passwordHash: '', now: context.now() });
  const offer = async (token = sessionToken) => {
    const offered = await offerPasskeyProof(context, user, token);
    if (offered.kind !== 'offered') throw new Error(offered.kind);
    return offered;
  };
  return { context, user, authenticator, offer };
}

describe('a passkey in place of the password', () => {
  test('proves who is signed in, once', async () => {
    const { context, user, authenticator, offer } = await createOwner();
    const { options, challenge } = await offer();
    const response = authenticator.sign(options);
    const by = { address, sessionToken, challenges: [challenge] };
    expect(await proveByPasskey(context, user, response, by)).toEqual({ kind: 'proven' });
    expect(await proveByPasskey(context, user, response, by)).toEqual({ kind: 'wrong-passkey' });
  });

  test('proves nothing in another session, nor another person', async () => {
    const { context, user, authenticator, offer } = await createOwner();
    const { options, challenge } = await offer('another');
    const by = { address, sessionToken, challenges: [challenge] };
    expect(await proveByPasskey(context, user, authenticator.sign(options), by)).toEqual({
      kind: 'wrong-passkey',
    });
    const { user: other } = await createTestUser(context, { passwordHash });
    const mine = await offer();
    expect(
      await proveByPasskey(context, other, authenticator.sign(mine.options), {
        ...by,
        challenges: [mine.challenge],
      }),
    ).toEqual({ kind: 'wrong-passkey' });
    expect(await offerPasskeyProof(context, other, sessionToken)).toEqual({ kind: 'not-found' });
  });

  test('is no login, and what was signed for a login proves nothing', async () => {
    const { context, user, authenticator, offer } = await createOwner();
    const proof = await offer();
    expect(
      await logInByPasskey(context, authenticator.sign(proof.options), [proof.challenge], {
        address,
        userAgent: null,
      }),
    ).toEqual({ kind: 'wrong-passkey' });
    const login = await offerPasskeyLogin(context);
    if (login.kind !== 'offered') throw new Error(login.kind);
    const by = { address, sessionToken, challenges: [login.challenge] };
    expect(await proveByPasskey(context, user, authenticator.sign(login.options), by)).toEqual({
      kind: 'wrong-passkey',
    });
  });

  test('makes no passkey by what it was to be proven with', async () => {
    const { context, user, offer } = await createOwner();
    const { challenge } = await offer();
    const options = { challenge: challenge.challenge, rp: { id: 'localhost' }, user: { id: user.id } };
    const response = createAuthenticator().create(
      options as Parameters<ReturnType<typeof createAuthenticator>['create']>[0],
    );
    const by = { address, sessionToken, challenges: [challenge] };
    expect(await addPasskey(context, user, { name: 'Stranger', response }, by)).toEqual({
      kind: 'wrong-passkey',
    });
  });
});

describe('who has just proven it', () => {
  test('needs no password to set one, and to delete the account', async () => {
    const { context, user } = await createOwner();
    const caller = { address, userAgent: null };
    const about = {
      ...caller,
      sessionToken: await createSession(context.db, { userId: user.id, ...caller, now: context.now() }),
    };
    expect(await changePassword(context, user, { newPassword: password }, about)).toEqual({
      kind: 'no-password',
    });
    expect(
      await changePassword(context, user, { newPassword: password }, { ...about, isFresh: true }),
    ).toMatchObject({ kind: 'changed' });
    expect(await describeProof(context, user, false)).toEqual({
      isFresh: false,
      hasPassword: true,
      hasSingleSignOn: false,
      hasPasskeys: true,
    });
    expect(await deleteAccount(context, user, { address })).toMatchObject({ kind: 'proof-needed' });
    expect(await deleteAccount(context, user, { address, isFresh: true })).toEqual({
      kind: 'deleted',
      unrevoked: [],
    });
  });
});
