import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { newId } from '~/db/core/id';
import { deleteMembership, updateRole } from '~/db/organizations/members';
import { deleteSessionsOfUser } from '~/db/accounts/sessions';
import { insertSample } from '~/db/executions/samples';
import { createApiToken } from '~/services/accounts/api-token-creation';
import { createLimits } from '~/services/limits/limits';
import { createTestUser, proven, signInAs } from '../support/accounts';
import { createTestContext, type TestContext } from '../support/context';
import { seedIntegration } from '../support/seed';
import { checkAnswer } from './checked-app';
import { connection, createWholeApp } from './whole-app';

let context: TestContext;
let organizationId: string;
let address: string;

beforeEach(async () => {
  context = await createTestContext();
  ({ organizationId } = await createTestUser(context));
  address = `/api/organizations/${organizationId}/export`;
});

async function exportAs(role: 'ADMIN' | 'MEMBER'): Promise<Response> {
  const { user } = await createTestUser(context, { organizationId, role });
  return exportFor(user.id);
}

async function exportFor(userId: string): Promise<Response> {
  const headers = { Cookie: await signInAs(context, userId) };
  return createWholeApp(context).request(address, { headers }, connection);
}

test('the export is a file', async () => {
  const answer = await exportAs('ADMIN');
  expect(answer.headers.get('Content-Disposition')).toBe(
    'attachment; filename="wicked-integrations-export-2026-01-05.json"',
  );
  expect(answer.headers.get('Cache-Control')).toBe('no-store');
  await checkAnswer('GET', address, answer);
  expect(await answer.json()).toMatchObject({ organization: { id: organizationId } });
});

test('a captured sample leaves with what came with its payload', async () => {
  const { user } = await createTestUser(context, { organizationId });
  const integrationId = await seedIntegration(
    { context, userId: user.id, organizationId },
    { isActive: false },
  );
  const request = {
    method: 'POST',
    path: '/webhook/x',
    query: { page: '2' },
    headers: { 'x-event': 'push' },
  };
  await insertSample(context.db, {
    id: newId(),
    integration_id: integrationId,
    received_at: context.now(),
    bytes: 9,
    payload: '{"n":1.10}',
    request: JSON.stringify(request),
  });
  const answer = await exportAs('ADMIN');
  await checkAnswer('GET', address, answer);
  expect(await answer.json()).toMatchObject({ integrations: [{ samples: [{ request }] }] });
});

test('the export comes as it is read, and ends when nobody reads on', async () => {
  const { body } = await exportAs('ADMIN');
  await expect(body?.cancel()).resolves.toBeUndefined();
});

test('a member gets no export', async () => {
  const answer = await exportAs('MEMBER');
  expect([answer.status, answer.headers.get('Content-Disposition')]).toEqual([403, null]);
});

const demote = (userId: string) =>
  updateRole(context.db, { userId, organizationId, role: 'MEMBER', access: 'edit' });

test.each([
  ['is removed', (userId: string) => deleteMembership(context.db, userId, organizationId)],
  ['becomes a member', demote],
  ['is signed out', (userId: string) => deleteSessionsOfUser(context.db, userId)],
])('the export of an admin who %s breaks off, so that nobody takes it for whole', async (_what, end) => {
  const { user } = await createTestUser(context, { organizationId, role: 'ADMIN' });
  const reader = (await exportFor(user.id)).body?.getReader();
  expect(await reader?.read()).toMatchObject({ done: false });
  await end(user.id);
  letTimePass();
  await expect(reader?.read().then(() => reader.read())).rejects.toThrow('The right to read this ended.');
});

/** As long as the rights of a reader may go unchecked. */
function letTimePass() {
  const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 60_000);
  onTestFinished(() => clock.mockRestore());
}

test('so does that by a token whose person becomes a member, beyond its requests of a minute', async () => {
  const { user } = await createTestUser(context, { organizationId, role: 'ADMIN' });
  const { read, useUp } = await exportByToken(user.id);
  await useUp();
  await demote(user.id);
  letTimePass();
  await expect(read().then(read)).rejects.toThrow('The right to read this ended.');
});

test('an export goes on beyond the requests of a minute, and its checks are none of them', async () => {
  const { user } = await createTestUser(context, { organizationId, role: 'ADMIN' });
  const { read, useUp } = await exportByToken(user.id);
  letTimePass();
  await read().then(read);
  expect(await useUp()).toBe(9);
  while (!(await read())?.done);
});

/** Begins an export by a token of ten requests. `useUp` makes the other ones, and returns how many they were. */
async function exportByToken(userId: string) {
  Object.assign(context, { limits: createLimits({ apiTokenRate: 60 }) });
  const by = { userId, organizationId };
  const made = await createApiToken(context, by, { name: 'Export', role: 'ADMIN' }, proven);
  if (made.kind !== 'created') throw new Error(made.kind);
  const headers = { Authorization: `Bearer ${made.token}` };
  const ask = async (path: string) => createWholeApp(context).request(path, { headers }, connection);
  const reader = (await ask(address)).body?.getReader();
  expect(await reader?.read()).toMatchObject({ done: false });
  const useUp = async () => {
    let count = 0;
    while ((await ask('/api/installation')).status !== 429) count += 1;
    return count;
  };
  return { read: async () => reader?.read(), useUp };
}

test('the export of an admin who stays one goes on to its end', async () => {
  const clock = vi.spyOn(performance, 'now');
  onTestFinished(() => clock.mockRestore());
  let now = performance.now();
  clock.mockImplementation(() => (now += 60_000));
  expect(JSON.parse(await (await exportAs('ADMIN')).text())).toMatchObject({ integrations: [] });
});

test('the integrations of a tag are a file, for a member, too', async () => {
  const { user } = await createTestUser(context, { organizationId, role: 'MEMBER' });
  const owner = { context, userId: user.id, organizationId };
  await seedIntegration(owner, { name: 'Tagged', tags: ['shop'], isActive: false });
  await seedIntegration(owner, { name: 'Other', isActive: false });
  address = `/api/integrations/organization/${organizationId}/export?tag=shop`;
  const answer = await exportFor(user.id);
  expect(answer.headers.get('Content-Disposition')).toBe('attachment; filename="integrations.json"');
  await checkAnswer('GET', address, answer);
  expect(await answer.json()).toMatchObject({ integrations: [{ name: 'Tagged' }] });
});
