import { beforeEach, describe, expect, test } from 'vitest';
import { findExecutionForRun } from '~/db/executions/queue/queued-executions';
import { findExecutionLog } from '~/services/executions/execution-log';
import { listFailures } from '~/db/executions/failures';
import { freeJobsOf } from '~/db/executions/queue/jobs';
import { listSteps } from '~/db/executions/steps';
import type { ResponseRuling, RunEvent } from '~/engine/events/event';
import type { LoggedRequest, LoggedResponse } from '~/engine/logged';
import { parseJson } from '~/engine/json/json';
import { recordEvents, type Run } from '~/services/runs/event-recording';
import { runExecution } from '~/services/runs/run-execution';
import { readHistory } from '~/services/runs/run-history';
import { listMail } from '../../support/mail';
import { createRunSetup, never, type RunSetup } from './run-setup';

let setup: RunSetup;
let integrationId: string;
let executionId: string;
let run: Run;

beforeEach(async () => {
  setup = await createRunSetup();
  integrationId = await setup.seed();
  executionId = await setup.accept(integrationId);
  run = await claimRun();
});

/** The execution as a runner that has just claimed it sees it. */
async function claimRun(): Promise<Run> {
  const { context } = setup;
  const job = await setup.claim();
  const execution = await findExecutionForRun(context.db, executionId);
  if (!execution) throw new Error('There is no such execution');
  return { context, job, execution };
}

async function readLog() {
  const log = await findExecutionLog(setup.context.db, { integrationId, ...setup.actor }, executionId);
  if (!log) throw new Error('There is no such execution');
  return log;
}

const request: LoggedRequest = {
  method: 'GET',
  url: 'https://x.test/',
  headers: [],
  body: '',
  truncated: false,
};

function respond(status: number): LoggedResponse {
  const body = `{"status":${status}}`;
  return {
    status,
    statusText: '',
    headers: [],
    body,
    bodyBytes: body.length,
    binary: false,
    truncated: false,
  };
}

const ruling: ResponseRuling = {
  action: 'retry',
  matchedStatusCode: '503',
  delayMs: 1000,
  answeredAt: null,
  notificationEmail: null,
  hasRetryConfig: true,
  hasWebhookURL: false,
};

/** The two events of an attempt. */
function attempt(
  number: number,
  status: number,
  rule: ResponseRuling | null,
  place: { step?: number; source?: 'chain' | 'rule' } = {},
): RunEvent[] {
  const about = { step: 1, callId: 'first', callName: 'First', source: 'chain' as const, ...place };
  const failed = status >= 400;
  return [
    { kind: 'call-started', ...about, attempt: number, request },
    {
      kind: 'call-finished',
      ...about,
      attempt: number,
      outcome: failed ? 'error' : 'success',
      response: respond(status),
      errorMessage: failed ? `HTTP ${status}` : null,
      durationMs: 20,
      extractions: [],
      saved: failed ? [] : [['token', parseJson('1.10')]],
      ruling: rule,
    },
  ];
}

const checked = {
  kind: 'condition-checked',
  step: 0,
  conditionalStepId: 'check',
  checks: [
    {
      fieldName: 'n',
      conditionType: 'greater_than',
      expectedValue: '5',
      actualValue: parseJson('9007199254740993'),
      met: true,
    },
    { fieldName: 'gone', conditionType: 'exists', expectedValue: null, actualValue: undefined, met: false },
  ],
  match: 'all',
  conditionMet: false,
  otherwise: 'skip_next',
  nextApiCallAction: 'skip',
  skippedCallName: 'First',
  nextCallName: 'Second',
} satisfies RunEvent;

const ended: RunEvent = { kind: 'run-ended', status: 'completed', errorMessage: null, notify: null };

