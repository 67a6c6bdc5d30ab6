import { beforeEach, describe, expect, test } from 'vitest';
import { findSessionUser } from '~/auth/session';
import { listAuditEntries } from '~/db/organizations/audit-log';
import { listOpenInvitations } from '~/db/organizations/invitations';
import { findMembership } from '~/db/organizations/memberships';
import { closedProblems, signUp } from '~/services/accounts/sign-up';
import {
  acceptInvitation,
  findAcceptedInvitation,
  signUpInvited,
} from '~/services/organizations/invitation-acceptance';
import { countAccountAction } from '~/services/limits/account-limits';
import { deleteUser } from '~/db/accounts/users';
import {
  describeInvitationState,
  inviteMember,
  readInvitation,
  revokeInvitation,
} from '~/services/organizations/invitations';
import type { RightsProof } from '~/services/organizations/rights-changes';
import { changeRole, removeMember } from '~/services/organizations/members';
import { createTestUser, proven } from '../../support/accounts';
import { createTestContext, type TestContext } from '../../support/context';
import { findMailedToken, listMail } from '../../support/mail';

const address = '192.0.2.1';
const email = 'grace@example.com';
const newcomer = { firstName: 'Grace', lastName: 'Hopper', password: 'Correct-horse-7' };
const caller = { address, userAgent: null };

let context: TestContext;
let organizationId: string;
let owner: { userId: string; organizationId: string; address: string };

beforeEach(async () => {
  context = await createTestContext();
  const created = await createTestUser(context, { email: 'ada@example.com' });
  organizationId = created.organizationId;
  owner = { userId: created.user.id, organizationId, address };
});

const invite = (role: 'ADMIN' | 'MEMBER' = 'MEMBER', proof: RightsProof = proven) =>
  inviteMember(context, owner, { email, role }, proof);
const findLink = () => findMailedToken(context.db, email, '/invitation');
const listOpen = () => listOpenInvitations(context.db, { organizationId, limit: 10 });

