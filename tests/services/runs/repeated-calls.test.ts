import { beforeEach, describe, expect, test } from 'vitest';
import { findExecutionLog } from '~/services/executions/execution-log';
import { freeJobsOf } from '~/db/executions/queue/jobs';
import { listSteps } from '~/db/executions/steps';
import { updateIntegration } from '~/services/integrations/integrations';
import { replayExecution } from '~/services/runs/replay-execution';
import { runExecution } from '~/services/runs/run-execution';
import { answerJson } from '../../support/target';
import { createRunSetup, never, type RunSetup } from './run-setup';

let setup: RunSetup;

beforeEach(async () => {
  setup = await createRunSetup();
});

async function run() {
  return runExecution(setup.context, await setup.claim(), never);
}

function listSent() {
  return setup.target.received.map(({ url, headers }) => [url, String(headers['idempotency-key'])]);
}

async function readLog(integrationId: string, executionId: string) {
  const log = await findExecutionLog(setup.context.db, { integrationId, ...setup.actor }, executionId);
  if (!log) throw new Error('There is no such execution');
  return log;
}

const pages = { kind: 'pages', next: { by: 'page', pageSize: 2 }, items: '$.data', saveAs: 'orders' };

function seedPages(repeat: object = {}) {
  const read = { ...setup.firstCall, url: `${setup.target.url}/orders`, repeat: { ...pages, ...repeat } };
  const tell = { ...setup.secondCall, url: `${setup.target.url}/tell?n={{orders[4]}}` };
  return setup.seed({ apiCalls: [read, tell] });
}

/** Pages of two numbers, five in all. */
function answerPages(failing = -1) {
  setup.answers.handler = async (request, response) => {
    const page = Number(/page=(\d+)/.exec(request.url)?.[1] ?? 0);
    const data = [1, 2, 3, 4, 5].slice(page * 2 - 2, page * 2);
    await answerJson({ data }, page === failing ? 500 : 200)(request, response);
  };
}

describe('a list of pages', () => {
  test('is one variable, each page a step that the log shows', async () => {
    answerPages();
    const integrationId = await seedPages();
    const id = await setup.accept(integrationId);
    await run();
    expect(listSent()).toEqual([
      ...[1, 2, 3].map((page) => [`/orders?page=${page}`, `${id}.first.p${page}.1`]),
      ['/tell?n=5', `${id}.second.1`],
    ]);
    expect(await listSteps(setup.context.db, [id])).toMatchObject([
      { step: 0, page: 1 },
      { step: 1, page: 2 },
      { step: 2, page: 3 },
      { step: 3, page: null },
    ]);
    const { apiCallLogs } = await readLog(integrationId, id);
    expect(apiCallLogs.map(({ apiCallName, page }) => [apiCallName, page])).toEqual([
      ['First', 1],
      ['First', 2],
      ['First', 3],
      ['Second', undefined],
    ]);
    const { extractions } = apiCallLogs[2]?.response?.responseMapping ?? {};
    expect(extractions?.slice(1)).toMatchObject([
      { variableName: 'orders', value: [1, 2, 3, 4, 5], message: '5 items of 3 pages' },
    ]);
  });

  test('waits between pages in the database, and asks for none twice', async () => {
    answerPages();
    const id = await setup.accept(await seedPages({ everyMs: 2_000 }));
    for (const wait of [0, 2_000, 2_000]) {
      setup.context.clock.advance(wait);
      await run();
    }
    expect(listSent().map(([url]) => url)).toEqual([
      '/orders?page=1',
      '/orders?page=2',
      '/orders?page=3',
      '/tell?n=5',
    ]);
    expect(await setup.findExecution(id)).toEqual({ status: 'completed', error_message: null });
  });

  test('goes on however often the process dies, as long as each life got a page', async () => {
    setup.answers.handler = (request, response) =>
      answerJson({ data: request.url.includes('page=5') ? [9] : [1, 2] })(request, response);
    const id = await setup.accept(await seedPages({ everyMs: 60_000 }));
    for (let death = 0; death < 4; death += 1) {
      await run();
      setup.context.clock.advance(60_000);
      await setup.claim();
      await freeJobsOf(setup.context.db, 'runner');
    }
    await run();
    expect(await setup.findExecution(id)).toEqual({ status: 'completed', error_message: null });
    expect(listSent().map(([url]) => url)).toEqual([
      ...[1, 2, 3, 4, 5].map((page) => `/orders?page=${page}`),
      '/tell?n=1',
    ]);
  });

  test('goes on at the page that failed when it is replayed, and begins anew when the call has changed', async () => {
    answerPages(2);
    const integrationId = await seedPages();
    const id = await setup.accept(integrationId);
    await run();
    expect(await setup.findExecution(id)).toMatchObject({ status: 'error' });
    answerPages();
    const about = { integrationId, executionId: id, from: 'failed' } as const;
    expect((await replayExecution(setup.context, setup.actor, about)).kind).toBe('queued');
    await run();
    expect(
      listSent()
        .map(([url]) => url)
        .slice(2),
    ).toEqual(['/orders?page=2', '/orders?page=3', '/tell?n=5']);
    const { version: _version, ...changed } = { version: 0, ...setup.firstCall };
    const repeat = { ...pages, maxPages: 7 };
    const apiCalls = [
      { ...changed, url: `${setup.target.url}/orders`, repeat },
      { ...setup.secondCall, url: `${setup.target.url}/tell?n={{orders[4]}}` },
    ];
    await updateIntegration(setup.context, setup.actor, integrationId, { apiCalls });
    await replayExecution(setup.context, setup.actor, about);
    await run();
    expect(
      listSent()
        .map(([url]) => url)
        .slice(5),
    ).toEqual(['/orders?page=1', '/orders?page=2', '/orders?page=3', '/tell?n=5']);
  });
});

