// The calls by which an administrator changes an account: in a session that began a while ago, those that outlive it ask for a
// proof.
import { beforeEach, expect, test } from 'vitest';
import { updateOrganization } from '~/db/organizations/organizations';
import { makeAdministrator } from '~/services/installation/administrators';
import { createTestUser, signInAs } from '../../support/accounts';
import { createTestContext, type TestContext } from '../../support/context';
import { createCheapPasswords } from '../../support/passwords';
import { createCheckedApp } from '../checked-app';

const currentPassword = 'Correct-horse-7';
let context: TestContext;
let ada: string;
let grace: string;
beforeEach(async () => {
  context = await createTestContext();
  const passwordHash = await createCheapPasswords().hash(currentPassword);
  ada = (await createTestUser(context, { passwordHash })).user.id;
  context.clock.advance(1);
  grace = (await createTestUser(context)).user.id;
});

/** Calls in a session of Ada that began `minutesAgo`. */
async function call(minutesAgo: number, method: string, end: string, body?: object) {
  const cookie = await signInAs(context, ada);
  context.clock.advance(minutesAgo * 60_000);
  const response = await createCheckedApp(context).request(`/api/installation/users/${grace}/${end}`, {
    method,
    headers: { Cookie: cookie, 'Content-Type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, code: text && (JSON.parse(text) as { code: string }).code };
}

test.each([
  ['PUT', 'administrator', 204],
  ['DELETE', 'administrator', 204],
  ['DELETE', 'two-factor', 409],
])('%s …/%s takes a password, or a log-in of the last minutes', async (method, end, status) => {
  if (method === 'DELETE') await makeAdministrator(context.db, context.config, grace, { now: context.now() });
  expect(await call(15, method, end)).toEqual({ status: 403, code: 'PROOF_NEEDED' });
  expect(await call(15, method, end, { currentPassword: 'Another-horse-7' })).toEqual({
    status: 403,
    code: 'WRONG_PASSWORD',
  });
  expect(await call(15, method, end, { currentPassword })).toMatchObject({ status });
});

test('a new log-in is proof enough, and a link or the end of sessions needs none', async () => {
  expect(await call(14, 'PUT', 'administrator')).toMatchObject({ status: 204 });
  expect(await call(15, 'POST', 'reset-link')).toMatchObject({ status: 204 });
  expect(await call(15, 'DELETE', 'sessions')).toMatchObject({ status: 204 });
});

test('accounts are found by a part of their address, organizations by a part of their name', async () => {
  await makeAdministrator(context.db, context.config, ada, { now: context.now() });
  const { organizationId } = await createTestUser(context, { email: 'Katherine@example.com' });
  await updateOrganization(context.db, organizationId, { name: 'Looms & Wheels', now: 0 });
  const cookie = await signInAs(context, ada);
  const find = async (list: string, search: string) => {
    const query = new URLSearchParams({ search }).toString();
    const path = `/api/installation/${list}?${query}`;
    const response = await createCheckedApp(context).request(path, { headers: { Cookie: cookie } });
    return (await response.json()) as unknown[];
  };
  expect(await find('users', 'KATHERINE')).toMatchObject([{ email: 'Katherine@example.com' }]);
  expect(await find('organizations', 'looms &')).toMatchObject([{ id: organizationId }]);
  expect(await find('organizations', '%')).toEqual([]);
  expect((await find('organizations', '')).length).toBeGreaterThan(1);
});
