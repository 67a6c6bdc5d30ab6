import { beforeEach, describe, expect, test } from 'vitest';
import { findExecutionForRun } from '~/db/executions/queue/queued-executions';
import { freeJobsOf } from '~/db/executions/queue/jobs';
import { listAttempts, listSteps } from '~/db/executions/steps';
import { updateIntegration } from '~/services/integrations/integrations';
import { createDefinitionCache } from '~/services/integrations/definition-cache';
import { makeDueReplays } from '~/services/runs/automatic-replays';
import { runExecution } from '~/services/runs/run-execution';
import { makeOutbound } from '../../outbound/loopback';
import { webhookTrigger } from '../../support/seed';
import { answerJson } from '../../support/target';
import { createRunSetup, never, type RunSetup } from './run-setup';

let setup: RunSetup;

beforeEach(async () => {
  setup = await createRunSetup();
});

describe('an execution', () => {
  test('sends its calls in order, each with what came before, and writes down what happened', async () => {
    const id = await setup.accept(await setup.seed());
    await runExecution(setup.context, await setup.claim(), never);
    expect(setup.target.received.map(({ method, url, body }) => `${method} ${url} ${body}`.trim())).toEqual([
      'POST /first {"n": 1.10}',
      'GET /second/abc',
    ]);
    expect(await setup.findExecution(id)).toEqual({ status: 'completed', error_message: null });
    expect((await listSteps(setup.context.db, [id])).map(({ call_id, status }) => [call_id, status])).toEqual(
      [
        ['first', 'success'],
        ['second', 'success'],
      ],
    );
    expect(await listAttempts(setup.context.db, [id])).toMatchObject([
      { step: 0, attempt: 1, sends: 1, status_code: 200, started_at: setup.context.now() },
      { step: 1, attempt: 1, sends: 1, status_code: 200 },
    ]);
    expect(setup.target.received.map(({ headers }) => headers['idempotency-key'])).toEqual([
      `${id}.first.1`,
      `${id}.second.1`,
    ]);
    expect(await setup.countJobs()).toBe(0);
  });

  test('has its intent on disk before a call is sent', async () => {
    const seen: unknown[] = [];
    const id = await setup.accept(await setup.seed());
    setup.answers.handler = async (request, response) => {
      seen.push([
        (await findExecutionForRun(setup.context.db, id))?.status,
        (await listSteps(setup.context.db, [id])).at(-1)?.status,
      ]);
      await answerJson({ token: 'abc' })(request, response);
    };
    await runExecution(setup.context, await setup.claim(), never);
    expect(seen).toEqual([
      ['running', 'running'],
      ['running', 'running'],
    ]);
  });

  test('executes the version that was deployed when the delivery came', async () => {
    const integrationId = await setup.seed();
    await setup.accept(integrationId);
    await updateIntegration(setup.context, setup.actor, integrationId, {
      apiCalls: [{ ...setup.secondCall, url: `${setup.target.url}/new` }],
    });
    await runExecution(setup.context, await setup.claim(), never);
    expect(setup.target.received.map(({ url }) => url)).toEqual(['/first', '/second/abc']);
  });

  test('ends in error at the first call that fails, and sends no other', async () => {
    setup.answers.handler = answerJson({}, 500);
    const id = await setup.accept(await setup.seed());
    await runExecution(setup.context, await setup.claim(), never);
    expect(setup.target.received).toHaveLength(1);
    expect(await setup.findExecution(id)).toEqual({
      status: 'error',
      error_message: 'First: HTTP 500: Internal Server Error',
    });
    expect(await setup.countJobs()).toBe(0);
  });

  test('does not send a call whose variable nobody gave', async () => {
    const id = await setup.accept(await setup.seed({ apiCalls: [setup.secondCall] }));
    await runExecution(setup.context, await setup.claim(), never);
    expect(setup.target.received).toEqual([]);
    expect(await listAttempts(setup.context.db, [id])).toEqual([]);
    expect(await listSteps(setup.context.db, [id])).toMatchObject([{ status: 'error' }]);
    expect((await setup.findExecution(id))?.error_message).toContain('token');
  });
});

test('secrets sealed with another key end the execution in an error that says so', async () => {
  const id = await setup.accept(
    await setup.seed({
      apiCalls: [
        { ...setup.secondCall, url: setup.target.url, authConfig: { type: 'bearer', token: 'abcdef' } },
      ],
    }),
  );
  const config = { ...setup.context.config, appKey: Buffer.alloc(32, 9) };
  const other = { ...setup.context, config, definitions: createDefinitionCache(config) };
  await runExecution(other, await setup.claim(), never);
  expect(setup.target.received).toEqual([]);
  expect((await setup.findExecution(id))?.error_message).toContain('APP_KEY');
  expect(await setup.countJobs()).toBe(0);
});

/** Everything the database says about runs, as text. */
async function dumpRuns(): Promise<string> {
  const tables = ['executions', 'steps', 'attempts'] as const;
  return JSON.stringify(
    await Promise.all(
      tables.map((table) => setup.context.db.all(setup.context.db.build.selectFrom(table).selectAll())),
    ),
  );
}

