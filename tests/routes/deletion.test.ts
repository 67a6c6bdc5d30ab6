import type { ActionFunctionArgs } from '@remix-run/node';
import { beforeEach, expect, it } from 'vitest';
import { createCheapPasswords } from '../support/passwords';
import { serializeOrganizationCookie } from '~/auth/organization-cookie';
import { insertMembership, listMemberships } from '~/db/organizations/memberships';
import type { Role } from '~/db/core/tables';
import { findUser, updatePassword, type User } from '~/db/accounts/users';
import { action as deleteData, loader as showData } from '~/routes/organization.settings.data/route';
import { action as submitAccount } from '~/routes/profile/route';
import { createTestUser, readCookies, signInAs } from '../support/accounts';
import { createTestContext, type TestContext } from '../support/context';

const password = 'Correct-horse-7';

let context: TestContext;
let organizationId: string;
let people: Record<Role, User>;

beforeEach(async () => {
  context = await createTestContext();
  const owner = await createTestUser(context);
  organizationId = owner.organizationId;
  const add = async (role: Role) => (await createTestUser(context, { organizationId, role })).user;
  people = { OWNER: owner.user, ADMIN: await add('ADMIN'), MEMBER: await add('MEMBER') };
});

async function argsAs(
  user: User,
  path: string,
  body?: Record<string, string>,
  cookie = '',
): Promise<ActionFunctionArgs> {
  const request = new Request(`http://localhost${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { Cookie: `${await signInAs(context, user.id)}; ${cookie}` },
    body: body && new URLSearchParams(body),
  });
  return { request, params: {}, context: { app: context, nonce: '', address: '192.0.2.1' } };
}

const screen = '/organization/settings/data';
const confirmed = () => ({ organizationId, confirmation: 'analytical engines' });

it.each([
  ['OWNER', true],
  ['ADMIN', false],
] as const)('the data screen is for %s', async (role, mayDelete) => {
  expect(await showData(await argsAs(people[role], screen))).toMatchObject({ mayDelete, isOnlyOne: true });
});

it('members are led from the data screen', async () => {
  await expect(argsAs(people.MEMBER, screen).then(showData)).rejects.toMatchObject({ status: 302 });
});

it('only an owner deletes, and only what the form named', async () => {
  const refused = await deleteData(await argsAs(people.ADMIN, screen, confirmed()));
  expect(refused).toMatchObject({ init: { status: 403 }, data: { failure: expect.any(String) } });
  const mistyped = await deleteData(
    await argsAs(people.OWNER, screen, { ...confirmed(), confirmation: 'x' }),
  );
  expect(mistyped).toMatchObject({
    init: { status: 422 },
    data: { errors: { confirmation: ['Type analytical engines to confirm'] }, failure: null },
  });
  const foreign = (await createTestUser(context)).organizationId;
  const other = await deleteData(
    await argsAs(people.OWNER, screen, { ...confirmed(), organizationId: foreign }),
  );
  expect(other).toMatchObject({ init: { status: 404 } });
  expect(await listMemberships(context.db, people.OWNER.id)).toHaveLength(1);

  const old = await argsAs(people.OWNER, screen, confirmed());
  context.clock.advance(15 * 60_000);
  expect(await deleteData(old)).toMatchObject({ init: { status: 403 } });
  expect(await listMemberships(context.db, people.OWNER.id)).toHaveLength(1);
  const done = await deleteData(await argsAs(people.OWNER, screen, confirmed()));
  expect(done).toMatchObject({ status: 302 });
  expect(await listMemberships(context.db, people.OWNER.id)).toEqual([]);
});

it('the organization that is deleted may demand a second factor, whichever is selected', async () => {
  const passwordHash = await createCheapPasswords().hash(password);
  await updatePassword(context.db, people.OWNER.id, { passwordHash, now: context.now() });
  const { build } = context.db;
  const demanding = { requires_second_factor: 1 as const };
  await context.db.run(build.updateTable('organizations').set(demanding).where('id', '=', organizationId));
  const other = (await createTestUser(context)).organizationId;
  const member = { userId: people.OWNER.id, organizationId: other, role: 'MEMBER' as const };
  await insertMembership(context.db, { ...member, now: context.now() });
  const selected = readCookies([await serializeOrganizationCookie(context.config, other)]);
  const args = await argsAs(people.OWNER, screen, confirmed(), selected);
  await expect(deleteData(args)).rejects.toMatchObject({ status: 302 });
  expect(await listMemberships(context.db, people.OWNER.id)).toHaveLength(2);
});

it('an account is deleted with its password; its cookies go with it', async () => {
  const { id } = people.MEMBER;
  await updatePassword(context.db, id, {
    passwordHash: await createCheapPasswords().hash(password),
    now: context.now(),
  });
  const submit = async (currentPassword: string) =>
    submitAccount(await argsAs(people.MEMBER, '/profile', { intent: 'delete-account', currentPassword }));
  expect(await submit('')).toMatchObject({ init: { status: 422 } });
  expect(await submit('Wrong-horse-7')).toMatchObject({
    init: { status: 403 },
    data: {
      intent: 'delete-account',
      result: { error: { currentPassword: ['Current password is incorrect.'] } },
      failure: null,
    },
  });
  expect(await findUser(context.db, id)).toBeDefined();
  const done = await submit(password);
  if (!(done instanceof Response)) throw new Error(JSON.stringify(done));
  expect(done.headers.get('Location')).toBe('/login');
  expect(readCookies(done.headers.getSetCookie())).toMatch(/session_token=;.*selectedOrgMembership=/);
  expect(await findUser(context.db, id)).toBeUndefined();
});