test('an export is asked for until it is done, and nobody works on it in between', async () => {
  let isDone = false;
  setup.answers.handler = (request, response) => answerJson({ done: isDone }, 200)(request, response);
  const repeat = {
    kind: 'until',
    conditions: [{ field: 'response.body.done', value: true }],
    everySeconds: 60,
    maxTries: 300,
  };
  const integrationId = await setup.seed({
    apiCalls: [{ ...setup.firstCall, repeat }],
    runSettings: { maxMinutes: 360 },
  });
  const id = await setup.accept(integrationId);
  for (let minute = 0; minute < 30; minute += 1) {
    await run();
    expect(await setup.findExecution(id)).toMatchObject({ status: 'running' });
    setup.context.clock.advance(60_000);
  }
  isDone = true;
  await run();
  expect(await setup.findExecution(id)).toMatchObject({ status: 'completed' });
  expect(setup.target.received).toHaveLength(31);
});

test('a try comes no earlier than the answer before it asks for in Retry-After', async () => {
  const answers = [{ 'Retry-After': '90' }, { 'Retry-After': '1' }, {}];
  setup.answers.handler = (_request, response) => {
    const headers = answers.shift() ?? {};
    response.writeHead(answers.length === 0 ? 200 : 202, headers).end();
  };
  const repeat = {
    kind: 'until',
    conditions: [{ field: 'response.status', operator: 'equals', value: 200 }],
    everySeconds: 30,
  };
  const integrationId = await setup.seed({ apiCalls: [{ ...setup.firstCall, repeat }] });
  const id = await setup.accept(integrationId);
  await run();
  setup.context.clock.advance(89_000);
  await expect(run()).rejects.toThrow('There was nothing to claim');
  setup.context.clock.advance(1_000);
  await run();
  setup.context.clock.advance(30_000);
  await run();
  expect(setup.target.received).toHaveLength(3);
  expect(await setup.findExecution(id)).toMatchObject({ status: 'completed' });
});

test.each([
  ['', '{{job}}'],
  [' without a host', '{{host}}{{job}}'],
])(
  'what is begun with 202 is asked for at the address%s in its header Location, whatever its body is',
  async (without, address) => {
    const states = ['busy', 'done'];
    setup.answers.handler = async (request, response) => {
      if (request.method === 'GET') return answerJson({ state: states.shift() })(request, response);
      const headers = {
        Location: `${without ? '' : setup.target.url}/jobs/7`,
        'Content-Type': 'application/pdf',
      };
      response.writeHead(202, headers).end(Buffer.from([0, 0xff]));
    };
    const condition = { field: 'response.body.state', operator: 'equals', value: 'done' };
    const integrationId = await setup.seed({
      apiCalls: [
        {
          ...setup.firstCall,
          responseMapping: { extractFields: [{ jsonPath: 'header:Location', saveAs: 'job' }] },
        },
        {
          ...setup.secondCall,
          url: address.replace('{{host}}', setup.target.url),
          repeat: { kind: 'until', conditions: [condition], everySeconds: 1 },
        },
      ],
    });
    const id = await setup.accept(integrationId);
    await run();
    setup.context.clock.advance(1_000);
    await run();
    expect(setup.target.received.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'POST /first',
      'GET /jobs/7',
      'GET /jobs/7',
    ]);
    const { apiCallLogs } = await readLog(integrationId, id);
    expect(apiCallLogs[0]?.response?.responseMapping).toMatchObject({
      extractions: [{ variableName: 'job', jsonPath: 'header:location', success: true }],
    });
  },
);