test('no secret stands in any row, even when the target says it back', async () => {
  const bearer = 'bearer "token" / ü';
  const header = 'Basic c2VjcmV0LWhlYWRlcg==';
  const webhookSecret = 'whsec_dGhpcyBpcyBhIHNlY3JldA==';
  setup.answers.handler = (request, response) => {
    const said = JSON.stringify(request.headers);
    response.statusMessage = `OK ${header}`;
    response.setHeader('X-Echo', String(request.headers['x-key']));
    response.end(
      JSON.stringify({
        said,
        webhookSecret,
        token: 'vxyz-1234',
        all: [request.headers.authorization],
        [header]: header,
      }),
    );
  };
  const headers = { 'X-Key': header, 'X-Open': 'open-value' };
  const call = {
    ...setup.firstCall,
    headers,
    secretHeaders: ['X-Key'],
    authConfig: { type: 'bearer', token: bearer },
  };
  const open = {
    ...setup.secondCall,
    headers: { 'X-Own-Secret': 'of {{token}}' },
    secretHeaders: ['x-own-secret'],
  };
  const id = await setup.accept(
    await setup.seed({
      triggerConfig: webhookTrigger({ secret: webhookSecret }),
      apiCalls: [{ ...call, body: '' }, open],
    }),
    '{}',
    webhookSecret,
  );
  await runExecution(setup.context, await setup.claim(), never);
  expect(await setup.findExecution(id)).toMatchObject({ status: 'completed' });
  expect(setup.target.received[0]?.headers).toMatchObject({ 'x-key': header, 'x-open': 'open-value' });

  const dump = await dumpRuns();
  expect(dump).toContain('open-value');
  const spellings = [bearer, header, webhookSecret, 'of vxyz-1234'].flatMap((secret) => [
    secret,
    JSON.stringify(secret).slice(1, -1),
    JSON.stringify(JSON.stringify(secret).slice(1, -1)).slice(1, -1),
    encodeURIComponent(secret),
    Buffer.from(secret, 'utf8').toString('latin1'),
  ]);
  expect(spellings.filter((spelling) => dump.includes(spelling))).toEqual([]);
});

test('saved variables are sealed, and only where they belong', async () => {
  const id = await setup.accept(await setup.seed());
  await runExecution(setup.context, await setup.claim(), never);
  const [first, second] = await listSteps(setup.context.db, [id]);
  expect(first?.saved).toMatch(/^v1\./);
  expect(first?.saved).not.toContain('"abc"');
  expect(second?.saved).toBeNull();
});

const noSocket = () => Promise.reject(Object.assign(new Error('socket'), { code: 'EMFILE' }));
const there = () => Promise.resolve([{ address: '127.0.0.1', family: 4 as const }]);
const lookUpTarget = (host: string) => (host === 'target.test' ? there() : noSocket());
const at = (host: string, path: string) => `http://${host}.test:${setup.target.port}/${path}`;

/** Runs the execution in a server that has connections only to the target, and gives the job back as the runner does. */
async function runAndFail(): Promise<void> {
  const context = { ...setup.context, outbound: makeOutbound({ lookup: lookUpTarget }) };
  const job = await setup.claim();
  await expect(runExecution(context, job, never)).rejects.toThrow(/no connections left/);
  await context.ledger.record(job, [{ kind: 'job-released', runAt: context.now(), failed: true }]);
}

describe('a server without connections left', () => {
  test('ends the run after six times, and an automatic replay goes on later', async () => {
    const integrationId = await setup.seed({ apiCalls: [{ ...setup.firstCall, url: at('other', 'first') }] });
    await updateIntegration(setup.context, setup.actor, integrationId, { automaticReplays: 1 });
    const id = await setup.accept(integrationId);
    for (let time = 1; time <= 6; time += 1) await runAndFail();
    await runExecution(setup.context, await setup.claim(), never);
    expect(await setup.findExecution(id)).toEqual({
      status: 'error',
      error_message: 'The server failed 6 times to run this execution.',
    });
    setup.context.clock.advance(3_600_000);
    await makeDueReplays(setup.context);
    const outbound = makeOutbound({ lookup: there });
    await runExecution({ ...setup.context, outbound }, await setup.claim(), never);
    expect(setup.target.received.map(({ url }) => url)).toEqual(['/first']);
  });

  test('counts from the last call that went well', async () => {
    const apiCalls = [
      { ...setup.firstCall, url: at('target', 'first') },
      { ...setup.secondCall, url: at('other', 'second') },
    ];
    const id = await setup.accept(await setup.seed({ apiCalls }));
    const { db } = setup.context;
    const down = { kind: 'job-released', runAt: setup.context.now(), failed: true } as const;
    for (let time = 1; time <= 5; time += 1) await setup.context.ledger.record(await setup.claim(), [down]);
    await runAndFail();
    const jobs = db.build.selectFrom('jobs').select('failures').where('subject_id', '=', id);
    expect(await db.first(jobs)).toEqual({ failures: 1 });
  });

  test('fails the job and not the call, which is sent later as if it had not been tried', async () => {
    let left = false;
    const outbound = makeOutbound({
      lookup: async () => {
        if (!left) throw Object.assign(new Error('socket'), { code: 'EMFILE' });
        return [{ address: '127.0.0.1', family: 4 }];
      },
    });
    const context = { ...setup.context, outbound };
    const id = await setup.accept(
      await setup.seed({
        apiCalls: [{ ...setup.firstCall, url: `http://target.test:${setup.target.port}/first` }],
      }),
    );
    await expect(runExecution(context, await setup.claim(), never)).rejects.toThrow(
      'This server has no connections left (EMFILE). Nothing was sent.',
    );
    expect(await setup.findExecution(id)).toEqual({ status: 'running', error_message: null });
    expect(await listAttempts(context.db, [id])).toMatchObject([
      { attempt: 1, sends: 0, error_message: null },
    ]);

    left = true;
    await freeJobsOf(context.db, 'runner');
    await runExecution(context, await setup.claim('next'), never);
    expect(setup.target.received.map(({ headers }) => headers['idempotency-key'])).toEqual([`${id}.first.1`]);
    expect(await listAttempts(context.db, [id])).toMatchObject([{ attempt: 1, sends: 1, status_code: 200 }]);
    expect(await setup.findExecution(id)).toEqual({ status: 'completed', error_message: null });
  });
});