describe('attempts', () => {
  test('end with their step when the next one is refused', async () => {
    await recordEvents(run, attempt(1, 503, ruling));
    const refused = { kind: 'call-refused', step: 1, callId: 'first', callName: 'First' } as const;
    const errorMessage = 'The connection was deleted.';
    await recordEvents(run, [{ ...refused, source: 'chain', errorMessage, lacksCredentials: true }]);
    expect(await listSteps(setup.context.db, [executionId])).toMatchObject([
      { step: 1, status: 'error', error_message: errorMessage, detail: '{"lacksCredentials":true}' },
    ]);
  });

  test('stay one step until the last, and are what an execution that goes on reads', async () => {
    await recordEvents(run, [...attempt(1, 503, ruling)]);
    expect(await listSteps(setup.context.db, [executionId])).toMatchObject([{ step: 1, status: 'running' }]);
    const runAt = setup.context.now() + 1000;
    await recordEvents(run, [], [{ kind: 'job-released', runAt, failed: false }]);

    setup.context.clock.advance(1000);
    run = await claimRun();
    expect((await readHistory(setup.context, executionId)).events).toEqual([
      { kind: 'call-started', step: 1, attempt: 1 },
      {
        kind: 'call-finished',
        step: 1,
        attempt: 1,
        outcome: 'error',
        response: { status: 503 },
        errorMessage: 'HTTP 503',
        saved: [],
        ruling,
      },
    ]);
    const last: ResponseRuling = { ...ruling, action: 'continue', matchedStatusCode: null, delayMs: null };
    await recordEvents(run, [...attempt(2, 200, last)]);
    expect((await readHistory(setup.context, executionId)).events.slice(2)).toEqual([
      { kind: 'call-started', step: 1, attempt: 2 },
      expect.objectContaining({
        attempt: 2,
        outcome: 'success',
        saved: [['token', parseJson('1.10')]],
        ruling: last,
      }),
    ]);
  });

  test('are recorded in the log with what was decided after each', async () => {
    await recordEvents(run, attempt(1, 503, ruling));
    setup.context.clock.advance(1000);
    await recordEvents(run, attempt(2, 503, { ...ruling, action: 'stop_notify', delayMs: null }));
    const [call] = (await readLog()).apiCallLogs;
    expect(call).toMatchObject({ status: 'error', error: 'HTTP 503', response: { status: 503 } });
    expect(call?.request?.retryData).toEqual({
      maxRetries: null,
      retryAttempts: [
        {
          attemptNumber: 1,
          statusCode: 503,
          responseBody: '{"status":503}',
          error: 'HTTP 503',
          duration: 20,
          delayMs: 1000,
          isRenewed: false,
          timestamp: '2026-01-05T12:00:00.000Z',
        },
        expect.objectContaining({ attemptNumber: 2, delayMs: null, timestamp: '2026-01-05T12:00:01.000Z' }),
      ],
    });
    expect(call?.request?.responseHandling).toEqual({
      matchedAction: 'stop_notify',
      matchedStatusCode: '503',
      retryAttempt: 2,
      totalRetries: 1,
      finalSuccess: false,
      executionStopped: true,
      stopReason: 'HTTP 503',
      hasRetryConfig: true,
      hasWebhookURL: false,
    });
  });
});

describe('a run that goes on behind a failed call ends with the failure that the call had:', () => {
  const first = { step: 0, callId: 'first', callName: 'First', source: 'chain' as const };
  const unsent = (failureReason: 'authorization' | 'timeout'): RunEvent[] => [
    { kind: 'call-started', ...first, attempt: 1, request },
    {
      kind: 'call-finished',
      ...first,
      attempt: 1,
      outcome: 'error',
      response: null,
      errorMessage: 'Nothing came.',
      failureReason,
      durationMs: 20,
      extractions: [],
      saved: [],
      ruling: null,
    },
  ];

  test.each<[kind: string, RunEvent[]]>([
    [
      'credentials',
      [{ kind: 'call-refused', ...first, errorMessage: 'It is gone.', lacksCredentials: true }],
    ],
    ['request', [{ kind: 'call-refused', ...first, errorMessage: '{{n}} has no value.' }]],
    ['credentials', unsent('authorization')],
    ['timeout', unsent('timeout')],
  ])('%s', async (kind, events) => {
    await recordEvents(run, events);
    await freeJobsOf(setup.context.db, 'runner');
    await runExecution(setup.context, await setup.claim('next'), never);
    expect(setup.target.received).toEqual([]);
    expect(await listFailures(setup.context.db, 0)).toMatchObject([{ callId: 'first', kind }]);
  });
});

test('checks are logged with their digits, and what is missing as null', async () => {
  await recordEvents(run, [checked]);
  expect((await readLog()).conditionalExecutionLogs).toEqual([
    {
      step: 0,
      conditionalStepId: 'check',
      conditionMet: true,
      fieldName: 'n',
      conditionType: 'greater_than',
      expectedValue: '5',
      actualValue: parseJson('9007199254740993'),
      match: 'all',
      otherwise: 'skip_next',
      nextApiCallAction: 'skip',
      skippedCallName: 'First',
      nextCallName: 'Second',
      timestamp: '2026-01-05T12:00:00.000Z',
    },
    expect.objectContaining({
      conditionMet: false,
      fieldName: 'gone',
      expectedValue: null,
      actualValue: null,
    }),
  ]);
  expect((await readLog()).apiCallLogs).toEqual([]);
  // A check of what may have changed since stands as it was made.
  expect((await readHistory(setup.context, executionId)).events).toMatchObject([
    { kind: 'condition-checked', step: 0, checks: [{ met: true }, { met: false }] },
  ]);
});

