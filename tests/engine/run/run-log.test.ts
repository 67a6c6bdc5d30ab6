import { describe, expect, test } from 'vitest';
import {
  briefBodyLength,
  loggedBodiesLength,
  loggedBodyLength,
  loggedValueLength,
  type RecordedEvent,
} from '~/engine/events/event';
import { Definition } from '~/engine/integration';
import { stringifyJson } from '~/engine/json/json';
import { makeDefinition } from '../definition/call';
import { answer, eventOf, run } from './recorded-events';

describe('the log', () => {
  const echo = makeDefinition([
    {
      method: 'POST',
      body: '{{trigger}}',
      headers: { 'Content-Type': 'text/plain' },
      responseMapping: { saveAs: 'all', extractFields: [{ jsonPath: '.x', saveAs: 'x' }] },
    },
  ]);

  test.each([
    [loggedBodyLength, false],
    [loggedBodyLength + 1, true],
  ])('holds the first part of a body of %i characters: %s', async (length, truncated) => {
    const text = 'x'.repeat(length);
    const told = await run(echo, { triggerData: text, answers: [answer(text)] });
    expect(eventOf(told, 'call-started').request).toMatchObject({ truncated });
    expect(eventOf(told, 'call-started').request.body).toHaveLength(loggedBodyLength);
    const { response, saved } = eventOf(told, 'call-finished');
    expect(response).toMatchObject({ truncated, bodyBytes: length });
    expect(response?.body).toHaveLength(loggedBodyLength);
    expect(told.sent[0]?.body).toBe(text);
    expect(saved).toEqual([['all', text]]);
  });

  test('holds little of further bodies once it holds 16 Mi characters, also in a run that is taken up again', async () => {
    const text = 'x'.repeat(loggedBodyLength);
    const lengthsOf = async (loggedLength: number) => {
      const told = await run(echo, { triggerData: text, answers: [answer(text)], loggedLength });
      const { request } = eventOf(told, 'call-started');
      const { response } = eventOf(told, 'call-finished');
      return [request.body.length, request.truncated, response?.body.length, response?.truncated];
    };
    const whole = [loggedBodyLength, false];
    const brief = [briefBodyLength, true];
    expect(await lengthsOf(0)).toEqual([...whole, ...whole]);
    expect(await lengthsOf(loggedBodiesLength - 1)).toEqual([...whole, ...brief]);
    expect(await lengthsOf(loggedBodiesLength)).toEqual([...brief, ...brief]);
  });

  test('says of a response that was cut that it is, and that nothing can be read from it', async () => {
    const told = await run(echo, {
      answers: [answer(`{"x":1,"y":"${'y'.repeat(loggedValueLength)}`, { truncated: true })],
    });
    const finished = eventOf(told, 'call-finished');
    expect(finished.response).toMatchObject({ truncated: true });
    expect(finished.extractions).toMatchObject([
      { variableName: 'all', success: true, message: 'Only the first part: the response is too large' },
      { variableName: 'x', success: false, message: 'The response is too large to be read whole' },
    ]);
  });

  test('does not repeat a long value beside its body', async () => {
    const long = 'x'.repeat(loggedValueLength - 2);
    const short = await run(echo, { answers: [answer({ x: long })] });
    expect(eventOf(short, 'call-finished').extractions[1]).toMatchObject({ value: long });
    const told = await run(echo, { answers: [answer({ x: `${long}x` })] });
    const { extractions, saved } = eventOf(told, 'call-finished');
    expect(extractions[1]).toEqual({
      variableName: 'x',
      jsonPath: '.x',
      type: 'string',
      success: true,
      message: 'The value is long; see the response body',
    });
    expect(saved[1]).toEqual(['x', `${long}x`]);
  });

  test('holds a binary body in base64, from which nothing is parsed', async () => {
    const told = await run(echo, { answers: [answer('MTIz', { binary: true, bodyBytes: 3 })] });
    expect(eventOf(told, 'call-finished')).toMatchObject({
      response: { body: 'MTIz', binary: true, bodyBytes: 3 },
      saved: [['all', 'MTIz']],
    });
  });

  test('keeps of many copies of a body only so much together', async () => {
    const extractFields = Array.from({ length: 49 }, (_, index) => ({ jsonPath: '.a', saveAs: `v${index}` }));
    const definition = makeDefinition([
      { responseMapping: { extractFields: [...extractFields, { jsonPath: '.b', saveAs: 'last' }] } },
    ]);
    const told = await run(definition, {
      answers: [answer(JSON.stringify({ a: ['x'.repeat(900_000)], b: 7 }))],
    });
    const { saved, extractions } = eventOf(told, 'call-finished');
    expect(stringifyJson(saved).length).toBeLessThan(4.5 * 1024 * 1024);
    expect(saved.map(([name]) => name)).toEqual(['v0', 'v1', 'v2', 'v3']);
    expect(extractions[4]).toMatchObject({ success: false, message: 'The value is too large to be kept' });
    expect(told.story.at(-1)).toBe('ended completed');
  });

  test('names the paths that lead to too many places, and the execution goes on', async () => {
    const paths = ['..*', '..[0:]', '..[1:]', '..[2:]', '.[0][0]'];
    const extractFields = paths.map((jsonPath, index) => ({ jsonPath, saveAs: `v${index}` }));
    const wide = Array.from({ length: 2_000 }, () => Array.from({ length: 50 }, () => 0));
    const definition = makeDefinition([{ responseMapping: { extractFields } }]);
    const told = await run(definition, { answers: [answer(JSON.stringify(wide))] });
    const message = 'The paths with many places lead to too many in this response';
    expect(eventOf(told, 'call-finished').extractions).toMatchObject([
      ...paths.slice(0, 4).map((jsonPath) => ({ jsonPath, success: false, message })),
      { jsonPath: '.[0][0]', success: true, value: 0 },
    ]);
    expect(told.story.at(-1)).toBe('ended completed');
  });

  test('tells when a path lists a body so often that it cannot be kept', async () => {
    const definition = makeDefinition([
      { responseMapping: { extractFields: [{ jsonPath: '..*', saveAs: 'x' }] } },
    ]);
    const body = `${'['.repeat(100)}"${'x'.repeat(100_000)}"${']'.repeat(100)}`;
    const told = await run(definition, { answers: [answer(body)] });
    expect(told.story.at(-1)).toBe('ended completed');
    expect(eventOf(told, 'call-finished')).toMatchObject({
      saved: [],
      extractions: [{ success: false, type: 'array', message: 'The value is too large to be kept' }],
    });
  });
});

