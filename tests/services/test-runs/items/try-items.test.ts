import { beforeEach, expect, it } from 'vitest';
import { Definition } from '~/engine/integration';
import { runExecution } from '~/services/runs/run-execution';
import type { TypedChain } from '~/services/test-runs/items/loop-part';
import { tryItems } from '~/services/test-runs/items/try-items';
import { startListening } from '~/services/webhooks/samples';
import { answerJson } from '../../../support/target';
import { createRunSetup, never, type RunSetup } from '../../runs/run-setup';

let setup: RunSetup;

beforeEach(async () => {
  setup = await createRunSetup();
});

const orders = [{ id: 1 }, { id: 2 }, { id: 3 }];
const loop = { id: 'l1', order: 1.5, throughCallId: 'ship', items: '{{orders}}', itemName: 'order' };

const at = (path: string) => `${setup.target.url}${path}`;

/** A chain as the editor sends it: a list is read, and each of its items packed and shipped. */
function chainOf(more: { loop?: object; ship?: object; rules?: object[]; first?: object } = {}) {
  const handling = {
    id: 'h1',
    order: 1,
    nextApiCallId: 'pack',
    responseHandling: { defaultAction: 'stop_notify', statusCodeActions: more.rules },
  };
  return {
    triggerConfig: { type: 'manual' },
    apiCalls: [
      {
        id: 'read',
        order: 1,
        url: at('/orders'),
        responseMapping: { extractFields: [{ jsonPath: '.data', saveAs: 'orders' }] },
        ...more.first,
      },
      {
        id: 'pack',
        name: 'Pack',
        order: 2,
        method: 'POST',
        url: at('/pack/{{order.id}}'),
        responseMapping: { extractFields: [{ jsonPath: '.box', saveAs: 'box' }] },
      },
      { id: 'ship', name: 'Ship', order: 3, url: at('/ship/{{box}}/{{loop.index}}'), ...more.ship },
    ],
    conditionalExecutionSteps: [],
    responseHandlingSteps: more.rules ? [handling] : [],
    loopSteps: [{ ...loop, ...more.loop }],
  };
}

/** Deployed, with a webhook in place of the chain's own trigger. */
function deploy(chain: ReturnType<typeof chainOf> = chainOf()): Promise<string> {
  const { triggerConfig: _manual, ...rest } = Definition.parse(chain);
  return setup.seed(rest);
}

/** Runs the chain once, so that its list is known, and forgets what was sent. */
async function runOnce(chain: ReturnType<typeof chainOf> = chainOf()): Promise<string> {
  const id = await deploy(chain);
  await setup.accept(id);
  await runExecution(setup.context, await setup.claim(), never);
  setup.target.received.length = 0;
  return id;
}

function answer(failing: string[] = []): void {
  setup.answers.handler = async (request, response) => {
    const status = failing.some((path) => request.url?.startsWith(path)) ? 500 : 200;
    await answerJson({ data: orders, box: `b${request.url?.at(-1)}` }, status)(request, response);
  };
}

const tryAt = (id: string, callIndex: number, typed: TypedChain = chainOf()) =>
  tryItems(setup.context, setup.actor, id, { typed, callIndex });
const sent = () => setup.target.received.map(({ method, url }) => `${method} ${url}`);

it('sends the calls of a loop for the first two items of the last list, and shows the asked call’s last answer', async () => {
  answer();
  const id = await runOnce();
  const outcome = await tryAt(id, 2);
  expect(sent()).toEqual(['POST /pack/1', 'GET /ship/b1/1', 'POST /pack/2', 'GET /ship/b2/2']);
  expect(outcome).toMatchObject({
    kind: 'tested',
    test: {
      success: true,
      statusCode: 200,
      items: {
        of: 3,
        from: 'execution',
        tried: [
          {
            index: 1,
            value: '{"id":1}',
            error: null,
            calls: [{ name: 'Pack', statusCode: 200 }, { name: 'Ship' }],
          },
          { index: 2, error: null },
        ],
      },
    },
  });
});

