import { beforeAll, describe, expect, test } from 'vitest';
import { createCheapPasswords } from '../../support/passwords';
import { createSession, findSessionUser } from '~/auth/session';
import { listPasskeys } from '~/db/accounts/passkeys';
import { deleteSessionsOfUser } from '~/db/accounts/sessions';
import { addPasskey, offerPasskey, removePasskey, renamePasskey } from '~/services/accounts/passkeys';
import { changePassword } from '~/services/accounts/profile';
import { createTestUser } from '../../support/accounts';
import { createAuthenticator } from '../../support/authenticator';
import { createTestContext } from '../../support/context';
import { listMail } from '../../support/mail';
import { givePasskey } from '../../support/passkeys';

const email = 'ada@example.com';
const password = 'Difference-Engine-1';
const address = '192.0.2.1';
let passwordHash: string;

beforeAll(async () => {
  passwordHash = await createCheapPasswords().hash(password);
});

async function createAccount(config: Parameters<typeof createTestContext>[0] = {}) {
  const context = await createTestContext(config);
  const { user } = await createTestUser(context, { email, passwordHash });
  const begin = () =>
    createSession(context.db, { userId: user.id, userAgent: null, address, now: context.now() });
  const [mine, other] = [await begin(), await begin()];
  const caller = { address, sessionToken: mine };
  const offer = async () => {
    const offered = await offerPasskey(context, user, password, caller);
    if (offered.kind !== 'offered') throw new Error(offered.kind);
    return offered;
  };
  const listAuditEntries = () =>
    context.db.all(context.db.build.selectFrom('audit').select(['kind', 'detail']).orderBy('id'));
  const isOpen = async (token: string) =>
    (await findSessionUser(context.db, token, context.now())) !== undefined;
  return { context, user, mine, other, caller, offer, listAuditEntries, isOpen };
}

describe('adding one', () => {
  test('takes the password, ends every other session, and mails the owner', async () => {
    const { context, user, mine, other, caller, offer, listAuditEntries, isOpen } = await createAccount();
    expect(await offerPasskey(context, user, 'wrong', caller)).toEqual({ kind: 'wrong-password' });
    const { options, challenge } = await offer();
    expect(options).toMatchObject({
      rp: { id: 'localhost' },
      user: { name: email, displayName: 'Ada Lovelace' },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [],
    });
    const response = createAuthenticator().create(options, { isBackupEligible: true, isBackedUp: true });
    const added = await addPasskey(
      context,
      user,
      { name: 'Phone', response },
      { ...caller, challenges: [challenge] },
    );
    expect(added).toEqual({ kind: 'added' });
    expect(await listPasskeys(context.db, user.id)).toMatchObject([
      { name: 'Phone', isBackedUp: true, createdAt: context.now(), lastUsedAt: null },
    ]);
    expect([await isOpen(mine), await isOpen(other)]).toEqual([true, false]);
    expect(await listAuditEntries()).toEqual([{ kind: 'passkey-added', detail: 'Phone' }]);
    const [mail] = await listMail(context.db);
    expect(mail?.subject).toBe('A passkey was added to your account');
    expect(mail?.body_text).toContain('“Phone”');
  });

  test('names those there are, so that no device gets a second one', async () => {
    const { context, user, offer } = await createAccount();
    const { credentialId } = await givePasskey(context, user, { password });
    const { options } = await offer();
    expect(options.excludeCredentials).toEqual([
      { id: credentialId, transports: ['internal', 'hybrid'], type: 'public-key' },
    ]);
  });

  test.each([
    ['of another origin', { origin: 'https://evil.example' }],
    ['of another server', { rpId: 'evil.example' }],
    ['to another challenge', { challenge: Buffer.alloc(32).toString('base64url') }],
    ['without a finger, face or PIN', { isVerified: false }],
  ])('refuses an answer %s', async (_what, wrong) => {
    const { context, user, caller, offer } = await createAccount();
    const { options, challenge } = await offer();
    const response = createAuthenticator().create(options, wrong);
    expect(
      await addPasskey(context, user, { name: 'Phone', response }, { ...caller, challenges: [challenge] }),
    ).toEqual({ kind: 'wrong-passkey' });
    expect(await listPasskeys(context.db, user.id)).toEqual([]);
  });

  test('takes a challenge once, in its session, and for ten minutes', async () => {
    const { context, user, other, caller, offer } = await createAccount();
    const { options, challenge } = await offer();
    const add = (more: object) =>
      addPasskey(
        context,
        user,
        { name: 'Phone', response: createAuthenticator().create(options) },
        { ...caller, challenges: [challenge], ...more },
      );
    expect(await add({ sessionToken: other })).toEqual({ kind: 'wrong-passkey' });
    expect(await add({ challenges: [] })).toEqual({ kind: 'wrong-passkey' });
    expect(await add({})).toEqual({ kind: 'added' });
    expect(await add({})).toEqual({ kind: 'wrong-passkey' });
    expect(challenge.until - context.now()).toBe(10 * 60_000);
  });

  test('is not added by a session that ended meanwhile', async () => {
    const { context, user, caller, offer } = await createAccount();
    const { options, challenge } = await offer();
    await deleteSessionsOfUser(context.db, user.id);
    const response = createAuthenticator().create(options);
    expect(
      await addPasskey(context, user, { name: 'Phone', response }, { ...caller, challenges: [challenge] }),
    ).toEqual({ kind: 'invalid-token' });
    expect(await listPasskeys(context.db, user.id)).toEqual([]);
  });

  test('does not read what an authenticator says of itself', async () => {
    const { context, user, caller, offer } = await createAccount();
    const { options, challenge } = await offer();
    // No certificate: the library would throw at it, or ask the addresses that stand in one.
    const statement = new Map<string, unknown>([['x5c', [new Uint8Array([1, 2, 3])]]]);
    const response = createAuthenticator().create(options, { statement });
    expect(
      await addPasskey(context, user, { name: 'Phone', response }, { ...caller, challenges: [challenge] }),
    ).toEqual({ kind: 'added' });
  });

  test('stops at twenty', async () => {
    const { context, user, caller, offer } = await createAccount();
    const { options, challenge } = await offer();
    for (let count = 0; count < 20; count += 1) await givePasskey(context, user, { password, ...caller });
    expect(await offerPasskey(context, user, password, caller)).toMatchObject({ kind: 'conflict' });
    const response = createAuthenticator().create(options);
    expect(
      await addPasskey(context, user, { name: 'Phone', response }, { ...caller, challenges: [challenge] }),
    ).toMatchObject({ kind: 'conflict' });
  });

  test('refuses one that another account has', async () => {
    const { context, user, caller, offer } = await createAccount();
    const { user: grace } = await createTestUser(context, { email: 'grace@example.com', passwordHash });
    const authenticator = await givePasskey(context, grace, { password });
    const { options, challenge } = await offer();
    const response = authenticator.create(options);
    expect(
      await addPasskey(context, user, { name: 'Phone', response }, { ...caller, challenges: [challenge] }),
    ).toEqual({ kind: 'conflict', message: 'This passkey is known already.' });
  });

  test.each(['http://192.0.2.1:3000', 'https://[2001:db8::1]', 'http://wicked.example'])(
    'is not offered at %s, where browsers have none',
    async (appUrl) => {
      const { context, user, caller } = await createAccount({ config: { appUrl } });
      expect(await offerPasskey(context, user, password, caller)).toMatchObject({ kind: 'conflict' });
    },
  );
});

