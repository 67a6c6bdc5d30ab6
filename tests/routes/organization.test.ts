import type { ActionFunctionArgs } from '@remix-run/node';
import { beforeEach, expect, it } from 'vitest';
import { serializeProof } from '~/auth/login/proof-cookie';
import { readSessionToken } from '~/auth/session';
import { takeToast } from '~/auth/toast-cookie';
import { findMembership } from '~/db/organizations/memberships';
import { findOrganization } from '~/db/organizations/organizations';
import { findUserByEmail } from '~/db/accounts/users';
import { action as join, loader as openInvitation } from '~/routes/invitation/route';
import { action as saveDetails } from '~/routes/organization.settings._index/route';
import { loader as readAudit } from '~/routes/organization.settings.audit/route';
import { action as manage, loader as listPeople } from '~/routes/organization.settings.members/route';
import { action as revoke, loader as listTokens } from '~/routes/organization.settings.tokens/route';
import { action as signUpAlone } from '~/routes/signup';
import { action as switchTo } from '~/routes/organization.switch';
import { createTestUser, readCookies, signInAs } from '../support/accounts';
import { createTestContext, type TestContext } from '../support/context';
import { findMailedToken, listMail } from '../support/mail';

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

function findSaved() {
  return findOrganization(context.db, organizationId);
}

async function listInvitations() {
  return (await listPeople(argsOf(owner, '/'))).invitations;
}

function locationOf(response: unknown): string {
  return (response as Response).headers.get('Location') ?? '';
}

/** The cookies of a session in which the person has just proven who they are. */
async function prove(cookie: string): Promise<string> {
  const token = await readSessionToken(context.config, argsOf(cookie, '/').request);
  const proof = await serializeProof(context.config, token ?? '', context.now());
  return `${cookie}; ${proof.split(';')[0]}`;
}

it('asks for a proof before a member is made an admin, and before an admin is lowered or removed', async () => {
  const { user } = await createTestUser(context, { organizationId, role: 'MEMBER' });
  const change = (cookie: string, role: string) =>
    manage(argsOf(cookie, '/?search=a', { intent: 'role', userId: user.id, role }));
  const roleOf = async () => (await findMembership(context.db, user.id, organizationId))?.role;
  context.clock.advance(15 * 60_000);
  const dialog = locationOf(await change(owner, 'ADMIN'));
  expect(dialog).toBe(`/organization/settings/members?search=a&role=ADMIN&member=${user.id}`);
  expect(await listPeople(argsOf(owner, dialog))).toMatchObject({
    asked: { email: user.email, isLower: false },
  });
  const grant = { intent: 'proven-role', member: user.id, role: 'ADMIN', currentPassword: 'Wrong-horse-7' };
  expect(await manage(argsOf(owner, dialog, grant))).toMatchObject({ init: { status: 403 } });
  expect(await roleOf()).toBe('MEMBER');
  await change(await prove(owner), 'ADMIN');
  expect(await roleOf()).toBe('ADMIN');
  const lower = locationOf(await change(owner, 'MEMBER'));
  expect(await listPeople(argsOf(owner, lower))).toMatchObject({ asked: { isLower: true } });
  const remove = { intent: 'remove', userId: user.id };
  const removal = locationOf(await manage(argsOf(owner, '/?search=a', remove)));
  expect(removal).toBe(`/organization/settings/members?search=a&remove=${user.id}`);
  expect(await listPeople(argsOf(owner, removal))).toMatchObject({ removing: { role: 'ADMIN' } });
  expect(await roleOf()).toBe('ADMIN');
  await manage(argsOf(await prove(owner), lower, { intent: 'proven-role', member: user.id, role: 'MEMBER' }));
  expect(await roleOf()).toBe('MEMBER');
  // The dialog's address asks nothing of somebody who may not answer, nor about a role that needs no proof.
  const theirs = await signInAs(context, user.id);
  expect(await listPeople(argsOf(theirs, dialog))).toMatchObject({ asked: null });
  expect(await listPeople(argsOf(owner, lower))).toMatchObject({ asked: null });
});

