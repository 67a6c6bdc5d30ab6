// What a person does with their account, invitations and sessions, by the API alone.
import { beforeEach, expect, test } from 'vitest';
import { createCheapPasswords } from '../support/passwords';
import { findMembership, listMemberships } from '~/db/organizations/memberships';
import { findUser, updatePassword } from '~/db/accounts/users';
import { inviteMember } from '~/services/organizations/invitations';
import { createTestUser, readCookies, signInAs } from '../support/accounts';
import { createTestContext, type TestContext } from '../support/context';
import { findMailedToken } from '../support/mail';
import { type CheckedApp, createCheckedApp } from './checked-app';

const password = 'Difference-Engine-1';
const address = '192.0.2.1';

let context: TestContext;
let app: CheckedApp;
let owner: { userId: string; organizationId: string };

beforeEach(async () => {
  context = await createTestContext();
  app = createCheckedApp(context);
  const { user, organizationId } = await createTestUser(context);
  owner = { userId: user.id, organizationId };
});

async function send(method: string, path: string, body?: unknown, cookie = '') {
  const headers: Record<string, string> = {
    ...(cookie && { Cookie: cookie }),
    ...(body !== undefined && { 'Content-Type': 'application/json' }),
  };
  const response = await app.request(path, { method, headers, body: JSON.stringify(body) });
  const text = await response.text();
  const set = readCookies(response.headers.getSetCookie());
  return { status: response.status, body: text && (JSON.parse(text) as unknown), cookies: set };
}

async function invite(email: string): Promise<string> {
  await inviteMember(context, { ...owner, address }, { email, role: 'MEMBER' });
  return findMailedToken(context.db, email, '/invitation');
}

test('an invitation is read, then accepted by the person that it was sent to', async () => {
  const { user } = await createTestUser(context, { email: 'grace@example.com' });
  const token = await invite('grace@example.com');
  expect(await send('GET', `/auth/invitations/${token}`)).toMatchObject({
    status: 200,
    body: { email: 'grace@example.com', role: 'MEMBER', hasAccount: true },
  });
  const cookie = await signInAs(context, user.id);
  const joined = {
    status: 200,
    body: { organizationId: owner.organizationId, organizationName: 'analytical engines' },
  };
  expect(await send('POST', '/auth/invitations/accept', { token }, cookie)).toMatchObject(joined);
  expect(await findMembership(context.db, user.id, owner.organizationId)).toMatchObject({ role: 'MEMBER' });
  // The request sent again says what the first one did, but to this person alone.
  expect(await send('POST', '/auth/invitations/accept', { token }, cookie)).toMatchObject(joined);
  const { user: other } = await createTestUser(context, { email: 'alan@example.com' });
  const othersCookie = await signInAs(context, other.id);
  expect(await send('POST', '/auth/invitations/accept', { token }, othersCookie)).toMatchObject({
    status: 422,
    body: { code: 'INVALID_LINK' },
  });
});

test('a new user signs up by an invitation and is logged in', async () => {
  const token = await invite('new@example.com');
  const names = { firstName: 'Grace', lastName: 'Hopper' };
  const joined = await send('POST', '/auth/invitations/sign-up', { token, password, ...names });
  expect(joined).toMatchObject({ status: 201, body: { organizationId: owner.organizationId } });
  expect(await send('GET', '/api/users/me', undefined, joined.cookies)).toMatchObject({
    body: { email: 'new@example.com', emailVerified: true },
  });
  expect(await send('GET', '/auth/invitations/nobodys')).toMatchObject({
    status: 422,
    body: { code: 'INVALID_LINK' },
  });
});

test('sessions are listed and ended, one and all others', async () => {
  const cookie = await signInAs(context, owner.userId);
  const other = await signInAs(context, owner.userId);
  await signInAs(context, owner.userId);
  const path = `/api/users/${owner.userId}/sessions`;
  const { body } = await send('GET', path, undefined, cookie);
  const sessions = body as { id: string; isCurrent: boolean }[];
  expect(sessions.filter(({ isCurrent }) => isCurrent)).toHaveLength(1);
  const asOther = (await send('GET', path, undefined, other)).body as typeof sessions;
  const otherId = asOther.find(({ isCurrent }) => isCurrent)?.id;
  expect(await send('DELETE', `${path}/${otherId}`, undefined, cookie)).toMatchObject({ status: 204 });
  expect(await send('GET', '/api/users/me', undefined, other)).toMatchObject({ status: 401 });
  expect(await send('DELETE', `${path}/${otherId}`, undefined, cookie)).toMatchObject({ status: 404 });
  expect(await send('DELETE', path, undefined, cookie)).toMatchObject({ status: 204 });
  expect((await send('GET', path, undefined, cookie)).body).toHaveLength(1);
  // Nothing is left to end, which the audit says nothing of.
  expect(await send('DELETE', path, undefined, cookie)).toMatchObject({ status: 204 });
  const ended = context.db.build.selectFrom('audit').select('id').where('kind', '=', 'session-ended');
  expect(await context.db.all(ended)).toHaveLength(2);
});

