import type { ActionFunctionArgs } from '@remix-run/node';
import { beforeEach, expect, it } from 'vitest';
import { findMembership } from '~/db/organizations/memberships';
import { findOrganization } from '~/db/organizations/organizations';
import { findUserByEmail } from '~/db/accounts/users';
import { action as join, loader as openInvitation } from '~/routes/invitation/route';
import { action as saveDetails } from '~/routes/organization.settings._index/route';
import { loader as readAudit } from '~/routes/organization.settings.audit';
import { action as manage, loader as listPeople } from '~/routes/organization.settings.members/route';
import { action as signUpAlone } from '~/routes/signup';
import { action as switchTo } from '~/routes/organization.switch';
import { createTestUser, signInAs } from '../support/accounts';
import { createTestContext, type TestContext } from '../support/context';
import { findMailedToken } from '../support/mail';

let context: TestContext;
let organizationId: string;
let owner: string;

beforeEach(async () => {
  context = await createTestContext();
  const created = await createTestUser(context, { email: 'ada@example.com' });
  organizationId = created.organizationId;
  owner = await signInAs(context, created.user.id);
});

function argsOf(cookie: string, path: string, body?: Record<string, string>): ActionFunctionArgs {
  const request = new Request(`http://localhost${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { Cookie: cookie },
    body: body && new URLSearchParams(body),
  });
  return { request, params: {}, context: { app: context, nonce: '', address: '192.0.2.1' } };
}

it('invites by mail and lets a new person in, who is then listed', async () => {
  const email = 'grace@example.com';
  await manage(argsOf(owner, '/', { intent: 'invite', email, role: 'ADMIN' }));
  expect(await listPeople(argsOf(owner, '/'))).toMatchObject({ invitations: [{ email, state: 'open' }] });
  const token = await findMailedToken(context.db, email, '/invitation');
  expect(await openInvitation(argsOf('', `/invitation?token=${token}`))).toMatchObject({ kind: 'sign-up' });
  const person = { firstName: 'Grace', lastName: 'Hopper', password: 'Correct-horse-7' };
  const answer = await join(argsOf('', '/invitation', { intent: 'sign-up', token, ...person }));
  expect(answer).toMatchObject({ status: 302 });
  const userId = (await findUserByEmail(context.db, email))?.id ?? '';
  expect(await findMembership(context.db, userId, organizationId)).toMatchObject({ role: 'ADMIN' });
  expect(await listPeople(argsOf(owner, '/'))).toMatchObject({
    invitations: [],
    members: [{ role: 'OWNER' }, { email, role: 'ADMIN' }],
  });
});

it.each(['invite', 'closed'] as const)(
  'lets an invited person in where sign-up is set to %s, and nobody else',
  async (signUp) => {
    context = await createTestContext({ db: context.db, config: { signUp } });
    const email = 'grace@example.com';
    await manage(argsOf(owner, '/', { intent: 'invite', email, role: 'MEMBER' }));
    const token = await findMailedToken(context.db, email, '/invitation');
    const person = { firstName: 'Grace', lastName: 'Hopper', password: 'Correct-horse-7' };
    const organization = { organizationName: 'Looms', confirmPassword: person.password };
    const stranger = { ...person, ...organization, email: 'eve@example.com' };
    expect(await signUpAlone(argsOf('', '/signup', stranger))).toMatchObject({ init: { status: 403 } });
    expect(await openInvitation(argsOf('', `/invitation?token=${token}`))).toMatchObject({ kind: 'sign-up' });
    const answer = await join(argsOf('', '/invitation', { intent: 'sign-up', token, ...person }));
    expect(answer).toMatchObject({ status: 302 });
    expect(await listPeople(argsOf(owner, '/'))).toMatchObject({
      members: [{ role: 'OWNER' }, { email, role: 'MEMBER' }],
    });
  },
);

it('saves the details, and clears an emptied description', async () => {
  await saveDetails(argsOf(owner, '/', { name: 'Looms', description: 'Cards' }));
  expect(await findOrganization(context.db, organizationId)).toMatchObject({
    name: 'looms',
    description: 'Cards',
  });
  await saveDetails(argsOf(owner, '/', { name: 'Looms', description: '' }));
  expect(await findOrganization(context.db, organizationId)).toMatchObject({ description: null });
});

it('shows the audit log by kind to owners, and to members not at all', async () => {
  await saveDetails(argsOf(owner, '/', { name: 'Looms' }));
  expect(await readAudit(argsOf(owner, '/?kind=organization-updated'))).toMatchObject({
    entries: [{ kind: 'organization-updated', email: 'ada@example.com' }],
  });
  expect(await readAudit(argsOf(owner, '/?kind=member-left'))).toMatchObject({ entries: [] });
  const { user } = await createTestUser(context, { organizationId, role: 'MEMBER' });
  const cookie = await signInAs(context, user.id);
  await expect(readAudit(argsOf(cookie, '/'))).rejects.toMatchObject({ status: 302 });
});

it('selects only an organization one belongs to', async () => {
  const own = await switchTo(argsOf(owner, '/', { organizationId }));
  expect(own.headers.get('Set-Cookie')).toContain('selectedOrgMembership=');
  const foreign = (await createTestUser(context)).organizationId;
  const refused = await switchTo(argsOf(owner, '/', { organizationId: foreign }));
  expect(refused.headers.get('Set-Cookie')).not.toContain('selectedOrgMembership=');
});