describe('one that is there', () => {
  test('gets another name from its owner alone', async () => {
    const { context, user, listAuditEntries } = await createAccount();
    const { user: grace } = await createTestUser(context, { email: 'grace@example.com', passwordHash });
    await givePasskey(context, user, { password });
    const [{ id } = { id: '' }] = await listPasskeys(context.db, user.id);
    expect(await renamePasskey(context, grace, { id, name: 'Mine' }, address)).toEqual({ kind: 'not-found' });
    expect(await renamePasskey(context, user, { id, name: 'Old phone' }, address)).toEqual({
      kind: 'renamed',
    });
    expect(await listPasskeys(context.db, user.id)).toMatchObject([{ name: 'Old phone' }]);
    expect(await listAuditEntries()).toContainEqual({ kind: 'passkey-renamed', detail: 'Old phone' });
  });

  test('is removed by the password of its owner, which ends the other sessions and is mailed', async () => {
    const { context, user, mine, caller, listAuditEntries, isOpen } = await createAccount();
    const { user: grace } = await createTestUser(context, { email: 'grace@example.com', passwordHash });
    await givePasskey(context, user, { password });
    const open = () =>
      createSession(context.db, { userId: user.id, userAgent: null, address, now: context.now() });
    const [kept, other] = [await open(), await open()];
    const [{ id } = { id: '' }] = await listPasskeys(context.db, user.id);
    const remove = (typed: string, owner = user) =>
      removePasskey(context, owner, id, { ...caller, password: typed, sessionToken: kept });
    expect(await remove('wrong')).toEqual({ kind: 'wrong-password' });
    expect(await remove(password, grace)).toEqual({ kind: 'not-found' });
    expect(await remove(password)).toEqual({ kind: 'removed' });
    expect(await listPasskeys(context.db, user.id)).toEqual([]);
    expect([await isOpen(kept), await isOpen(other), await isOpen(mine)]).toEqual([true, false, false]);
    expect(await listAuditEntries()).toContainEqual({ kind: 'passkey-removed', detail: 'Phone' });
    expect((await listMail(context.db)).map(({ subject }) => subject)).toContain(
      'A passkey of your account was removed',
    );
  });

  test('outlives a new password, and the mail about that names it', async () => {
    const { context, user } = await createAccount();
    await givePasskey(context, user, { password, name: 'Work laptop' });
    const caller = { address, userAgent: null };
    const sessionToken = await createSession(context.db, { userId: user.id, ...caller, now: context.now() });
    await changePassword(
      context,
      user,
      { currentPassword: password, newPassword: 'Analytical-Engine-2' },
      { ...caller, sessionToken },
    );
    expect(await listPasskeys(context.db, user.id)).toHaveLength(1);
    const mail = (await listMail(context.db)).find(({ subject }) => subject === 'Your password was changed');
    expect(mail?.body_text).toContain('Passkeys still log in to it: Work laptop.');
  });
});
