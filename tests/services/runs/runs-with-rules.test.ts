import { beforeEach, describe, expect, test } from 'vitest';
import { findExecutionLog } from '~/services/executions/execution-log';
import { claimJobs } from '~/db/executions/queue/claim';
import { freeJobsOf } from '~/db/executions/queue/jobs';
import { listAttempts, listSteps } from '~/db/executions/steps';
import { createIntegration } from '~/services/integrations/integrations';
import { replayExecution } from '~/services/runs/replay-execution';
import { createChannel } from '~/services/alerts/channels';
import { evaluateAlerts } from '~/services/alerts/evaluate';
import { listIncidentResponses } from '~/services/alerts/incidents';
import { runExecution } from '~/services/runs/run-execution';
import { makeCheck, makeHandling } from '../../engine/run/run-steps';
import { listMail } from '../../support/mail';
import { answerJson } from '../../support/target';
import { createRunSetup, never, type RunSetup } from './run-setup';
import { sendQueuedAlerts } from '../alerts/alert-setup';

let setup: RunSetup;

beforeEach(async () => {
  setup = await createRunSetup();
});

/** A status for each path, with headers; 200 where none is given. */
function answerBy(statuses: Record<string, [status: number, headers?: Record<string, string>]>) {
  setup.answers.handler = async (request, response) => {
    const [status, headers] = statuses[request.url] ?? [200];
    for (const [name, value] of Object.entries(headers ?? {})) response.setHeader(name, value);
    await answerJson({ token: 'abc' }, status)(request, response);
  };
}

async function run() {
  return runExecution(setup.context, await setup.claim(), never);
}

function listUrls() {
  return setup.target.received.map(({ url }) => url);
}

async function readLog(integrationId: string, executionId: string) {
  const log = await findExecutionLog(setup.context.db, { integrationId, ...setup.actor }, executionId);
  if (!log) throw new Error('There is no such execution');
  return log;
}

const retry = (more: object = {}) =>
  makeHandling(
    'first',
    [{ statusCodes: ['5xx', 429], action: 'retry', retryConfig: { retryDelay: 2_000 } }],
    more,
  );

/** Whether there is something to claim now. */
async function canClaim() {
  const { db, now } = setup.context;
  const jobs = (await claimJobs(db, { owner: 'looking', limit: 1, now: now(), leaseMs: 1 })).jobs;
  await freeJobsOf(db, 'looking');
  return jobs.length > 0;
}

