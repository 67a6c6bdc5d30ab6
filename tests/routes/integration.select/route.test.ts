import { join } from 'node:path';
import type { ActionFunctionArgs } from '@remix-run/node';
import { beforeEach, expect, test } from 'vitest';
import { serializeOrganizationCookie } from '~/auth/organization-cookie';
import { findIntegration } from '~/db/integrations/integrations';
import { action, loader } from '~/routes/integration.select/route';
import type { Actor } from '~/services/actor';
import { createOrganization } from '~/services/organizations/creation';
import { createTestUser, signInAs } from '../../support/accounts';
import { createTestContext, type TestContext } from '../../support/context';
import { seedIntegration, type SeededDefinition } from '../../support/seed';
import { createDataDir } from '../../support/server';

let context: TestContext;
let actor: Actor;
let cookie: string;

beforeEach(async () => {
  context = await createTestContext({ config: { dataDir: createDataDir() } });
  const { user, organizationId } = await createTestUser(context);
  actor = { userId: user.id, organizationId };
  cookie = await signInAs(context, user.id);
});

const apiCalls = [{ id: 'a', name: 'A', order: 1, method: 'GET', url: 'https://api.example.com/' }];

function add(name: string, definition: SeededDefinition = {}): Promise<string> {
  context.clock.advance(1);
  return seedIntegration({ context, ...actor }, { name, apiCalls, isActive: false, ...definition });
}

function argsOf(query: string, body?: string[][]): ActionFunctionArgs {
  const request = new Request(`http://localhost/integration/select${query}`, {
    method: body ? 'POST' : 'GET',
    headers: { Cookie: cookie },
    body: body && new URLSearchParams(body),
  });
  return { request, params: {}, context: { app: context, nonce: '', address: '192.0.2.1' } };
}

/** Sends the form and answers what the screen gets, after a redirect what it leads to. */
async function send(intent: string, selected: string[], more: string[][] = []) {
  const answer = await action(
    argsOf('?sort=name', [['intent', intent], ...selected.map((id) => ['selected', id]), ...more]),
  );
  if ('data' in answer) return { status: answer.init?.status ?? 200, ...answer.data };
  const query = queryOf(answer);
  return { status: answer.status, query, ...(await loader(argsOf(query))).result };
}

function queryOf({ headers }: { headers: Headers }): string {
  const [path, query] = (headers.get('Location') ?? '').split('?');
  expect(path).toBe('/integration/select');
  return `?${query}`;
}

function find(id: string) {
  return findIntegration(context.db, { id, organizationId: actor.organizationId });
}

test('lists what the dashboard’s search and tag find, in its order', async () => {
  for (const name of ['Zebra feed', 'Aardvark feed', 'Other']) await add(name, { tags: ['Shop'] });
  await add('Feed without a tag');
  const { integrations, hasMore } = await loader(argsOf('?q=feed&tag=shop&sort=name'));
  expect(integrations.map(({ name }) => name)).toEqual(['Aardvark feed', 'Zebra feed']);
  expect(hasMore).toBe(false);
});

test('the result lists first what was not done, with the reason', async () => {
  const [ready, empty, live] = [
    await add('Ready'),
    await add('Empty', { apiCalls: [] }),
    await add('Live', { isActive: true }),
  ];
  expect(await send('deploy', [ready, empty, live, 'gone'])).toMatchObject({
    status: 302,
    query: expect.stringMatching(/^\?sort=name&result=/),
    change: 'deploy',
    lines: [
      {
        name: 'Empty',
        outcome: 'not',
        message: 'Configure trigger and add at least one API call with URL and method',
      },
      { name: null, outcome: 'not', message: 'It was deleted meanwhile.' },
      { name: 'Ready', outcome: 'done', message: null },
      { name: 'Live', outcome: 'same', message: null },
    ],
  });
});

test.each([
  ['disable', 'DISABLE', { isActive: false }],
  ['delete', 'DELETE', undefined],
] as const)('%s asks for a word first', async (intent, word, after) => {
  const id = await add('Live', { isActive: true });
  const question = { kind: 'asked', change: intent, integrations: [{ id, name: 'Live' }] };
  expect(await send(intent, [id, 'gone'])).toMatchObject({ status: 200, ...question, error: undefined });
  expect(await send(intent, [id], [['confirmation', 'yes']])).toMatchObject({
    status: 422,
    ...question,
    typed: 'yes',
    error: `Type ${word} to confirm`,
    selection: { selected: [id] },
  });
  expect(await find(id)).toMatchObject({ isActive: true });
  expect(await send(intent, [id], [['confirmation', word]])).toMatchObject({
    status: 302,
    change: intent,
    lines: [{ name: 'Live', outcome: 'done' }],
  });
  if (intent === 'delete') {
    expect(await send('delete', [id], [['confirmation', word]])).toMatchObject({
      lines: [{ name: null, outcome: 'same', message: null }],
    });
  }
  if (after) expect(await find(id)).toMatchObject(after);
  else expect(await find(id)).toBeUndefined();
});

