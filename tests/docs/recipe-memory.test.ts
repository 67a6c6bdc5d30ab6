// The recipes that remember something for later runs.
import { expect, test } from 'vitest';
import { createApiToken } from '~/services/accounts/api-token-creation';
import { runExecution } from '~/services/runs/run-execution';
import { createValue } from '~/services/values/values';
import { createAcceptDelivery } from '~/services/webhooks/accept-delivery';
import { connection, createWholeApp } from '../api/whole-app';
import { createRunSetup, never, type RunSetup } from '../services/runs/run-setup';
import { proven } from '../support/accounts';
import { makeDelivery } from '../support/delivery';
import { answerJson } from '../support/target';
import { deploy, listBodies, runNow } from './recipe';

async function run(setup: RunSetup, executionId: string) {
  await runExecution(setup.context, await setup.claim(), never);
  return setup.findExecution(executionId);
}

test('a calendar is read from where the last run ended, and as a whole once its token is too old', async () => {
  const setup = await createRunSetup();
  let isTooOld = false;
  const tokens = ['a+b', 'c'];
  setup.answers.handler = (request, response) => {
    const { pathname, searchParams } = new URL(request.url, setup.target.url);
    if (pathname !== '/calendar/v3/calendars/primary/events') return answerJson({})(request, response);
    const token = searchParams.get('syncToken');
    if (token !== null && isTooOld) return answerJson({ error: { code: 410 } }, 410)(request, response);
    const isFirstPage = token === null && searchParams.get('pageToken') === null;
    const page = isFirstPage ? { nextPageToken: 'p2' } : { nextSyncToken: tokens.shift() };
    answerJson({ items: [{ id: token ?? (isFirstPage ? 'first' : 'second') }], ...page })(request, response);
  };
  const id = await deploy(setup, 'Calendar to CRM');
  const change = async (state = 'exists') => {
    const headers = { 'x-goog-resource-state': state };
    const outcome = await createAcceptDelivery(setup.context)(makeDelivery(id, { headers, body: '' }));
    return outcome.kind === 'accepted' ? run(setup, outcome.executionId) : outcome.kind;
  };
  expect(await change('sync')).toBe('skipped');
  expect(await change()).toMatchObject({ status: 'completed' });
  expect(await change()).toMatchObject({ status: 'completed' });
  isTooOld = true;
  tokens.push('d');
  expect(await change()).toMatchObject({ status: 'completed' });
  expect(listBodies(setup.target.received)).toEqual([
    { meetings: [{ id: 'first' }, { id: 'second' }] },
    { meetings: [{ id: 'a+b' }] },
    { meetings: [{ id: 'first' }, { id: 'second' }] },
  ]);
  isTooOld = false;
  tokens.push('e');
  await change();
  expect(listBodies(setup.target.received).at(-1)).toEqual({ meetings: [{ id: 'd' }] });
});

test('the orders of an hour are one message, and an hour without orders is none', async () => {
  const setup = await createRunSetup();
  const app = createWholeApp(setup.context);
  const made = await createApiToken(setup.context, setup.actor, { name: 'Digest', role: 'MEMBER' }, proven);
  const token = made.kind === 'created' ? made.token : made.kind;
  setup.answers.handler = async (request, response) => {
    if (!request.url.startsWith('/api/')) return answerJson({})(request, response);
    // What the connection of the recipe adds.
    const headers = { Authorization: `Bearer ${token}` };
    const told = await app.request(request.url.replace('INTEGRATION_ID', orders), { headers }, connection);
    response.writeHead(told.status, Object.fromEntries(told.headers)).end(await told.text());
  };
  const orders = await setup.seed({
    apiCalls: [{ id: 'ship', name: 'Ship', url: `${setup.target.url}/ship` }],
  });
  const digest = await deploy(setup, 'Orders of the last hour');
  const order = async (number: number, total: string) => {
    setup.context.clock.advance(60_000);
    await run(setup, await setup.accept(orders, JSON.stringify({ number, total })));
  };
  await order(1, '10.50');
  await order(2, '2');
  setup.context.clock.advance(60_000);
  expect(await runNow(setup, digest)).toMatchObject({ status: 'completed' });
  await order(3, '7');
  setup.context.clock.advance(60_000);
  expect(await runNow(setup, digest)).toMatchObject({ status: 'completed' });
  setup.context.clock.advance(60_000);
  expect(await runNow(setup, digest)).toMatchObject({ status: 'completed' });
  expect(listBodies(setup.target.received)).toEqual([
    { text: 'Orders: 2, €12.50\n• 1: 10.50\n• 2: 2' },
    { text: 'Orders: 1, €7.00\n• 3: 7' },
  ]);
});

test('leads go to people in turn', async () => {
  const setup = await createRunSetup();
  const value = JSON.stringify(['ann', 'bo', 'cy']);
  const team = { name: 'team', format: 'json', value } as const;
  expect(await createValue(setup.context, setup.actor, team)).toMatchObject({ kind: 'value' });
  const id = await deploy(setup, 'Leads in turn');
  for (const lead of [1, 2, 3, 4]) await run(setup, await setup.accept(id, JSON.stringify({ id: lead })));
  const { received } = setup.target;
  expect(received.map(({ url }) => url)).toEqual([1, 2, 3, 4].map((lead) => `/api/leads/${lead}`));
  expect(listBodies(received)).toEqual(['ann', 'bo', 'cy', 'ann'].map((owner) => ({ owner })));
});

test('the memory is a small cache of what an API says', async () => {
  const setup = await createRunSetup();
  setup.answers.handler = answerJson({ valid: true });
  const known = "{{memory.vat | default: null | get: number | default: ''}}";
  const id = await setup.seed({
    runSettings: {
      computed: [
        { saveAs: 'number', template: '{{trigger.vat}}' },
        { saveAs: 'known', template: known },
      ],
    },
    apiCalls: [
      {
        id: 'ask',
        name: 'Ask',
        order: 1,
        url: `${setup.target.url}/vat/{{number}}`,
        responseMapping: { extractFields: [{ jsonPath: '$.valid', saveAs: 'valid' }] },
        remember: [{ name: 'vat', value: 'memory.vat | default: null | set: number, valid' }],
      },
    ],
    conditionalExecutionSteps: [
      {
        order: 0.5,
        otherwise: 'skip_next',
        conditionalExecution: { condition: { field: 'known', operator: 'is_empty' } },
      },
    ],
  });
  for (const vat of ['DE1', 'DE2', 'DE1', 'DE2'])
    await run(setup, await setup.accept(id, `{"vat":"${vat}"}`));
  expect(setup.target.received.map(({ url }) => url)).toEqual(['/vat/DE1', '/vat/DE2']);
});
