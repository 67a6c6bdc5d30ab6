import { beforeEach, describe, expect, test } from 'vitest';
import { listAuditEntries } from '~/db/organizations/audit-log';
import { listMemberPeople } from '~/db/organizations/members';
import type { Role } from '~/db/core/tables';
import { createCheapPasswords } from '../../support/passwords';
import { updatePassword } from '~/db/accounts/users';
import { changeRole, removeMember } from '~/services/organizations/members';
import { changeOrganization } from '~/services/organizations/details';
import { createTestUser, proven } from '../../support/accounts';
import { listMail } from '../../support/mail';
import { createTestContext, type TestContext } from '../../support/context';

const password = 'Correct-horse-7';
let context: TestContext;
let organizationId: string;
let people: Record<Role, string>;

beforeEach(async () => {
  context = await createTestContext();
  const owner = await createTestUser(context, { email: 'owner@example.com' });
  organizationId = owner.organizationId;
  const add = async (role: Role) => (await createTestUser(context, { organizationId, role })).user.id;
  people = { OWNER: owner.user.id, ADMIN: await add('ADMIN'), MEMBER: await add('MEMBER') };
});

const as = (role: Role) => ({ userId: people[role], organizationId, address: '192.0.2.1' });

async function listRoles(): Promise<Record<string, Role>> {
  const members = await listMemberPeople(context.db, { organizationId, limit: 100 });
  return Object.fromEntries(members.map(({ userId, role }) => [userId, role]));
}

async function listKinds(): Promise<string[]> {
  return (await listAuditEntries(context.db, { organizationId, limit: 100 })).map(({ kind }) => kind);
}

describe('the organization', () => {
  test.each(['OWNER', 'ADMIN'] as const)('is changed by %s', async (role) => {
    const outcome = await changeOrganization(context, as(role), { name: 'engines', description: 'Cards' });
    expect(outcome).toMatchObject({ organization: { name: 'engines', description: 'Cards' } });
    expect(await changeOrganization(context, as(role), { description: null })).toMatchObject({
      organization: { name: 'engines', description: null },
    });
    expect(await listKinds()).toEqual(['organization-updated', 'organization-updated']);
  });

  test('is not changed by a member or a stranger', async () => {
    expect(await changeOrganization(context, as('MEMBER'), { name: 'mine' })).toEqual({
      kind: 'forbidden',
      message: "You don't have permission to do this. Ask an owner or an admin.",
    });
    const stranger = (await createTestUser(context)).user.id;
    const actor = { userId: stranger, organizationId };
    expect(await changeOrganization(context, actor, { name: 'mine' })).toEqual({ kind: 'not-found' });
    expect(await listKinds()).toEqual([]);
  });
});

/** What a change of the role alone returns. */
function changed(former: Role, role: Role) {
  return { kind: 'changed', former: { role: former, access: 'edit' }, rights: { role, access: 'edit' } };
}

describe('roles', () => {
  const allowed: [Role, Role, Role][] = [
    ['OWNER', 'MEMBER', 'ADMIN'],
    ['OWNER', 'ADMIN', 'OWNER'],
    ['ADMIN', 'MEMBER', 'ADMIN'],
    ['ADMIN', 'ADMIN', 'MEMBER'],
  ];
  test.each(allowed)('%s makes a %s %s', async (actor, who, role) => {
    const change = { userId: people[who], role };
    expect(await changeRole(context, as(actor), change, proven)).toEqual(changed(who, role));
    expect(await changeRole(context, as('OWNER'), change)).toEqual(changed(role, role));
    expect((await listRoles())[people[who]]).toBe(role);
    expect(await listKinds()).toEqual(['role-changed']);
  });

  const forbidden: [Role, Role, Role][] = [
    ['ADMIN', 'MEMBER', 'OWNER'],
    ['ADMIN', 'ADMIN', 'OWNER'],
    ['ADMIN', 'OWNER', 'MEMBER'],
    ['MEMBER', 'MEMBER', 'ADMIN'],
    ['MEMBER', 'ADMIN', 'MEMBER'],
  ];
  test.each(forbidden)('%s does not make %s %s', async (actor, who, role) => {
    const before = await listRoles();
    expect(await changeRole(context, as(actor), { userId: people[who], role })).toEqual({
      kind: 'forbidden',
      // An owner decides who is an owner.
      message: expect.stringMatching(
        [who, role].includes('OWNER') && actor === 'ADMIN'
          ? /Ask an owner\.$/
          : /Ask an owner or an admin\.$/,
      ),
    });
    expect(await listRoles()).toEqual(before);
    expect(await listKinds()).toEqual([]);
  });

  test('of the last owner stays until there is another', async () => {
    const resign = () => changeRole(context, as('OWNER'), { userId: people.OWNER, role: 'MEMBER' });
    expect(await resign()).toEqual({ kind: 'last-owner' });
    await changeRole(context, as('OWNER'), { userId: people.ADMIN, role: 'OWNER' }, proven);
    expect(await resign()).toMatchObject({ kind: 'changed', former: { role: 'OWNER' } });
  });

  test('of somebody in another organization are not found', async () => {
    const { user } = await createTestUser(context);
    const outcome = await changeRole(context, as('OWNER'), { userId: user.id, role: 'MEMBER' });
    expect(outcome).toEqual({ kind: 'not-found' });
  });
});

