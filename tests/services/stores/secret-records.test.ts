// A value that holds a secret of the run that wrote it stays a secret for the runs that read it.
import { beforeEach, expect, test } from 'vitest';
import { replayExecution } from '~/services/runs/replay-execution';
import { runExecution } from '~/services/runs/run-execution';
import { createValue } from '~/services/values/values';
import { testCall } from '~/services/test-runs/single-call';
import { freeJobsOf } from '~/db/executions/queue/jobs';
import { webhookTrigger } from '../../support/seed';
import { answerJson } from '../../support/target';
import { createRunSetup, never, type RunSetup } from '../runs/run-setup';
import { listRows, listSent, put, runCalls } from './run-calls';

const secret = 'sesame-open-77';

let setup: RunSetup;

beforeEach(async () => {
  setup = await createRunSetup();
  setup.answers.handler = answerJson({ session: secret });
});

/** Stores what the target returned, which repeats the call's secret. */
async function writeSecret() {
  return runCalls(setup, [
    { url: setup.target.url, headers: { 'X-Api-Key': secret }, responseMapping: { saveAs: 'login' } },
    put('store://cache/session', '{"token": {{login.session}}, "plain": 1}'),
  ]);
}

test('the record is marked, and no log shows it; other calls get it', async () => {
  const written = await writeSecret();
  expect(written.status).toBe('completed');
  expect(listRows(setup, 'records')).toMatchObject([{ is_secret: 1 }]);
  const read = await runCalls(setup, [
    { url: 'store://cache/session', responseMapping: { saveAs: 'cached' } },
    { url: 'store://cache', responseMapping: { saveAs: 'all' } },
    { url: setup.target.url, method: 'POST', body: '{{cached.value.token}}' },
    { url: 'store://cache/session', method: 'PATCH', body: '{"more": 2}' },
  ]);
  expect(read.status).toBe('completed');
  expect(setup.target.received.at(-1)?.body).toBe(`"${secret}"`);
  expect(listRows(setup, 'records')).toMatchObject([{ is_secret: 1 }]);
  const logs = JSON.stringify([written, read]);
  expect(logs).not.toContain(secret);
  expect(read.bodies[0]).toContain('••••');
  await runCalls(setup, [put('store://cache/session', '{"token": "public"}')]);
  expect(listRows(setup, 'records')).toMatchObject([{ is_secret: 0 }]);
});

test('a run that goes on after a wait still masks what it had read', async () => {
  await writeSecret();
  const apiCalls = [
    {
      id: 'read',
      url: 'store://cache/session',
      responseMapping: { extractFields: [{ jsonPath: '$.value.token', saveAs: 'token' }] },
    },
    {
      id: 'tell',
      method: 'POST',
      url: setup.target.url,
      body: '{"t": {{token}}}',
      wait: { kind: 'duration', seconds: 60 },
    },
  ];
  const id = await setup.accept(await setup.seed({ apiCalls }));
  await runExecution(setup.context, await setup.claim(), never);
  setup.context.clock.advance(61_000);
  await runExecution(setup.context, await setup.claim(), never);
  expect(await setup.findExecution(id)).toMatchObject({ status: 'completed' });
  expect(setup.target.received.at(-1)?.body).toBe(`{"t": "${secret}"}`);
  expect(JSON.stringify(await listSent(setup, id))).not.toContain(secret);
});

test('the test of a single call reads and changes stores, masks secrets, and the audit log names the store', async () => {
  await writeSecret();
  const id = await setup.seed();
  const tested = await testCall(setup.context, setup.actor, id, {
    method: 'GET',
    url: 'store://cache/session',
  });
  expect(tested).toMatchObject({ kind: 'tested', test: { success: true, statusCode: 200 } });
  expect(JSON.stringify(tested)).not.toContain(secret);
  const call = { method: 'PUT', url: 'store://cache/{{id}}', body: '1', variables: { id: 'a b' } };
  expect(await testCall(setup.context, setup.actor, id, call)).toMatchObject({
    test: { body: '{"created":true,"value":1}' },
  });
  expect(listRows(setup, 'records')).toMatchObject([{}, { key: 'a b', execution_id: null }]);
  const { all, build } = setup.context.db;
  const audit = await all(build.selectFrom('audit').select('detail').where('kind', '=', 'call-tested'));
  expect(audit.map(({ detail }) => detail)).toEqual(['GET store://cache', 'PUT store://cache']);
});