it('sends no mask in the place of a token that the log hides', async () => {
  setup.answers.handler = async (request, response) => {
    response.setHeader('X-CSRF-Token', 'token-of-then');
    await answerJson({ data: orders })(request, response);
  };
  const extractFields = [
    { jsonPath: '.data', saveAs: 'orders' },
    { jsonPath: 'header:x-csrf-token', saveAs: 'csrf' },
  ];
  const chain = chainOf({
    first: { responseMapping: { extractFields } },
    ship: { url: at('/ship'), headers: { 'X-CSRF-Token': '{{csrf}}' }, allowedHosts: [] },
  });
  const id = await runOnce(chain);
  const outcome = await tryAt(id, 2, chain);
  expect(sent()).toEqual([]);
  expect(outcome).toMatchObject({
    kind: 'invalid',
    message: expect.stringContaining('would be sent masked'),
  });
});

it('shows the items that fail, goes on with the others, and neither tries again, nor mails, nor posts', async () => {
  answer(['/pack/1']);
  const rules = [
    { statusCodes: ['5xx'], action: 'retry' },
    { statusCodes: ['2xx'], action: 'webhook', webhookURL: `${setup.target.url}/notice` },
  ];
  const id = await runOnce(chainOf({ loop: { onError: 'continue' } }));
  const outcome = await tryAt(id, 1, chainOf({ rules }));
  expect(sent()).toEqual(['POST /pack/1', 'POST /pack/2', 'GET /ship/b2/2']);
  expect(outcome).toMatchObject({
    test: {
      success: false,
      error: expect.stringMatching(/^Item 1: .*HTTP 500/),
      items: { tried: [{ error: expect.stringContaining('HTTP 500') }, { error: null }] },
    },
  });
});

it('follows a rule whose retries are used up, and takes what it retries for a failure', async () => {
  answer(['/pack/1']);
  const id = await runOnce(chainOf({ loop: { onError: 'continue' } }));
  const ship = { url: at('/ship/{{order.id}}') };
  const toShip = { statusCodes: ['5xx'], action: 'retry', goToApiCallId: 'ship' };
  expect(
    await tryAt(id, 1, chainOf({ rules: [toShip, { statusCodes: ['2xx'], action: 'continue' }], ship })),
  ).toMatchObject({
    test: { success: true, items: { tried: [{ error: null }, { error: null }] } },
  });
  expect(sent()).toEqual(['POST /pack/1', 'GET /ship/1', 'POST /pack/2', 'GET /ship/2']);
  answer();
  const untilThird = {
    statusCodes: ['2xx'],
    action: 'retry',
    when: [{ field: 'response.body.box', operator: 'not_equals', value: 'b3' }],
  };
  const outcome = await tryAt(id, 1, chainOf({ rules: [untilThird], ship }));
  expect(outcome).toMatchObject({
    test: { items: { tried: [{ error: expect.stringContaining('HTTP 200, but') }, {}] } },
  });
});

it.each<[string, Parameters<typeof chainOf>[0], string]>([
  ['is no list', { loop: { items: 'trigger' } }, '{{trigger}} is not a list in the last execution.'],
  [
    'has a filter that refuses the value',
    { loop: { items: 'trigger | json | times: 2' } },
    '{{trigger | json | times: 2}} is not a list in the last execution: times needs a number.',
  ],
  [
    'comes from a call that the last execution did not answer, and that may change something',
    { first: { id: 'other', method: 'POST' } },
    '{{orders}} has no value yet: the last execution did not set it. Test the whole chain once, then try again.',
  ],
  [
    'uses what nothing gives',
    { ship: { url: 'https://api.example.com/{{nobody}}' } },
    '{{nobody}} has no value yet: the last execution did not set it. Test the whole chain once, then try again.',
  ],
])('says so and sends nothing when the loop %s', async (_what, more, message) => {
  answer();
  const id = await runOnce();
  expect(await tryAt(id, 1, chainOf(more))).toEqual({ kind: 'invalid', message });
  expect(sent()).toEqual([]);
});