describe('a retry', () => {
  test('waits in the database, held by nobody, and continues with the next attempt', async () => {
    answerBy({ '/first': [503] });
    const id = await setup.accept(await setup.seed({ responseHandlingSteps: [retry()] }));
    await run();
    expect(listUrls()).toEqual(['/first']);
    expect(await setup.findExecution(id)).toMatchObject({ status: 'running' });
    setup.context.clock.advance(1_999);
    expect(await canClaim()).toBe(false);
    setup.context.clock.advance(1);

    await run();
    expect(listUrls()).toEqual(['/first', '/first']);
    setup.context.clock.advance(3_999);
    expect(await canClaim()).toBe(false);
    setup.context.clock.advance(1);

    answerBy({});
    await run();
    expect(listUrls()).toEqual(['/first', '/first', '/first', '/second/abc']);
    expect(setup.target.received.map(({ headers }) => headers['idempotency-key'])).toEqual([
      `${id}.first.1`,
      `${id}.first.2`,
      `${id}.first.3`,
      `${id}.second.1`,
    ]);
    expect(await setup.findExecution(id)).toEqual({ status: 'completed', error_message: null });
    expect((await listAttempts(setup.context.db, [id])).map(({ step, attempt }) => [step, attempt])).toEqual([
      [0, 1],
      [0, 2],
      [0, 3],
      [1, 1],
    ]);
  });

  test('waits at least as long as Retry-After says', async () => {
    answerBy({ '/first': [429, { 'Retry-After': '60' }] });
    await setup.accept(await setup.seed({ responseHandlingSteps: [retry()] }));
    await run();
    setup.context.clock.advance(59_999);
    expect(await canClaim()).toBe(false);
    setup.context.clock.advance(1);
    answerBy({});
    await run();
    expect(listUrls()).toEqual(['/first', '/first', '/second/abc']);
  });

  test('that uses up its tries stops the execution, mails, and is shown with each attempt', async () => {
    answerBy({ '/first': [503] });
    const more = { defaultAction: 'stop_notify', defaultNotificationEmail: 'ops@example.com' };
    const integrationId = await setup.seed({ responseHandlingSteps: [retry(more)] });
    const id = await setup.accept(integrationId);
    for (const wait of [0, 2_000, 4_000, 6_000]) {
      setup.context.clock.advance(wait);
      await run();
    }
    expect(await setup.findExecution(id)).toEqual({
      status: 'error',
      error_message: 'First: HTTP 503: Service Unavailable',
    });
    expect(await setup.countJobs()).toBe(0);
    expect(await listMail(setup.context.db)).toMatchObject([
      { recipient: 'ops@example.com', subject: 'Execution stopped: Seeded' },
    ]);
    const [call] = (await readLog(integrationId, id)).apiCallLogs;
    expect(call?.request?.responseHandling).toMatchObject({
      matchedAction: 'stop_notify',
      totalRetries: 3,
      executionStopped: true,
      hasRetryConfig: true,
    });
    expect(call?.request?.retryData).toMatchObject({
      maxRetries: 3,
      retryAttempts: [{ delayMs: 2_000 }, { delayMs: 4_000 }, { delayMs: 6_000 }, { delayMs: null }],
    });
  });
});

function answerNotOk() {
  setup.answers.handler = answerJson({ ok: false, error: 'no such channel' }, 200);
}

describe('a rule that looks at the body', () => {
  const notOk = { statusCodes: ['2xx'], when: [{ field: 'response.body.ok', value: false }] };

  test('makes a failure of an answer of 200: the execution ends in error and is mailed, and replays there', async () => {
    answerNotOk();
    const handling = makeHandling('first', [{ ...notOk, action: 'stop_notify' }]);
    const integrationId = await setup.seed({ responseHandlingSteps: [handling] });
    const id = await setup.accept(integrationId);
    await run();
    expect(listUrls()).toEqual(['/first']);
    const message = 'HTTP 200, but response.body.ok equals false: no such channel';
    expect(await setup.findExecution(id)).toEqual({ status: 'error', error_message: `First: ${message}` });
    expect(await listMail(setup.context.db)).toMatchObject([{ subject: 'Execution stopped: Seeded' }]);
    const [call] = (await readLog(integrationId, id)).apiCallLogs;
    expect(call).toMatchObject({ status: 'error', error: message, response: { status: 200 } });
    expect(call?.request?.responseHandling).toMatchObject({
      matchedAction: 'stop_notify',
      matchedStatusCode: '2xx',
      matchedConditions: 'response.body.ok equals false',
      finalSuccess: false,
    });
    expect(call?.request?.responseHandlingStep?.statusCodeRules).toEqual([
      {
        statusCodes: ['2xx'],
        when: [{ field: 'response.body.ok', operator: 'equals', value: false }],
        action: 'stop_notify',
        retryConfig: null,
        webhookURL: null,
      },
    ]);
    answerBy({});
    const replayed = await replayExecution(setup.context, setup.actor, {
      integrationId,
      executionId: id,
      from: 'failed',
    });
    expect(replayed.kind).toBe('queued');
  });

  test('has it tried again, and the wait outlives the process', async () => {
    answerNotOk();
    const handling = makeHandling('first', [{ ...notOk, action: 'retry' }]);
    const id = await setup.accept(await setup.seed({ responseHandlingSteps: [handling] }));
    await run();
    answerBy({});
    setup.context.clock.advance(1_000);
    await run();
    expect(listUrls()).toEqual(['/first', '/first', '/second/abc']);
    expect(await setup.findExecution(id)).toMatchObject({ status: 'completed' });
  });

  test('may lead past calls, which the log shows with the reason', async () => {
    answerNotOk();
    const handling = makeHandling('first', [{ ...notOk, action: 'end' }]);
    const integrationId = await setup.seed({ responseHandlingSteps: [handling] });
    const id = await setup.accept(integrationId);
    await run();
    expect(await setup.findExecution(id)).toEqual({ status: 'completed', error_message: null });
    expect((await readLog(integrationId, id)).apiCallLogs).toMatchObject([
      { apiCallName: 'First', status: 'success' },
      {
        apiCallName: 'Second',
        status: 'skipped',
        error:
          'Response handling: First matched the rule for 2xx, as response.body.ok equals false, so the run ended.',
      },
    ]);
  });
});

