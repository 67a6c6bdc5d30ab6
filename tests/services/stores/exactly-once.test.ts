// A call that changes a store does so once, whoever carries it out and however often; `tests/server` kills processes meanwhile.
import { beforeEach, expect, test } from 'vitest';
import { releaseJobsOf, type Lease } from '~/db/executions/queue/jobs';
import type { CallRequest } from '~/engine/run/request';
import { runExecution } from '~/services/runs/run-execution';
import { sendToStore } from '~/services/stores/send-to-store';
import { createRunSetup, never, type RunSetup } from '../runs/run-setup';
import { listRows } from './run-calls';

let setup: RunSetup;

beforeEach(async () => {
  setup = await createRunSetup();
});

async function begin(apiCalls?: object[]) {
  const id = await setup.accept(await setup.seed(apiCalls && { apiCalls }));
  const job = await setup.claim();
  return { id, job };
}

function send(execution: { id: string; lease: Lease }, key: string, request: Partial<CallRequest>) {
  const headers: CallRequest['headers'] = [['Idempotency-Key', key]];
  const whole = { method: 'POST', url: 'store://counters/a/increment', headers, body: '', secrets: [] };
  const { organizationId } = setup.actor;
  return sendToStore(setup.context, { organizationId, execution }, Object.assign(whole, request) as never);
}

test('a call that is carried out again gets the response of the first time, and changes nothing', async () => {
  const { id, job } = await begin();
  const execution = { id, lease: job };
  const once = { method: 'PUT', url: 'store://seen/a', body: '1' } as const;
  for (const _ of [1, 2]) {
    expect(await send(execution, 'count.1', {})).toMatchObject({ status: 200, body: '{"value":1}' });
    expect(await send(execution, 'put.1', once)).toMatchObject({ body: '{"created":true,"value":1}' });
    expect(await send(execution, 'delete.1', { method: 'DELETE', url: 'store://seen/a' })).toMatchObject({
      body: '{"deleted":true}',
    });
    expect(await send(execution, 'up-to.1', { method: 'DELETE', url: 'store://other?upTo=z' })).toMatchObject(
      {
        body: '{"deleted":0,"more":false}',
      },
    );
  }
  const added = await send(execution, 'add.1', { url: 'store://digest', body: '1' });
  expect(await send(execution, 'add.1', { url: 'store://digest', body: '1' })).toMatchObject({
    body: added.kind === 'response' ? added.body : '',
  });
  expect(await send(execution, 'count.2', {})).toMatchObject({ body: '{"value":2}' });
  expect(listRows(setup, 'stores').map(({ name, records }) => [name, records])).toEqual([
    ['counters', 1],
    ['seen', 0],
    ['digest', 1],
  ]);
});

function onlyNew(key: string): CallRequest['headers'] {
  return [
    ['If-None-Match', '*'],
    ['Idempotency-Key', key],
  ];
}

test('of calls at the same moment each counts, and one alone creates', async () => {
  const { id, job } = await begin();
  const execution = { id, lease: job };
  const outcomes = await Promise.all(
    Array.from({ length: 20 }, async (_, n) => {
      const create = {
        method: 'PUT',
        url: 'store://seen/a',
        body: String(n),
        headers: onlyNew(`put.${n}`),
      } as const;
      return [await send(execution, `count.${n}`, {}), await send(execution, '', create)];
    }),
  );
  const bodies = outcomes
    .flat()
    .map((outcome) => (outcome.kind === 'response' ? outcome.body : outcome.message));
  const counted = bodies.flatMap((body) => /^\{"value":(\d+)\}$/.exec(body)?.[1] ?? []);
  expect(counted.map(Number).toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, n) => n + 1));
  expect(bodies.filter((body) => body.startsWith('{"created":true'))).toHaveLength(1);
});

test('the responses of two executions do not meet, and go with their execution', async () => {
  const [one, two] = [await begin(), await begin()];
  await send({ id: one.id, lease: one.job }, 'count.1', {});
  expect(await send({ id: two.id, lease: two.job }, 'count.1', {})).toMatchObject({ body: '{"value":2}' });
  setup.context.db.sqlite.prepare('delete from executions where id = ?').run(one.id);
  expect(listRows(setup, 'record_responses').map((row) => row.execution_id)).toEqual([two.id]);
});

test('a replay with the key of a call whose response was never recorded finds that response', async () => {
  const [former, replay] = [await begin(), await begin()];
  const key = `${former.id}.count.1`;
  await send({ id: former.id, lease: former.job }, key, {});
  const execution = { id: replay.id, lease: replay.job };
  expect(await send(execution, key, {})).toMatchObject({ body: '{"value":1}' });
  setup.context.db.sqlite.prepare('delete from executions where id = ?').run(former.id);
  for (const _ of [1, 2]) expect(await send(execution, key, {})).toMatchObject({ body: '{"value":2}' });
});

test('a runner that has lost the execution changes nothing', async () => {
  const { id, job } = await begin();
  await setup.context.db.groupCommit((tx) => releaseJobsOf(tx, 'runner'));
  expect(await send({ id, lease: job }, 'count.1', {})).toMatchObject({
    kind: 'failure',
    reason: 'cancelled',
    sent: false,
  });
  expect(listRows(setup, 'stores')).toEqual([]);
});

test('a run whose step was not recorded goes on with what its call had changed', async () => {
  const count = {
    id: 'count',
    method: 'POST',
    url: 'store://counters/a/increment',
    responseMapping: { saveAs: 'count' },
  };
  const tell = { id: 'tell', method: 'POST', url: setup.target.url, body: '{{count.value}}' };
  const { id, job } = await begin([count, tell]);
  const { ledger } = setup.context;
  const { record } = ledger;
  // The process dies before it records the response, which is stored together with the intent of the next call.
  ledger.record = async (lease, changes) => {
    if (changes.some(({ kind }) => kind === 'attempt-ended')) throw new Error('died');
    return record(lease, changes);
  };
  await expect(runExecution(setup.context, job, never)).rejects.toThrow('died');
  expect(listRows(setup, 'record_responses')).toMatchObject([
    { execution_id: id, call_key: `${id}.count.1` },
  ]);
  ledger.record = record;
  await setup.context.db.groupCommit((tx) => releaseJobsOf(tx, 'runner'));
  await runExecution(setup.context, await setup.claim('other'), never);
  expect(await setup.findExecution(id)).toMatchObject({ status: 'completed' });
  expect(setup.target.received.map(({ body }) => body)).toEqual(['1']);
  expect(listRows(setup, 'record_responses')).toEqual([]);
});

test('a definition cannot choose the key by which a store knows its calls', async () => {
  const headers = { 'Idempotency-Key': 'mine' };
  const count = { method: 'POST', url: 'store://counters/a/increment', headers };
  const { id, job } = await begin([
    { ...count, id: 'a' },
    { ...count, id: 'b' },
  ]);
  await runExecution(setup.context, job, never);
  expect(await setup.findExecution(id)).toMatchObject({ status: 'completed' });
  expect(listRows(setup, 'stores')).toMatchObject([{ length: 1 }]);
  expect(
    await send({ id, lease: (await begin()).job }, 'next', { method: 'GET', url: 'store://counters/a' }),
  ).toMatchObject({ body: expect.stringContaining('"value":2') });
});