it('invites by mail and lets a new person in, who is then listed', async () => {
  const email = 'grace@example.com';
  context.clock.advance(15 * 60_000);
  const asked = await manage(argsOf(owner, '/', { intent: 'invite', email, role: 'ADMIN' }));
  const dialog = locationOf(asked);
  expect(dialog).toBe('/organization/settings/members?role=ADMIN&invite=grace%40example.com');
  expect(await listPeople(argsOf(owner, dialog))).toMatchObject({ asked: { email }, invitations: [] });
  await manage(argsOf(await prove(owner), dialog, { intent: 'proven-role', invite: email, role: 'ADMIN' }));
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

it('sends an invitation again with the rights that it has by now, and none that was revoked', async () => {
  const email = 'eve@example.com';
  const send = (fields: Record<string, string>) => manage(argsOf(owner, '/', { email, ...fields }));
  await send({ intent: 'invite', role: 'MEMBER', access: 'edit' });
  await send({ intent: 'invite', role: 'MEMBER', access: 'read' });
  // As the list of an older page has it.
  await send({ intent: 'resend', role: 'MEMBER', access: 'edit' });
  expect(await listInvitations()).toMatchObject([{ email, role: 'MEMBER', access: 'read' }]);
  expect(await listMail(context.db)).toHaveLength(3);
  await send({ intent: 'revoke' });
  const refused = (await send({ intent: 'resend', role: 'MEMBER', access: 'edit' })) as Response;
  const shown = new Headers({ Cookie: readCookies(refused.headers.getSetCookie()) });
  const { toast } = await takeToast(context, new Request('http://localhost/', { headers: shown }));
  expect(toast).toMatchObject({ description: 'This invitation was revoked or accepted meanwhile.' });
  expect(await listInvitations()).toEqual([]);
  expect(await listMail(context.db)).toHaveLength(3);
});

it('saves the details, and clears an emptied description', async () => {
  await saveDetails(argsOf(owner, '/', { name: 'Looms', description: 'Cards' }));
  expect(await findOrganization(context.db, organizationId)).toMatchObject({
    name: 'looms',
    description: 'Cards',
  });
  await saveDetails(argsOf(owner, '/', { name: 'Looms', description: '' }));
  expect(await findOrganization(context.db, organizationId)).toMatchObject({ description: null });
});

it('keeps what only someone else has changed, and names what both did until a second save', async () => {
  const save = (fields: Record<string, string>, seen: object) => {
    const shown = Object.entries(seen).map(([name, value]) => [`seen.${name}`, JSON.stringify(value)]);
    return saveDetails(argsOf(owner, '/', { ...fields, ...Object.fromEntries(shown) }));
  };
  const seen = { name: 'looms', description: null };
  await saveDetails(argsOf(owner, '/', { name: 'Engines' }));
  await save({ name: 'looms', description: 'Cards' }, seen);
  expect(await findSaved()).toMatchObject({ name: 'engines', description: 'Cards' });
  const both = { name: 'mills', description: 'Cards' };
  expect(await save(both, seen)).toMatchObject({
    init: { status: 409 },
    data: {
      result: {
        error: {
          name: [
            'Someone else has changed the name to “engines” in the meantime. Save again to replace that.',
          ],
        },
      },
      present: { name: 'engines', description: 'Cards' },
    },
  });
  await save(both, { name: 'engines', description: 'Cards' });
  expect(await findSaved()).toMatchObject(both);
});

it('shows the audit log by kind, text and day to owners, and to members not at all', async () => {
  await saveDetails(argsOf(owner, '/', { name: 'Looms' }));
  expect(await readAudit(argsOf(owner, '/?kind=organization-updated'))).toMatchObject({
    entries: [{ kind: 'organization-updated', email: 'ada@example.com' }],
  });
  expect(await readAudit(argsOf(owner, '/?kind=member-left'))).toMatchObject({ entries: [] });
  const today = new Date().toISOString().slice(0, 10);
  const ofToday = `/?search=ADA%40&from=${today}&to=${today}&kind=organization-updated`;
  expect(await readAudit(argsOf(owner, ofToday))).toMatchObject({
    entries: [{ kind: 'organization-updated' }],
    query: { search: 'ADA@', from: today, to: today, before: '' },
  });
  expect(await readAudit(argsOf(owner, '/?search=nobody'))).toMatchObject({ entries: [] });
  expect(await readAudit(argsOf(owner, '/?to=2000-01-01'))).toMatchObject({ entries: [] });
  expect(await readAudit(argsOf(owner, '/?from=soon&to=2000-99-01'))).toMatchObject({
    query: { from: '', to: '' },
    nextBefore: null,
  });
  const { user } = await createTestUser(context, { organizationId, role: 'MEMBER' });
  const cookie = await signInAs(context, user.id);
  await expect(readAudit(argsOf(cookie, '/'))).rejects.toMatchObject({ status: 302 });
});

it('says that a token was revoked meanwhile', async () => {
  const screen = '/organization/settings/tokens';
  const asked = await listTokens(argsOf(owner, `${screen}?revoke=gone`)).catch((thrown: unknown) => thrown);
  for (const response of [asked, await revoke(argsOf(owner, screen, { intent: 'revoke', id: 'gone' }))]) {
    expect(locationOf(response)).toBe(screen);
    const cookie = readCookies((response as Response).headers.getSetCookie());
    const { toast } = await takeToast(context, argsOf(cookie, '/').request);
    expect(toast).toMatchObject({ description: 'It was revoked meanwhile.' });
  }
  expect(await listTokens(argsOf(owner, screen))).toMatchObject({ revoking: null });
});

it('selects only an organization one belongs to', async () => {
  const own = await switchTo(argsOf(owner, '/', { organizationId }));
  expect(own.headers.get('Set-Cookie')).toContain('selectedOrgMembership=');
  const foreign = (await createTestUser(context)).organizationId;
  const refused = await switchTo(argsOf(owner, '/', { organizationId: foreign }));
  expect(refused.headers.get('Set-Cookie')).not.toContain('selectedOrgMembership=');
});