test('stop and notify mails the owners once when nobody is named, and sends nothing further', async () => {
  answerBy({ '/first': [404] });
  const handling = makeHandling('first', [{ statusCodes: [404], action: 'stop_notify' }]);
  const alerts = { name: 'Owners', kind: 'email', recipients: 'owners', events: { failing: 1 } };
  expect(await createChannel(setup.context, setup.actor, alerts)).toMatchObject({ kind: 'channel' });
  await setup.accept(await setup.seed({ responseHandlingSteps: [handling] }));
  await run();
  expect(listUrls()).toEqual(['/first']);
  expect((await listMail(setup.context.db)).map(({ recipient }) => recipient)).toEqual([setup.email]);
  // The alert on failures would say the same.
  await evaluateAlerts(setup.context);
  expect(await sendQueuedAlerts(setup.context)).toBe(false);
  expect(await listIncidentResponses(setup.context, setup.actor)).toMatchObject([{ event: 'failing' }]);
});

test('an error that is to be continued from gives its variables to the next call', async () => {
  answerBy({ '/first': [500] });
  const handling = makeHandling('first', [{ statusCodes: ['500-599'], action: 'continue' }]);
  const id = await setup.accept(await setup.seed({ responseHandlingSteps: [handling] }));
  await run();
  expect(listUrls()).toEqual(['/first', '/second/abc']);
  expect(await setup.findExecution(id)).toMatchObject({ status: 'completed' });
  expect((await listSteps(setup.context.db, [id])).map(({ status }) => status)).toEqual(['error', 'success']);
});

const seedNotice = () =>
  setup.seed({
    responseHandlingSteps: [
      makeHandling('first', [
        { statusCodes: ['4xx'], action: 'webhook', webhookURL: `${setup.target.url}/notice` },
      ]),
    ],
  });

function postTo(webhookURL: string) {
  return { statusCodes: ['2xx', 409], action: 'webhook', webhookURL };
}

