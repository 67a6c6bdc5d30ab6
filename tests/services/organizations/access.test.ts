// What a member may do with integrations, beside the role: who sets it, and when it counts.
import { beforeEach, describe, expect, test } from 'vitest';
import { findTokenGrant } from '~/auth/api-token';
import type { Access, Role } from '~/db/core/tables';
import { listAuditEntries } from '~/db/organizations/audit-log';
import { findMembership } from '~/db/organizations/memberships';
import { createApiToken } from '~/services/accounts/api-token-creation';
import { createIntegration } from '~/services/integrations/integrations';
import { acceptInvitation } from '~/services/organizations/invitation-acceptance';
import { inviteMember } from '~/services/organizations/invitations';
import { changeRole } from '~/services/organizations/members';
import { createTestUser, proven } from '../../support/accounts';
import { createTestContext, type TestContext } from '../../support/context';
import { findMailedToken, listMail } from '../../support/mail';

let context: TestContext;
let organizationId: string;
let people: Record<Role, string>;

beforeEach(async () => {
  context = await createTestContext();
  const owner = await createTestUser(context, { email: 'owner@example.com' });
  organizationId = owner.organizationId;
  const add = async (role: Role, email: string) =>
    (await createTestUser(context, { organizationId, role, email })).user.id;
  people = {
    OWNER: owner.user.id,
    ADMIN: await add('ADMIN', 'admin@example.com'),
    MEMBER: await add('MEMBER', 'member@example.com'),
  };
});

const as = (role: Role) => ({ userId: people[role], organizationId, address: '192.0.2.1' });
const alwaysEdit = 'Owners and admins always edit. Choose the role Member to limit the access.';

async function readAccess(role: Role): Promise<Access | undefined> {
  return (await findMembership(context.db, people[role], organizationId))?.access;
}

async function listEntries() {
  const entries = await listAuditEntries(context.db, { organizationId, limit: 10 });
  return entries.map(({ kind, detail }) => [kind, detail]);
}

const limit = (access: Access, actor: Role = 'ADMIN') =>
  changeRole(context, as(actor), { userId: people.MEMBER, role: 'MEMBER', access });

describe('the access of a member', () => {
  test('is edit, until an owner or an admin sets another one, without a proof or a mail', async () => {
    expect(await readAccess('MEMBER')).toBe('edit');
    for (const actor of ['OWNER', 'ADMIN'] as const) {
      const outcome = await limit('read', actor);
      expect(outcome).toMatchObject({ kind: 'changed', rights: { role: 'MEMBER', access: 'read' } });
      expect(await limit('edit', actor)).toMatchObject({ former: { access: 'read' } });
    }
    expect(await listMail(context.db)).toEqual([]);
  });

  test('is not theirs to set', async () => {
    await limit('read');
    expect(await limit('edit', 'MEMBER')).toMatchObject({ kind: 'forbidden' });
    expect(await readAccess('MEMBER')).toBe('read');
  });

  test('counts in the next change, and is told in the audit log', async () => {
    await limit('run');
    expect(await createIntegration(context, as('MEMBER'), { name: 'Orders' })).toEqual({
      kind: 'forbidden',
      message: "You don't have permission to do this. Ask an owner or an admin.",
    });
    await limit('run');
    expect(await listEntries()).toEqual([
      ['access-changed', 'member@example.com: MEMBER (edit) → MEMBER (run)'],
    ]);
  });

  test('stays when only the role is sent again, and ends with another role', async () => {
    await limit('read');
    await changeRole(context, as('OWNER'), { userId: people.MEMBER, role: 'MEMBER' });
    expect(await readAccess('MEMBER')).toBe('read');
    await changeRole(context, as('OWNER'), { userId: people.MEMBER, role: 'ADMIN' }, proven);
    expect(await readAccess('MEMBER')).toBe('edit');
    await changeRole(context, as('OWNER'), { userId: people.MEMBER, role: 'MEMBER', access: 'run' }, proven);
    expect(await readAccess('MEMBER')).toBe('run');
    expect((await listEntries()).slice(0, 2)).toEqual([
      ['role-changed', 'member@example.com: ADMIN → MEMBER (run)'],
      ['role-changed', 'member@example.com: MEMBER (read) → ADMIN'],
    ]);
  });

  test.each(['OWNER', 'ADMIN'] as const)('cannot be taken from an %s', async (role) => {
    const change = { userId: people.ADMIN, role, access: 'read' as const };
    expect(await changeRole(context, as('OWNER'), change, proven)).toEqual({
      kind: 'invalid',
      message: alwaysEdit,
      fields: { access: [alwaysEdit] },
    });
    expect(await readAccess('ADMIN')).toBe('edit');
  });
});

describe('an invitation', () => {
  const email = 'grace@example.com';

  test('gives the access that it was sent with', async () => {
    await inviteMember(context, as('ADMIN'), { email, role: 'MEMBER', access: 'read' });
    const { user } = await createTestUser(context, { email });
    const link = await findMailedToken(context.db, email, '/invitation');
    await acceptInvitation(context, user, link, '192.0.2.1');
    expect(await findMembership(context.db, user.id, organizationId)).toMatchObject({ access: 'read' });
    expect(await listEntries()).toEqual([
      ['member-joined', `${email}: MEMBER (read)`],
      ['member-invited', `${email}: MEMBER (read)`],
    ]);
  });

  test('of an admin has no access to choose', async () => {
    const invited = { email, role: 'ADMIN', access: 'run' } as const;
    expect(await inviteMember(context, as('OWNER'), invited, proven)).toMatchObject({ kind: 'invalid' });
    expect(await listMail(context.db)).toEqual([]);
  });
});

describe('an API token', () => {
  test('has an access beside its role', async () => {
    const details = { name: 'Monitoring', role: 'MEMBER', access: 'read' } as const;
    const created = await createApiToken(context, as('ADMIN'), details, proven);
    if (created.kind !== 'created') throw new Error(created.kind);
    expect(await findTokenGrant(context, created.token, context.now())).toMatchObject({
      rights: { role: 'MEMBER', access: 'read' },
    });
    expect(await listEntries()).toEqual([['api-token-created', 'Monitoring: MEMBER (read)']]);
    const program = { ...as('ADMIN'), atMost: created.rights };
    expect(await createIntegration(context, program, { name: 'Orders' })).toEqual({
      kind: 'forbidden',
      message: 'The access of this API token does not allow this. Ask an owner or an admin for another one.',
    });
  });

  test('does no more than its creator may by now, whatever its own access', async () => {
    await changeRole(context, as('OWNER'), { userId: people.ADMIN, role: 'MEMBER', access: 'run' }, proven);
    const program = { ...as('ADMIN'), atMost: { role: 'ADMIN', access: 'edit' } as const };
    expect(await createIntegration(context, program, { name: 'Orders' })).toMatchObject({
      kind: 'forbidden',
    });
  });
});