const raise = (role: Role, proof = {}) =>
  changeRole(context, as('OWNER'), { userId: people.MEMBER, role }, proof);

describe('a higher role', () => {
  test.each(['ADMIN', 'OWNER'] as const)('%s asks who gives it for a proof', async (role) => {
    expect(await raise(role)).toEqual({ kind: 'no-password' });
    const passwordHash = await createCheapPasswords().hash(password);
    await updatePassword(context.db, people.OWNER, { passwordHash, now: context.now() });
    expect(await raise(role)).toMatchObject({ kind: 'proof-needed' });
    expect(await raise(role, { password: 'Wrong-horse-7' })).toEqual({ kind: 'wrong-password' });
    expect((await listRoles())[people.MEMBER]).toBe('MEMBER');
    expect(await listMail(context.db)).toEqual([]);
    expect(await raise(role, { password })).toEqual(changed('MEMBER', role));
  });

  test('tells the owners by mail', async () => {
    await createTestUser(context, { organizationId, role: 'OWNER', email: 'other@example.com' });
    await raise('ADMIN', proven);
    const mails = await listMail(context.db);
    expect(mails.map(({ recipient }) => recipient).toSorted()).toEqual([
      'other@example.com',
      'owner@example.com',
    ]);
    expect(mails[0]?.body_text).toMatch(/^owner@example\.com made \S+ an admin of “analytical engines”\./);
  });

  test('is given by an API token without a proof, and the mail says so', async () => {
    const token = { ...as('OWNER'), tokenId: 'token', atMost: { role: 'OWNER', access: 'edit' } as const };
    const change = { userId: people.MEMBER, role: 'ADMIN' as const };
    expect(await changeRole(context, token, change)).toEqual(changed('MEMBER', 'ADMIN'));
    expect((await listMail(context.db))[0]?.body_text).toContain('An API token of yours made');
  });

  test('is refused without a question where the role of the person does not allow it', async () => {
    const change = { userId: people.MEMBER, role: 'OWNER' as const };
    expect(await changeRole(context, as('ADMIN'), change)).toEqual({
      kind: 'forbidden',
      message: "You don't have permission to do this. Ask an owner.",
    });
  });
});

const listTold = async () =>
  (await listMail(context.db)).map(({ recipient, body_text }) => [recipient, body_text]);

