import { beforeEach, describe, expect, it } from 'vitest';
import { findTokenGrant } from '~/auth/api-token';
import { createCheapPasswords } from '../../support/passwords';
import { updatePassword } from '~/db/accounts/users';
import { listApiTokens } from '~/db/organizations/api-tokens';
import { listAuditEntries } from '~/db/organizations/audit-log';
import { insertMembership } from '~/db/organizations/memberships';
import type { Role } from '~/db/core/tables';
import { createApiToken } from '~/services/accounts/api-token-creation';
import { revokeApiToken } from '~/services/organizations/api-tokens';
import { changeOrganization } from '~/services/organizations/details';
import { changeRole, removeMember } from '~/services/organizations/members';
import { createTestUser, proven } from '../../support/accounts';
import { createTestContext, type TestContext } from '../../support/context';
import { listMail } from '../../support/mail';

let context: TestContext;
let organizationId: string;
let people: Record<Role, string>;

beforeEach(async () => {
  context = await createTestContext();
  const owner = await createTestUser(context);
  organizationId = owner.organizationId;
  const add = async (role: Role) => (await createTestUser(context, { organizationId, role })).user.id;
  people = { OWNER: owner.user.id, ADMIN: await add('ADMIN'), MEMBER: await add('MEMBER') };
});

function actorOf(who: Role) {
  return { userId: people[who], organizationId, address: '192.0.2.1' };
}

async function create(who: Role, role: Role, name = 'Deployment'): Promise<{ id: string; token: string }> {
  const outcome = await createApiToken(context, actorOf(who), { name, role }, proven);
  if (outcome.kind !== 'created') throw new Error(outcome.kind);
  return outcome;
}

describe('creating a token', () => {
  it('is for people: a token, whatever its role, makes no other that could outlive it', async () => {
    const details = { name: 'Another', role: 'MEMBER' as const };
    expect(
      await createApiToken(
        context,
        { ...actorOf('OWNER'), atMost: { role: 'OWNER', access: 'edit' } as const },
        details,
        proven,
      ),
    ).toMatchObject({
      kind: 'forbidden',
      message: 'An API token cannot create another one. Create it when you are signed in.',
    });
    expect(await listApiTokens(context.db, { organizationId, limit: 10 })).toEqual([]);
  });

  it('returns it once and stores only its hash', async () => {
    const { token } = await create('OWNER', 'ADMIN');
    expect(token).toMatch(/^wk_[\w-]{43}$/);
    const rows = await context.db.all(context.db.build.selectFrom('api_tokens').selectAll());
    expect(rows).toMatchObject([{ name: 'Deployment', role: 'ADMIN', last_four: token.slice(-4) }]);
    expect(JSON.stringify(rows)).not.toContain(token.slice(3, -4));
  });

  it.each<[Role, Role, string]>([
    ['OWNER', 'OWNER', 'created'],
    ['ADMIN', 'ADMIN', 'created'],
    ['ADMIN', 'OWNER', 'forbidden'],
    ['MEMBER', 'MEMBER', 'forbidden'],
  ])('as %s with the role %s: %s', async (who, role, kind) => {
    expect((await createApiToken(context, actorOf(who), { name: 'Deployment', role }, proven)).kind).toBe(
      kind,
    );
  });

  it('is not for a member of another organization', async () => {
    const stranger = { ...actorOf('OWNER'), userId: (await createTestUser(context)).user.id };
    const outcome = await createApiToken(context, stranger, { name: 'Deployment', role: 'MEMBER' }, proven);
    expect(outcome).toEqual({ kind: 'not-found' });
  });
});

describe('creating one takes a proof of who one is', () => {
  const details = { name: 'Deployment', role: 'OWNER' as const };
  const address = '192.0.2.1';

  it('the password, and the owner of the account is mailed', async () => {
    const passwordHash = await createCheapPasswords().hash('Difference-Engine-1');
    await updatePassword(context.db, people.OWNER, { passwordHash, now: context.now() });
    const createBy = (password?: string) =>
      createApiToken(context, actorOf('OWNER'), details, { address, password });
    expect(await createBy()).toMatchObject({ kind: 'proof-needed' });
    expect(await createBy('wrong')).toEqual({ kind: 'wrong-password' });
    expect(await listApiTokens(context.db, { organizationId, limit: 9 })).toEqual([]);
    expect(await listMail(context.db)).toEqual([]);

    expect(await createBy('Difference-Engine-1')).toMatchObject({ kind: 'created' });
    expect(await listMail(context.db)).toMatchObject([
      {
        recipient: `${people.OWNER}@example.com`,
        subject: 'An API token was created in your name',
        body_text: expect.stringContaining('“Deployment”'),
      },
    ]);
  });

  it('of no higher role than that of its creator', async () => {
    const owners = { name: 'Deployment', role: 'OWNER' as const };
    expect(await createApiToken(context, actorOf('ADMIN'), owners, proven)).toEqual({
      kind: 'forbidden',
      message: 'An API token cannot have a higher role than you. Choose your own, or one below it.',
    });
  });

  it('of nobody who may not create one', async () => {
    const outcome = await createApiToken(context, actorOf('MEMBER'), details, { address });
    expect(outcome).toEqual({
      kind: 'forbidden',
      message: "You don't have permission to do this. Ask an owner or an admin.",
    });
  });
});

