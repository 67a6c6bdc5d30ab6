import { beforeEach, describe, expect, it } from 'vitest';
import type { Actor } from '~/services/actor';
import { exportOrganization } from '~/services/organizations/export';
import { captureSample } from '~/services/webhooks/samples';
import { createTestUser } from '../../support/accounts';
import { createTestContext, type TestContext } from '../../support/context';
import { insertTestRecord } from '../../support/records';
import { seedIntegration } from '../../support/seed';
import { executionsEach, fillOrganization, mark } from './full-organization';

let context: TestContext;
let actor: Actor;

beforeEach(async () => {
  context = await createTestContext();
  const { user, organizationId } = await createTestUser(context, { email: 'ada@example.com' });
  actor = { userId: user.id, organizationId };
});

async function begin(by: Actor = actor) {
  const outcome = await exportOrganization(context, by);
  if (outcome.kind !== 'export') throw new Error(outcome.kind);
  return outcome;
}

async function readPieces() {
  const pieces: string[] = [];
  for await (const piece of (await begin()).pieces) pieces.push(piece);
  return pieces;
}

describe('the export of an organization', () => {
  it('holds everything of it, and nothing of another', async () => {
    const stranger = await createTestUser(context);
    await fillOrganization(context, { userId: stranger.user.id, organizationId: stranger.organizationId });
    const owners = await fillOrganization(context, actor);
    await createTestUser(context, {
      organizationId: actor.organizationId,
      role: 'MEMBER',
      email: 'b@example.com',
    });
    const text = (await readPieces()).join('');
    expect(text).not.toContain(stranger.organizationId);
    expect(text).not.toContain(stranger.user.email);
    expect(JSON.parse(text)).toMatchObject({
      format: 'wicked-organization',
      version: 1,
      exportedAt: '2026-01-05T12:00:00.000Z',
      organization: {
        id: actor.organizationId,
        name: 'analytical engines',
        description: `All about the ${mark}`,
      },
      billingDetails: { companyName: `${mark} Ltd`, card: null },
      members: [
        { email: 'ada@example.com', role: 'OWNER' },
        { email: 'b@example.com', role: 'MEMBER' },
      ],
      invitations: [{ email: `${mark}@example.org`, role: 'ADMIN' }],
      auditLog: [
        { kind: 'organization-exported', email: 'ada@example.com' },
        { kind: 'integration-created' },
        { kind: 'integration-created' },
      ],
      integrations: owners
        .map(({ integrationId }) => ({
          id: integrationId,
          isActive: false,
          totalExecutions: executionsEach,
          samples: [{ payload: { bird: mark } }],
        }))
        // Made in one moment, they stand in the order of their ids.
        .toSorted((a, b) => (a.id < b.id ? 1 : -1)),
    });
    for (const { executions, file } of JSON.parse(text).integrations) {
      expect(executions).toHaveLength(executionsEach + 1);
      expect(new Set(executions.map(({ id }: { id: string }) => id)).size).toBe(executionsEach + 1);
      expect(executions[1]).toMatchObject({
        status: 'completed',
        triggerData: { bird: `${mark} ${executionsEach - 1}` },
        apiCallLogs: [{ response: { status: 200 } }],
      });
      expect(file).toMatchObject({ format: 'wicked-integration', definition: { apiCalls: [{ id: 'a' }] } });
    }
  });

  it('has the records of stores, page by page, with the digits of their numbers and without secrets', async () => {
    const { organizationId } = actor;
    const add = (key: string, value: string, more: object = {}) =>
      insertTestRecord(context, { organizationId, store: 'orders', key, value, ...more });
    for (let n = 0; n < 205; n += 1) await add(String(1_000 + n), '1.10');
    await add('zz', '"sesame"', { isSecret: true });
    await insertTestRecord(context, { organizationId, store: 'carts', key: 'a', expiresAt: context.now() });
    const text = (await readPieces()).join('');
    const { stores } = JSON.parse(text) as {
      stores: { name: string; records: { key: string; value: unknown }[] }[];
    };
    expect(stores.map(({ name, records }) => [name, records.length])).toEqual([
      ['carts', 0],
      ['orders', 206],
    ]);
    expect(stores[1]?.records.map(({ key }) => key)).toEqual([
      ...Array.from({ length: 205 }, (_, n) => String(1_000 + n)),
      'zz',
    ]);
    expect(stores[1]?.records.at(-1)).toMatchObject({ isSecret: true, value: null });
    expect(text).toContain('"value":1.10');
    expect(text).not.toContain('sesame');
  });

  it('holds no secret', async () => {
    await fillOrganization(context, actor);
    expect((await readPieces()).join('')).not.toContain('a secret');
  });

  it('masks a secret that a captured sample holds, in its payload and in its request', async () => {
    const token = 'token-of-the-shop';
    const apiCalls = [
      { id: 'a', method: 'GET', url: 'https://a.example', authConfig: { type: 'bearer', token } },
    ];
    const { organizationId } = actor;
    const id = await seedIntegration({ context, userId: actor.userId, organizationId }, { apiCalls });
    const request = { method: 'POST', path: '/', query: {}, headers: { 'x-echo': token } };
    const sample = { json: JSON.stringify({ echo: token }), request: JSON.stringify(request) };
    await captureSample(context.db, { id, organizationId }, { ...sample, at: context.now() });
    const text = (await readPieces()).join('');
    expect(JSON.parse(text)).toMatchObject({
      integrations: [
        { samples: [{ payload: { echo: '••••' }, request: { headers: { 'x-echo': '••••' } } }] },
      ],
    });
    expect(text).not.toContain(token);
  });

  it('comes in pieces, between which other work is done', async () => {
    await fillOrganization(context, actor);
    let turns = 0;
    const ticking = setInterval(() => (turns += 1), 0);
    const pieces = await readPieces();
    clearInterval(ticking);
    expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(20_000);
    expect(turns).toBeGreaterThan(1);
  });

  it('is JSON also of an organization with nothing in it', async () => {
    expect(JSON.parse((await readPieces()).join(''))).toMatchObject({ integrations: [], invitations: [] });
  });

  it('is for owners and admins, and is noted', async () => {
    const { organizationId } = actor;
    const as = async (role: 'ADMIN' | 'MEMBER') =>
      (await createTestUser(context, { organizationId, role })).user.id;
    expect(await exportOrganization(context, { userId: await as('MEMBER'), organizationId })).toEqual({
      kind: 'forbidden',
      message: "You don't have permission to do this. Ask an owner or an admin.",
    });
    const admin = await as('ADMIN');
    expect((await begin({ userId: admin, organizationId })).fileName).toBe(
      'wicked-integrations-export-2026-01-05.json',
    );
    const audit = await context.db.all(context.db.build.selectFrom('audit').select(['kind', 'user_id']));
    expect(audit).toEqual([{ kind: 'organization-exported', user_id: admin }]);
    const stranger = (await createTestUser(context)).user.id;
    expect(await exportOrganization(context, { userId: stranger, organizationId })).toEqual({
      kind: 'not-found',
    });
  });
});