describe('taking power', () => {
  test.each([
    [
      'a lower role',
      (proof = {}) => changeRole(context, as('OWNER'), { userId: people.ADMIN, role: 'MEMBER' }, proof),
    ],
    ['removal', (proof = {}) => removeMember(context, as('OWNER'), people.ADMIN, proof)],
  ])('by %s asks for a proof', async (_name, take) => {
    expect(await take()).toEqual({ kind: 'no-password' });
    const passwordHash = await createCheapPasswords().hash(password);
    await updatePassword(context.db, people.OWNER, { passwordHash, now: context.now() });
    expect(await take()).toMatchObject({ kind: 'proof-needed' });
    expect(await take({ password: 'Wrong-horse-7' })).toEqual({ kind: 'wrong-password' });
    expect((await listRoles())[people.ADMIN]).toBe('ADMIN');
    expect(await take({ password })).toMatchObject({ kind: expect.stringMatching(/^(changed|removed)$/) });
  });

  test('tells the owners and the person by mail, and so does an API token', async () => {
    const { user } = await createTestUser(context, {
      organizationId,
      role: 'OWNER',
      email: 'eve@example.com',
    });
    await changeRole(context, as('OWNER'), { userId: user.id, role: 'ADMIN' }, proven);
    const lowered = 'an admin of “analytical engines”, where';
    expect(await listTold()).toEqual([
      [
        'owner@example.com',
        expect.stringContaining(`You made eve@example.com ${lowered} they were an owner.`),
      ],
      [
        'eve@example.com',
        expect.stringContaining(`owner@example.com made you ${lowered} you were an owner.`),
      ],
    ]);
    const token = { ...as('OWNER'), tokenId: 'token', atMost: { role: 'OWNER', access: 'edit' } as const };
    expect(await removeMember(context, token, user.id)).toEqual({ kind: 'removed' });
    expect((await listTold()).slice(2)).toEqual([
      ['owner@example.com', expect.stringContaining('An API token of yours removed eve@example.com from')],
      ['eve@example.com', expect.stringContaining('An API token of owner@example.com removed you from')],
    ]);
  });

  test('by an API token fills no mailbox: it is refused after a hundred changes in an hour', async () => {
    const token = { ...as('OWNER'), tokenId: 'token', atMost: { role: 'OWNER', access: 'edit' } as const };
    for (let at = 0; at < 100; at += 1) context.limits.powerChanges.record(organizationId, context.now());
    const lower = { userId: people.ADMIN, role: 'MEMBER' as const };
    expect(await changeRole(context, token, lower)).toEqual({
      kind: 'too-many-requests',
      retryAfterSeconds: 3600,
    });
    expect((await listRoles())[people.ADMIN]).toBe('ADMIN');
    expect(await listTold()).toEqual([]);
    context.clock.advance(3_600_000);
    expect(await changeRole(context, token, lower)).toMatchObject({ kind: 'changed' });
  });

  test('from oneself, and removing a member without power, asks for nothing and tells nobody', async () => {
    expect(await changeRole(context, as('ADMIN'), { userId: people.ADMIN, role: 'MEMBER' })).toMatchObject({
      kind: 'changed',
    });
    expect(await removeMember(context, as('OWNER'), people.MEMBER)).toEqual({ kind: 'removed' });
    expect(await listTold()).toEqual([]);
  });
});

describe('removing', () => {
  test.each([
    ['OWNER', 'ADMIN'],
    ['OWNER', 'MEMBER'],
    ['ADMIN', 'MEMBER'],
    ['MEMBER', 'MEMBER'],
  ] as const)('by %s takes %s out', async (actor, who) => {
    expect(await removeMember(context, as(actor), people[who], proven)).toEqual({ kind: 'removed' });
    expect(await listRoles()).not.toHaveProperty(people[who]);
    expect(await listKinds()).toEqual([actor === who ? 'member-left' : 'member-removed']);
  });

  test.each([
    ['ADMIN', 'OWNER', 'an owner'],
    ['MEMBER', 'ADMIN', 'an owner or an admin'],
  ] as const)('by %s leaves %s in: that takes %s', async (actor, who, permitted) => {
    expect(await removeMember(context, as(actor), people[who])).toEqual({
      kind: 'forbidden',
      message: `You don't have permission to do this. Ask ${permitted}.`,
    });
    expect(await listRoles()).toHaveProperty(people[who]);
  });

  test('the last owner cannot leave, one of two can', async () => {
    expect(await removeMember(context, as('OWNER'), people.OWNER)).toEqual({ kind: 'last-owner' });
    await changeRole(context, as('OWNER'), { userId: people.MEMBER, role: 'OWNER' }, proven);
    expect(await removeMember(context, as('OWNER'), people.OWNER)).toEqual({ kind: 'removed' });
    expect(await removeMember(context, as('OWNER'), people.OWNER)).toEqual({ kind: 'not-found' });
  });
});
