import { beforeEach, describe, expect, it } from 'vitest';
import { findTokenGrant } from '~/auth/api-token';
import { listApiTokens } from '~/db/organizations/api-tokens';
import { listAudit } from '~/db/organizations/audit-log';
import { insertMembership } from '~/db/organizations/memberships';
import type { Role } from '~/db/core/schema';
import { createApiToken, revokeApiToken } from '~/services/organizations/api-tokens';
import { changeOrganization } from '~/services/organizations/details';
import { changeRole, removeMember } from '~/services/organizations/members';
import { createTestUser } from '../../support/accounts';
import { createTestContext, type TestContext } from '../../support/context';

let context: TestContext;
let organizationId: string;
let people: Record<Role, string>;

beforeEach(async () => {
  context = await createTestContext();
  const owner = createTestUser(context);
  organizationId = owner.organizationId;
  const add = (role: Role) => createTestUser(context, { organizationId, role }).user.id;
  people = { OWNER: owner.user.id, ADMIN: add('ADMIN'), MEMBER: add('MEMBER') };
});

function actorOf(who: Role) {
  return { userId: people[who], organizationId, address: '192.0.2.1' };
}

function create(who: Role, role: Role, name = 'Deployment'): { id: string; token: string } {
  const outcome = createApiToken(context, actorOf(who), { name, role });
  if (outcome.kind !== 'created') throw new Error(outcome.kind);
  return outcome;
}

describe('creating a token', () => {
  it('is for people: a token, whatever its role, makes no other that could outlive it', () => {
    const details = { name: 'Another', role: 'MEMBER' as const };
    expect(createApiToken(context, { ...actorOf('OWNER'), atMost: 'OWNER' }, details)).toMatchObject({
      kind: 'forbidden',
      message: 'An API token cannot make another one. Make it when you are signed in.',
    });
    expect(listApiTokens(context.db, { organizationId, limit: 10 })).toEqual([]);
  });

  it('returns it once and stores only its hash', () => {
    const { token } = create('OWNER', 'ADMIN');
    expect(token).toMatch(/^wk_[\w-]{43}$/);
    const rows = context.db.all(context.db.build.selectFrom('api_tokens').selectAll());
    expect(rows).toMatchObject([{ name: 'Deployment', role: 'ADMIN', last_four: token.slice(-4) }]);
    expect(JSON.stringify(rows)).not.toContain(token.slice(3, -4));
  });

  it.each<[Role, Role, string]>([
    ['OWNER', 'OWNER', 'created'],
    ['ADMIN', 'ADMIN', 'created'],
    ['ADMIN', 'OWNER', 'forbidden'],
    ['MEMBER', 'MEMBER', 'forbidden'],
  ])('as %s with the role %s: %s', (who, role, kind) => {
    expect(createApiToken(context, actorOf(who), { name: 'Deployment', role }).kind).toBe(kind);
  });

  it('is not for somebody of another organization', () => {
    const stranger = { ...actorOf('OWNER'), userId: createTestUser(context).user.id };
    const outcome = createApiToken(context, stranger, { name: 'Deployment', role: 'MEMBER' });
    expect(outcome).toEqual({ kind: 'not-found' });
  });
});

describe('a token', () => {
  it('is told when it was used last, to the minute', () => {
    const { token } = create('OWNER', 'MEMBER');
    const lastUsed = () => listApiTokens(context.db, { organizationId, limit: 9 })[0]?.lastUsedAt;
    const now = context.now();
    findTokenGrant(context.db, token, now);
    expect(lastUsed()).toBe(now);
    findTokenGrant(context.db, token, now + 59_000);
    expect(lastUsed()).toBe(now);
    findTokenGrant(context.db, token, now + 60_000);
    expect(lastUsed()).toBe(now + 60_000);
  });

  it('goes with the membership of whoever made it, and does not come back with it', () => {
    const { token } = create('ADMIN', 'ADMIN');
    removeMember(context, actorOf('OWNER'), people.ADMIN);
    expect(findTokenGrant(context.db, token, context.now())).toBeUndefined();
    const again = { userId: people.ADMIN, organizationId, role: 'ADMIN' as const, now: context.now() };
    insertMembership(context.db, again);
    expect(findTokenGrant(context.db, token, context.now())).toBeUndefined();
  });

  it('does no more than whoever made it may do by now', () => {
    create('ADMIN', 'ADMIN');
    const program = { ...actorOf('ADMIN'), atMost: 'ADMIN' as const };
    expect(changeOrganization(context, program, { name: 'looms' }).kind).toBe('organization');
    changeRole(context, actorOf('OWNER'), { userId: people.ADMIN, role: 'MEMBER' });
    expect(changeOrganization(context, program, { name: 'mills' })).toEqual({ kind: 'forbidden' });
  });

  it('does not let a program take its maker out of the organization', () => {
    const program = { ...actorOf('ADMIN'), atMost: 'MEMBER' as const };
    expect(removeMember(context, program, people.ADMIN)).toEqual({ kind: 'forbidden' });
  });
});

describe('revoking', () => {
  it('is for owners and admins, whoever made the token, and is audited like its creation', () => {
    const { id, token } = create('OWNER', 'MEMBER');
    expect(revokeApiToken(context, actorOf('MEMBER'), id)).toEqual({ kind: 'forbidden' });
    expect(revokeApiToken(context, actorOf('ADMIN'), id)).toEqual({ kind: 'revoked' });
    expect(revokeApiToken(context, actorOf('ADMIN'), id)).toEqual({ kind: 'not-found' });
    expect(findTokenGrant(context.db, token, context.now())).toBeUndefined();
    expect(listAudit(context.db, { organizationId, limit: 9 })).toMatchObject([
      { kind: 'api-token-revoked', detail: 'Deployment: MEMBER', address: '192.0.2.1' },
      { kind: 'api-token-created', detail: 'Deployment: MEMBER' },
    ]);
  });

  it('does not reach into another organization', () => {
    const { id, token } = create('OWNER', 'MEMBER');
    const other = createTestUser(context);
    const stranger = { userId: other.user.id, organizationId: other.organizationId };
    expect(revokeApiToken(context, stranger, id)).toEqual({ kind: 'not-found' });
    expect(findTokenGrant(context.db, token, context.now())).toBeDefined();
  });
});

it('are listed newest first, page by page, without those of others', () => {
  for (const name of ['first', 'second', 'third']) create('OWNER', 'MEMBER', name);
  const other = createTestUser(context);
  createApiToken(
    context,
    { userId: other.user.id, organizationId: other.organizationId },
    { name: 'theirs', role: 'MEMBER' },
  );
  const page = listApiTokens(context.db, { organizationId, limit: 2 });
  expect(page.map(({ name }) => name)).toEqual(['third', 'second']);
  const rest = listApiTokens(context.db, { organizationId, before: page[1]?.id, limit: 2 });
  expect(rest.map(({ name }) => name)).toEqual(['first']);
});
