import { describe, expect, test } from 'vitest';
import { newId } from '~/db/core/id';
import { insertMembership } from '~/db/organizations/memberships';
import { createTestUser, signInAs } from '../support/accounts';
import { createTestContext } from '../support/context';
import { createCheckedApp } from './checked-app';

async function setUp() {
  const context = await createTestContext();
  const api = createCheckedApp(context);
  const ada = await createTestUser(context, { email: 'ada@example.com' });
  const grace = await createTestUser(context, { email: 'grace@example.com' });
  const get = async (path: string, userId?: string) => {
    const headers: Record<string, string> = userId ? { Cookie: await signInAs(context, userId) } : {};
    const response = await api.request(path, { headers });
    return { status: response.status, headers: response.headers, body: await response.json() };
  };
  return { context, ada, grace, get };
}

describe('GET /api/users/me', () => {
  test('responds with the signed-in user', async () => {
    const { ada, get } = await setUp();
    expect(await get('/api/users/me', ada.user.id)).toMatchObject({ status: 200, body: ada.user });
  });

  test('asks a guest to authenticate', async () => {
    const { get } = await setUp();
    const { status, headers, body } = await get('/api/users/me');
    expect(status).toBe(401);
    expect(headers.get('WWW-Authenticate')).toBe('Bearer');
    expect(body).toEqual({ message: 'Authentication required', code: 'UNAUTHENTICATED' });
  });

  test('rejects a user who is not verified', async () => {
    const { context, get } = await setUp();
    const { user } = await createTestUser(context, { verified: false });
    expect(await get('/api/users/me', user.id)).toMatchObject({
      status: 403,
      body: { code: 'EMAIL_NOT_VERIFIED' },
    });
  });
});

describe('memberships', () => {
  test('are returned to the user', async () => {
    const { ada, get } = await setUp();
    expect(await get(`/api/organization-memberships/${ada.user.id}`, ada.user.id)).toMatchObject({
      status: 200,
      body: [{ organizationId: ada.organizationId, organizationName: 'analytical engines', role: 'OWNER' }],
    });
  });

  test('are listed without the id of the user, newest first', async () => {
    const { context, ada, grace, get } = await setUp();
    const { organizationId } = grace;
    const later = { userId: ada.user.id, organizationId, role: 'MEMBER' as const, now: context.now() + 1 };
    await insertMembership(context.db, later);
    expect(await get('/api/organizations', ada.user.id)).toMatchObject({
      status: 200,
      body: [
        { organizationId, role: 'MEMBER' },
        { organizationId: ada.organizationId, role: 'OWNER' },
      ],
    });
  });

  test('of another user look like those of no user', async () => {
    const { ada, grace, get } = await setUp();
    const foreign = await get(`/api/organization-memberships/${grace.user.id}`, ada.user.id);
    const unknown = await get(`/api/organization-memberships/${newId()}`, ada.user.id);
    expect(foreign.status).toBe(404);
    expect([foreign.status, foreign.body]).toEqual([unknown.status, unknown.body]);
  });

  test('of an organization are returned to its members', async () => {
    const { context, ada, get } = await setUp();
    context.clock.advance(1);
    const { user: member } = await createTestUser(context, {
      organizationId: ada.organizationId,
      role: 'MEMBER',
    });
    expect(await get(`/api/organization-memberships/${ada.organizationId}/all`, member.id)).toMatchObject({
      status: 200,
      body: [
        { userId: member.id, role: 'MEMBER' },
        { userId: ada.user.id, role: 'OWNER' },
      ],
    });
  });

  test('of another organization look like those of none', async () => {
    const { ada, grace, get } = await setUp();
    const foreign = await get(`/api/organization-memberships/${grace.organizationId}/all`, ada.user.id);
    const unknown = await get(`/api/organization-memberships/${newId()}/all`, ada.user.id);
    expect(foreign.status).toBe(404);
    expect([foreign.status, foreign.body]).toEqual([unknown.status, unknown.body]);
  });

  test.each(['', '/all'])('are not for guests (%s)', async (suffix) => {
    const { ada, get } = await setUp();
    const id = suffix ? ada.organizationId : ada.user.id;
    expect(await get(`/api/organization-memberships/${id}${suffix}`)).toMatchObject({ status: 401 });
  });
});
