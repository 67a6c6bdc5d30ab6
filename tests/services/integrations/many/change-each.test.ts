import { beforeEach, expect, test } from 'vitest';
import { findIntegration } from '~/db/integrations/integrations';
import { deleteMembership } from '~/db/organizations/members';
import { describeProblem } from '~/problem';
import type { Actor } from '~/services/actor';
import { restoreIntegration } from '~/services/deleted-integrations/restoration';
import { updateIntegration } from '~/services/integrations/integrations';
import { type Change, changeEach, maxChanged } from '~/services/integrations/many/change-each';
import { createTestUser } from '../../../support/accounts';
import { createTestContext, type TestContext } from '../../../support/context';
import { seedIntegration, type SeededDefinition } from '../../../support/seed';

let context: TestContext;
let actor: Actor;

beforeEach(async () => {
  context = await createTestContext();
  actor = await createActor();
});

async function createActor(): Promise<Actor> {
  const { user, organizationId } = await createTestUser(context);
  return { userId: user.id, organizationId };
}

const apiCalls = [{ id: 'a', name: 'A', order: 1, method: 'GET', url: 'https://api.example.com/' }];

function add(definition: SeededDefinition = {}, by = actor): Promise<string> {
  return seedIntegration({ context, ...by }, { apiCalls, isActive: false, ...definition });
}

/** Changes them and answers what became of each. */
async function change(ids: string[], wanted: Change, by = actor): Promise<unknown[]> {
  const changed = await changeEach(context, by, ids, wanted);
  return changed.map(({ name, outcome }) =>
    outcome.kind === 'done' || outcome.kind === 'same'
      ? [name, outcome.kind]
      : [
          name,
          outcome.kind,
          Object.values(describeProblem(outcome).body.fields ?? {})[0]?.[0] ??
            describeProblem(outcome).body.message,
        ],
  );
}

function find(id: string, by = actor) {
  return findIntegration(context.db, { id, organizationId: by.organizationId });
}

async function listAuditKinds(id: string): Promise<string[]> {
  const { db } = context;
  const rows = await db.all(
    db.build.selectFrom('audit').select('kind').where('subject_id', '=', id).orderBy('id'),
  );
  return rows.map(({ kind }) => kind);
}

test('those that are ready are deployed, and the others say why not', async () => {
  const [ready, live] = [await add({ name: 'Ready' }), await add({ name: 'Live', isActive: true })];
  const empty = await add({ name: 'Empty', apiCalls: [] });
  const held = await add({ name: 'Held back', isActive: true });
  await updateIntegration(context, actor, held, { autoDeploy: false });
  await updateIntegration(context, actor, held, {
    apiCalls: [{ ...apiCalls[0], url: 'https://api.example.com/2' }],
  });
  expect(await find(held)).toMatchObject({ version: 2, deployedVersion: 1 });
  expect(await change([ready, live, empty, held, 'gone', ready], { kind: 'deploy' })).toEqual([
    ['Ready', 'done'],
    ['Live', 'same'],
    ['Empty', 'invalid', 'Configure trigger and add at least one API call with URL and method'],
    ['Held back', 'done'],
    [null, 'not-found', 'The requested resource was not found.'],
  ]);
  expect(await find(ready)).toMatchObject({ isActive: true });
  expect(await find(empty)).toMatchObject({ isActive: false });
  expect(await find(held)).toMatchObject({ isActive: true, deployedVersion: 2 });
  expect((await listAuditKinds(ready)).at(-1)).toBe('integration-deployed');
  expect((await listAuditKinds(live)).filter((kind) => kind === 'integration-deployed')).toHaveLength(1);
});

test('they are disabled, and drafts are as they were', async () => {
  const [live, draft] = [await add({ name: 'Live', isActive: true }), await add({ name: 'Draft' })];
  expect(await change([live, draft], { kind: 'disable' })).toEqual([
    ['Live', 'done'],
    ['Draft', 'same'],
  ]);
  expect(await find(live)).toMatchObject({ isActive: false });
  expect((await listAuditKinds(live)).at(-1)).toBe('integration-disabled');
});

test('a tag is added to those without it and removed from those with it, whatever its case', async () => {
  const many = Array.from({ length: 10 }, (_, index) => `tag-${index}`);
  const [none, has, full] = [
    await add({ name: 'None' }),
    await add({ name: 'Has', tags: ['Shop', 'b'] }),
    await add({ name: 'Full', tags: many }),
  ];
  expect(await change([none, has, full], { kind: 'add-tag', tag: 'shop' })).toEqual([
    ['None', 'done'],
    ['Has', 'same'],
    ['Full', 'invalid', 'An integration can have at most 10 tags'],
  ]);
  expect((await find(none))?.tags).toEqual(['shop']);
  expect((await find(has))?.tags).toEqual(['Shop', 'b']);
  expect((await find(full))?.tags).toEqual(many);
  expect(await change([none, has, full], { kind: 'remove-tag', tag: 'SHOP' })).toEqual([
    ['None', 'done'],
    ['Has', 'done'],
    ['Full', 'same'],
  ]);
  expect((await find(has))?.tags).toEqual(['b']);
  // A tag is no part of a version.
  expect(await find(none)).toMatchObject({ version: 1 });
});

