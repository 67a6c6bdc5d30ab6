// What senders are answered beyond that their delivery is on disk: at the endpoint, with runs as runners make them.
import { randomUUID } from 'node:crypto';
import { getEventListeners } from 'node:events';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { cancelExecution } from '~/services/runs/control';
import { findExecutionLog } from '~/services/executions/execution-log';
import { rotateAppKey } from '~/services/encryption/key-rotation';
import { createChangeEvents } from '~/services/change-events';
import { runExecution } from '~/services/runs/run-execution';
import {
  type EndpointResponse,
  listenForDeliveries,
  type Sent,
  sendDelivery,
} from '../../support/webhook-endpoint';
import { webhookTrigger } from '../../support/seed';
import { answerJson } from '../../support/target';
import { createRunSetup, never, type RunSetup } from '../runs/run-setup';

let setup: RunSetup;
let port: number;
let stopping: AbortController;

beforeEach(async () => {
  setup = await createRunSetup();
  stopping = new AbortController();
  port = await listenForDeliveries(setup.context, stopping.signal);
});

const variables = [{ name: 'n', jsonPath: '.n' }];

function seed(respond: object, more: object = {}): Promise<string> {
  return setup.seed({ triggerConfig: webhookTrigger({ variables, respond, ...more }) });
}

const json = { 'Content-Type': 'application/json' };

function deliver(id: string, body = '{"n":1.10}', more: Partial<Sent> = {}): Promise<EndpointResponse> {
  return sendDelivery(port, id, { body, ...more, headers: { ...json, ...more.headers } });
}

/** Resolves when so many executions of the integration are on disk, which the endpoint tells of. */
async function stored(integrationId: string, count: number): Promise<string[]> {
  const { db, changeEvents } = setup.context;
  for (;;) {
    const changed = new Promise<void>((resolve) => {
      const stop = changeEvents.subscribe(integrationId, () => {
        stop();
        resolve();
      });
    });
    const rows = await db.all(
      db.build
        .selectFrom('executions')
        .select('id')
        .where('integration_id', '=', integrationId)
        .orderBy('id'),
    );
    if (rows.length >= count) return rows.map(({ id }) => id);
    await changed;
  }
}

async function readAnswer(integrationId: string, executionId: string) {
  const owner = { organizationId: setup.actor.organizationId, integrationId };
  return (await findExecutionLog(setup.context.db, owner, executionId))?.senderAnswer;
}

async function run(context = setup.context): Promise<void> {
  await runExecution(context, await setup.claim(), never);
}

describe('an answer of its own', () => {
  test('is filled in from the payload and the request, and stands in the log', async () => {
    const id = await seed({
      status: 201,
      contentType: 'application/json',
      headers: { 'X-N': '{{n}}' },
      body: '{"n": {{n}}, "by": "{{request.method}}", "all": {{trigger}}}',
    });
    const answer = await deliver(id);
    expect(answer.status).toBe(201);
    expect(answer.text).toBe('{"n": 1.10, "by": "POST", "all": {"n":1.10}}');
    expect(answer.headers).toMatchObject({
      'x-n': '1.10',
      'content-type': 'application/json',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    });
    const [execution = ''] = await stored(id, 1);
    expect(await readAnswer(id, execution)).toEqual({
      outcome: 'answered',
      waited: 0,
      answer: { status: 201, contentType: 'application/json', headers: { 'X-N': '1.10' }, body: answer.text },
      problem: null,
    });
  });

  test('that cannot be filled in gives way to the usual one, and the log says why', async () => {
    const id = await seed({ body: '{{trigger.challenge}}' });
    const answer = await deliver(id);
    const { executionId } = JSON.parse(answer.text) as { executionId: string };
    expect(answer.status).toBe(202);
    expect(await readAnswer(id, executionId)).toEqual({
      outcome: 'answered',
      waited: 0,
      answer: null,
      problem: 'The variable {{trigger.challenge}} in the response has no value.',
    });
  });

  test('does not show the secret in the log', async () => {
    const secret = 'a long random text';
    const id = await seed({ body: 'It is {{trigger.s}}' }, { secret });
    const answer = await deliver(id, JSON.stringify({ s: secret }), {
      headers: { 'X-Webhook-Signature': secret },
    });
    expect(answer.text).toBe(`It is ${secret}`);
    const [execution = ''] = await stored(id, 1);
    expect((await readAnswer(id, execution))?.answer?.body).not.toContain(secret);
  });
});

