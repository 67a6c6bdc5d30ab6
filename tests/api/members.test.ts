import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createCheapPasswords } from '../support/passwords';
import { newId } from '~/db/core/id';
import type { Role } from '~/db/core/tables';
import { createTestUser, signInAs } from '../support/accounts';
import { createTestContext, type TestContext } from '../support/context';
import { listMail } from '../support/mail';
import { createCheckedApp } from './checked-app';

const password = 'Correct-horse-7';
let passwordHash: string;
beforeAll(async () => {
  passwordHash = await createCheapPasswords().hash(password);
});

let context: TestContext;
let organizationId: string;
let people: Record<Role | 'stranger' | 'unverified', string>;

beforeEach(async () => {
  context = await createTestContext();
  const owner = await createTestUser(context);
  organizationId = owner.organizationId;
  const add = async (role: Role, verified = true) =>
    (await createTestUser(context, { organizationId, role, verified })).user.id;
  people = {
    OWNER: owner.user.id,
    ADMIN: (await createTestUser(context, { organizationId, role: 'ADMIN', passwordHash })).user.id,
    MEMBER: await add('MEMBER'),
    unverified: await add('ADMIN', false),
    stranger: (await createTestUser(context)).user.id,
  };
});

/** Calls in a session that began `minutesAgo`. */
async function callLater(
  minutesAgo: number,
  who: keyof typeof people,
  method: string,
  path: string,
  body?: unknown,
) {
  const cookie = await signInAs(context, people[who]);
  context.clock.advance(minutesAgo * 60_000);
  return send(cookie, method, path, body);
}

async function call(who: keyof typeof people | 'guest', method: string, path: string, body?: unknown) {
  return send(who === 'guest' ? '' : await signInAs(context, people[who]), method, path, body);
}

