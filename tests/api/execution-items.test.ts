// The items of a for each in an execution's log, as programs page through them.
import { beforeEach, describe, expect, it } from 'vitest';
import { runExecution } from '~/services/runs/run-execution';
import { createTestUser, signInAs } from '../support/accounts';
import { createTestIntegration } from '../support/executions';
import { answerJson } from '../support/target';
import { createRunSetup, never, type RunSetup } from '../services/runs/run-setup';
import { type CheckedApp, createCheckedApp, readDocument } from './checked-app';

let setup: RunSetup;
let app: CheckedApp;
let cookie: string;
let path: string;

/** Two loops: one of 45 numbers, of which each second one fails, and one of three letters. */
beforeEach(async () => {
  setup = await createRunSetup();
  const { context, actor, target } = setup;
  app = createCheckedApp(context);
  cookie = await signInAs(context, actor.userId);
  setup.answers.handler = (request, response) =>
    answerJson({}, /^\/n\/\d*[02468]$/.test(request.url) ? 500 : 200)(request, response);
  const integrationId = await setup.seed({
    apiCalls: [
      { id: 'number', name: 'Number', method: 'GET', url: `${target.url}/n/{{number}}` },
      { id: 'letter', name: 'Letter', method: 'GET', url: `${target.url}/l/{{letter}}` },
    ],
    loopSteps: [
      { ...each('numbers', 'number'), order: 0.5, atOnce: 10, onError: 'continue' },
      { ...each('letters', 'letter'), order: 1.5 },
    ],
  });
  const numbers = Array.from({ length: 45 }, (_, index) => index + 1);
  const id = await setup.accept(integrationId, JSON.stringify({ numbers, letters: ['a', 'b', 'c'] }));
  await runExecution(context, await setup.claim(), never);
  path = `/api/integrations/${integrationId}/executions/${id}`;
});

function each(list: string, itemName: string) {
  return { id: list, throughCallId: itemName, items: `trigger.${list}`, itemName };
}

interface Log {
  loops: { id: string; page: object; items: { index: number; status: string }[] }[];
  apiCallLogs: { request: { url: string }; loop?: { id: string; index: number; of: number } }[];
}

async function read(query = '', as = cookie) {
  const response = await app.request(path + query, { headers: { Cookie: as } });
  return { status: response.status, body: (await response.json()) as Log };
}

/** Which items of the numbers a page has, and which pages are beside it. */
async function readPage(query: string) {
  const { status, body } = await read(query);
  expect(status).toBe(200);
  const [numbers, letters] = body.loops;
  expect(letters?.items.map(({ index }) => index)).toEqual([1, 2, 3]);
  const items = numbers?.items.map(({ index }) => index);
  const calls = body.apiCallLogs.filter(({ loop }) => loop?.id === 'numbers');
  expect(calls.map(({ request: { url }, loop }) => [new URL(url).pathname, loop?.index, loop?.of])).toEqual(
    items?.map((index) => [`/n/${index}`, index, 45]),
  );
  return { items, page: numbers?.page };
}

const range = (from: number, to: number, step = 1) =>
  Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, index) => from + index * step);

describe('the items of a for each', () => {
  it('are the first 20 with their calls, unless others are asked for', async () => {
    expect(await readPage('')).toEqual({
      items: range(1, 20),
      page: { from: 1, failedOnly: false, previous: null, next: 21 },
    });
    expect(await readPage('?loop=numbers&item=21')).toEqual({
      items: range(21, 40),
      page: { from: 21, failedOnly: false, previous: 1, next: 41 },
    });
    expect(await readPage('?loop=numbers&item=41&failed=false')).toEqual({
      items: range(41, 45),
      page: { from: 41, failedOnly: false, previous: 21, next: null },
    });
  });

  it('are those that failed alone, page by page', async () => {
    const first = await readPage('?loop=numbers&failed=true');
    expect(first).toEqual({
      items: range(2, 40, 2),
      page: { from: 1, failedOnly: true, previous: null, next: 42 },
    });
    expect(await readPage('?loop=numbers&item=42&failed=true')).toEqual({
      items: [42, 44],
      page: { from: 42, failedOnly: true, previous: 2, next: null },
    });
  });

  it('are the first ones of every loop when the one that is named is not there', async () => {
    expect(await readPage('?loop=unknown&item=21&failed=true')).toMatchObject({ items: range(1, 20) });
  });

  it('are the last one when a later one is asked for', async () => {
    expect(await readPage('?loop=numbers&item=1000')).toMatchObject({ items: [45], page: { next: null } });
  });

  it.each(['item=0', 'item=-1', 'item=1.5', 'item=1001', 'item=all', 'item=', 'failed=yes', 'failed='])(
    'are none for %s, which is refused',
    async (query) => {
      const { status, body } = await read(`?loop=numbers&${query}`);
      const [name = ''] = query.split('=');
      expect(status).toBe(422);
      expect(body).toMatchObject({ fields: { [name]: [expect.any(String)] } });
    },
  );

  it.each(['item=21', 'failed=true', 'item=21&failed=true'])(
    'are none for %s without the for each that is meant',
    async (query) => {
      const { status, body } = await read(`?${query}`);
      expect(status).toBe(422);
      expect(body).toMatchObject({ fields: { loop: ['Name the for each whose items these are'] } });
    },
  );

  it('are shown neither to another organization nor under another integration', async () => {
    const { context } = setup;
    const { user, organizationId } = await createTestUser(context);
    const stranger = await signInAs(context, user.id);
    expect((await read('?loop=numbers&failed=true', stranger)).status).toBe(404);
    const { integrationId: own } = await createTestIntegration(context, organizationId);
    path = path.replace(/integrations\/[^/]+/, `integrations/${own}`);
    expect((await read('?loop=numbers&failed=true', stranger)).status).toBe(404);
  });
});

it('documents how they are asked for', () => {
  const operation = readDocument(setup.context).paths['/api/integrations/{id}/executions/{executionId}']?.get;
  const { parameters = [] } = operation as { parameters?: { name: string; in: string; required: boolean }[] };
  expect(parameters.filter((parameter) => parameter.in === 'query')).toMatchObject([
    { name: 'loop', schema: { type: 'string' }, description: expect.stringContaining('for each') },
    { name: 'item', schema: { type: 'integer', minimum: 1, maximum: 1_000, default: 1 } },
    { name: 'failed', schema: { type: 'string', enum: ['true', 'false'], default: 'false' } },
  ]);
  expect(parameters.filter(({ required }) => required).map(({ name }) => name)).toEqual([
    'id',
    'executionId',
  ]);
});
