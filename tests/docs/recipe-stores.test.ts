// The examples of the page about stores.
import { beforeEach, expect, test } from 'vitest';
import { runExecution } from '~/services/runs/run-execution';
import { put, runCalls } from '../services/stores/run-calls';
import { createRunSetup, never, type RunSetup } from '../services/runs/run-setup';
import { answerJson } from '../support/target';
import { deploy, listBodies, runNow } from './recipe';

let setup: RunSetup;

beforeEach(async () => {
  setup = await createRunSetup();
});

const deployExample = (name: string) => deploy(setup, name, { document: 'docs/stores.md' });

const add = (line: string) => ({ method: 'POST', url: 'store://digest', body: JSON.stringify(line) });

async function deliver(id: string, payload: object) {
  const executionId = await setup.accept(id, JSON.stringify(payload));
  await runExecution(setup.context, await setup.claim(), never);
  return setup.findExecution(executionId);
}

test('an order is handled once, whichever integration sees it first', async () => {
  const [shop, nightly] = [await deployExample('Each order once'), await deployExample('Each order once')];
  for (const id of [shop, nightly, shop])
    expect(await deliver(id, { order: { id: 7 } })).toMatchObject({ status: 'completed' });
  await deliver(nightly, { order: { id: 8 } });
  expect(listBodies(setup.target.received)).toEqual([{ order: 7 }, { order: 8 }]);
});

test('a contact is created once for each customer, and other integrations find it', async () => {
  const id = await deployExample('Customer to contact');
  setup.answers.handler = answerJson({ id: 4711 });
  const customer = { id: 'a/1', email: 'ada@example.com' };
  for (const _ of [1, 2]) expect(await deliver(id, { customer })).toMatchObject({ status: 'completed' });
  expect(listBodies(setup.target.received)).toEqual([{ email: 'ada@example.com' }]);
  const { bodies } = await runCalls(setup, [{ url: 'store://contacts/a%2F1' }]);
  expect(bodies[0]).toContain('"value":4711');
});

test('rates are asked for once an hour', async () => {
  const id = await deployExample('Rates of this hour');
  let usd = 1.1;
  setup.answers.handler = (request, response) => answerJson({ usd: (usd += 0.1) })(request, response);
  for (const minutes of [0, 30, 31]) {
    setup.context.clock.advance(minutes * 60_000);
    expect(await runNow(setup, id)).toMatchObject({ status: 'completed' });
  }
  expect(setup.target.received.map(({ url }) => url)).toEqual([
    '/latest',
    '/prices',
    '/prices',
    '/latest',
    '/prices',
  ]);
  const prices = listBodies(setup.target.received) as { usd: number }[];
  expect(prices[0]).toEqual(prices[1]);
  expect(prices[2]).not.toEqual(prices[0]);
});

test('a digest has the lines of all integrations, and the next one only what came since', async () => {
  const id = await deployExample('Digest at eight');
  await runCalls(setup, [add('one'), add('two')]);
  await runCalls(setup, [add('three'), put('store://other/x', '1')]);
  expect(await runNow(setup, id)).toMatchObject({ status: 'completed' });
  expect(await runNow(setup, id)).toMatchObject({ status: 'completed' });
  await runCalls(setup, [add('four')]);
  await runNow(setup, id);
  expect(listBodies(setup.target.received)).toEqual([{ text: 'one\ntwo\nthree' }, { text: 'four' }]);
});
