// Logging in with a provider of others: node-oidc-provider, which is certified for OpenID Connect.
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { createCheapPasswords } from '../../../support/passwords';
import { createSession, findSessionUser } from '~/auth/session';
import type { ClaimedIdentity } from '~/auth/login/single-sign-on-cookies';
import { findUserByEmail } from '~/db/accounts/users';
import { listMemberships } from '~/db/organizations/memberships';
import { logIn, logInByCode } from '~/services/accounts/login';
import { createLog } from '~/log';
import { deleteAccount } from '~/services/accounts/deletion';
import { logInByIdentity } from '~/services/accounts/single-sign-on/identity-login';
import {
  connectProven,
  mailIdentityCode,
  proveIdentity,
} from '~/services/accounts/single-sign-on/identity-proof';
import {
  connectIdentity,
  describeOwnIdentity,
  disconnectIdentity,
  proveByIdentity,
} from '~/services/accounts/single-sign-on/own-identity';
import {
  beginSingleSignOn,
  finishSingleSignOn,
  readCallbackUrl,
} from '~/services/accounts/single-sign-on/provider';
import { changePassword } from '~/services/accounts/profile';
import { signUp } from '~/services/accounts/sign-up';
import { listAuditEntries } from '~/db/organizations/audit-log';
import { removeMember } from '~/services/organizations/members';
import { inviteMember } from '~/services/organizations/invitations';
import type { SingleSignOn } from '~/setting-groups';
import { makeOutbound, startHttp } from '../../../outbound/loopback';
import { createTestUser } from '../../../support/accounts';
import { createTestContext, type TestContext, type TestOverrides } from '../../../support/context';
import {
  clientId,
  clientSecret,
  type ProviderAccount,
  signIn,
  startLoginProvider,
} from '../../../support/login-provider';
import { listMail } from '../../../support/mail';
import { turnTwoFactorOn } from '../../../support/two-factor';

const address = '192.0.2.1';
const caller = { address, userAgent: 'Test' };
const password = 'Difference-Engine-1';
const ada = {
  id: 'ada',
  email: 'Ada@example.com',
  email_verified: true,
  given_name: 'Ada',
  family_name: 'Lovelace',
};

let account: ProviderAccount;
beforeEach(() => {
  account = ada;
});

async function prepare(config: TestOverrides['config'] = {}, isIdTokenFull = false) {
  const context = await createTestContext({ outbound: makeOutbound(), now: Date.now, config });
  const server = await startLoginProvider(readCallbackUrl(context), {
    account: () => account,
    isIdTokenFull,
  });
  onTestFinished(() => server.close());
  const provider: SingleSignOn = {
    issuer: server.url,
    clientId,
    clientSecret,
    name: 'Example ID',
    domains: [],
  };
  return { context, provider };
}

type Prepared = Awaited<ReturnType<typeof prepare>>;

async function begin({ context, provider }: Prepared) {
  const begun = await beginSingleSignOn(context, provider, { returnTo: '/', connectTo: null }, address);
  if (begun.kind !== 'begun') throw new Error(begun.message);
  return begun;
}

/** There and back again. */
async function comeBack(prepared: Prepared): Promise<ClaimedIdentity> {
  const { context, provider } = prepared;
  const { address: there, attempt } = await begin(prepared);
  const outcome = await finishSingleSignOn(
    context,
    provider,
    attempt,
    await signIn(there, context.config.appUrl),
    address,
  );
  if (outcome.kind !== 'identity') throw new Error(outcome.message);
  return outcome.identity;
}

async function logInAs(prepared: Prepared, who: ProviderAccount = ada) {
  account = who;
  const { context, provider } = prepared;
  return logInByIdentity(context, provider, await comeBack(prepared), caller);
}

async function createAda(context: TestContext, verified = true) {
  const passwordHash = await createCheapPasswords().hash(password);
  return createTestUser(context, { email: 'ada@example.com', passwordHash, verified });
}

const listKinds = async ({ db }: TestContext) =>
  (await db.all(db.build.selectFrom('audit').select('kind').orderBy('id'))).map(({ kind }) => kind);