describe('a notice', () => {
  test('is posted between the calls and stands in the log as a webhook', async () => {
    answerBy({ '/first': [409], '/notice': [500] });
    const integrationId = await seedNotice();
    const id = await setup.accept(integrationId);
    await run();
    expect(listUrls()).toEqual(['/first', '/notice', '/second/abc']);
    expect(JSON.parse(setup.target.received[1]?.body ?? '')).toEqual({
      executionId: id,
      originalApiCall: { name: 'First', url: `${setup.target.url}/first`, method: 'POST', statusCode: 409 },
      responseData: {
        statusCode: 409,
        responseBody: { token: 'abc' },
        timestamp: new Date(setup.context.now()).toISOString(),
      },
      previousResults: [],
    });
    expect((await readLog(integrationId, id)).apiCallLogs).toMatchObject([
      { step: 0, kind: 'call', status: 'error' },
      { step: 1, kind: 'webhook', status: 'error', error: 'HTTP 500: Internal Server Error' },
      { step: 2, kind: 'call', status: 'success' },
    ]);
    expect(await setup.findExecution(id)).toMatchObject({ status: 'completed' });
  });

  test('is recorded as a webhook execution: what was posted, about which call, why, and how it ended', async () => {
    answerBy({ '/first': [409], '/notice': [500] });
    const integrationId = await seedNotice();
    const id = await setup.accept(integrationId);
    await run();
    const [call, notice, next] = (await readLog(integrationId, id)).apiCallLogs;
    expect([call?.webhookExecution, next?.webhookExecution]).toEqual([null, null]);
    const originalApiCall = {
      name: 'First',
      url: `${setup.target.url}/first`,
      method: 'POST',
      statusCode: 409,
    };
    expect(notice?.webhookExecution).toEqual({
      url: `${setup.target.url}/notice`,
      method: 'POST',
      headers: expect.objectContaining({ 'Content-Type': 'application/json' }),
      payload: JSON.parse(setup.target.received[1]?.body ?? ''),
      timestamp: new Date(setup.context.now()).toISOString(),
      triggerReason: 'HTTP 409: matched the rule for 4xx',
      originalApiCall,
      response: {
        statusCode: 500,
        headers: expect.objectContaining({ 'content-type': 'application/json' }),
        body: '{"token":"abc"}',
        duration: expect.any(Number),
      },
      error: 'HTTP 500: Internal Server Error',
      status: 'error',
    });
    expect(notice?.webhookExecution?.payload).toMatchObject({ executionId: id, originalApiCall });
  });

  test('is pending until it has its response', async () => {
    answerBy({ '/first': [409] });
    const integrationId = await seedNotice();
    const id = await setup.accept(integrationId);
    const hold = setup.holdAnswers('/notice');
    const running = run();
    await setup.target.arrived(2);
    const [, notice] = (await readLog(integrationId, id)).apiCallLogs;
    expect(notice?.webhookExecution).toMatchObject({ status: 'pending', response: null, error: null });
    hold.release();
    await running;
    const [, answered] = (await readLog(integrationId, id)).apiCallLogs;
    expect(answered?.webhookExecution).toMatchObject({ status: 'success', response: { statusCode: 200 } });
  });

  test('in flight when the process died is posted again, the same under the same key', async () => {
    answerBy({ '/first': [409] });
    await setup.accept(await seedNotice());
    const hold = setup.holdAnswers('/notice');
    const dead = run();
    await setup.target.arrived(2);
    await freeJobsOf(setup.context.db, 'runner');
    hold.release();
    await dead;
    setup.context.clock.advance(60_000);
    await runExecution(setup.context, await setup.claim('next'), never);
    expect(listUrls()).toEqual(['/first', '/notice', '/notice', '/second/abc']);
    const [, once, again] = setup.target.received;
    expect(again?.body).toBe(once?.body);
    expect(again?.headers['idempotency-key']).toBe(once?.headers['idempotency-key']);
  });

  test('goes where variables say, and is a line of the log where they name no address', async () => {
    answerBy({ '/first': [200], '/second/abc': [409] });
    const handlings = [
      makeHandling('first', [postTo(`${setup.target.url}/{{token}}?n={{trigger.n}}`)]),
      makeHandling('second', [postTo('https://hooks.example.com/{{#if x}}')]),
    ];
    const integrationId = await setup.seed({ responseHandlingSteps: handlings });
    const id = await setup.accept(integrationId, '{"n":1.10}');
    await run();
    expect(listUrls()).toEqual(['/first', '/abc?n=1.10', '/second/abc']);
    expect(await setup.findExecution(id)).toMatchObject({ status: 'completed' });
    expect((await readLog(integrationId, id)).apiCallLogs.at(-1)).toMatchObject({
      kind: 'webhook',
      apiCallName: 'Second',
      status: 'error',
      request: null,
      error: "{{#if x}} in the webhook URL is not a variable. To send {{ as text, write {{'{{'}}.",
    });
  });

  test('goes no way that is closed to calls', async () => {
    answerBy({ '/first': [409] });
    const rule = { statusCodes: [409], action: 'webhook', webhookURL: 'http://169.254.169.254/latest' };
    const id = await setup.accept(
      await setup.seed({ responseHandlingSteps: [makeHandling('first', [rule])] }),
    );
    await run();
    const [, notice] = await listSteps(setup.context.db, [id]);
    expect(notice).toMatchObject({ kind: 'webhook', status: 'error' });
    expect(notice?.error_message).toContain('OUTBOUND_ALLOW');
    expect(await setup.findExecution(id)).toMatchObject({ status: 'completed' });
  });
});