test('a session works for the organization that it selected', async () => {
  const { organizationId: second } = await createTestUser(context);
  await context.db.run(
    context.db.build.insertInto('memberships').values({
      user_id: owner.userId,
      organization_id: second,
      role: 'MEMBER',
      created_at: context.now() + 1,
    }),
  );
  const session = await signInAs(context, owner.userId);
  const selected = await send('POST', `/api/organizations/${second}/select`, undefined, session);
  expect(selected.status).toBe(204);
  const cookie = `${session}; ${selected.cookies}`;
  expect(await send('POST', '/api/integrations', { name: 'Elsewhere' }, cookie)).toMatchObject({
    status: 201,
  });
  const list = (id: string) => send('GET', `/api/integrations/organization/${id}`, undefined, cookie);
  expect((await list(second)).body).toHaveLength(1);
  expect((await list(owner.organizationId)).body).toEqual([]);
  // After a removal it changes nothing in the other one.
  const { build } = context.db;
  await context.db.run(build.deleteFrom('memberships').where('organization_id', '=', second));
  expect(await send('POST', '/api/integrations', { name: 'Here' }, cookie)).toMatchObject({
    status: 403,
    body: { message: 'Please select an organization first' },
  });
  expect((await list(owner.organizationId)).body).toEqual([]);
});

test('an account is deleted by its password, with what nobody else has', async () => {
  const passwordHash = await createCheapPasswords().hash(password);
  await updatePassword(context.db, owner.userId, { passwordHash, now: context.now() });
  const cookie = await signInAs(context, owner.userId);
  const path = `/api/users/${owner.userId}`;
  expect(await send('GET', `${path}/deletion`, undefined, cookie)).toMatchObject({
    body: { ownerless: [], lost: ['analytical engines'] },
  });
  expect(await send('DELETE', path, { currentPassword: 'Wrong-1' }, cookie)).toMatchObject({
    status: 403,
    body: { code: 'WRONG_PASSWORD' },
  });
  expect(await send('DELETE', path, { currentPassword: password }, cookie)).toMatchObject({ status: 204 });
  expect(await findUser(context.db, owner.userId)).toBeUndefined();
});

test('an organization is deleted by its name', async () => {
  const cookie = await signInAs(context, owner.userId);
  const path = `/api/organizations/${owner.organizationId}`;
  expect(await send('GET', path, undefined, cookie)).toMatchObject({
    body: { organizationName: 'analytical engines', role: 'OWNER' },
  });
  expect(await send('DELETE', path, { confirmation: 'looms' }, cookie)).toMatchObject({
    status: 422,
    body: { fields: { confirmation: ['Type analytical engines to confirm'] } },
  });
  expect(await send('DELETE', path, { confirmation: 'analytical engines' }, cookie)).toMatchObject({
    status: 204,
  });
  expect(await listMemberships(context.db, owner.userId)).toEqual([]);
});

test('a token is made, lists itself, and is revoked', async () => {
  const cookie = await signInAs(context, owner.userId);
  const path = `/api/organizations/${owner.organizationId}/api-tokens`;
  const wanted = { name: 'Reports', role: 'ADMIN' };
  const passwordHash = await createCheapPasswords().hash(password);
  await updatePassword(context.db, owner.userId, { passwordHash, now: context.now() });
  expect(await send('POST', path, wanted, cookie)).toMatchObject({
    status: 403,
    body: { code: 'PROOF_NEEDED' },
  });
  const made = await send('POST', path, { ...wanted, currentPassword: password }, cookie);
  const { id, token } = made.body as { id: string; token: string };
  const asProgram = () => app.request(path, { headers: { Authorization: `Bearer ${token}` } });
  const listed = await asProgram();
  expect(await listed.json()).toMatchObject([
    { id, name: 'Reports', role: 'ADMIN', lastFour: token.slice(-4) },
  ]);
  expect(await send('DELETE', `${path}/${id}`, undefined, cookie)).toMatchObject({ status: 204 });
  expect((await asProgram()).status).toBe(401);
});