describe('the provider', () => {
  it.each([true, false])('says who came, in the ID token or at its endpoint (%s)', async (isIdTokenFull) => {
    const prepared = await prepare({}, isIdTokenFull);
    expect(await comeBack(prepared)).toEqual({
      issuer: prepared.provider.issuer,
      subject: 'ada',
      email: 'ada@example.com',
      emailVerified: true,
      firstName: 'Ada',
      lastName: 'Lovelace',
    });
  });

  it('is believed for what was begun in this browser alone, and once', async () => {
    const prepared = await prepare();
    const { context, provider } = prepared;
    const [mine, other] = [await begin(prepared), await begin(prepared)];
    const query = await signIn(mine.address, context.config.appUrl);
    const finish = (attempt = mine.attempt) => finishSingleSignOn(context, provider, attempt, query, address);
    expect(await finish(other.attempt)).toMatchObject({
      kind: 'failed',
      message: expect.stringContaining('another tab'),
    });
    expect(await finish({ ...mine.attempt, nonce: other.attempt.nonce })).toMatchObject({ kind: 'failed' });
    expect(await finish()).toMatchObject({
      kind: 'failed',
      message: expect.stringContaining('did not confirm'),
    });
  });

  it('that refuses, has another secret or cannot be reached is said so in plain words', async () => {
    const prepared = await prepare();
    const { context, provider } = prepared;
    const { attempt, address: there } = await begin(prepared);
    const denied = new URLSearchParams({
      state: attempt.state,
      iss: provider.issuer,
      error: 'access_denied',
    });
    expect(await finishSingleSignOn(context, provider, attempt, denied, address)).toEqual({
      kind: 'failed',
      message: 'Example ID was not allowed to log you in.',
    });
    const query = await signIn(there, context.config.appUrl);
    const lines: string[] = [];
    const logging = { ...context, log: createLog('info', { write: (line) => void lines.push(line) }) };
    expect(
      await finishSingleSignOn(logging, { ...provider, clientSecret: 'other' }, attempt, query, address),
    ).toMatchObject({
      message: expect.stringContaining('did not confirm who you are'),
    });
    expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
      { msg: 'single sign-on failed', reason: 'invalid_client' },
    ]);
    expect(lines.join('')).not.toContain(query.get('code'));
    const gone = { ...provider, issuer: 'http://127.0.0.1:1' };
    expect(await beginSingleSignOn(context, gone, { returnTo: '/', connectTo: null }, address)).toMatchObject(
      {
        message: expect.stringContaining('cannot be reached'),
      },
    );
  });

  it('is asked so often only for one network', async () => {
    const server = await startHttp((_, response) => response.end());
    const context = await createTestContext({ outbound: makeOutbound() });
    const provider = { issuer: server.url, clientId, clientSecret, name: 'Example ID', domains: [] };
    let asked = 0;
    server.server.on('request', () => (asked += 1));
    const ask = (from: string) =>
      beginSingleSignOn(context, provider, { returnTo: '/', connectTo: null }, from);
    for (let each = 0; each < 120; each += 1) await ask(address);
    expect(asked).toBe(120);
    expect(await ask(address)).toMatchObject({ message: expect.stringContaining('Too many') });
    expect(asked).toBe(120);
    await ask('198.51.100.7');
    expect(asked).toBe(121);

    const attempt = { state: 'a', nonce: 'a', verifier: 'a', returnTo: '/', connectTo: null };
    const finish = (state: string) =>
      finishSingleSignOn(context, provider, attempt, new URLSearchParams({ code: 'a', state }), address);
    await finish('another');
    expect(asked).toBe(121);
    for (let each = 0; each < 120; each += 1) await finish('a');
    expect(asked).toBe(241);
    expect(await finish('a')).toMatchObject({ message: expect.stringContaining('Too many') });
    expect(asked).toBe(241);
  });

  it('that names no address lets nobody in', async () => {
    const prepared = await prepare();
    account = { id: 'ada' };
    const { context, provider } = prepared;
    const { attempt, address: there } = await begin(prepared);
    const query = await signIn(there, context.config.appUrl);
    expect(await finishSingleSignOn(context, provider, attempt, query, address)).toEqual({
      kind: 'failed',
      message: 'Example ID named no email address of yours.',
    });
  });
});

