import { describe, expect, test } from 'vitest';
import type { RecordedEvent } from '~/engine/events/event';
import { makeChain, makeHandling, noAnswer } from './run-steps';
import { answer, eventOf, run } from './recorded-events';

const unavailable = answer('later', { status: 503, statusText: 'Service Unavailable' });

describe('retry', () => {
  const retry = makeHandling('c1', [{ statusCodes: ['5xx', 'network'], action: 'retry' }]);
  const definition = makeChain([{ name: 'First' }, {}], { handlings: [retry] });

  test('is recorded after the attempt it follows, and has a new key after a response alone', async () => {
    const told = await run(definition, { answers: [unavailable, noAnswer, answer(''), answer('')] });
    expect(told.story).toEqual([
      'started 0.1',
      'send https://c1.example/',
      'finished 0.1 error',
      'retry-scheduled',
      'started 0.2',
      'send https://c1.example/',
      'finished 0.2 error',
      'retry-scheduled',
      'started 0.3',
      'send https://c1.example/',
      'finished 0.3 success',
      'started 1.1',
      'send https://c2.example/',
      'finished 1.1 success',
      'ended completed',
    ]);
    expect(told.events.filter(({ kind }) => kind === 'retry-scheduled')).toEqual([
      { kind: 'retry-scheduled', step: 0, attempt: 2, delayMs: 1_000 },
      { kind: 'retry-scheduled', step: 0, attempt: 3, delayMs: 2_000 },
    ]);
    const keys = told.sent.map(({ headers }) => headers.find(([name]) => name === 'Idempotency-Key')?.[1]);
    expect(keys).toEqual(['run.c1.1', 'run.c1.2', 'run.c1.2', 'run.c2.1']);
  });

  test('leaves it to the default action when the tries are used up', async () => {
    const answers = [unavailable, unavailable, unavailable, unavailable];
    const stop = makeHandling('c1', [{ statusCodes: ['5xx'], action: 'retry' }], {
      defaultAction: 'stop_notify',
    });
    const stopped = await run(makeChain([{ name: 'First' }, {}], { handlings: [stop] }), { answers });
    expect(stopped.sent).toHaveLength(4);
    expect(stopped.events.at(-1)).toEqual({
      kind: 'run-ended',
      status: 'error',
      errorMessage: 'First: HTTP 503: Service Unavailable',
      notify: { callName: 'First', email: null },
      failure: {
        callId: 'c1',
        callName: 'First',
        kind: '5xx',
        mayPass: true,
        status: 503,
        error: 'HTTP 503: Service Unavailable',
        attempts: 4,
      },
    });
    const went = await run(definition, { answers: [...answers, answer('')] });
    expect(went.story.at(-1)).toBe('ended completed');
  });
});

describe('continue', () => {
  const mapping = { saveAs: 'problem', extractFields: [{ jsonPath: '.code', saveAs: 'code' }] };

  test('goes on after an error with what was read from it', async () => {
    const handlings = [makeHandling('c1', [{ statusCodes: [404], action: 'continue' }])];
    const definition = makeChain(
      [{ responseMapping: mapping }, { method: 'POST', body: '{"was":"{{code}}","status":{{problem}}}' }],
      { handlings },
    );
    const told = await run(definition, { answers: [answer({ code: 'gone' }, { status: 404 }), answer('')] });
    expect(told.sent[1]?.body).toBe('{"was":"gone","status":{"code":"gone"}}');
    expect(eventOf(told, 'call-finished')).toMatchObject({
      outcome: 'error',
      errorMessage: 'HTTP 404: OK: gone',
      ruling: { action: 'continue', matchedStatusCode: '404' },
    });
    expect(told.story.at(-1)).toBe('ended completed');
  });

  test('goes on without any response', async () => {
    const definition = makeChain([{ responseMapping: mapping }, {}], { handlings: [makeHandling('c1', [])] });
    const told = await run(definition, { answers: [noAnswer, answer('')] });
    expect(told.story.at(-1)).toBe('ended completed');
    expect(eventOf(told, 'call-finished')).toMatchObject({ response: null, saved: [] });
  });
});