describe('an invitation', () => {
  test('that is sent again without an access keeps the one that it had', async () => {
    const input = { email, role: 'MEMBER' } as const;
    expect(await inviteMember(context, owner, { ...input, access: 'read' })).toEqual({ kind: 'invited' });
    expect(await inviteMember(context, owner, input)).toEqual({ kind: 'invited' });
    expect(await listOpen()).toMatchObject([{ access: 'read' }]);
    expect(await inviteMember(context, owner, { ...input, access: 'run' })).toEqual({ kind: 'invited' });
    expect(await listOpen()).toMatchObject([{ access: 'run' }]);
  });

  test('is mailed, and lets a new person in with the role, verified and signed in', async () => {
    expect(await invite('ADMIN')).toEqual({ kind: 'invited' });
    expect(await listMail(context.db)).toMatchObject([
      { recipient: email, subject: 'You are invited to “analytical engines”' },
      { recipient: 'ada@example.com', subject: `${email} is invited to “analytical engines” as an admin` },
    ]);
    const outcome = await signUpInvited(context, { ...newcomer, token: await findLink() }, caller);
    if (outcome.kind !== 'joined') throw new Error(outcome.kind);
    const user = await findSessionUser(context.db, outcome.sessionToken, context.now());
    expect(user).toMatchObject({ email, firstName: 'Grace', emailVerified: true });
    expect(await findMembership(context.db, user?.id ?? '', organizationId)).toMatchObject({ role: 'ADMIN' });
    expect(await listOpen()).toEqual([]);
    expect(
      (await listAuditEntries(context.db, { organizationId, limit: 10 })).map(({ kind }) => kind),
    ).toEqual(['member-joined', 'sign-up', 'member-invited']);
  });

  test.each(['invite', 'closed'] as const)('is the way in where sign-up is set to %s', async (mode) => {
    const config = { ...context.config, signUp: mode };
    const closed = { ...context, config };
    expect(await inviteMember(closed, owner, { email, role: 'MEMBER' })).toEqual({ kind: 'invited' });
    const token = await findLink();
    const stranger = { ...newcomer, email: 'eve@example.com', organizationName: 'others' };
    expect(await signUp(closed, stranger, address)).toEqual({ kind: closedProblems[mode] });
    const outcome = await signUpInvited(closed, { ...newcomer, token }, caller);
    if (outcome.kind !== 'joined') throw new Error(outcome.kind);
    const user = await findSessionUser(context.db, outcome.sessionToken, context.now());
    expect(await findMembership(context.db, user?.id ?? '', organizationId)).toMatchObject({
      role: 'MEMBER',
    });
  });

  test('works once', async () => {
    await invite();
    const token = await findLink();
    await signUpInvited(context, { ...newcomer, token }, caller);
    const again = await signUpInvited(context, { ...newcomer, token }, caller);
    expect(again).toEqual({ kind: 'invalid-invitation' });
  });

  test('lets a network sign up 30 times in 15 minutes: each attempt costs a hash', async () => {
    await invite();
    const token = await findLink();
    for (let attempt = 0; attempt < 30; attempt++) countAccountAction(context, 'join', caller.address);
    const refused = await signUpInvited(context, { ...newcomer, token }, caller);
    expect(refused).toEqual({ kind: 'too-many-requests', retryAfterSeconds: 900 });
    context.clock.advance(15 * 60_000);
    expect(await signUpInvited(context, { ...newcomer, token }, caller)).toMatchObject({ kind: 'joined' });
  });

  test('adds an organization to somebody who has an account', async () => {
    const { user } = await createTestUser(context, { email });
    await invite();
    const token = await findLink();
    let hashes = 0;
    const hash = (password: string) => (hashes++, context.passwords.hash(password));
    const counting = { ...context, passwords: { ...context.passwords, hash } };
    const taken = await signUpInvited(counting, { ...newcomer, token }, caller);
    expect(taken).toEqual({ kind: 'email-taken' });
    // The link stays open, so each of any number of attempts must be cheap.
    expect(hashes).toBe(0);
    expect(await acceptInvitation(context, user, token, address)).toMatchObject({
      kind: 'joined',
      organizationId,
    });
    expect(await findMembership(context.db, user.id, organizationId)).toMatchObject({ role: 'MEMBER' });
  });

  test('that was accepted says so again to the person who accepted it, and to nobody else', async () => {
    const { user } = await createTestUser(context, { email });
    const { user: stranger } = await createTestUser(context, { email: 'eve@example.com' });
    await invite();
    const token = await findLink();
    expect(await findAcceptedInvitation(context.db, token)).toBeUndefined();
    const joined = await acceptInvitation(context, user, token, address);
    expect(joined).toMatchObject({ kind: 'joined' });
    expect(await acceptInvitation(context, user, token, address)).toEqual(joined);
    expect(await findAcceptedInvitation(context.db, token)).toMatchObject({
      userId: user.id,
      organizationId,
    });
    expect(await acceptInvitation(context, stranger, token, address)).toEqual({ kind: 'invalid-invitation' });
    const entries = await listAuditEntries(context.db, { organizationId, limit: 10 });
    expect(entries.filter(({ kind }) => kind === 'member-joined')).toHaveLength(1);
    await removeMember(context, owner, user.id, proven);
    expect(await findAcceptedInvitation(context.db, token)).toBeUndefined();
    expect(await acceptInvitation(context, user, token, address)).toEqual({ kind: 'invalid-invitation' });
  });

  test('is not for somebody with another address, and stays open', async () => {
    const { user } = await createTestUser(context, { email: 'eve@example.com' });
    await invite();
    expect(await acceptInvitation(context, user, await findLink(), address)).toEqual({
      kind: 'other-address',
    });
    expect(await findMembership(context.db, user.id, organizationId)).toBeUndefined();
    expect(await listOpen()).toMatchObject([{ email }]);
  });

  test('lasts 7 days', async () => {
    await invite();
    context.clock.advance(7 * 24 * 60 * 60_000 - 1);
    expect((await readInvitation(context.db, await findLink(), context.now())).kind).toBe('invitation');
    context.clock.advance(1);
    expect(await readInvitation(context.db, await findLink(), context.now())).toEqual({
      kind: 'expired-invitation',
      message: expect.stringMatching(
        /^The invitation to .+ has expired\. Please ask \S+@\S+ for a new one\.$/,
      ),
    });
  });

  test('sent again replaces the former link', async () => {
    await invite();
    const first = await findLink();
    context.clock.advance(1000);
    await invite('ADMIN');
    expect(await readInvitation(context.db, first, context.now())).toEqual({ kind: 'invalid-invitation' });
    expect((await readInvitation(context.db, await findLink(), context.now())).kind).toBe('invitation');
    expect(await listOpen()).toMatchObject([{ email, role: 'ADMIN' }]);
  });

  test('that was revoked opens nothing', async () => {
    await invite();
    expect(await revokeInvitation(context, owner, email)).toEqual({ kind: 'revoked' });
    expect(await readInvitation(context.db, await findLink(), context.now())).toEqual({
      kind: 'invalid-invitation',
    });
    expect(await revokeInvitation(context, owner, email)).toEqual({ kind: 'not-found' });
    expect(await listOpen()).toEqual([]);
  });
});

async function inviteByAdmin() {
  const { user: admin } = await createTestUser(context, { organizationId, role: 'ADMIN' });
  await inviteMember(context, { ...owner, userId: admin.id }, { email, role: 'ADMIN' }, proven);
  const token = await findLink();
  const state = async () => (await listOpen()).map((each) => describeInvitationState(each, context.now()));
  return { admin, token, state };
}

