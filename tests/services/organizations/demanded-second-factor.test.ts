import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { requireMembership } from '~/auth/guards';
import { createCheapPasswords } from '../../support/passwords';
import { seal } from '~/auth/secret-box';
import { associatedDataOfAppKey } from '~/auth/second-factor/authenticator-app';
import { insertTwoFactor } from '~/db/accounts/two-factor';
import { findMembership, insertMembership } from '~/db/organizations/memberships';
import { countWithPasswordAlone } from '~/db/organizations/demanded-second-factor';
import type { User } from '~/db/accounts/users';
import { createApiToken } from '~/services/accounts/api-token-creation';
import { changeOrganization } from '~/services/organizations/details';
import { createCheckedApp } from '../../api/checked-app';
import { createTestUser, proven, signInAs } from '../../support/accounts';
import { createTestContext, type TestContext } from '../../support/context';

let passwordHash: string;
beforeAll(async () => {
  passwordHash = await createCheapPasswords().hash('Difference-Engine-1');
});

let context: TestContext;
let owner: User;
let member: User;
let organizationId: string;

beforeEach(async () => {
  context = await createTestContext();
  ({ user: owner, organizationId } = await createTestUser(context, { passwordHash }));
  ({ user: member } = await createTestUser(context, { organizationId, role: 'MEMBER', passwordHash }));
});

const demand = (requiresSecondFactor: boolean) =>
  changeOrganization(context, { userId: owner.id, organizationId }, { requiresSecondFactor });

async function addFactor({ id: userId }: User): Promise<void> {
  const secret = seal(context.config.appKey, 'GEZDGNBVGY3TQOJQ', associatedDataOfAppKey(userId));
  await insertTwoFactor(context.db, { userId, secret, lastStep: 0, now: context.now() });
}

/** Where a screen leads the person; null when it is shown. */
async function openScreen(user: User): Promise<string | null> {
  const headers = { Cookie: await signInAs(context, user.id), Accept: 'text/html' };
  try {
    await requireMembership(context, new Request('http://localhost:3000/?search=a', { headers }));
    return null;
  } catch (thrown) {
    if (thrown instanceof Response) return thrown.headers.get('Location');
    throw thrown;
  }
}

async function callApi(headers: Record<string, string>) {
  const path = `/api/organizations/${organizationId}/members`;
  const response = await createCheckedApp(context).request(path, { headers });
  return { status: response.status, body: (await response.json()) as unknown };
}

describe('an organization that asks for a second factor', () => {
  it('is opened by those who have one alone, on screens and by API', async () => {
    await addFactor(owner);
    expect(await openScreen(member)).toBeNull();
    expect(await demand(true)).toMatchObject({ organization: { requiresSecondFactor: true } });
    expect(await openScreen(owner)).toBeNull();
    expect(await openScreen(member)).toBe('/profile/two-factor?returnTo=%2F%3Fsearch%3Da');
    const asMember = { Cookie: await signInAs(context, member.id) };
    expect(await callApi(asMember)).toMatchObject({ status: 403, body: { code: 'SECOND_FACTOR_NEEDED' } });
    expect(await countWithPasswordAlone(context.db, { organizationId, passwordLogin: true })).toBe(1);

    await addFactor(member);
    expect(await openScreen(member)).toBeNull();
    expect(await callApi(asMember)).toMatchObject({ status: 200 });
    expect(await countWithPasswordAlone(context.db, { organizationId, passwordLogin: true })).toBe(0);
  });

  it('is left by those who do not want one', async () => {
    await addFactor(owner);
    await demand(true);
    const headers = { Cookie: await signInAs(context, member.id), Origin: context.config.appUrl };
    const remove = async ({ id }: User) => {
      const path = `/api/organization-memberships/${organizationId}/members/${id}`;
      return (await createCheckedApp(context).request(path, { method: 'DELETE', headers })).status;
    };
    expect(await remove(owner)).toBe(403);
    expect(await remove(member)).toBe(204);
    expect(await findMembership(context.db, member.id, organizationId)).toBeUndefined();
  });

  it('asks nobody where passwords log nobody in', async () => {
    await addFactor(owner);
    await demand(true);
    expect(await openScreen(member)).not.toBeNull();
    const config = { ...context.config, passwordLogin: false };
    context = Object.assign(context, { config });
    expect(await openScreen(member)).toBeNull();
    const asMember = { Cookie: await signInAs(context, member.id) };
    expect(await callApi(asMember)).toMatchObject({ status: 200 });
    expect(await countWithPasswordAlone(context.db, { organizationId, passwordLogin: false })).toBe(0);
  });

  it('is asked for by nobody who has none', async () => {
    expect(await demand(true)).toMatchObject({ kind: 'conflict' });
    expect(await openScreen(member)).toBeNull();
    await addFactor(owner);
    await demand(true);
    // What is asked for already may be written again, as a program does that keeps the settings.
    expect(await demand(true)).toMatchObject({ kind: 'organization' });
    expect(await demand(false)).toMatchObject({ organization: { requiresSecondFactor: false } });
    expect(await openScreen(member)).toBeNull();
    const audit = await context.db.all(context.db.build.selectFrom('audit').select('detail').orderBy('id'));
    expect(audit.map(({ detail }) => detail)).toEqual([
      'Members need a second factor',
      null,
      'Members need no second factor',
    ]);
  });

  it('leaves other organizations, tokens and people without a password as they are', async () => {
    await addFactor(owner);
    const { user: guest } = await createTestUser(context, { passwordHash });
    context.clock.advance(1);
    await insertMembership(context.db, {
      userId: guest.id,
      organizationId,
      role: 'MEMBER',
      now: context.now(),
    });
    const { user: bySso } = await createTestUser(context, { organizationId, role: 'MEMBER' });
    const made = await createApiToken(
      context,
      { userId: owner.id, organizationId, address: '192.0.2.1' },
      { name: 'CI', role: 'MEMBER' },
      proven,
    );
    if (made.kind !== 'created') throw new Error(made.kind);
    await demand(true);
    // Their own organization is their first.
    expect(await openScreen(guest)).toBeNull();
    expect(await openScreen(bySso)).toBeNull();
    expect(await callApi({ Authorization: `Bearer ${made.token}` })).toMatchObject({ status: 200 });
  });
});

async function listMembersAs({ id }: User) {
  return (await callApi({ Cookie: await signInAs(context, id) })).body;
}

it('who manages members sees who logs in with a password alone', async () => {
  await addFactor(owner);
  expect(await listMembersAs(owner)).toMatchObject([
    { withPasswordAlone: true },
    { withPasswordAlone: false },
  ]);
  expect(await listMembersAs(member)).toMatchObject([
    { withPasswordAlone: null },
    { withPasswordAlone: null },
  ]);
});