const result = {
  mode: 'result',
  contentType: 'application/json',
  headers: { 'X-Token': '{{token}}' },
  body: '{"token": "{{token}}", "n": {{n}}}',
};

describe('the result', () => {
  test('is answered when the run ends, and stands in the log with how long the sender waited', async () => {
    const id = await seed(result);
    const answering = deliver(id);
    const [execution = ''] = await stored(id, 1);
    setup.context.clock.advance(300);
    await run();
    const answer = await answering;
    expect([answer.status, answer.text]).toEqual([200, '{"token": "abc", "n": 1.10}']);
    // The signal lives as long as the server: neither a listener nor a composed signal may stay at it.
    const { signal } = stopping;
    expect(getEventListeners(signal, 'abort')).toEqual([]);
    const composed = Object.getOwnPropertySymbols(signal).find(({ description }) =>
      /Dependant/.test(`${description}`),
    );
    expect(composed && Reflect.get(signal, composed)?.size).toBeFalsy();
    expect(answer.headers['x-token']).toBe('abc');
    expect(await readAnswer(id, execution)).toEqual({
      outcome: 'answered',
      waited: 300,
      answer: {
        status: 200,
        contentType: 'application/json',
        headers: { 'X-Token': 'abc' },
        body: '{"token": "abc", "n": 1.10}',
      },
      problem: null,
    });
  });

  test('is answered when the call is done that it follows, while the run goes on', async () => {
    const id = await seed({ ...result, afterCallId: 'first' });
    const held = setup.holdAnswers('/second');
    const answering = deliver(id);
    const [execution = ''] = await stored(id, 1);
    const running = run();
    expect((await answering).text).toBe('{"token": "abc", "n": 1.10}');
    expect(await setup.findExecution(execution)).toMatchObject({ status: 'running' });
    held.release();
    await running;
    expect(await setup.findExecution(execution)).toMatchObject({ status: 'completed' });
  });

  test('of a run in another process is found in its row', async () => {
    const id = await seed(result);
    const answering = deliver(id);
    await stored(id, 1);
    await run({ ...setup.context, changeEvents: createChangeEvents() });
    expect((await answering).text).toBe('{"token": "abc", "n": 1.10}');
  });

  test('of a run that fails is 502 at once', async () => {
    setup.answers.handler = answerJson({}, 500);
    const id = await seed(result);
    const answering = deliver(id);
    const [execution = ''] = await stored(id, 1);
    await run();
    const answer = await answering;
    expect(answer.status).toBe(502);
    expect(JSON.parse(answer.text)).toEqual({ executionId: execution, status: 'error' });
    expect(await readAnswer(id, execution)).toMatchObject({ outcome: 'failed', answer: null, problem: null });
  });

  test('of a run that a user cancels is 502 at once', async () => {
    const id = await seed(result);
    const answering = deliver(id);
    const [execution = ''] = await stored(id, 1);
    await cancelExecution(setup.context, setup.actor, { integrationId: id, executionId: execution });
    const answer = await answering;
    expect([answer.status, JSON.parse(answer.text)]).toEqual([
      502,
      { executionId: execution, status: 'cancelled' },
    ]);
  });

  test('that cannot be filled in is 502, and the log says why', async () => {
    const id = await seed({ mode: 'result', body: '{{whole.none}}' });
    const answering = deliver(id);
    const [execution = ''] = await stored(id, 1);
    await run();
    expect((await answering).status).toBe(502);
    expect(await setup.findExecution(execution)).toMatchObject({ status: 'completed' });
    expect(await readAnswer(id, execution)).toMatchObject({
      outcome: 'failed',
      problem: 'The variable {{whole.none}} in the response has no value.',
    });
  });

  test('that takes too long is 202 with its place, and the run goes on', async () => {
    const id = await seed({ ...result, timeoutSeconds: 1 });
    const answer = await deliver(id);
    const [execution = ''] = await stored(id, 1);
    expect([answer.status, JSON.parse(answer.text)]).toEqual([
      202,
      { executionId: execution, status: 'queued' },
    ]);
    expect(answer.headers.location).toBe(
      `${setup.context.config.appUrl}/api/integrations/${id}/executions/${execution}`,
    );
    await run();
    expect(await setup.findExecution(execution)).toMatchObject({ status: 'completed' });
    expect(await readAnswer(id, execution)).toMatchObject({
      outcome: 'timed-out',
      answer: { body: '{"token": "abc", "n": 1.10}' },
    });
  });

  test('that takes too long gets the response for that, filled in from the payload', async () => {
    const late = { status: 200, body: '{"text": "Working on {{n}} …", "of": {{trigger.none | default: 7}}}' };
    const id = await seed({ ...result, timeoutSeconds: 1, late });
    const answer = await deliver(id);
    const [execution = ''] = await stored(id, 1);
    expect([answer.status, answer.headers['content-type'], JSON.parse(answer.text)]).toEqual([
      200,
      'application/json',
      { text: 'Working on 1.10 …', of: 7 },
    ]);
    expect(answer.headers.location).toContain(execution);
    await run();
    expect(await readAnswer(id, execution)).toMatchObject({ outcome: 'timed-out' });
    // What cannot be filled in gives way to the usual response.
    const unknown = await seed({ ...result, timeoutSeconds: 1, late: { body: '{{trigger.none}}' } });
    expect((await deliver(unknown)).status).toBe(202);
  });

  test('is given again to a sender that comes again with the same key, also after the key was rotated', async () => {
    const id = await seed(result);
    const key = { headers: { 'Idempotency-Key': randomUUID() } };
    const answering = deliver(id, undefined, key);
    await stored(id, 1);
    await run();
    const first = await answering;
    expect((await deliver(id, undefined, key)).text).toBe(first.text);
    const { context } = setup;
    const next = Buffer.alloc(32, 9);
    await rotateAppKey(context.db, { former: context.config.appKey, next }, context.now());
    const config = { ...context.config, appKey: next };
    const rotated = await listenForDeliveries({ ...context, config });
    const again = await sendDelivery(rotated, id, {
      body: '{"n":1.10}',
      headers: { ...json, ...key.headers },
    });
    expect(again.text).toBe(first.text);
    expect(await stored(id, 1)).toHaveLength(1);
  });

  test('is on disk sealed', async () => {
    const id = await seed(result);
    const answering = deliver(id);
    await stored(id, 1);
    await run();
    await answering;
    const { db } = setup.context;
    const row = await db.first(db.build.selectFrom('delivery_answers').select('answer'));
    expect(row?.answer).not.toBeNull();
    expect(row?.answer).not.toContain('"abc"');
  });

  test('is made of a sender that goes away, too, and its run goes on', async () => {
    const id = await seed(result);
    const leaving = new AbortController();
    const answering = deliver(id, undefined, { signal: leaving.signal });
    const left = expect(answering).rejects.toThrow('aborted');
    const [execution = ''] = await stored(id, 1);
    const { db, changeEvents } = setup.context;
    const written = new Promise<void>((resolve) => {
      onTestFinished(changeEvents.subscribe(id, resolve));
    });
    leaving.abort();
    await left;
    await written;
    expect(await db.all(db.build.selectFrom('delivery_answers').select('outcome'))).toEqual([
      { outcome: 'gone' },
    ]);
    await run();
    expect(await setup.findExecution(execution)).toMatchObject({ status: 'completed' });
    expect(await readAnswer(id, execution)).toMatchObject({
      outcome: 'gone',
      answer: { body: '{"token": "abc", "n": 1.10}' },
    });
  });

  test('is not waited for when the server stops', async () => {
    const id = await seed(result);
    const answering = deliver(id);
    const [execution = ''] = await stored(id, 1);
    stopping.abort();
    const answer = await answering;
    expect(answer.status).toBe(202);
    expect(answer.headers.location).toContain(execution);
  });

  test('is waited for by 50 senders of an integration, and by 200 in all', async () => {
    const ids = await Promise.all(Array.from({ length: 5 }, () => seed(result)));
    const [first = '', ...others] = ids;
    const waiting = Array.from({ length: 50 }, () => deliver(first));
    await stored(first, 50);
    expect((await deliver(first)).status).toBe(202);
    for (const id of others.slice(0, 3)) {
      waiting.push(...Array.from({ length: 50 }, () => deliver(id)));
      await stored(id, 50);
    }
    expect((await deliver(others.at(-1) ?? '')).status).toBe(202);
    stopping.abort();
    expect(new Set((await Promise.all(waiting)).map(({ status }) => status))).toEqual(new Set([202]));
    const { db } = setup.context;
    const rows = await db.all(
      db.build
        .selectFrom('delivery_answers')
        .select((eb) => ['outcome', eb.fn.countAll<number>().as('count')])
        .groupBy('outcome')
        .orderBy('outcome'),
    );
    expect(rows).toEqual([
      { outcome: 'timed-out', count: 200 },
      { outcome: 'too-many', count: 2 },
    ]);
  });
});