test('a secret value of the organization is not stored, because a store is not one of its hosts', async () => {
  await createValue(setup.context, setup.actor, {
    name: 'token',
    value: secret,
    isSecret: true,
    allowedHosts: ['api.example.com'],
  });
  const { status, error_message: error } = await runCalls(setup, [put('store://cache/a', '"{{org.token}}"')]);
  expect([status, error]).toEqual([
    'error',
    'Call 0: Nothing was sent: the secret {{org.token}} may not go to the host cache.',
  ]);
  expect(listRows(setup, 'records')).toEqual([]);
});

test.each(['lives', 'dies'])(
  'what items read and a loop collects is masked in the calls behind it when the process %s',
  async (fate) => {
    await writeSecret();
    const apiCalls = [
      {
        id: 'read',
        name: 'Read',
        order: 1,
        url: 'store://cache/{{key}}',
        responseMapping: { extractFields: [{ jsonPath: '$.value.token', saveAs: 'token' }] },
      },
      {
        id: 'tell',
        name: 'Tell',
        order: 2,
        method: 'POST',
        url: setup.target.url,
        body: '{"t": {{tokens}}}',
      },
      { id: 'again', name: 'Again', order: 3, method: 'POST', url: setup.target.url, body: '{{tokens[0]}}' },
    ];
    const loopSteps = [
      {
        id: 'each',
        order: 0.5,
        throughCallId: 'read',
        items: 'keys',
        itemName: 'key',
        collect: [{ from: 'token', saveAs: 'tokens' }],
      },
    ];
    const triggerConfig = webhookTrigger({ variables: [{ name: 'keys', jsonPath: '.keys' }] });
    const id = await setup.accept(
      await setup.seed({ triggerConfig, apiCalls, loopSteps }),
      '{"keys":["session"]}',
    );
    const hold = setup.holdAnswers('/');
    const first = runExecution(setup.context, await setup.claim(), never);
    await setup.target.arrived(2);
    if (fate === 'dies') await freeJobsOf(setup.context.db, 'runner');
    hold.release();
    await first;
    if (fate === 'dies') await runExecution(setup.context, await setup.claim('next'), never);
    expect(await setup.findExecution(id)).toMatchObject({ status: 'completed' });
    expect(setup.target.received.at(-1)?.body).toBe(`"${secret}"`);
    expect(JSON.stringify(await listSent(setup, id))).not.toContain(secret);
  },
);

test.each(['lives', 'dies', 'fails and is replayed'])(
  'what each of several items makes of a secret is masked behind the loop when the run %s',
  async (fate) => {
    await writeSecret();
    setup.answers.handler = answerJson({});
    const apiCalls = [
      {
        id: 'read',
        name: 'Read',
        order: 1,
        url: 'store://cache/session',
        responseMapping: { extractFields: [{ jsonPath: '$.value.token', saveAs: 'token' }] },
      },
      { id: 'tell', name: 'Tell', order: 2, method: 'POST', url: setup.target.url, body: '{{tokens}}' },
      { id: 'again', name: 'Again', order: 3, method: 'POST', url: setup.target.url, body: '{{tokens}}' },
    ];
    const loopSteps = [
      {
        id: 'each',
        order: 0.5,
        throughCallId: 'read',
        items: 'keys',
        itemName: 'key',
        collect: [{ from: "key | append: '-' | append: token", saveAs: 'tokens' }],
      },
    ];
    const triggerConfig = webhookTrigger({ variables: [{ name: 'keys', jsonPath: '.keys' }] });
    const integrationId = await setup.seed({ triggerConfig, apiCalls, loopSteps });
    let id = await setup.accept(integrationId, '{"keys":["a","b","c"]}');
    if (fate === 'fails and is replayed') {
      setup.answers.handler = answerJson({}, 400);
      await runExecution(setup.context, await setup.claim(), never);
      expect(await setup.findExecution(id)).toMatchObject({ status: 'error' });
      setup.answers.handler = answerJson({});
      const target = { integrationId, executionId: id, from: 'failed' } as const;
      const replay = await replayExecution(setup.context, setup.actor, target);
      if (replay.kind !== 'queued') throw new Error(replay.kind);
      id = replay.executionId;
      await runExecution(setup.context, await setup.claim(), never);
    } else {
      const hold = setup.holdAnswers('/');
      const first = runExecution(setup.context, await setup.claim(), never);
      await setup.target.arrived(2);
      if (fate === 'dies') await freeJobsOf(setup.context.db, 'runner');
      hold.release();
      await first;
      if (fate === 'dies') await runExecution(setup.context, await setup.claim('next'), never);
    }
    expect(await setup.findExecution(id)).toMatchObject({ status: 'completed' });
    expect(setup.target.received.at(-1)?.body).toBe(
      JSON.stringify(['a', 'b', 'c'].map((key) => `${key}-${secret}`)),
    );
    expect(JSON.stringify(await listSent(setup, id))).not.toContain(secret);
  },
);
