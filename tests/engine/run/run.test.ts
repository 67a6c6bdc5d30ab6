import { describe, expect, test } from 'vitest';
import { runIntegration } from '~/engine/run/run';
import { makeDefinition } from '../definition/call';
import { answer, eventOf, run } from './recorded-events';
import { digestFile } from '~/services/digest-file';

const chain = makeDefinition(
  [
    {
      name: 'Create',
      method: 'POST',
      url: 'https://a.example/issues',
      body: '{"repo":"{{repo}}"}',
      responseMapping: { saveAs: 'issue', extractFields: [{ jsonPath: '.id', saveAs: 'issueId' }] },
    },
    {
      url: 'https://b.example/issues/{{issueId}}',
      headers: { 'X-Title': '{{issue.title}}' },
    },
  ],
  [{ name: 'repo', jsonPath: '$.repository.full_name', required: true }],
);
const payload = { repository: { full_name: 'a/"b"' } };

describe('a chain', () => {
  test('tells each call before it is sent and after its response, and passes on what was extracted', async () => {
    const told = await run(chain, {
      triggerData: payload,
      answers: [answer('{"id":12345678901234567890,"title":"T"}', { status: 201 }), answer('')],
    });
    expect(told.story).toEqual([
      'started 0.1',
      'send https://a.example/issues',
      'finished 0.1 success',
      'started 1.1',
      'send https://b.example/issues/12345678901234567890',
      'finished 1.1 success',
      'ended completed',
    ]);
    expect(told.sent.map(({ body }) => body)).toEqual(['{"repo":"a/\\"b\\""}', '']);
    expect(told.sent[1]?.headers).toEqual([
      ['X-Title', 'T'],
      ['Idempotency-Key', 'run.c2.1'],
    ]);
    expect(eventOf(told, 'call-started')).toEqual({
      kind: 'call-started',
      source: 'chain',
      step: 0,
      callId: 'c1',
      callName: 'Create',
      attempt: 1,
      request: {
        method: 'POST',
        url: 'https://a.example/issues',
        headers: [
          ['Content-Type', 'application/json'],
          ['Idempotency-Key', 'run.c1.1'],
        ],
        body: '{"repo":"a/\\"b\\""}',
        truncated: false,
      },
    });
    const finished = eventOf(told, 'call-finished');
    expect(finished).toMatchObject({
      callName: 'Create',
      errorMessage: null,
      durationMs: 12,
      response: { status: 201, statusText: 'OK', bodyBytes: 39, binary: false, truncated: false },
    });
    expect(finished.saved.map(([name]) => name)).toEqual(['issue', 'issueId']);
    expect(finished.extractions).toMatchObject([
      { variableName: 'issue', jsonPath: '$', type: 'object', success: true },
      { variableName: 'issueId', jsonPath: '.id', type: 'number', success: true },
    ]);
    expect(eventOf(told, 'call-finished', 1)).toMatchObject({
      callName: 'API Call 2',
      extractions: [],
      saved: [],
    });
  });

  test('is not sent before the next event is asked for', async () => {
    let sent = 0;
    const events = runIntegration({
      executionId: 'run',
      definition: makeDefinition([{}]),
      triggerData: null,
      past: [],
      ports: {
        digest: digestFile,
        authorize: async () => ({ kind: 'refused', message: 'no connections here' }),
        reject: async () => undefined,
        takeTurn: async () => ({ kind: 'now', waitedMs: 0 }),
        now: () => 0,
        deferTurns: async () => undefined,
        readValues: async () => [],
        async send() {
          sent += 1;
          return answer('');
        },
      },
    });
    expect((await events.next()).value).toMatchObject({ kind: 'call-started' });
    await new Promise(setImmediate);
    expect(sent).toBe(0);
    expect((await events.next()).value).toMatchObject({ kind: 'call-finished' });
    expect(sent).toBe(1);
    await events.return(new Map());
    expect(sent).toBe(1);
  });

  test('goes by the order of its calls, fractions included', async () => {
    const definition = makeDefinition([
      { order: 2, url: 'https://c.example/' },
      { order: 1, url: 'https://a.example/' },
      { order: 1.5, url: 'https://b.example/' },
    ]);
    const { story } = await run(definition, { answers: [answer(''), answer(''), answer('')] });
    expect(story.filter((line) => line.startsWith('send'))).toEqual([
      'send https://a.example/',
      'send https://b.example/',
      'send https://c.example/',
    ]);
  });

  test('without calls is completed', async () => {
    expect((await run(makeDefinition([]))).story).toEqual(['ended completed']);
  });
});