it('says so when nothing was run yet and reading the list may change something, and when the list is empty', async () => {
  const id = await deploy();
  const typed = chainOf({ first: { method: 'POST' } });
  expect(await tryAt(id, 1, typed)).toMatchObject({
    message: expect.stringMatching(/^No list is known yet: .* a test of a single call keeps nothing/),
  });
  expect(sent()).toEqual([]);
  setup.answers.handler = answerJson({ data: [] });
  await setup.accept(id);
  await runExecution(setup.context, await setup.claim(), never);
  expect(await tryAt(id, 1)).toMatchObject({ message: expect.stringContaining('there is no item to try') });
});

it('needs no run before it when the list is written in the loop', async () => {
  answer();
  const id = await deploy();
  const items = `'[{"id": 1}, {"id": 2}, {"id": 3}]' | parse_json`;
  const outcome = await tryAt(id, 1, chainOf({ loop: { items } }));
  expect(outcome).toMatchObject({ test: { success: true, items: { of: 3 } } });
  expect(sent()).toEqual(['POST /pack/1', 'GET /ship/b1/1', 'POST /pack/2', 'GET /ship/b2/2']);
});

it('reads the list first when nothing was run yet', async () => {
  answer();
  const id = await deploy();
  expect(await tryAt(id, 2)).toMatchObject({
    test: { success: true, items: { of: 3, from: 'response', tried: [{ index: 1 }, { index: 2 }] } },
  });
  expect(sent()).toEqual(['GET /orders', 'POST /pack/1', 'GET /ship/b1/1', 'POST /pack/2', 'GET /ship/b2/2']);
});

it('reads a list of pages first, as far as a test of it does', async () => {
  answer();
  const repeat = { kind: 'pages', next: { by: 'page', pageSize: 3 }, items: '$.data', saveAs: 'orders' };
  const typed = chainOf({ first: { responseMapping: {}, repeat } });
  const id = await deploy();
  expect(await tryAt(id, 1, typed)).toMatchObject({ test: { items: { of: 9, from: 'response' } } });
});

it('reads a list that a call of the chain saves since the last execution', async () => {
  answer();
  const id = await runOnce();
  expect(await tryAt(id, 1, chainOf({ first: { id: 'other' } }))).toMatchObject({
    test: { items: { from: 'response' } },
  });
});

it.each([
  ['fails', ['/orders'], {}, /^API Call 1 was to read the list first: HTTP 500/, 1],
  ['gives no list', [], { items: '{{orders[0]}}' }, /is not a list in the response to API Call 1 now/, 1],
] as const)(
  'tries no item when the call that reads the list %s',
  async (_what, failing, more, message, count) => {
    answer([...failing]);
    const id = await deploy();
    const outcome = await tryAt(id, 1, chainOf({ loop: more }));
    expect(outcome).toMatchObject({ kind: 'invalid', message: expect.stringMatching(message) });
    expect(sent()).toHaveLength(count);
  },
);

it('reads no list with values that are not known yet', async () => {
  answer();
  const id = await deploy();
  const first = { url: at('/orders?since={{memory.since}}&of={{customer}}') };
  const outcome = await tryAt(id, 1, chainOf({ first }));
  const message = expect.stringMatching(
    /^\{\{customer\}\} has no value yet: nothing has been run or captured/,
  );
  expect(outcome).toMatchObject({ kind: 'invalid', message });
  expect(sent()).toEqual([]);
});

it('reads the list with the memory and facts about the run, which are known before the first run', async () => {
  answer();
  const id = await deploy();
  const first = { url: at(`/orders?since={{memory.since | default: '0'}}&by={{run.id | size}}`) };
  expect(await tryAt(id, 1, chainOf({ first }))).toMatchObject({ test: { success: true } });
  expect(sent()[0]).toBe('GET /orders?since=0&by=36');
});

