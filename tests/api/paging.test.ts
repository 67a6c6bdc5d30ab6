import { beforeEach, expect, test } from 'vitest';
import { createApiToken } from '~/services/api-tokens';
import { inviteMember } from '~/services/invitations';
import { createIntegration } from '~/services/integrations';
import { createTestUser, signInAs } from '../support/accounts';
import { createTestContext, type TestContext } from '../support/context';
import { type CheckedApp, createCheckedApp } from './checked-app';

let context: TestContext;
let app: CheckedApp;
let actor: { userId: string; organizationId: string; address: string };
let cookie: string;

beforeEach(async () => {
  context = await createTestContext();
  app = createCheckedApp(context);
  const { user, organizationId } = createTestUser(context);
  actor = { userId: user.id, organizationId, address: '192.0.2.1' };
  cookie = await signInAs(context, user.id);
});

async function get(path: string) {
  const response = await app.request(path, { headers: { Cookie: cookie } });
  const next = /^<(.+)>; rel="next"$/.exec(response.headers.get('Link') ?? '')?.[1];
  return { status: response.status, next, body: (await response.json()) as unknown[] };
}

/** Everything of a list, two at a time, by what the Link headers say. */
async function readPages(path: string): Promise<unknown[]> {
  const all: unknown[] = [];
  for (let next: string | undefined = `${path}?limit=2`; next;) {
    const page = await get(next);
    expect(page.body.length).toBeLessThanOrEqual(2);
    all.push(...page.body);
    ({ next } = page);
  }
  return all;
}

const lists: [string, () => string, number][] = [
  ['integrations', () => `/api/integrations/organization/${actor.organizationId}`, 3],
  ['members', () => `/api/organization-memberships/${actor.organizationId}/all`, 4],
  ['members with names', () => `/api/organizations/${actor.organizationId}/members`, 4],
  ['invitations', () => `/api/organizations/${actor.organizationId}/invitations`, 3],
  ['API tokens', () => `/api/organizations/${actor.organizationId}/api-tokens`, 3],
  ['the audit log', () => `/api/organizations/${actor.organizationId}/audit-log`, 6],
  ['sessions', () => `/api/users/${actor.userId}/sessions`, 4],
  ['invoices', () => `/api/billing-details/${actor.organizationId}/invoices`, 3],
];

test.each(lists)('%s: the pages together are the list', async (_what, pathOf, length) => {
  for (const name of ['First', 'Second', 'Third']) {
    createIntegration(context, actor, { name });
    createTestUser(context, { organizationId: actor.organizationId, role: 'MEMBER' });
    createApiToken(context, actor, { name, role: 'MEMBER' });
    inviteMember(context, actor, { email: `${name.toLowerCase()}@example.com`, role: 'MEMBER' });
    await signInAs(context, actor.userId);
  }
  const { body: whole } = await get(pathOf());
  expect(whole).toHaveLength(length);
  expect(await readPages(pathOf())).toEqual(whole);
});

test('a cursor says nothing, and only one that was given is taken', async () => {
  const made = ['First', 'Second'].map((name) => createIntegration(context, actor, { name }));
  const path = `/api/integrations/organization/${actor.organizationId}`;
  const { next = '' } = await get(`${path}?limit=1`);
  for (const outcome of made) {
    expect(next).not.toContain(outcome.kind === 'integration' ? outcome.integration.id : 'missing');
  }
  for (const cursor of ['', 'not base64url!', '%F0']) {
    const { status, body } = await get(`${path}?cursor=${encodeURIComponent(cursor)}`);
    expect([status, body]).toMatchObject([422, { fields: { cursor: [expect.any(String)] } }]);
  }
});

function listNames(body: unknown[]): string[] {
  return (body as { name: string }[]).map(({ name }) => name);
}

test('integrations are listed newest first, and a page goes on where a deleted one stood', async () => {
  const names = ['First', 'Second', 'Third', 'Fourth', 'Fifth'];
  const ids = new Map<string, string>();
  for (const name of names) {
    const made = createIntegration(context, actor, { name });
    if (made.kind === 'integration') ids.set(name, made.integration.id);
    context.clock.advance(1);
  }
  const path = `/api/integrations/organization/${actor.organizationId}`;
  expect(listNames((await get(path)).body)).toEqual(names.toReversed());
  const first = await get(`${path}?limit=2`);
  const last = ids.get('Fourth') ?? '';
  context.db.run(context.db.build.deleteFrom('integrations').where('id', '=', last));
  expect(listNames((await get(first.next ?? '')).body)).toEqual(['Third', 'Second']);
});
