// Who joins the organization of OIDC_ORGANIZATION by single sign-on, with which role, and who does not come back by it.
import { beforeEach, expect, it } from 'vitest';
import type { ClaimedIdentity } from '~/auth/login/single-sign-on-cookies';
import { deleteIdentity } from '~/db/accounts/identities';
import type { User } from '~/db/accounts/users';
import { findMembership } from '~/db/organizations/memberships';
import { deleteAccount } from '~/services/accounts/deletion';
import { logInByIdentity } from '~/services/accounts/single-sign-on/identity-login';
import { proveIdentity } from '~/services/accounts/single-sign-on/identity-proof';
import { connectIdentity } from '~/services/accounts/single-sign-on/own-identity';
import { acceptInvitation } from '~/services/organizations/invitation-acceptance';
import { inviteMember } from '~/services/organizations/invitations';
import { removeMember } from '~/services/organizations/members';
import type { SingleSignOn } from '~/setting-groups';
import { createTestUser, proven } from '../../../support/accounts';
import { createTestContext, type TestContext } from '../../../support/context';
import { findMailedToken } from '../../../support/mail';

const address = '192.0.2.1';
const caller = { address, userAgent: 'Test' };

let context: TestContext;
let provider: SingleSignOn;
let ada: ClaimedIdentity;
let owner: { userId: string; organizationId: string; address: string };

beforeEach(async () => {
  context = await createTestContext();
  const { user, organizationId } = await createTestUser(context);
  owner = { userId: user.id, organizationId, address };
  const issuer = 'https://id.example.com';
  const roles = { claim: 'groups', names: [] };
  const client = { clientId: 'a', clientSecret: 'b', name: 'Example ID', domains: [] };
  provider = { issuer, ...client, organizationId, roles };
  const named = { email: 'ada@example.com', emailVerified: true, firstName: 'Ada', lastName: 'Lovelace' };
  ada = { issuer, subject: 'ada', role: 'ADMIN', ...named };
});

async function logIn(): Promise<User> {
  const outcome = await logInByIdentity(context, provider, ada, caller);
  if (outcome.kind !== 'logged-in') throw new Error(outcome.kind);
  return outcome.user;
}

const typeCode = () =>
  proveIdentity(context, provider, { identity: ada, code: '12345678', returnTo: '/' }, '12345678', caller);

const disconnect = ({ id }: User) => deleteIdentity(context.db, { userId: id, issuer: provider.issuer });

const findRole = async ({ id }: User) => (await findMembership(context.db, id, owner.organizationId))?.role;

async function removeAda(by: string): Promise<User> {
  const user = await logIn();
  expect(await findRole(user)).toBe('ADMIN');
  const actor = { ...owner, userId: by === 'an owner' ? owner.userId : user.id };
  expect(await removeMember(context, actor, user.id, proven)).toEqual({ kind: 'removed' });
  return user;
}

it('who connects an account joins with the role of the claim, in the profile as by the mailed code', async () => {
  const { user } = await createTestUser(context, { email: ada.email });
  expect(await connectIdentity(context, provider, user, ada, address)).toEqual({ kind: 'connected' });
  expect(await findRole(user)).toBe('ADMIN');
  ada = { ...ada, subject: 'grace', email: 'grace@example.com' };
  const { user: grace } = await createTestUser(context, { email: ada.email });
  expect(await typeCode()).toMatchObject({ kind: 'logged-in' });
  expect(await findRole(grace)).toBe('ADMIN');
});

it('a member who connects an account gets the role of the claim', async () => {
  const { organizationId } = owner;
  const { user } = await createTestUser(context, { email: ada.email, organizationId, role: 'MEMBER' });
  expect(await connectIdentity(context, provider, user, ada, address)).toEqual({ kind: 'connected' });
  expect(await findRole(user)).toBe('ADMIN');
});

it.each(['an owner', 'the person'])(
  'a member whom %s removed is not brought back by connecting again',
  async (by) => {
    const user = await removeAda(by);
    await logIn();
    await disconnect(user);
    expect(await typeCode()).toMatchObject({ kind: 'logged-in', user: { id: user.id } });
    await disconnect(user);
    expect(await connectIdentity(context, provider, user, ada, address)).toEqual({ kind: 'connected' });
    expect(await findRole(user)).toBeUndefined();

    await inviteMember(context, owner, { email: ada.email, role: 'MEMBER' });
    const token = await findMailedToken(context.db, ada.email, '/invitation');
    expect(await acceptInvitation(context, user, token, address)).toMatchObject({ kind: 'joined' });
    await logIn();
    expect(await findRole(user)).toBe('ADMIN');
  },
);

it('nor by a new account with the address, which needs an invitation where accounts take one', async () => {
  const user = await removeAda('an owner');
  expect(await deleteAccount(context, user, proven)).toMatchObject({ kind: 'deleted' });
  context.config.signUp = 'invite';
  expect(await logInByIdentity(context, provider, ada, caller)).toMatchObject({
    kind: 'failed',
    message: expect.stringContaining('by invitation only'),
  });
  context.config.signUp = 'open';
  expect(await findRole(await logIn())).toBeUndefined();
});