describe('a condition', () => {
  const check = makeCheck(1, { field: 'token', operator: 'equals', value: 'abc' });

  test.each([
    ['abc', ['/first', '/second/abc'], 'success'],
    ['other', ['/first'], 'skipped'],
  ])('on %s leads to %j', async (token, urls, status) => {
    setup.answers.handler = answerJson({ token });
    const integrationId = await setup.seed({ conditionalExecutionSteps: [check] });
    const id = await setup.accept(integrationId);
    await run();
    expect(listUrls()).toEqual(urls);
    expect(await listSteps(setup.context.db, [id])).toMatchObject([
      { kind: 'call' },
      { kind: 'condition', step: 1 },
      { kind: 'call', step: 2, status },
    ]);
    const log = await readLog(integrationId, id);
    expect(log.conditionalExecutionLogs).toMatchObject([
      { fieldName: 'token', expectedValue: 'abc', actualValue: token, conditionMet: token === 'abc' },
    ]);
    expect(await setup.findExecution(id)).toMatchObject({ status: 'completed' });
  });

  test('that is not met may lead to a later call, and a run that waits there goes on there', async () => {
    const third = { ...setup.secondCall, id: 'third', name: 'Third', url: `${setup.target.url}/third` };
    const integrationId = await setup.seed({
      apiCalls: [setup.firstCall, setup.secondCall, third],
      conditionalExecutionSteps: [
        makeCheck(
          1,
          { field: 'token', operator: 'equals', value: 'other' },
          { otherwise: 'go_to', otherwiseApiCallId: 'third' },
        ),
      ],
      responseHandlingSteps: [makeHandling('third', [{ statusCodes: ['5xx'], action: 'retry' }])],
    });
    answerBy({ '/third': [503] });
    const id = await setup.accept(integrationId);
    await run();
    const before = (await readLog(integrationId, id)).conditionalExecutionLogs;
    expect(before).toMatchObject([{ conditionMet: false, otherwise: 'go_to', nextCallName: 'Third' }]);
    setup.context.clock.advance(60_000);
    answerBy({});
    await run();
    expect(listUrls()).toEqual(['/first', '/third', '/third']);
    expect(await setup.findExecution(id)).toMatchObject({ status: 'completed' });
    expect((await readLog(integrationId, id)).conditionalExecutionLogs).toEqual(before);
    expect((await readLog(integrationId, id)).apiCallLogs).toMatchObject([
      { apiCallName: 'First', status: 'success' },
      {
        apiCallName: 'Second',
        status: 'skipped',
        error: expect.stringMatching(/ The run continued with Third\.$/),
      },
      { apiCallName: 'Third', status: 'success' },
    ]);
  });

  test('at the head of the chain ends a run that it does not let pass, as complete', async () => {
    const onlyMain = makeCheck(
      0,
      { field: 'trigger.ref', operator: 'equals', value: 'main' },
      { otherwise: 'end' },
    );
    const integrationId = await setup.seed({ conditionalExecutionSteps: [onlyMain] });
    const id = await setup.accept(integrationId, '{"n":1,"ref":"dev"}');
    await run();
    expect(listUrls()).toEqual([]);
    expect(await setup.findExecution(id)).toEqual({ status: 'completed', error_message: null });
    const log = await readLog(integrationId, id);
    expect(log.conditionalExecutionLogs).toMatchObject([
      { actualValue: 'dev', conditionMet: false, otherwise: 'end', nextCallName: null },
    ]);
    expect(log.apiCallLogs.map(({ apiCallName, status }) => [apiCallName, status])).toEqual([
      ['First', 'skipped'],
      ['Second', 'skipped'],
    ]);
    const replayed = await replayExecution(setup.context, setup.actor, {
      integrationId,
      executionId: id,
      from: 'failed',
    });
    expect(replayed).toMatchObject({ kind: 'conflict' });
    await setup.accept(integrationId, '{"n":1,"ref":"main"}');
    await run();
    expect(listUrls()).toEqual(['/first', '/second/abc']);
  });

  test('before a failed call is not made again by a replay from that call', async () => {
    answerBy({ '/second/abc': [500] });
    const third = { ...setup.secondCall, id: 'third', name: 'Third', url: `${setup.target.url}/third` };
    const notice = makeHandling('first', [
      { statusCodes: [200], action: 'webhook', webhookURL: `${setup.target.url}/notice` },
    ]);
    const integrationId = await setup.seed({
      apiCalls: [setup.firstCall, { ...third, id: 'passed' }, setup.secondCall, third],
      conditionalExecutionSteps: [{ ...check, nextApiCallId: 'second' }],
      responseHandlingSteps: [notice],
    });
    const executionId = await setup.accept(integrationId);
    await run();
    expect(listUrls()).toEqual(['/first', '/notice', '/second/abc']);
    answerBy({});
    const replayed = await replayExecution(setup.context, setup.actor, {
      integrationId,
      executionId,
      from: 'failed',
    });
    if (replayed.kind !== 'queued') throw new Error(replayed.kind);
    await run();
    expect(listUrls().slice(3)).toEqual(['/second/abc', '/third']);
    expect(
      (await listSteps(setup.context.db, [replayed.executionId])).map(
        ({ kind, status }) => `${kind} ${status}`,
      ),
    ).toEqual([
      'call success',
      'webhook success',
      'condition success',
      'call skipped',
      'call success',
      'call success',
    ]);
  });
});