describe('a call', () => {
  const two = makeDefinition([{ name: 'First' }, {}]);

  test.each([200, 204, 299, 301, 304, 399])('whose response is %i lets the chain go on', async (status) => {
    const { story } = await run(two, { answers: [answer('', { status }), answer('')] });
    expect(story.at(-1)).toBe('ended completed');
  });

  test.each([
    [100, '', 'HTTP 100'],
    [400, 'Bad Request', 'HTTP 400: Bad Request'],
    [503, '', 'HTTP 503'],
  ])('whose response is %i %s ends it', async (status, statusText, errorMessage) => {
    const told = await run(two, { answers: [answer('why', { status, statusText })] });
    expect(told.story.slice(2)).toEqual(['finished 0.1 error', `ended error: First: ${errorMessage}`]);
    expect(eventOf(told, 'call-finished')).toMatchObject({ errorMessage, response: { status, body: 'why' } });
  });

  test('without a response ends it', async () => {
    const failure = {
      kind: 'failure',
      reason: 'timeout',
      sent: true,
      message: 'No answer within 30 s.',
      durationMs: 30,
      answeredAt: 0,
    } as const;
    const told = await run(two, { answers: [failure] });
    expect(told.story.slice(2)).toEqual(['finished 0.1 error', 'ended error: First: No answer within 30 s.']);
    expect(eventOf(told, 'call-finished')).toMatchObject({ response: null, durationMs: 30, saved: [] });
  });

  test('that cannot be written is not sent and ends it', async () => {
    const { story } = await run(makeDefinition([{ url: 'https://a.example/{{nobody}}' }, {}]));
    const message = 'The variable {{nobody}} in the URL has no value.';
    expect(story).toEqual([`refused 0: ${message}`, `ended error: API Call 1: ${message}`]);
  });
});

describe('a payload', () => {
  test('without a required variable ends the execution before any call', async () => {
    const definition = makeDefinition(
      [{}],
      ['a', 'b', 'c'].map((name) => ({ name, jsonPath: `.${name}`, required: name !== 'c' })),
    );
    expect((await run(definition, { triggerData: { a: 1 } })).story).toEqual([
      'ended error: The payload lacks the required variable b.',
    ]);
    expect((await run(definition, { triggerData: {} })).story).toEqual([
      'ended error: The payload lacks required variables a, b.',
    ]);
  });

  test('without an optional one gives nothing in its place', async () => {
    const definition = makeDefinition(
      [{ method: 'POST', url: 'https://a.example/?q={{c}}', body: '{{c}}' }],
      [{ name: 'c', jsonPath: '.c' }],
    );
    const { sent } = await run(definition, { triggerData: {}, answers: [answer('')] });
    expect(sent).toMatchObject([{ url: 'https://a.example/?q=', body: 'null' }]);
  });

  test('is there as a whole as trigger', async () => {
    const definition = makeDefinition([{ url: 'https://a.example/{{trigger.x[0]}}' }]);
    const { sent } = await run(definition, { triggerData: { x: ['y'] }, answers: [answer('')] });
    expect(sent[0]?.url).toBe('https://a.example/y');
  });
});

describe('an extraction that finds nothing', () => {
  const mapping = { extractFields: [{ jsonPath: '.token', saveAs: 'token' }] };

  test('does not end the execution, until what it should have found is used', async () => {
    const definition = makeDefinition([
      { responseMapping: mapping },
      { url: 'https://b.example/' },
      { name: 'Third', headers: { 'X-Token': '{{token}}' } },
    ]);
    const told = await run(definition, { answers: [answer({}), answer('')] });
    const message = 'The variable {{token}} in the header X-Token has no value.';
    expect(told.story.slice(2)).toEqual([
      'finished 0.1 success',
      'started 1.1',
      'send https://b.example/',
      'finished 1.1 success',
      `refused 2: ${message}`,
      `ended error: Third: ${message}`,
    ]);
    expect(eventOf(told, 'call-finished')).toMatchObject({
      saved: [],
      extractions: [
        { variableName: 'token', success: false, message: 'not mapped: nothing was found at .token' },
      ],
    });
  });

  test.each(['', 'plain text', '<a/>', '[', `${'['.repeat(300)}${']'.repeat(300)}`])(
    'in the body %j, which is text, is one too',
    async (body) => {
      const definition = makeDefinition([{ responseMapping: { saveAs: 'all', ...mapping } }]);
      const told = await run(definition, { answers: [answer(body)] });
      expect(told.story.at(-1)).toBe('ended completed');
      expect(eventOf(told, 'call-finished').saved).toEqual([['all', body]]);
    },
  );
});

test('an execution that would send more than fits ends instead', async () => {
  const definition = makeDefinition([{ method: 'POST', body: '{{trigger}}'.repeat(9) }]);
  const { story } = await run(definition, { triggerData: 'x'.repeat(1024 * 1024) });
  const message = 'With its variables filled in, the body is larger than 5 MB. Send less at a time.';
  expect(story).toEqual([`refused 0: ${message}`, `ended error: API Call 1: ${message}`]);
});