test('to delete names what would not start any more', async () => {
  const source = await add('Source', { isActive: true });
  const triggerConfig = { type: 'event', event: { integrationId: source, on: 'completed' } };
  const follower = await add('Follower', { isActive: true, triggerConfig });
  expect(await send('delete', [source])).toMatchObject({ kind: 'asked', starts: ['Follower'] });
  expect(await send('delete', [source, follower])).toMatchObject({ kind: 'asked', starts: [] });
  expect(await send('disable', [source])).toMatchObject({ kind: 'asked', starts: [] });
});

test('the result stays for half an hour, for the person in that organization alone', async () => {
  const id = await add('Orders');
  const answer = await action(
    argsOf('', [
      ['intent', 'deploy'],
      ['selected', id],
    ]),
  );
  const query = queryOf(answer as Response);
  const read = async () => {
    const { result, isResultGone } = await loader(argsOf(query));
    return [result?.lines.map(({ name }) => name), isResultGone];
  };
  expect(await read()).toEqual([['Orders'], false]);
  expect(await read()).toEqual([['Orders'], false]);
  const own = cookie;
  const { organizationId } = actor;
  const colleague = await createTestUser(context, { organizationId, role: 'MEMBER' });
  cookie = await signInAs(context, colleague.user.id);
  expect(await read()).toEqual([undefined, true]);
  cookie = own;
  const other = await createOrganization(
    context,
    { userId: actor.userId, address: '192.0.2.1' },
    { name: 'another one' },
  );
  if (other.kind !== 'created') throw new Error(other.kind);
  const selected = await serializeOrganizationCookie(context.config, other.organizationId);
  cookie = `${own}; ${selected.split(';')[0]}`;
  expect(await read()).toEqual([undefined, true]);
  cookie = own;
  context.clock.advance(30 * 60_000);
  expect(await read()).toEqual([undefined, true]);
});

test('a result that cannot be kept is the response itself, and to cancel leads to no selection', async () => {
  const id = await add('Live', { isActive: true });
  context.config.dataDir = join(context.config.dataDir, 'gone');
  expect(await send('disable', [id])).toMatchObject({ kind: 'asked', keptId: undefined });
  expect(await send('deploy', [id])).toMatchObject({
    status: 200,
    kind: 'changed',
    change: 'deploy',
    lines: [{ name: 'Live', outcome: 'same' }],
  });
});

test('to cancel leads back to what was selected', async () => {
  const [one, other] = [await add('One', { isActive: true }), await add('Other', { isActive: true })];
  const asked = await send('disable', [one]);
  const keptId = 'keptId' in asked ? asked.keptId : undefined;
  expect((await loader(argsOf(`?selection=${keptId}`))).kept).toEqual([one]);
  expect((await loader(argsOf('?selection=unknown'))).kept).toEqual([]);
  expect(await find(other)).toMatchObject({ isActive: true });
});

test('a mistake keeps the selection and what was typed', async () => {
  const id = await add('Orders');
  const cases: [string, string[], string, string][] = [
    ['deploy', [], 'x', 'Select at least one integration.'],
    ['add-tag', [id], ' ', 'Type a tag first.'],
    ['add-tag', [id], 'a,b', 'A tag cannot contain a comma'],
    ['remove-tag', [id], 'x'.repeat(41), 'A tag can have at most 40 characters'],
    ['delete', ['gone'], '', 'The selected integrations were deleted meanwhile.'],
    [
      'deploy',
      Array.from({ length: 201 }, (_, index) => `id-${index}`),
      '',
      'Select at most 200 integrations.',
    ],
  ];
  for (const [intent, selected, tag, error] of cases) {
    const answer = await send(intent, selected, [['tag', tag]]);
    expect(answer).toMatchObject({ status: 422, kind: 'selection', selection: { error, tag: tag.trim() } });
    if (selected[0] === id) expect(answer).toMatchObject({ selection: { selected } });
  }
});

test('without script, buttons select the whole page or nothing', async () => {
  expect(await send('select-all', [], [['tag', 'kept']])).toMatchObject({
    selection: { selected: 'all', tag: 'kept' },
  });
  expect(await send('select-none', ['one'])).toMatchObject({ selection: { selected: [] } });
});

test('the export offers the file of the selected ones, and keeps the selection', async () => {
  expect(await send('export', ['one', 'tw,o&tag=x'])).toMatchObject({
    status: 200,
    kind: 'exported',
    url: `/api/integrations/organization/${actor.organizationId}/export?ids=one,tw%2Co%26tag%3Dx`,
    selection: { selected: ['one', 'tw,o&tag=x'] },
  });
});