test('those that two people delete at once are deleted once, and one of them learns that they are gone', async () => {
  const ids = [await add({ name: 'First' }), await add({ name: 'Second' })];
  const both = await Promise.all([change(ids, { kind: 'delete' }), change(ids, { kind: 'delete' })]);
  const kinds = both.map((changed) => changed.map((each) => (each as string[])[1]));
  expect([kinds[0]?.[0], kinds[1]?.[0]].toSorted()).toEqual(['done', 'not-found']);
  expect([kinds[0]?.[1], kinds[1]?.[1]].toSorted()).toEqual(['done', 'not-found']);
  for (const id of ids)
    expect(await listAuditKinds(id)).toEqual(['integration-created', 'integration-deleted']);
});

test('what is deleted can be restored as if it had been deleted alone', async () => {
  const [first, second] = [await add({ name: 'First', isActive: true }), await add({ name: 'Second' })];
  expect(await change([first, second], { kind: 'delete' })).toEqual([
    ['First', 'done'],
    ['Second', 'done'],
  ]);
  expect(await find(first)).toBeUndefined();
  expect(await change([first], { kind: 'delete' })).toEqual([
    [null, 'not-found', 'The requested resource was not found.'],
  ]);
  expect(await restoreIntegration(context, actor, first)).toMatchObject({
    kind: 'integration',
    integration: { name: 'First', isActive: false },
  });
  expect(await listAuditKinds(second)).toEqual(['integration-created', 'integration-deleted']);
});

test.for<Change>([
  { kind: 'deploy' },
  { kind: 'disable' },
  { kind: 'delete' },
  { kind: 'add-tag', tag: 'theirs' },
  { kind: 'remove-tag', tag: 'ours' },
])('nobody can $kind those of another organization', async (wanted) => {
  const stranger = await createActor();
  const id = await add({ name: 'Theirs', tags: ['ours'], isActive: wanted.kind === 'disable' }, stranger);
  const before = await find(id, stranger);
  expect(before).toBeDefined();
  expect(await change([id], wanted)).toEqual([[null, 'not-found', 'The requested resource was not found.']]);
  expect(await find(id, stranger)).toEqual(before);
});

test.for<Change>([{ kind: 'deploy' }, { kind: 'delete' }, { kind: 'add-tag', tag: 'new' }])(
  'a member who was removed meanwhile changes nothing, and the outcome says why: $kind',
  async (wanted) => {
    const id = await add({ name: 'Orders' });
    const { organizationId } = actor;
    const { user } = await createTestUser(context, { organizationId, role: 'MEMBER' });
    await deleteMembership(context.db, user.id, organizationId);
    const before = await find(id);
    const refusal = [null, 'forbidden', 'You are no longer a member of this organization.'];
    expect(await change([id, 'gone'], wanted, { userId: user.id, organizationId })).toEqual([
      refusal,
      refusal,
    ]);
    expect(await find(id)).toEqual(before);
  },
);

test('more than can be changed at once are changed not at all', async () => {
  const ids = Array.from({ length: maxChanged + 1 }, (_, index) => `id-${index}`);
  await expect(changeEach(context, actor, ids, { kind: 'delete' })).rejects.toThrow('too many at once');
  expect(await changeEach(context, actor, ids.slice(1), { kind: 'delete' })).toHaveLength(maxChanged);
});

test('tags that are added at the same time are all added', async () => {
  const ids = [await add({ name: 'First' }), await add({ name: 'Second', tags: ['old'] })];
  const tags = ['one', 'two', 'three'];
  const changed = await Promise.all([
    ...tags.map((tag) => change(ids, { kind: 'add-tag', tag })),
    change(ids, { kind: 'remove-tag', tag: 'old' }),
  ]);
  expect(changed.flat().filter((line) => !['done', 'same'].includes((line as string[])[1] ?? ''))).toEqual(
    [],
  );
  for (const id of ids) expect((await find(id))?.tags.toSorted()).toEqual(tags.toSorted());
});

test('a member who is removed meanwhile changes nothing further, and is not told that it is done', async () => {
  const ids: string[] = [];
  for (const name of ['First', 'Second', 'Third']) ids.push(await add({ name }));
  const [first = '', ...others] = ids;
  const removed = new Promise<void>((resolve, reject) => {
    context.changeEvents.subscribe(first, () => {
      deleteMembership(context.db, actor.userId, actor.organizationId).then(resolve, reject);
    });
  });
  const [done, ...refused] = await change(ids, { kind: 'delete' });
  await removed;
  expect(done).toEqual(['First', 'done']);
  const message = 'You are no longer a member of this organization.';
  expect(refused.at(-1)).toEqual([null, 'forbidden', message]);
  for (const id of others) expect(await find(id)).toBeDefined();
});

test('those that a full disk does not take say so, beside those that were changed before', async () => {
  const ids: string[] = [];
  for (let n = 1; n <= 60; n += 1) ids.push(await add({ name: `Integration ${n}` }));
  const { sqlite } = context.db;
  const most = String(sqlite.pragma('max_page_count', { simple: true }));
  sqlite.pragma(`max_page_count = ${String(sqlite.pragma('page_count', { simple: true }))}`);
  const changed = await change(ids, { kind: 'delete' });
  sqlite.pragma(`max_page_count = ${most}`);
  const kinds = changed.map((line) => (line as string[])[1]);
  expect(new Set(kinds)).toEqual(new Set(['done', 'unavailable']));
  const message = 'The disk of this server is full, so nothing was saved. Try again once there is room.';
  for (const [index, id] of ids.entries()) {
    const isThere = (await find(id)) !== undefined;
    expect(isThere).toBe(kinds[index] === 'unavailable');
    if (isThere) expect(changed[index]).toEqual([`Integration ${index + 1}`, 'unavailable', message]);
  }
});
