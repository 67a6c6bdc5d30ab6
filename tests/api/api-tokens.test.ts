import { beforeEach, describe, expect, test } from 'vitest';
import { serializeOrganizationCookie } from '~/auth/organization-cookie';
import { findMembership, insertMembership } from '~/db/organizations/memberships';
import type { Role } from '~/db/core/tables';
import { createApiToken } from '~/services/accounts/api-token-creation';
import { createLimits } from '~/services/limits/limits';
import { createIntegration } from '~/services/integrations/integrations';
import { createTestUser, proven, signInAs } from '../support/accounts';
import { createTestContext, type TestContext } from '../support/context';
import { createCheckedApp } from './checked-app';
import { connection, createWholeApp } from './whole-app';

let context: TestContext;
let owner: { userId: string; organizationId: string };

beforeEach(async () => {
  context = await createTestContext();
  const { user, organizationId } = await createTestUser(context);
  owner = { userId: user.id, organizationId };
});

async function createToken(role: Role): Promise<string> {
  const outcome = await createApiToken(context, owner, { name: 'Deployment', role }, proven);
  if (outcome.kind !== 'created') throw new Error(outcome.kind);
  return outcome.token;
}

async function call(token: string, method: string, path: string, body?: unknown, cookie?: string) {
  const headers: Record<string, string> = { Authorization: `Bearer ${token}` };
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  if (cookie) Object.assign(headers, { Cookie: cookie, Origin: context.config.appUrl });
  const init = { method, headers, body: JSON.stringify(body) };
  const response = await createCheckedApp(context).request(path, init);
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text && JSON.parse(text) };
}

function read(token: string) {
  return call(token, 'GET', '/api/installation');
}

/** The cookie that selects an organization. */
async function select(organizationId: string): Promise<string> {
  return (await serializeOrganizationCookie(context.config, organizationId)).split(';')[0] ?? '';
}

/** Makes an integration with these headers alone. */
async function create(headers: Record<string, string>) {
  const init = {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify({ name: 'Orders' }),
  };
  return createWholeApp(context).request('/api/integrations', init, connection);
}