test('redirects are followed by the calls that want it', async () => {
  setup.answers.handler = async (request, response) => {
    if (request.url === '/second/abc') response.writeHead(302, { Location: '/moved' }).end();
    else await answerJson({ token: 'abc' })(request, response);
  };
  await setup.accept(await setup.seed());
  await run();
  expect(listUrls()).toEqual(['/first', '/second/abc']);
  await setup.accept(
    await setup.seed({ apiCalls: [setup.firstCall, { ...setup.secondCall, followRedirects: true }] }),
  );
  await run();
  expect(listUrls().slice(2)).toEqual(['/first', '/second/abc', '/moved']);
});

test.each([
  [3, { status: 'completed', error_message: null }],
  [4, { status: 'error', error_message: expect.stringContaining('redirects more than 3 times') }],
])('a call follows three redirects in a row, of %d', async (hops, ending) => {
  setup.answers.handler = async (request, response) => {
    const left = Number(/^\/hop\/(\d)$/.exec(request.url)?.[1] ?? 0);
    if (left > 0) response.writeHead(302, { Location: `/hop/${left - 1}` }).end();
    else await answerJson({})(request, response);
  };
  const url = `${setup.target.url}/hop/${hops}`;
  const apiCalls = [{ ...setup.secondCall, url, followRedirects: true }];
  const id = await setup.accept(await setup.seed({ apiCalls }));
  await run();
  expect(await setup.findExecution(id)).toEqual(ending);
});

test('a save names what is wrong with a step by its field', async () => {
  const outcome = await createIntegration(setup.context, setup.actor, {
    name: 'abc',
    apiCalls: [setup.firstCall, setup.secondCall],
    conditionalExecutionSteps: [
      makeCheck(1, { field: 'token', operator: 'exists' }, { id: '', nextApiCallId: 'first' }),
    ],
    responseHandlingSteps: [makeHandling('gone', [])],
  });
  expect(outcome).toMatchObject({
    kind: 'invalid',
    fields: {
      'conditionalExecutionSteps.0.nextApiCallId': [
        'Conditional execution can only continue with a later API call',
      ],
      'responseHandlingSteps.0.nextApiCallId': ['The API call of this response handling does not exist'],
    },
  });
});