test('checks that an earlier release stored are read without what it did not know', async () => {
  await recordEvents(run, [checked]);
  const { db } = setup.context;
  const [row] = await listSteps(db, [executionId]);
  const detail = JSON.parse(row?.detail ?? '') as Record<string, unknown>;
  const { skippedCallName: _name, match: _match, otherwise: _otherwise, ...old } = detail;
  const store = (more: object) =>
    db.run(
      db.build
        .updateTable('steps')
        .set({ detail: JSON.stringify({ ...old, ...more }) })
        .where('step', '=', 0),
    );
  await store({});
  const read = { match: 'all', otherwise: 'skip_next', skippedCallName: null, nextCallName: 'Second' };
  expect((await readLog()).conditionalExecutionLogs).toMatchObject([read, read]);
  await store({ conditionMet: true, nextApiCallAction: 'execute' });
  expect((await readLog()).conditionalExecutionLogs[0]).toMatchObject({ match: 'all', otherwise: null });
});

test('a check of which any comparison is enough, and what ends the run, are recorded', async () => {
  await recordEvents(run, [{ ...checked, match: 'any', otherwise: 'end', nextCallName: null }]);
  expect((await readLog()).conditionalExecutionLogs[0]).toMatchObject({
    match: 'any',
    otherwise: 'end',
    nextApiCallAction: 'skip',
    nextCallName: null,
  });
});

test('a skipped call and the notice of a rule are calls of the log', async () => {
  await recordEvents(run, [
    checked,
    {
      kind: 'call-skipped',
      step: 1,
      callId: 'first',
      callName: 'First',
      errorMessage: 'Conditional execution: n',
    },
    ...attempt(1, 200, null, { step: 2, source: 'rule' }),
    ended,
  ]);
  expect((await readLog()).apiCallLogs).toMatchObject([
    { step: 1, kind: 'call', status: 'skipped', error: 'Conditional execution: n', request: null, sends: 0 },
    { step: 2, kind: 'webhook', status: 'success', message: 'HTTP 200' },
  ]);
});

test('what an execution tells again when it goes on changes nothing', async () => {
  await recordEvents(run, [checked]);
  setup.context.clock.advance(5000);
  await recordEvents(run, [{ ...checked, conditionMet: true, nextApiCallAction: 'execute' }]);
  expect((await readLog()).conditionalExecutionLogs[0]).toMatchObject({
    nextApiCallAction: 'skip',
    timestamp: '2026-01-05T12:00:00.000Z',
  });
});

/** The end of a run whose rule names somebody or nobody to tell. */
function stop(email: string | null): RunEvent {
  return {
    kind: 'run-ended',
    status: 'error',
    errorMessage: 'First: HTTP 503',
    notify: { callName: 'First', email },
  };
}

describe('a stopped execution', () => {
  test('mails whom the rule names, with the details', async () => {
    await recordEvents(run, [stop('ops@example.com')]);
    expect(await listMail(setup.context.db)).toMatchObject([
      { recipient: 'ops@example.com', subject: 'Execution stopped: Seeded', status: 'queued' },
    ]);
    expect((await listMail(setup.context.db))[0]?.body_text).toContain(
      `http://localhost:3000/integration/${integrationId}/logs?execution=${executionId}`,
    );
  });

  test('mails the owners when it names nobody', async () => {
    await recordEvents(run, [stop(null)]);
    expect((await listMail(setup.context.db)).map(({ recipient }) => recipient)).toEqual([setup.email]);
  });

  test('mails nobody when the lease was lost', async () => {
    await freeJobsOf(setup.context.db, 'runner');
    expect(await recordEvents(run, [stop(null)])).toBe(false);
    expect(await listMail(setup.context.db)).toEqual([]);
    expect(await setup.findExecution(executionId)).toMatchObject({ status: 'running', error_message: null });
  });

  test('closes the call it was in the middle of', async () => {
    await recordEvents(run, attempt(1, 503, ruling));
    await recordEvents(run, [
      { kind: 'run-ended', status: 'error', errorMessage: 'Too long.', notify: null },
    ]);
    expect(await listSteps(setup.context.db, [executionId])).toMatchObject([
      { status: 'error', error_message: 'Too long.' },
    ]);
  });
});

test('the limit counts from the first start, not from the delivery', async () => {
  const id = await setup.accept(integrationId);
  setup.context.clock.advance(60_000);
  const startedAt = setup.context.now();
  await setup.claim();
  setup.context.clock.advance(60_000);
  await recordEvents(run, [checked]);
  expect(await findExecutionForRun(setup.context.db, id)).toMatchObject({
    status: 'running',
    began_at: startedAt,
  });
});