/** The events as they are written down, without what is kept sealed. */
function write(events: object[]): string {
  return stringifyJson(events.map((event) => ({ ...event, saved: undefined, secrets: undefined })));
}

describe('no secret', () => {
  const secrets = ['hook-s3cret', 'tok"en/1', 'key-ü-2', '1234567890123456789', 'dXNlcjpwYXNz'];
  const [hook, token, key, number, basic] = secrets as [string, string, string, string, string];
  const plain = makeDefinition(
    [
      {
        method: 'POST',
        url: 'https://a.example/{{trigger.said}}?k={{trigger.said}}',
        headers: { 'X-Key': key, 'X-Number': number, 'X-Said': '{{trigger.said}}' },
        secretHeaders: ['x-key', 'X-NUMBER'],
        body: '{"said":"{{trigger.said}}"}',
        authConfig: { type: 'bearer', token },
        responseMapping: { saveAs: 'all', extractFields: [{ jsonPath: '.n', saveAs: 'n' }] },
      },
      { url: 'https://b.example/', headers: { Authorization: `Basic ${basic}` } },
    ],
    [],
    hook,
  );
  // A header cannot carry every character, so what is said in one is said in plain ASCII.
  const said = [hook, token, number, basic].join(' ');
  const spelled = [
    ...secrets,
    ...secrets.map((secret) => JSON.stringify(secret).slice(1, -1)),
    ...secrets.map(encodeURIComponent),
  ];

  test('stands in any event, wherever it is sent or comes back, but in what is kept sealed', async () => {
    const body = `{"n":${number},"all":${JSON.stringify(secrets)},"${hook}":1}`;
    const echo = { headers: secrets.map((secret): [string, string] => ['x-echo', secret]), statusText: said };
    const told = await run(plain, {
      triggerData: { said },
      answers: [answer(body, echo), answer(secrets.join(), { ...echo, status: 400 })],
    });
    expect(told.story.at(-1)).toBe(
      'ended error: API Call 2: HTTP 400: •••• •••• •••• ••••: ••••,••••,••••,••••,••••',
    );
    const text = write(told.events);
    for (const spelling of spelled) expect(text).not.toContain(spelling);
    expect(eventOf(told, 'call-finished').saved[1]?.map(String)).toEqual(['n', number]);
    expect(eventOf(told, 'call-started').request.headers).toContainEqual(['Authorization', 'Bearer ••••']);
    expect(eventOf(told, 'call-started').request.headers).toContainEqual(['X-Key', '••••']);
    expect(eventOf(told, 'call-started', 1).request.headers).toContainEqual(['Authorization', 'Basic ••••']);
    expect(told.sent[0]?.headers).toContainEqual(['Authorization', `Bearer ${token}`]);
  });

  test('stands in a rejection or a failure', async () => {
    const failure = {
      kind: 'failure',
      reason: 'connection',
      sent: true,
      message: `no ${token}`,
      durationMs: 1,
      answeredAt: 0,
    } as const;
    const failed = await run(plain, { triggerData: { said }, answers: [failure] });
    expect(failed.story.at(-1)).toBe('ended error: API Call 1: no ••••');
    const refusing = makeDefinition([{ url: '{{trigger}}', authConfig: { type: 'bearer', token } }]);
    const refused = await run(refusing, { triggerData: `x ${token}` });
    expect(refused.story.at(-1)).toBe('ended error: API Call 1: URL must be a valid HTTP/HTTPS URL: x ••••');
  });

  test('hides the name of a variable that is to become one', async () => {
    const definition = makeDefinition([
      {
        headers: { 'X-Key': 'key-{{gone}}' },
        secretHeaders: ['X-Key'],
        authConfig: { type: 'bearer', token: '{{nope}}' },
      },
    ]);
    const told = await run(definition, {});
    expect(told.story.at(-1)).toBe(
      'ended error: API Call 1: The variable {{gone}} in the header X-Key has no value.',
    );
    const bearer = makeDefinition([{ authConfig: { type: 'bearer', token: '{{nope}}' } }]);
    expect((await run(bearer, {})).story.at(-1)).toBe(
      'ended error: API Call 1: The variable {{nope}} in the header Authorization has no value.',
    );
  });

  test('is shown by its place, however short it is', async () => {
    const definition = makeDefinition([
      { headers: { 'X-Pin': '12' }, secretHeaders: ['X-Pin'], authConfig: { type: 'bearer', token: 'ab' } },
    ]);
    const told = await run(definition, { answers: [answer('')] });
    expect(eventOf(told, 'call-started').request.headers).toEqual([
      ['X-Pin', '••••'],
      ['Authorization', 'Bearer ••••'],
      ['Idempotency-Key', 'run.c1.1'],
    ]);
  });

  test('is cut in two by the end of the log', async () => {
    const definition = makeDefinition([{ authConfig: { type: 'bearer', token: 'abcdefgh' } }]);
    const body = `${'x'.repeat(loggedBodyLength - 4)}abcdefgh`;
    const told = await run(definition, { answers: [answer(body)] });
    expect(eventOf(told, 'call-finished').response?.body.endsWith('x••••')).toBe(true);
  });

  describe('that a call is given by a variable', () => {
    const login: Definition = makeDefinition([
      { responseMapping: { extractFields: [{ jsonPath: '.t', saveAs: 't' }] } },
      { authConfig: { type: 'bearer', token: '{{t}}' } },
      { url: 'https://c.example/' },
    ]);

    test('comes back in that call or a later one', async () => {
      const told = await run(login, {
        answers: [answer({ t: 'session-1' }), answer('session-1'), answer('session-1')],
      });
      expect(told.sent[1]?.headers).toContainEqual(['Authorization', 'Bearer session-1']);
      for (const step of [1, 2]) expect(eventOf(told, 'call-finished', step).response?.body).toBe('••••');
    });

    test('comes back in a later call after an interruption', async () => {
      const past: RecordedEvent[] = [
        {
          kind: 'call-finished',
          step: 0,
          attempt: 1,
          ruling: null,
          outcome: 'success',
          response: null,
          errorMessage: null,
          saved: [['t', 'session-1']],
        },
        {
          kind: 'call-finished',
          step: 1,
          attempt: 1,
          ruling: null,
          outcome: 'success',
          response: null,
          errorMessage: null,
          saved: [],
        },
      ];
      const told = await run(login, { past, answers: [answer('session-1')] });
      expect(eventOf(told, 'call-finished', 2).response?.body).toBe('••••');
    });
  });
});