describe('a newcomer', () => {
  it('whose address the provider made sure of gets an account without a password, and comes back into it', async () => {
    const prepared = await prepare();
    const { context } = prepared;
    const first = await logInAs(prepared);
    if (first.kind !== 'logged-in') throw new Error(first.kind);
    expect(first.user).toMatchObject({ email: 'ada@example.com', firstName: 'Ada', emailVerified: true });
    expect(await findSessionUser(context.db, first.sessionToken, context.now())).toMatchObject({
      id: first.user.id,
    });
    // The subject tells who it is, whatever the address becomes.
    const again = await logInAs(prepared, { ...ada, email: 'lovelace@example.com' });
    expect(again).toMatchObject({ kind: 'logged-in', user: { id: first.user.id, email: 'ada@example.com' } });
    expect(await logIn(context, { email: 'ada@example.com', password: '' }, caller)).toEqual({
      kind: 'wrong-credentials',
    });
    expect(await deleteAccount(context, first.user, { password: '', address })).toEqual({
      kind: 'no-password',
    });
    expect(await listKinds(context)).toEqual(['sign-up', 'login', 'login', 'login-failed']);
  });

  it('joins the organization that newcomers join, whatever the sign-up mode', async () => {
    const prepared = await prepare({ signUp: 'closed' });
    const { context } = prepared;
    const { organizationId } = await createTestUser(context);
    const provider = { ...prepared.provider, organizationId };
    const outcome = await logInAs({ context, provider });
    if (outcome.kind !== 'logged-in') throw new Error(outcome.kind);
    expect(await listMemberships(context.db, outcome.user.id)).toMatchObject([
      { organizationId, role: 'MEMBER' },
    ]);
  });

  it('has the role that a claim of the provider gives, at each login, but for the last owner', async () => {
    const prepared = await prepare();
    const { context } = prepared;
    const { user: owner, organizationId } = await createTestUser(context);
    const roles = {
      claim: 'name',
      names: [
        { value: 'bosses', role: 'OWNER' as const },
        { value: 'admins', role: 'ADMIN' as const },
      ],
    };
    const provider = { ...prepared.provider, organizationId, roles, sessionMs: 3_600_000 };
    const come = async (name: string) => {
      const outcome = await logInAs({ context, provider }, { ...ada, name });
      if (outcome.kind !== 'logged-in') throw new Error(outcome.kind);
      const [membership] = await listMemberships(context.db, outcome.user.id);
      return { ...outcome, role: membership?.role };
    };
    expect(await come('admins')).toMatchObject({ role: 'ADMIN' });
    expect(await come('somebody')).toMatchObject({ role: 'MEMBER' });
    expect(await come('bosses')).toMatchObject({ role: 'OWNER' });
    await removeMember(context, { userId: owner.id, organizationId, address }, owner.id);
    const { role, sessionToken } = await come('somebody');
    expect(role).toBe('OWNER');
    expect(
      (await listAuditEntries(context.db, { organizationId, limit: 9 })).map(({ detail }) => detail),
    ).toEqual([
      owner.email,
      'ada@example.com: MEMBER → OWNER, by single sign-on',
      'ada@example.com: ADMIN → MEMBER, by single sign-on',
      'ada@example.com: ADMIN, by single sign-on',
    ]);
    // The setting for the length of a session counts, too.
    expect(await findSessionUser(context.db, sessionToken, context.now() + 3_500_000)).toBeDefined();
    expect(await findSessionUser(context.db, sessionToken, context.now() + 3_700_000)).toBeUndefined();
  });

  it('needs an invitation where accounts take one', async () => {
    const prepared = await prepare({ signUp: 'invite' });
    const { context } = prepared;
    const { user, organizationId } = await createTestUser(context);
    expect(await logInAs(prepared)).toMatchObject({
      kind: 'failed',
      message: expect.stringContaining('by invitation only'),
    });
    expect(await listKinds(context)).toEqual(['login-failed']);
    const actor = { userId: user.id, organizationId, address };
    await inviteMember(context, actor, { email: 'ada@example.com', role: 'MEMBER' });
    expect(await logInAs(prepared)).toMatchObject({ kind: 'logged-in' });
  });

  it('of another domain does not come in', async () => {
    const prepared = await prepare();
    const { context } = prepared;
    const provider = { ...prepared.provider, domains: ['example.org', 'example.net'] };
    expect(await logInAs({ context, provider })).toEqual({
      kind: 'failed',
      message:
        'Example ID knows you as ada@example.com. Only addresses of example.org, example.net log in here.',
    });
    expect(await findUserByEmail(context.db, 'ada@example.com')).toBeUndefined();
    expect(await listKinds(context)).toEqual(['login-failed']);
  });

  it('whose address is not made sure of types the mailed code first', async () => {
    const prepared = await prepare();
    const { context, provider } = prepared;
    const needed = await logInAs(prepared, { ...ada, email_verified: false });
    if (needed.kind !== 'proof-needed') throw new Error(needed.kind);
    const mailed = await mailIdentityCode(context, provider, needed.identity, address);
    if (mailed.kind !== 'mailed') throw new Error(mailed.kind);
    expect((await listMail(context.db))[0]).toMatchObject({
      recipient: 'ada@example.com',
      body_text: expect.stringContaining(`${mailed.code.slice(0, 4)} ${mailed.code.slice(4)}`),
    });
    const unproven = { identity: needed.identity, code: mailed.code, returnTo: '/' };
    const type = (typed: string) => proveIdentity(context, provider, unproven, typed, caller);
    expect(await type('1')).toMatchObject({ kind: 'wrong-code' });
    expect(await type(`${mailed.code.slice(0, 4)} ${mailed.code.slice(4)} `)).toMatchObject({
      kind: 'logged-in',
    });
    expect(await type(mailed.code)).toMatchObject({ kind: 'conflict' });
    expect(await logInAs(prepared, { ...ada, email_verified: false })).toMatchObject({ kind: 'logged-in' });
  });
});