describe('stop and notify', () => {
  test('ends the execution, also at a success, and keeps nothing of it', async () => {
    const rule = { statusCodes: [200], action: 'stop_notify', notificationEmail: 'ops@example.com' };
    const definition = makeChain([{ responseMapping: { saveAs: 'all' } }, {}], {
      handlings: [makeHandling('c1', [rule])],
    });
    const told = await run(definition, { answers: [answer('')] });
    expect(told.events.at(-1)).toEqual({
      kind: 'run-ended',
      status: 'error',
      errorMessage: 'API Call 1: HTTP 200, at which its response handling stops',
      notify: { callName: 'API Call 1', email: 'ops@example.com' },
      failure: expect.objectContaining({ callId: 'c1', callName: 'API Call 1', kind: 'rule' }) as object,
    });
    expect(eventOf(told, 'call-finished')).toMatchObject({ outcome: 'success', saved: [] });
  });

  test('says at a success in the words of the target why, where it has some, and what was masked stays so', async () => {
    const rule = { statusCodes: ['2xx'], action: 'stop_notify' };
    const authConfig = { type: 'bearer', token: 'sesame-open-77' };
    const definition = makeChain([{ authConfig }], { handlings: [makeHandling('c1', [rule])] });
    const endings = [
      { ok: false, error: 'channel_not_found' },
      { error: 'no such token: sesame-open-77' },
      { id: 7 },
    ].map(async (body) => (await run(definition, { answers: [answer(body)] })).events.at(-1));
    const stops = 'HTTP 200, at which its response handling stops';
    expect(await Promise.all(endings)).toMatchObject([
      {
        errorMessage: `API Call 1: ${stops}: channel_not_found`,
        failure: { error: `${stops}: channel_not_found` },
      },
      { errorMessage: `API Call 1: ${stops}: no such token: ••••` },
      { errorMessage: `API Call 1: ${stops}` },
    ]);
  });

  test('is not asked about a call that could not be sent', async () => {
    const definition = makeChain([{ url: 'https://c1.example/{{nobody}}' }], {
      handlings: [makeHandling('c1', [], { defaultAction: 'stop_notify' })],
    });
    expect((await run(definition)).events.at(-1)).toMatchObject({ status: 'error', notify: null });
  });
});