it('takes the list of a captured sample where nothing was run', async () => {
  answer();
  const typed = chainOf({ loop: { items: 'trigger.orders' } });
  const id = await deploy(typed);
  await startListening(setup.context, setup.actor, id);
  await setup.accept(id, JSON.stringify({ orders: [{ id: 9 }] })).catch(() => undefined);
  expect(await tryAt(id, 1, typed)).toMatchObject({ test: { items: { of: 1, from: 'sample' } } });
  expect(sent()).toEqual(['POST /pack/9', 'GET /ship/b9/1']);
});

it('sends no secret that a captured sample holds, nor its mask', async () => {
  answer();
  const token = 'token-of-the-shop';
  const typed = chainOf({
    loop: { items: 'trigger.orders' },
    ship: { authConfig: { type: 'bearer', token } },
  });
  const id = await deploy(typed);
  await startListening(setup.context, setup.actor, id);
  await setup.accept(id, JSON.stringify({ orders: [{ id: token }] })).catch(() => undefined);
  expect(await tryAt(id, 1, typed)).toEqual({
    kind: 'invalid',
    message:
      'A secret is masked in the captured sample and would be sent masked. Test the whole chain instead.',
  });
  expect(sent()).toEqual([]);
});

it('names what is wrong by the fields of the whole chain', async () => {
  answer();
  const id = await runOnce();
  const outcome = await tryAt(id, 1, chainOf({ ship: { url: 'ftp://x' }, loop: { itemName: '' } }));
  expect(Object.keys(outcome.kind === 'invalid' ? (outcome.fields ?? {}) : {}).toSorted()).toEqual([
    'apiCalls.2.url',
    'loopSteps.0.itemName',
  ]);
  expect(await tryAt(id, 0)).toEqual({ kind: 'invalid', message: 'This call is not part of a for each.' });
});

it('tries nothing for an organization that does not have the integration', async () => {
  const id = await setup.seed();
  const stranger = { ...setup.actor, organizationId: 'another' };
  expect(await tryItems(setup.context, stranger, id, { typed: chainOf(), callIndex: 1 })).toEqual({
    kind: 'not-found',
  });
});

it('has an example in the place of an answer that is waited for, and of its address', async () => {
  answer();
  const id = await runOnce();
  const wait = { kind: 'answer', seconds: 60, choices: ['Approve', 'Reject'] };
  const chain = chainOf({
    first: { wait: { ...wait, saveAs: 'before' } },
    ship: { url: at('/ship/{{before.choice}}/{{here.choice}}/{{run.answerUrl}}') },
  });
  Object.assign(chain.apiCalls[1] ?? {}, { wait: { ...wait, saveAs: 'here' } });
  expect(await tryAt(id, 2, chain)).toMatchObject({ kind: 'tested', test: { success: true } });
  expect(sent()[1]).toMatch(/^GET \/ship\/Approve\/Approve\/http.*answer%2Fexample$/);
});

it('knows what is remembered, what is computed of it, and the file that a call saved', async () => {
  answer();
  const first = {
    responseMapping: {
      saveAs: 'answered',
      saveFileAs: 'file',
      extractFields: [{ jsonPath: '.data', saveAs: 'orders' }],
    },
    remember: [{ name: 'last', value: 'orders' }],
  };
  const ship = {
    method: 'POST',
    url: at('/ship/{{order.id}}/{{known}}'),
    bodyType: 'file',
    body: '{{file}}',
  };
  const chain = chainOf({ first, ship, loop: { items: 'memory.last' } });
  const runSettings = { computed: [{ saveAs: 'known', template: '{{memory.last.0.id}}' }] };
  const id = await runOnce(chainOf({ first }));
  setup.target.received.length = 0;
  expect(await tryAt(id, 2, { ...chain, runSettings })).toMatchObject({
    kind: 'tested',
    test: { error: null },
  });
  const shipped = setup.target.received.filter(({ url }) => url.startsWith('/ship'));
  expect(shipped.map(({ url, body }) => [url, JSON.parse(body)])).toEqual([
    ['/ship/1/1', { data: orders, box: 'bs' }],
    ['/ship/2/1', { data: orders, box: 'bs' }],
  ]);
});
