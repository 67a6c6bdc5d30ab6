// Single sign-on while the installation is read-only: the login stays, and nothing else is changed by it.
import { beforeEach, expect, it } from 'vitest';
import type { ClaimedIdentity } from '~/auth/login/single-sign-on-cookies';
import { findIdentityUser } from '~/db/accounts/identities';
import { countUsers } from '~/db/accounts/user-list';
import { findCredentials } from '~/db/accounts/users';
import { findMembership } from '~/db/organizations/memberships';
import { logInByIdentity } from '~/services/accounts/single-sign-on/identity-login';
import { connectProven, proveIdentity } from '~/services/accounts/single-sign-on/identity-proof';
import { connectIdentity } from '~/services/accounts/single-sign-on/own-identity';
import { setReadOnly } from '~/services/installation/read-only';
import type { SingleSignOn } from '~/setting-groups';
import { createTestUser } from '../../../support/accounts';
import { createTestContext, type TestContext } from '../../../support/context';
import { listMail } from '../../../support/mail';

const address = '192.0.2.1';
const caller = { address, userAgent: 'Test' };
const words = 'This server is read-only for maintenance. Nothing was changed; try again later.';

let context: TestContext;
let provider: SingleSignOn;
let ada: ClaimedIdentity;

beforeEach(async () => {
  context = await createTestContext();
  const { organizationId } = await createTestUser(context);
  const issuer = 'https://id.example.com';
  const roles = { claim: 'groups', names: [] };
  provider = {
    issuer,
    clientId: 'a',
    clientSecret: 'b',
    name: 'Example ID',
    domains: [],
    organizationId,
    roles,
  };
  context.config.singleSignOn = provider;
  const named = { email: 'ada@example.com', emailVerified: true, firstName: 'Ada', lastName: 'Lovelace' };
  ada = { issuer, subject: 'ada', role: 'ADMIN', ...named };
});

async function becomeReadOnly(): Promise<void> {
  expect(await setReadOnly(context.db, true, { address, now: context.now() })).toBe(true);
}

it('makes no account, and mails no code', async () => {
  await becomeReadOnly();
  const users = await countUsers(context.db);
  const refused = { kind: 'unavailable', message: words };
  expect(await logInByIdentity(context, provider, ada, caller)).toMatchObject(refused);
  const unproven = { identity: ada, code: '12345678', returnTo: '/' };
  expect(await proveIdentity(context, provider, unproven, '12345678', caller)).toMatchObject(refused);
  expect(await countUsers(context.db)).toBe(users);
  expect(await listMail(context.db)).toEqual([]);
});

it('connects no account, and ends neither its password nor its address', async () => {
  const stored = { email: ada.email, passwordHash: 'a hash', verified: false };
  const { user } = await createTestUser(context, stored);
  await becomeReadOnly();
  const refused = { kind: 'unavailable', message: words };
  const unproven = { identity: ada, code: '12345678', returnTo: '/' };
  expect(await logInByIdentity(context, provider, ada, caller)).toMatchObject(refused);
  expect(await proveIdentity(context, provider, unproven, '12345678', caller)).toMatchObject(refused);
  expect(await connectIdentity(context, provider, user, ada, address)).toMatchObject(refused);
  await connectProven(context, user, ada, address);
  expect(await findIdentityUser(context.db, ada)).toBeUndefined();
  expect(await findCredentials(context.db, ada.email)).toMatchObject({
    passwordHash: 'a hash',
    user: { emailVerified: false },
  });
});

it('logs in to the account that is connected, whose role stays', async () => {
  const { organizationId = '' } = provider;
  const first = await logInByIdentity(context, provider, ada, caller);
  if (first.kind !== 'logged-in') throw new Error(first.kind);
  const findRole = async () => (await findMembership(context.db, first.user.id, organizationId))?.role;
  await becomeReadOnly();
  const logIn = () => logInByIdentity(context, provider, { ...ada, role: 'MEMBER' }, caller);
  expect(await logIn()).toMatchObject({ kind: 'logged-in', user: { id: first.user.id } });
  expect(await findRole()).toBe('ADMIN');
  await setReadOnly(context.db, false, { address, now: context.now() });
  expect(await logIn()).toMatchObject({ kind: 'logged-in' });
  expect(await findRole()).toBe('MEMBER');
});