describe('a notice', () => {
  const rule = {
    statusCodes: ['4xx', 'network'],
    action: 'webhook',
    webhookURL: 'https://hook.example/a?b=c',
  };
  const calls = [
    { name: 'Read', responseMapping: { extractFields: [{ jsonPath: '.id', saveAs: 'id' }] } },
    {
      name: 'Write',
      method: 'PUT',
      url: 'https://c2.example/{{id}}',
      authConfig: { type: 'bearer', token: 'the-token' },
    },
    {},
  ];
  const definition = makeChain(calls, { handlings: [makeHandling('c2', [rule])] });
  const read = answer('{"id":1.10}');
  const refused = answer('{"why":"the-token","n":1.10}', { status: 403 });

  test('is a step of its own with the documented payload, masked', async () => {
    const told = await run(definition, { answers: [read, refused, answer(''), answer('')] });
    expect(told.story.slice(3)).toEqual([
      'started 1.1',
      'send https://c2.example/1.10',
      'finished 1.1 error',
      'started 2.1',
      'send https://hook.example/a?b=c',
      'finished 2.1 success',
      'started 3.1',
      'send https://c3.example/',
      'finished 3.1 success',
      'ended completed',
    ]);
    expect(eventOf(told, 'call-started', 2)).toMatchObject({
      source: 'rule',
      callId: 'c2',
      callName: 'Write',
    });
    const notice = told.sent[2];
    expect(notice).toMatchObject({
      method: 'POST',
      headers: [
        ['Content-Type', 'application/json'],
        ['Idempotency-Key', 'run.c2-notice.1'],
      ],
      followRedirects: false,
    });
    expect(JSON.parse(notice?.body ?? '')).toEqual({
      executionId: 'run',
      originalApiCall: { name: 'Write', url: 'https://c2.example/1.10', method: 'PUT', statusCode: 403 },
      responseData: {
        statusCode: 403,
        responseBody: { why: '••••', n: 1.1 },
        timestamp: '2026-01-05T12:00:00.000Z',
      },
      previousResults: [{ callName: 'Read', status: 'success', statusCode: 200, variables: { id: 1.1 } }],
    });
    expect(notice?.body).toContain('"n":1.10');
  });

  test('that is not taken is told by the run that completes, also when that is resumed', async () => {
    const answers = [read, refused, answer('', { status: 500, statusText: 'Oops' }), answer('')];
    const told = await run(definition, { answers });
    const note = 'The webhook about Write failed: HTTP 500: Oops';
    expect(told.events.at(-1)).toMatchObject({ status: 'completed', note });
    const past = told.events.slice(0, -1).filter(({ kind }) => kind.startsWith('call-')) as RecordedEvent[];
    expect((await run(definition, { past })).events.at(-1)).toMatchObject({ status: 'completed', note });
  });

  const rulesTo = (webhookURL: string) =>
    makeChain(calls, { handlings: [makeHandling('c2', [{ ...rule, webhookURL }])] });

  test.each([
    ['https://hook.example/{{id}}?t={{id}}', 'https://hook.example/1.10?t=1.10'],
    ['{{why}}/x', 'https://why.example/x'],
  ])('goes to %s with its placeholders filled in', async (webhookURL, sent) => {
    const first = answer('{"id":1.10,"why":"https://why.example"}');
    const extractFields = [
      { jsonPath: '.id', saveAs: 'id' },
      { jsonPath: '.why', saveAs: 'why' },
    ];
    const [reading, ...others] = calls;
    const chain = makeChain([{ ...reading, responseMapping: { extractFields } }, ...others], {
      handlings: [makeHandling('c2', [{ ...rule, webhookURL }])],
    });
    const told = await run(chain, { answers: [first, refused, answer(''), answer('')] });
    expect(told.sent[2]?.url).toBe(sent);
    expect(told.story.at(-1)).toBe('ended completed');
  });

  test.each([
    ['{{nobody}}', 'The variable {{nobody}} in the webhook URL has no value.'],
    [
      'https://hook.example/{{#if x}}',
      "{{#if x}} in the webhook URL is not a variable. To send {{ as text, write {{'{{'}}.",
    ],
    ['{{id}}/x', 'URL must be a valid HTTP/HTTPS URL: 1.10/x'],
  ])('that has no address, as %s, is recorded and changes nothing', async (webhookURL, message) => {
    const chain = rulesTo(webhookURL);
    const told = await run(chain, { answers: [read, refused, answer('')] });
    expect(told.story.slice(3)).toEqual([
      'started 1.1',
      'send https://c2.example/1.10',
      'finished 1.1 error',
      `refused 2: ${message}`,
      'started 3.1',
      'send https://c3.example/',
      'finished 3.1 success',
      'ended completed',
    ]);
    expect(told.events[4]).toEqual({
      kind: 'call-refused',
      step: 2,
      source: 'rule',
      callId: 'c2',
      callName: 'Write',
      errorMessage: message,
    });
    const past = told.events.slice(0, 5) as RecordedEvent[];
    const resumed = await run(chain, { past, answers: [answer('')] });
    expect(resumed.story).toEqual(told.story.slice(7));
  });

  test('changes nothing by failing', async () => {
    for (const outcome of [noAnswer, unavailable]) {
      const told = await run(definition, { answers: [read, refused, outcome, answer('')] });
      expect(told.story.slice(-5)).toEqual([
        'finished 2.1 error',
        'started 3.1',
        'send https://c3.example/',
        'finished 3.1 success',
        'ended completed',
      ]);
    }
  });

  test('says that no response came', async () => {
    const told = await run(definition, { answers: [read, noAnswer, answer(''), answer('')] });
    expect(JSON.parse(told.sent[2]?.body ?? '')).toMatchObject({
      originalApiCall: { statusCode: null },
      responseData: { statusCode: null, responseBody: null, timestamp: '2026-01-05T12:00:00.000Z' },
    });
  });

  test('holds text that is no JSON, and JSON that is cut, as text', async () => {
    for (const body of ['plain', `"${'x'.repeat(300_000)}"`]) {
      const told = await run(definition, {
        answers: [read, answer(body, { status: 400 }), answer(''), answer('')],
      });
      const { responseData } = JSON.parse(told.sent[2]?.body ?? '') as {
        responseData: { responseBody: string };
      };
      expect(responseData.responseBody).toBe(body.slice(0, 256 * 1024));
    }
  });

  test('leaves out variables that are long, and more of them than fit', async () => {
    const many = Array.from({ length: 40 }, (_, index) => ({ jsonPath: `.[${index}]`, saveAs: `v${index}` }));
    const wide = makeChain([{ responseMapping: { saveAs: 'all', extractFields: many } }, {}], {
      handlings: [makeHandling('c2', [rule])],
    });
    const values = many.map(() => 'y'.repeat(8_000));
    const told = await run(wide, { answers: [answer(values), refused, answer('')] });
    const { previousResults } = JSON.parse(told.sent[2]?.body ?? '') as {
      previousResults: { variables: object }[];
    };
    expect(Object.keys(previousResults[0]?.variables ?? {})).toEqual(
      many.slice(0, 32).map(({ saveAs }) => saveAs),
    );
  });
});
