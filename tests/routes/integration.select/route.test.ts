import type { ActionFunctionArgs } from '@remix-run/node';
import { beforeEach, expect, test } from 'vitest';
import { findIntegration } from '~/db/integrations/integrations';
import { action, loader } from '~/routes/integration.select/route';
import type { Actor } from '~/services/actor';
import { createTestUser, signInAs } from '../../support/accounts';
import { createTestContext, type TestContext } from '../../support/context';
import { seedIntegration, type SeededDefinition } from '../../support/seed';

let context: TestContext;
let actor: Actor;
let cookie: string;

beforeEach(async () => {
  context = await createTestContext();
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

/** Sends the form and answers what the screen gets. */
async function send(intent: string, selected: string[], more: string[][] = []) {
  const answer = await action(
    argsOf('', [['intent', intent], ...selected.map((id) => ['selected', id]), ...more]),
  );
  return { status: answer.init?.status ?? 200, ...answer.data };
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
    status: 200,
    kind: 'changed',
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
    status: 200,
    kind: 'changed',
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