describe('a token', () => {
  test('makes as many requests as the settings say, each its own', async () => {
    Object.assign(context, { limits: createLimits({ apiTokenRate: 60 }) });
    Object.assign(context.config, { apiTokenRate: 60 });
    const [one, other] = [await createToken('MEMBER'), await createToken('MEMBER')];
    const statuses: number[] = [];
    for (let times = 0; times < 10; times += 1) statuses.push((await read(one)).status);
    expect(new Set(statuses)).toEqual(new Set([200]));
    const refused = await read(one);
    expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, '1']);
    expect(refused.body.message).toBe('This API token makes more than 60 requests a minute.');
    expect((await read(other)).status).toBe(200);
    context.clock.advance(1_000);
    expect((await read(one)).status).toBe(200);
    expect((await read(one)).status).toBe(429);
  });

  test('does what its role allows, without a cookie and without an origin', async () => {
    const token = await createToken('MEMBER');
    const made = await call(token, 'POST', '/api/integrations', { name: 'Orders' });
    expect(made.status).toBe(201);
    expect((await call(token, 'GET', `/api/integrations/${made.body.id}`)).status).toBe(200);
    const list = await call(token, 'GET', `/api/integrations/organization/${owner.organizationId}`);
    expect(list.body).toMatchObject([{ id: made.body.id }]);
    expect((await call(token, 'DELETE', `/api/integrations/${made.body.id}`)).status).toBe(204);
  });

  describe('decides alone, whatever comes along', () => {
    const beside: [string, Record<string, string>][] = [
      ['a cookie of a proxy', { Cookie: 'a=b' }],
      ['an origin', { Origin: 'https://elsewhere.example.com' }],
      ['a cookie and an origin', { Cookie: 'a=b', Origin: 'https://elsewhere.example.com' }],
      ['what a browser says of another site', { 'Sec-Fetch-Site': 'cross-site', Origin: 'null' }],
      ['itself, as a session', { Cookie: 'session_token=wk_x', Origin: 'null' }],
    ];

    test.each(beside)('%s', async (_what, headers) => {
      const response = await create({ ...headers, Authorization: `Bearer ${await createToken('MEMBER')}` });
      expect(response.status).toBe(201);
      expect((await create(headers)).status).toBe(403);
    });

    test.each(['wk_wrong', ''])(
      'a token that is not good (%j) is 401 beside a good cookie',
      async (token) => {
        const Cookie = await signInAs(context, owner.userId);
        const Origin = context.config.appUrl;
        expect((await create({ Cookie, Origin })).status).toBe(201);
        const response = await create({ Cookie, Origin, Authorization: `Bearer ${token}` });
        expect(response.status).toBe(401);
        expect(await response.json()).toMatchObject({ code: 'INVALID_TOKEN' });
      },
    );

    test('only what the token opens: a screen and a logout go by the cookie and need our origin', async () => {
      const Cookie = await signInAs(context, owner.userId);
      const headers = { Cookie, Origin: 'https://elsewhere.example.com', Authorization: 'Bearer wk_any' };
      for (const path of ['/auth/logout', '/logout']) {
        const response = await createWholeApp(context).request(path, { method: 'POST', headers }, connection);
        expect(response.status, path).toBe(403);
      }
    });
  });

  test.each<[Role, number]>([
    ['MEMBER', 403],
    ['ADMIN', 200],
    ['OWNER', 200],
  ])('of the role %s gets a %i when it changes the organization', async (role, status) => {
    const path = `/api/organizations/${owner.organizationId}`;
    expect((await call(await createToken(role), 'PATCH', path, { name: 'looms' })).status).toBe(status);
  });

  test.each<[Role, number]>([
    ['ADMIN', 403],
    ['OWNER', 200],
  ])('of the role %s gets a %i when it makes an owner', async (role, status) => {
    const { user } = await createTestUser(context, { organizationId: owner.organizationId, role: 'MEMBER' });
    const path = `/api/organization-memberships/${owner.organizationId}/members/${user.id}`;
    expect((await call(await createToken(role), 'PATCH', path, { role: 'OWNER' })).status).toBe(status);
  });

  test('opens no other organization of its maker', async () => {
    const token = await createToken('OWNER');
    const { organizationId } = await createTestUser(context);
    const second = { userId: owner.userId, organizationId };
    await insertMembership(context.db, { ...second, role: 'OWNER', now: context.now() });
    const made = await createIntegration(context, second, { name: 'Elsewhere' });
    const id = made.kind === 'integration' ? made.integration.id : '';
    for (const path of [
      `/api/integrations/organization/${organizationId}`,
      `/api/integrations/${id}`,
      `/api/integrations/${id}/execution-logs`,
      `/api/organization-memberships/${organizationId}/all`,
      `/api/billing-details/${organizationId}`,
    ]) {
      expect((await call(token, 'GET', path)).status, path).toBe(404);
    }
    const here = await call(
      token,
      'POST',
      '/api/integrations',
      { name: 'Here' },
      await select(organizationId),
    );
    const list = await call(token, 'GET', `/api/integrations/organization/${owner.organizationId}`);
    expect(list.body).toMatchObject([{ id: here.body.id }]);
  });

  test('learns its organization, not the others of its maker, and no higher role than its own', async () => {
    const { organizationId } = await createTestUser(context);
    await insertMembership(context.db, { userId: owner.userId, organizationId, role: 'ADMIN', now: 1 });
    for (const role of ['MEMBER', 'OWNER'] as const) {
      const { status, body } = await call(await createToken(role), 'GET', '/api/organizations');
      expect([status, body]).toMatchObject([200, [{ organizationId: owner.organizationId, role }]]);
      expect(body).toHaveLength(1);
    }
    const token = await createToken('OWNER');
    const demoted = context.db.build.updateTable('memberships').set({ role: 'MEMBER' });
    await context.db.run(demoted.where('user_id', '=', owner.userId));
    expect((await call(token, 'GET', '/api/organizations')).body).toMatchObject([{ role: 'MEMBER' }]);
    await context.db.run(context.db.build.deleteFrom('memberships').where('user_id', '=', owner.userId));
    expect((await call(token, 'GET', '/api/organizations')).status).toBe(401);
  });

  test('does not open the account of its maker', async () => {
    const token = await createToken('OWNER');
    const password = { currentPassword: 'Correct-horse-7', newPassword: 'Correct-horse-8' };
    expect((await call(token, 'GET', '/api/users/me')).status).toBe(403);
    expect((await call(token, 'PUT', `/api/users/${owner.userId}/password`, password)).status).toBe(403);
    const path = `/api/organization-memberships/${owner.organizationId}/members/${owner.userId}`;
    expect((await call(await createToken('MEMBER'), 'DELETE', path)).status).toBe(403);
    expect(await findMembership(context.db, owner.userId, owner.organizationId)).toBeDefined();
  });

  test('that is not good is rejected, also beside a good session', async () => {
    const cookie = await signInAs(context, owner.userId);
    const path = `/api/integrations/organization/${owner.organizationId}`;
    for (const token of ['wk_nobodys', '', `${await createToken('OWNER')}x`]) {
      const { status, headers, body } = await call(token, 'GET', path, undefined, cookie);
      expect(status).toBe(401);
      expect(headers.get('WWW-Authenticate')).toBe('Bearer');
      expect(body).toMatchObject({ message: 'Invalid or expired token' });
    }
  });

  test('of a user whose address is no longer verified is rejected', async () => {
    const token = await createToken('OWNER');
    await context.db.run(context.db.build.updateTable('users').set({ email_verified_at: null }));
    const path = `/api/integrations/organization/${owner.organizationId}`;
    expect((await call(token, 'GET', path)).status).toBe(403);
  });
});
