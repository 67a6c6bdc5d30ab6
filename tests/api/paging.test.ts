import { beforeEach, describe, expect, test } from 'vitest';
import { insertPasskey } from '~/db/accounts/passkeys';
import { updateIncident } from '~/db/alerts/incidents';
import { deleteMembership } from '~/db/organizations/members';
import { insertMembership } from '~/db/organizations/memberships';
import { createApiToken } from '~/services/accounts/api-token-creation';
import { createChannel } from '~/services/alerts/channels';
import { inviteMember } from '~/services/organizations/invitations';
import { createIntegration } from '~/services/integrations/integrations';
import { createTestUser, proven, signInAs } from '../support/accounts';
import { createTestContext, type TestContext } from '../support/context';
import { type CheckedApp, createCheckedApp } from './checked-app';
import { inTurn } from '../support/in-turn';
import { insertTestIncident } from '../support/incidents';

let context: TestContext;
let app: CheckedApp;
let actor: { userId: string; organizationId: string; address: string };
let cookie: string;

beforeEach(async () => {
  context = await createTestContext();
  app = createCheckedApp(context);
  const { user, organizationId } = await createTestUser(context);
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

/** Three that have ended and two that have not, in turn. */
async function addIncidents(): Promise<void> {
  const { organizationId } = actor;
  for (const n of [1, 2, 3, 4, 5]) {
    const outcome = await createIntegration(context, actor, { name: `Integration ${n}` });
    if (outcome.kind !== 'integration') throw new Error(outcome.kind);
    const { id: integrationId } = outcome.integration;
    await insertTestIncident(context.db, { id: `incident ${n}`, organizationId, integrationId });
    if (n % 2 === 1) await updateIncident(context.db, `incident ${n}`, { resolvedAt: 1 });
  }
}

const passkey = {
  publicKey: 'a2V5',
  transports: [],
  isBackupEligible: false,
  isBackedUp: false,
  counter: 0,
  host: 'localhost',
  now: 0,
};

const lists: [string, () => string, number][] = [
  ['integrations', () => `/api/integrations/organization/${actor.organizationId}`, 8],
  ['members', () => `/api/organization-memberships/${actor.organizationId}/all`, 4],
  ['members with names', () => `/api/organizations/${actor.organizationId}/members`, 4],
  ['invitations', () => `/api/organizations/${actor.organizationId}/invitations`, 3],
  ['API tokens', () => `/api/organizations/${actor.organizationId}/api-tokens`, 3],
  ['the audit log', () => `/api/organizations/${actor.organizationId}/audit-log`, 17],
  ['sessions', () => `/api/users/${actor.userId}/sessions`, 4],
  ['incidents', () => `/api/organizations/${actor.organizationId}/incidents`, 5],
  ['passkeys', () => `/api/users/${actor.userId}/passkeys`, 3],
  ['alert channels', () => `/api/organizations/${actor.organizationId}/channels`, 3],
  ['invoices', () => `/api/billing-details/${actor.organizationId}/invoices`, 3],
];

test.each(lists)('%s: the pages together are the list', async (_what, pathOf, length) => {
  for (const name of ['First', 'Second', 'Third']) {
    await createIntegration(context, actor, { name });
    await createTestUser(context, { organizationId: actor.organizationId, role: 'MEMBER' });
    await createApiToken(context, actor, { name, role: 'MEMBER' }, proven);
    await inviteMember(context, actor, { email: `${name.toLowerCase()}@example.com`, role: 'MEMBER' });
    await signInAs(context, actor.userId);
    await insertPasskey(context.db, { ...passkey, userId: actor.userId, credentialId: name, name });
    const channel = { name, kind: 'email', recipients: 'owners', events: { failing: 1 } };
    expect(await createChannel(context, actor, channel)).toMatchObject({ kind: 'channel' });
  }
  await addIncidents();
  const { body: whole } = await get(pathOf());
  expect(whole).toHaveLength(length);
  expect(await readPages(pathOf())).toEqual(whole);
});

test('the audit log is narrowed by kind, text and time', async () => {
  const path = `/api/organizations/${actor.organizationId}/audit-log`;
  await createApiToken(context, actor, { name: 'Nightly', role: 'MEMBER' }, proven);
  const find = async (query: Record<string, string>) =>
    (await get(`${path}?${new URLSearchParams(query).toString()}`)).body;
  expect(await find({ search: 'NIGHTLY' })).toMatchObject([{ kind: 'api-token-created' }]);
  expect(await find({ search: 'nightly', kind: 'login' })).toEqual([]);
  expect(await find({ search: 'nightly', to: '2000-01-01T00:00:00Z' })).toEqual([]);
  expect(await find({ search: 'nightly', from: '2000-01-01T00:00:00+02:00' })).toHaveLength(1);
  expect((await get(`${path}?from=soon`)).status).toBe(422);
});

interface Listed {
  email?: string;
  userId?: string;
  organizationId?: string;
  id?: string;
}

async function addThree(): Promise<string[]> {
  const ids: string[] = [];
  // Their addresses in another order than their times.
  for (const name of ['m', 'z', 'a']) {
    context.clock.advance(60_000);
    const email = `${name}@example.com`;
    ids.push((await createTestUser(context, { email, organizationId: actor.organizationId })).user.id);
    await inviteMember(context, actor, { email: `guest-${email}`, role: 'MEMBER' });
  }
  return ids;
}

describe('newest first', () => {
  test('members, by when they joined', async () => {
    const ids = await addThree();
    const newest = [...ids.toReversed(), actor.userId];
    const roles = (await get(`/api/organization-memberships/${actor.organizationId}/all`)).body as Listed[];
    expect(roles.map(({ userId }) => userId)).toEqual(newest);
    const people = (await get(`/api/organizations/${actor.organizationId}/members`)).body as Listed[];
    expect(people.map(({ userId }) => userId)).toEqual(newest);
  });

  test('invitations', async () => {
    await addThree();
    const { body } = await get(`/api/organizations/${actor.organizationId}/invitations`);
    expect((body as Listed[]).map(({ email }) => email)).toEqual(
      ['a', 'z', 'm'].map((name) => `guest-${name}@example.com`),
    );
  });

  test('sessions, by their logins, also when an older one was seen since', async () => {
    const before = (await get(`/api/users/${actor.userId}/sessions`)).body as Listed[];
    context.clock.advance(60_000);
    await signInAs(context, actor.userId);
    context.clock.advance(60_000);
    // Asking is being seen.
    const { body } = await get(`/api/users/${actor.userId}/sessions`);
    expect(body).toHaveLength(2);
    expect((body as Listed[])[1]?.id).toBe(before[0]?.id);
    expect(body).toMatchObject([{ isCurrent: false }, { isCurrent: true }]);
  });

  test('memberships of one person', async () => {
    context.clock.advance(60_000);
    const { organizationId } = await createTestUser(context);
    await insertMembership(context.db, {
      userId: actor.userId,
      organizationId,
      role: 'MEMBER',
      now: context.now(),
    });
    const { body } = await get(`/api/organization-memberships/${actor.userId}`);
    expect((body as Listed[]).map((each) => each.organizationId)).toEqual([
      organizationId,
      actor.organizationId,
    ]);
  });

  test.each<[string, () => string]>([
    ['roles', () => `/api/organization-memberships/${actor.organizationId}/all`],
    ['names', () => `/api/organizations/${actor.organizationId}/members`],
  ])('a page of %s goes on where a removed member stood', async (_what, pathOf) => {
    const [first = '', second = '', third = ''] = await addThree();
    const page = await get(`${pathOf()}?limit=2`);
    expect((page.body as Listed[]).map(({ userId }) => userId)).toEqual([third, second]);
    await deleteMembership(context.db, second, actor.organizationId);
    const { body } = await get(page.next ?? '');
    expect((body as Listed[]).map(({ userId }) => userId)).toEqual([first, actor.userId]);
  });
});

test('a cursor says nothing, and only one that was given is taken', async () => {
  const made = await inTurn(['First', 'Second'], (name) => createIntegration(context, actor, { name }));
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
    const made = await createIntegration(context, actor, { name });
    if (made.kind === 'integration') ids.set(name, made.integration.id);
    context.clock.advance(1);
  }
  const path = `/api/integrations/organization/${actor.organizationId}`;
  expect(listNames((await get(path)).body)).toEqual(names.toReversed());
  const first = await get(`${path}?limit=2`);
  const last = ids.get('Fourth') ?? '';
  await context.db.run(context.db.build.deleteFrom('integrations').where('id', '=', last));
  expect(listNames((await get(first.next ?? '')).body)).toEqual(['Third', 'Second']);
});