describe('a token', () => {
  it('shows when it was used last, to the minute', async () => {
    const { token } = await create('OWNER', 'MEMBER');
    const lastUsed = async () =>
      (await listApiTokens(context.db, { organizationId, limit: 9 }))[0]?.lastUsedAt;
    const now = context.now();
    const use = async (at: number) => {
      await findTokenGrant(context, token, at);
      // The use is written with others of the moment.
      await context.db.groupCommit(async () => undefined);
    };
    await use(now);
    expect(await lastUsed()).toBe(now);
    await use(now + 59_000);
    expect(await lastUsed()).toBe(now);
    await use(now + 60_000);
    expect(await lastUsed()).toBe(now + 60_000);
  });

  it('goes with the membership of its maker, and does not come back with it', async () => {
    const { token } = await create('ADMIN', 'ADMIN');
    await removeMember(context, actorOf('OWNER'), people.ADMIN, proven);
    expect(await findTokenGrant(context, token, context.now())).toBeUndefined();
    const again = { userId: people.ADMIN, organizationId, role: 'ADMIN' as const, now: context.now() };
    await insertMembership(context.db, again);
    expect(await findTokenGrant(context, token, context.now())).toBeUndefined();
  });

  it('does no more than its maker may do by now', async () => {
    await create('ADMIN', 'ADMIN');
    const program = { ...actorOf('ADMIN'), atMost: { role: 'ADMIN', access: 'edit' } as const };
    expect((await changeOrganization(context, program, { name: 'looms' })).kind).toBe('organization');
    await changeRole(context, actorOf('OWNER'), { userId: people.ADMIN, role: 'MEMBER' }, proven);
    expect(await changeOrganization(context, program, { name: 'mills' })).toEqual({
      kind: 'forbidden',
      message: "You don't have permission to do this. Ask an owner or an admin.",
    });
  });

  it('does not let a program take its maker out of the organization', async () => {
    const program = { ...actorOf('ADMIN'), atMost: { role: 'MEMBER', access: 'edit' } as const };
    expect(await removeMember(context, program, people.ADMIN)).toEqual({
      kind: 'forbidden',
      message: 'The role of this API token does not allow this. Ask an owner or an admin for another one.',
    });
  });
});

describe('revoking', () => {
  it('is for owners and admins, whatever member made the token, and is audited like its creation', async () => {
    const { id, token } = await create('OWNER', 'MEMBER');
    expect(await revokeApiToken(context, actorOf('MEMBER'), id)).toEqual({
      kind: 'forbidden',
      message: "You don't have permission to do this. Ask an owner or an admin.",
    });
    expect(await revokeApiToken(context, actorOf('ADMIN'), id)).toEqual({ kind: 'revoked' });
    expect(await revokeApiToken(context, actorOf('ADMIN'), id)).toEqual({ kind: 'not-found' });
    expect(await findTokenGrant(context, token, context.now())).toBeUndefined();
    expect(await listAuditEntries(context.db, { organizationId, limit: 9 })).toMatchObject([
      { kind: 'api-token-revoked', detail: 'Deployment: MEMBER', address: '192.0.2.1' },
      { kind: 'api-token-created', detail: 'Deployment: MEMBER' },
    ]);
  });

  it('does not reach into another organization', async () => {
    const { id, token } = await create('OWNER', 'MEMBER');
    const other = await createTestUser(context);
    const stranger = { userId: other.user.id, organizationId: other.organizationId };
    expect(await revokeApiToken(context, stranger, id)).toEqual({ kind: 'not-found' });
    expect(await findTokenGrant(context, token, context.now())).toBeDefined();
  });
});

it('are listed newest first, page by page, without those of others', async () => {
  for (const name of ['first', 'second', 'third']) await create('OWNER', 'MEMBER', name);
  const other = await createTestUser(context);
  await createApiToken(
    context,
    { userId: other.user.id, organizationId: other.organizationId },
    { name: 'theirs', role: 'MEMBER' },
    proven,
  );
  const page = await listApiTokens(context.db, { organizationId, limit: 2 });
  expect(page.map(({ name }) => name)).toEqual(['third', 'second']);
  const rest = await listApiTokens(context.db, { organizationId, before: page[1]?.id, limit: 2 });
  expect(rest.map(({ name }) => name)).toEqual(['first']);
});