async function proveByMail(prepared: Prepared) {
  const { context, provider } = prepared;
  const needed = await logInAs(prepared);
  if (needed.kind !== 'proof-needed') throw new Error(needed.kind);
  const mailed = await mailIdentityCode(context, provider, needed.identity, address);
  if (mailed.kind !== 'mailed') throw new Error(mailed.kind);
  const unproven = { identity: needed.identity, code: mailed.code, returnTo: '/' };
  return proveIdentity(context, provider, unproven, mailed.code, caller);
}

describe('an account that has the address already', () => {
  it('is opened by the code that its owner gets, and keeps its password', async () => {
    const prepared = await prepare();
    const { context } = prepared;
    const { user } = await createAda(context);
    expect(await proveByMail(prepared)).toMatchObject({ kind: 'logged-in', user: { id: user.id } });
    expect((await listMail(context.db)).map(({ subject }) => subject)).toEqual([
      'Your code to log in',
      'Example ID can log you in now',
    ]);
    expect(await logIn(context, { email: user.email, password }, caller)).toMatchObject({
      kind: 'logged-in',
    });
    expect(await logInAs(prepared)).toMatchObject({ kind: 'logged-in', user: { id: user.id } });
  });

  it('loses the password and the sessions of a stranger who signed up with it and never confirmed it', async () => {
    const prepared = await prepare();
    const { context } = prepared;
    const { user } = await createAda(context, false);
    const token = await createSession(context.db, {
      userId: user.id,
      userAgent: null,
      address,
      now: context.now(),
    });
    expect(await proveByMail(prepared)).toMatchObject({ kind: 'logged-in', user: { id: user.id } });
    expect(await logIn(context, { email: user.email, password }, caller)).toEqual({
      kind: 'wrong-credentials',
    });
    expect(await findSessionUser(context.db, token, context.now())).toBeUndefined();
  });

  it('asks for its second factor, too, before it is connected', async () => {
    const prepared = await prepare();
    const { context, provider } = prepared;
    context.config.singleSignOn = provider;
    const { user } = await createAda(context);
    const { recoveryCodes } = await turnTwoFactorOn(context, user, password);
    const awaited = await proveByMail(prepared);
    if (awaited.kind !== 'code-awaited') throw new Error(awaited.kind);
    // Who reads the mails alone has connected nothing.
    expect(await logInAs(prepared)).toMatchObject({ kind: 'proof-needed' });
    expect(await logInByCode(context, awaited, recoveryCodes[0] ?? '', caller)).toMatchObject({
      kind: 'logged-in',
    });
    await connectProven(context, user, awaited.connects, address);
    expect(await logInAs(prepared)).toMatchObject({ kind: 'code-awaited', userId: user.id });
    expect(await listKinds(context)).toContain('identity-connected');
    const login = context.db.build.selectFrom('audit').select('detail').where('kind', '=', 'login');
    expect(await context.db.all(login)).toEqual([{ detail: 'Single sign-on' }]);
  });

  it('takes five tries of the code in a quarter of an hour', async () => {
    const prepared = await prepare();
    const { context, provider } = prepared;
    await createAda(context);
    const needed = await logInAs(prepared);
    if (needed.kind !== 'proof-needed') throw new Error(needed.kind);
    const unproven = { identity: needed.identity, code: '12345678', returnTo: '/' };
    const tries: string[] = [];
    for (const typed of ['1', '2', '3', '4', '5', '12345678']) {
      tries.push((await proveIdentity(context, provider, unproven, typed, caller)).kind);
    }
    expect(tries).toEqual([...Array<string>(5).fill('wrong-code'), 'too-many-logins']);
    expect(await listKinds(context)).toEqual(Array<string>(5).fill('login-failed'));
  });

  it('takes no more tries after a right code for another address, whose account is not connected yet', async () => {
    const prepared = await prepare();
    const { context, provider } = prepared;
    await createAda(context);
    const { user: eve } = await createTestUser(context, {
      email: 'eve@example.com',
      passwordHash: await createCheapPasswords().hash(password),
    });
    await turnTwoFactorOn(context, eve, password);
    const needed = await logInAs(prepared);
    if (needed.kind !== 'proof-needed') throw new Error(needed.kind);
    const type = async (email: string, typed: string) => {
      const unproven = { identity: { ...needed.identity, email }, code: '12345678', returnTo: '/' };
      return (await proveIdentity(context, provider, unproven, typed, caller)).kind;
    };
    for (const typed of ['1', '2', '3', '4']) await type('ada@example.com', typed);
    expect(await type('eve@example.com', '12345678')).toBe('code-awaited');
    expect(await type('ada@example.com', '5')).toBe('wrong-code');
    expect(await type('ada@example.com', '12345678')).toBe('too-many-logins');
  });
});