describe('an invitation of somebody who may invite no more', () => {
  test.each([
    ['was removed', (userId: string) => removeMember(context, owner, userId, proven)],
    ['left', (userId: string) => removeMember(context, { ...owner, userId }, userId)],
    ['became a member', (userId: string) => changeRole(context, owner, { userId, role: 'MEMBER' }, proven)],
  ])('who %s opens nothing, and is shown as ended', async (_what, lose) => {
    const { admin, token, state } = await inviteByAdmin();
    expect(await state()).toEqual(['open']);
    await lose(admin.id);
    const { user } = await createTestUser(context, { email });
    const message = expect.stringContaining(` has ended, because ${admin.email} can no longer invite. `);
    const ended = { kind: 'ended-invitation', message };
    expect(await acceptInvitation(context, user, token, address)).toEqual(ended);
    expect(await signUpInvited(context, { ...newcomer, token }, caller)).toEqual(ended);
    expect(await findMembership(context.db, user.id, organizationId)).toBeUndefined();
    expect(await state()).toEqual(['ended']);
  });

  test('stays closed when they may again, and opens when it is sent anew', async () => {
    const { admin, token, state } = await inviteByAdmin();
    await changeRole(context, owner, { userId: admin.id, role: 'MEMBER' }, proven);
    await changeRole(context, owner, { userId: admin.id, role: 'ADMIN' }, proven);
    expect(await state()).toEqual(['expired']);
    expect(await readInvitation(context.db, token, context.now())).toMatchObject({
      kind: 'expired-invitation',
    });
    await invite('ADMIN');
    expect((await readInvitation(context.db, await findLink(), context.now())).kind).toBe('invitation');
  });

  test('goes with their account', async () => {
    const { admin, token } = await inviteByAdmin();
    await deleteUser(context.db, admin.id);
    expect(await readInvitation(context.db, token, context.now())).toEqual({ kind: 'invalid-invitation' });
  });

  test('of a former version, which did not say whose it was, is as good as before', async () => {
    const { admin, token } = await inviteByAdmin();
    await context.db.run(context.db.build.updateTable('tokens').set({ user_id: null }));
    await removeMember(context, owner, admin.id, proven);
    expect((await readInvitation(context.db, token, context.now())).kind).toBe('invitation');
  });
});

describe('inviting', () => {
  test('an admin asks for a proof and mails the owners; a member, and sending it again, do not', async () => {
    const noProof = {};
    expect(await invite('MEMBER', noProof)).toEqual({ kind: 'invited' });
    expect(await invite('ADMIN', noProof)).toEqual({ kind: 'no-password' });
    expect(await listOpen()).toMatchObject([{ email, role: 'MEMBER' }]);
    await invite('ADMIN', proven);
    context.clock.advance(8 * 24 * 60 * 60_000);
    expect(await invite('ADMIN', noProof)).toEqual({ kind: 'invited' });
    const toOwner = (await listMail(context.db)).filter(({ recipient }) => recipient === 'ada@example.com');
    expect(toOwner).toHaveLength(1);
    expect(toOwner[0]?.body_text).toContain(`You invited ${email} to be an admin`);
  });

  test('an admin again asks for a proof when who invited them may invite no more', async () => {
    const { admin } = await inviteByAdmin();
    await removeMember(context, owner, admin.id, proven);
    expect(await invite('ADMIN', {})).toEqual({ kind: 'no-password' });
  });

  test('a member changes nothing', async () => {
    await createTestUser(context, { email, organizationId, role: 'MEMBER' });
    expect(await invite()).toEqual({ kind: 'already-member' });
    expect(await listMail(context.db)).toEqual([]);
  });

  test('is not for members, nor for other organizations', async () => {
    const member = (await createTestUser(context, { organizationId, role: 'MEMBER' })).user.id;
    const stranger = (await createTestUser(context)).user.id;
    const inviteAs = (userId: string) =>
      inviteMember(context, { ...owner, userId }, { email, role: 'MEMBER' });
    expect(await inviteAs(member)).toEqual({
      kind: 'forbidden',
      message: "You don't have permission to do this. Ask an owner or an admin.",
    });
    expect(await inviteAs(stranger)).toEqual({ kind: 'not-found' });
    await invite();
    expect(await revokeInvitation(context, { ...owner, userId: member }, email)).toEqual({
      kind: 'forbidden',
      message: "You don't have permission to do this. Ask an owner or an admin.",
    });
    expect(await listOpen()).toMatchObject([{ email }]);
  });

  test('does not flood an address', async () => {
    for (let count = 0; count < 3; count++) expect(await invite()).toEqual({ kind: 'invited' });
    expect(await invite()).toEqual({ kind: 'too-many-requests', retryAfterSeconds: 3600 });
    expect(await listMail(context.db)).toHaveLength(3);
  });
});