async function send(cookie: string, method: string, path: string, body?: unknown) {
  const headers: Record<string, string> = { 'Content-Type': 'application/json' };
  if (cookie !== '') headers.Cookie = cookie;
  const response = await createCheckedApp(context).request(path, {
    method,
    headers,
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const text = await response.text();
  return { status: response.status, body: text === '' ? null : (JSON.parse(text) as unknown) };
}

/** Who is let in to what: the status that each is answered. */
const everybody = ['guest', 'unverified', 'stranger', 'MEMBER', 'ADMIN', 'OWNER'] as const;
const calls: [string, (id: string) => [string, string, unknown?], number[]][] = [
  [
    'change the organization',
    (id) => ['PATCH', `/api/organizations/${id}`, { name: 'looms' }],
    [401, 403, 404, 403, 200, 200],
  ],
  [
    'list the members',
    (id) => ['GET', `/api/organization-memberships/${id}/all`],
    [401, 403, 404, 200, 200, 200],
  ],
  [
    'invite',
    (id) => [
      'POST',
      `/api/organization-memberships/${id}/invite-member`,
      { email: 'new@example.com', role: 'MEMBER' },
    ],
    [401, 403, 404, 403, 201, 201],
  ],
];

describe.each(calls)('%s', (_name, requestOf, statuses) => {
  test.each(everybody.map((who, at) => [who, statuses[at]] as const))('as %s: %i', async (who, status) => {
    const [method, path, body] = requestOf(organizationId);
    expect((await call(who, method, path, body)).status).toBe(status);
  });
});

describe('the calls', () => {
  test('set and show what a member may do with integrations', async () => {
    const path = `/api/organization-memberships/${organizationId}`;
    const { MEMBER: userId } = people;
    const change = { role: 'MEMBER', access: 'read' };
    expect(await call('ADMIN', 'PATCH', `${path}/members/${userId}`, change)).toEqual({
      status: 200,
      body: { userId, ...change },
    });
    expect((await call('MEMBER', 'GET', `${path}/all`)).body).toContainEqual({ userId, ...change });
    expect((await call('MEMBER', 'GET', `/api/organizations/${organizationId}`)).body).toMatchObject(change);
    expect((await call('MEMBER', 'GET', `/api/organization-memberships/${userId}`)).body).toMatchObject([
      change,
    ]);
    const invited = { email: 'new@example.com', role: 'MEMBER', access: 'run' };
    expect(await call('ADMIN', 'POST', `${path}/invite-member`, invited)).toEqual({
      status: 201,
      body: invited,
    });
    expect(
      (await call('ADMIN', 'GET', `/api/organizations/${organizationId}/invitations`)).body,
    ).toMatchObject([invited]);
  });

  test('refuse an admin who could not edit, and an access that there is not', async () => {
    const path = `/api/organization-memberships/${organizationId}/invite-member`;
    const invited = { email: 'new@example.com', role: 'ADMIN', access: 'run' };
    const message = 'Owners and admins always edit. Choose the role Member to limit the access.';
    expect(await call('OWNER', 'POST', path, invited)).toMatchObject({
      status: 422,
      body: { fields: { access: [message] } },
    });
    expect(await call('OWNER', 'POST', path, { ...invited, access: 'write' })).toMatchObject({
      status: 422,
      body: { fields: { access: ['Invalid access'] } },
    });
  });

  test('respond with the changed name and description', async () => {
    const change = { name: '  Difference Engines ', description: 'Punched cards', id: 'not-mine' };
    const { body } = await call('OWNER', 'PATCH', `/api/organizations/${organizationId}`, change);
    expect(body).toEqual({
      id: organizationId,
      requiresSecondFactor: false,
      name: 'difference engines',
      description: 'Punched cards',
      createdAt: '2026-01-05T12:00:00.000Z',
    });
  });

  test('reject a blank name', async () => {
    const answer = await call('OWNER', 'PATCH', `/api/organizations/${organizationId}`, { name: '  ' });
    expect(answer).toMatchObject({
      status: 422,
      body: { fields: { name: ['Please enter an organization name'] } },
    });
  });

  test('reject an owner among the invited, and mail nobody', async () => {
    const path = `/api/organization-memberships/${organizationId}/invite-member`;
    const answer = await call('OWNER', 'POST', path, { email: 'x@example.com', role: 'OWNER' });
    expect(answer).toMatchObject({ status: 422, body: { fields: { role: ['Invalid role'] } } });
    expect(await listMail(context.db)).toEqual([]);
  });

  test('invite an admin for who sends the current password or has just logged in, and do not send the password back', async () => {
    const path = `/api/organization-memberships/${organizationId}/invite-member`;
    const invite = { email: 'new@example.com', role: 'ADMIN' };
    expect(await callLater(15, 'ADMIN', 'POST', path, invite)).toMatchObject({
      status: 403,
      body: { code: 'PROOF_NEEDED', fields: { currentPassword: ['Current password is required'] } },
    });
    const answer = await callLater(15, 'ADMIN', 'POST', path, { ...invite, currentPassword: password });
    expect(answer).toEqual({ status: 201, body: { ...invite, access: 'edit' } });
    const other = { ...invite, email: 'other@example.com' };
    expect(await callLater(14, 'ADMIN', 'POST', path, other)).toEqual({
      status: 201,
      body: { ...other, access: 'edit' },
    });
  });

  test('change a role and remove a member', async () => {
    const path = `/api/organization-memberships/${organizationId}/members/${people.MEMBER}`;
    expect((await call('MEMBER', 'PATCH', path, { role: 'OWNER' })).status).toBe(403);
    expect(await callLater(15, 'ADMIN', 'PATCH', path, { role: 'ADMIN' })).toMatchObject({
      status: 403,
      body: { code: 'PROOF_NEEDED' },
    });
    expect(await call('ADMIN', 'PATCH', path, { role: 'ADMIN', currentPassword: password })).toMatchObject({
      status: 200,
      body: { userId: people.MEMBER, role: 'ADMIN' },
    });
    expect((await call('stranger', 'DELETE', path)).status).toBe(404);
    expect(await callLater(15, 'OWNER', 'DELETE', path)).toMatchObject({ body: { code: 'NO_PASSWORD' } });
    const colleague = await createTestUser(context, { organizationId, role: 'ADMIN' });
    const theirs = path.replace(people.MEMBER, colleague.user.id);
    expect(await callLater(15, 'ADMIN', 'DELETE', theirs)).toMatchObject({
      status: 403,
      body: { code: 'PROOF_NEEDED' },
    });
    const proof = { currentPassword: password };
    expect((await callLater(15, 'ADMIN', 'DELETE', theirs, proof)).status).toBe(204);
    expect((await call('OWNER', 'DELETE', path)).status).toBe(204);
    expect((await call('OWNER', 'DELETE', path)).status).toBe(404);
  });

  test('keep the last owner', async () => {
    const path = `/api/organization-memberships/${organizationId}/members/${people.OWNER}`;
    expect(await call('OWNER', 'DELETE', path)).toMatchObject({
      status: 409,
      body: { code: 'LAST_OWNER' },
    });
  });

  test('respond for another organization as for none', async () => {
    const foreign = await call('stranger', 'PATCH', `/api/organizations/${organizationId}`, { name: 'mine' });
    const unknown = await call('stranger', 'PATCH', `/api/organizations/${newId()}`, { name: 'mine' });
    expect(foreign).toEqual(unknown);
  });
});