describe('a signed-in person', () => {
  it('connects and disconnects the account, by mail and audit for all to see', async () => {
    const prepared = await prepare();
    const { context, provider } = prepared;
    const { user } = await createAda(context);
    const identity = await comeBack(prepared);
    expect(await connectIdentity(context, provider, user, identity, address)).toEqual({ kind: 'connected' });
    expect(await connectIdentity(context, provider, user, identity, address)).toMatchObject({
      kind: 'conflict',
    });
    expect(await logInAs(prepared)).toMatchObject({ kind: 'logged-in', user: { id: user.id } });
    expect(await describeOwnIdentity(context, provider, user)).toMatchObject({ email: 'ada@example.com' });
    const openSession = () =>
      createSession(context.db, { userId: user.id, userAgent: null, address, now: context.now() });
    const [mine, other] = [await openSession(), await openSession()];
    const disconnect = (typed: string) =>
      disconnectIdentity(context, provider, user, { password: typed, address, sessionToken: mine });
    expect(await disconnect('wrong')).toEqual({ kind: 'wrong-password' });
    expect(await disconnect(password)).toEqual({ kind: 'disconnected' });
    // Which may have begun with it.
    expect(await findSessionUser(context.db, other, context.now())).toBeUndefined();
    expect(await findSessionUser(context.db, mine, context.now())).toBeDefined();
    expect(await disconnect(password)).toMatchObject({ kind: 'conflict' });
    expect(await describeOwnIdentity(context, provider, user)).toBeNull();
    expect(await listKinds(context)).toEqual(['identity-connected', 'login', 'identity-disconnected']);
  });

  it('reads of it in the mail about a new password, which does not end it', async () => {
    const prepared = await prepare();
    const { context, provider } = prepared;
    context.config.singleSignOn = provider;
    const { user } = await createAda(context);
    await connectIdentity(context, provider, user, await comeBack(prepared), address);
    const about = { currentPassword: password, newPassword: 'Jacquard-Loom-1804' };
    const sessionToken = await createSession(context.db, { userId: user.id, ...caller, now: context.now() });
    await changePassword(context, user, about, { ...caller, sessionToken });
    const mail = (await listMail(context.db)).find(({ subject }) => subject === 'Your password was changed');
    expect(mail?.body_text).toContain('Example ID still logs in to it.');
  });

  it('proves by it who they are, and nobody else does', async () => {
    const prepared = await prepare();
    const { context, provider } = prepared;
    const outcome = await logInAs(prepared);
    if (outcome.kind !== 'logged-in') throw new Error(outcome.kind);
    const { user } = outcome;
    const identity = await comeBack(prepared);
    expect(await proveByIdentity(context, provider, user, identity, address)).toEqual({ kind: 'proven' });
    const stranger = { ...identity, subject: 'stranger' };
    expect(await proveByIdentity(context, provider, user, stranger, address)).toMatchObject({
      kind: 'forbidden',
    });
    // It is all that logs the account in.
    const proof = { address, isFresh: true, sessionToken: undefined };
    expect(await disconnectIdentity(context, provider, user, proof)).toMatchObject({ kind: 'conflict' });
  });

  it('logs in there once more for it', async () => {
    const prepared = await prepare();
    const { context, provider } = prepared;
    const beginProof = (since: number) =>
      beginSingleSignOn(
        context,
        provider,
        { returnTo: '/', connectTo: null, proves: { userId: 'ada', since } },
        address,
      );
    const begun = await beginProof(Date.now());
    if (begun.kind !== 'begun') throw new Error(begun.message);
    expect(new URL(begun.address).searchParams.get('prompt')).toBe('login');
    const query = await signIn(begun.address, context.config.appUrl);
    const finish = (since: number) =>
      finishSingleSignOn(
        context,
        provider,
        { ...begun.attempt, proves: { userId: 'ada', since } },
        query,
        address,
      );
    expect(await finish(Date.now() + 600_000)).toMatchObject({
      kind: 'failed',
      message: expect.stringContaining('did not ask you to log in again'),
    });
    const again = await beginProof(Date.now());
    if (again.kind !== 'begun') throw new Error(again.message);
    const answer = await signIn(again.address, context.config.appUrl);
    expect(await finishSingleSignOn(context, provider, again.attempt, answer, address)).toMatchObject({
      kind: 'identity',
    });
  });

  it('does not connect what is connected with another account', async () => {
    const prepared = await prepare();
    const { context, provider } = prepared;
    await logInAs(prepared);
    const { user } = await createTestUser(context);
    expect(await connectIdentity(context, provider, user, await comeBack(prepared), address)).toMatchObject({
      kind: 'conflict',
      message: 'Another account is connected with this person of Example ID.',
    });
  });
});

it('passwords log nobody in where the setting says so', async () => {
  const context = await createTestContext({ config: { passwordLogin: false } });
  const { user } = await createAda(context);
  expect(await logIn(context, { email: user.email, password }, caller)).toEqual({
    kind: 'password-login-off',
  });
  const names = { firstName: 'Grace', lastName: 'Hopper', organizationName: 'navy' };
  expect(await signUp(context, { ...names, email: 'grace@example.com', password }, address)).toEqual({
    kind: 'password-login-off',
  });
});
