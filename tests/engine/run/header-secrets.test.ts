import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { RecordedEvent } from '~/engine/events/event';
import { Definition } from '~/engine/integration';
import { maskResponseHeader } from '~/engine/secrets/response-headers';
import { makeDefinition } from '../definition/call';
import { answer, eventOf, run } from './recorded-events';

const cookie = 's3ssion-value';
const csrf = 'cs-1';
const chain = makeDefinition([
  {
    url: 'https://a.example/',
    responseMapping: {
      extractFields: [
        { jsonPath: 'header:set-cookie', saveAs: 'jar' },
        { jsonPath: 'header:x-csrf-token', saveAs: 'csrf' },
        { jsonPath: 'header:location', saveAs: 'place' },
      ],
      computed: [{ saveAs: 'sent', template: '{{jar | split: ";" | first}}' }],
    },
  },
  {
    method: 'POST',
    url: 'https://b.example/',
    headers: { Cookie: '{{sent}}', 'X-CSRF-Token': '{{csrf}}' },
    body: '{"csrf":"{{csrf}}","place":"{{place}}"}',
  },
]);
const answers = [
  answer(`<input name="csrf" value="${csrf}">`, {
    headers: [
      ['Set-Cookie', `sid=${cookie}; Path=/; HttpOnly`],
      ['X-CSRF-Token', csrf],
      ['X-Access-Token', 'not-saved'],
      ['Location', '/next'],
      ['X-RateLimit-Remaining-Tokens', '149984'],
    ],
  }),
  answer(`welcome ${cookie}`),
];

const headersOf = (value: string): [string, string][] => [
  ['X-CSRF-Token', value],
  ['Set-Cookie', `sid=${value}`],
  ['Location', '/next'],
];

function isSealed(key: string): boolean {
  return key === 'saved' || key === 'secrets' || key === 'remembered';
}

/** What the log has of the events: all but what is kept sealed. */
function listLogged(events: readonly object[]): string {
  return JSON.stringify(events.map((event) => ({ ...event, saved: undefined, secrets: undefined })));
}

describe('a token that a log-in answers with', () => {
  const token = 'ey.session-token.1';
  const login = {
    url: 'https://a.example/login',
    responseMapping: {
      saveAs: 'all',
      extractFields: [
        { jsonPath: '$.token', saveAs: 'token' },
        { jsonPath: '$.user', saveAs: 'user' },
        { jsonPath: '$.room', saveAs: 'room' },
      ],
    },
  };
  const body = `{"token":"${token}","user":"ada lovelace","room":"1234567"}`;

  test.each<Parameters<typeof makeDefinition>[0][number]>([
    { authConfig: { type: 'bearer', token: '{{token}}' } },
    { authConfig: { type: 'basic', username: '{{user}}', password: '{{ token }}' } },
    { headers: { Authorization: 'Token {{token}}' } },
    { headers: { 'X-Mine': '{{token}}' }, secretHeaders: ['x-mine'] },
  ])('is masked from its own response on when a later call is sent with it: %j', async (sentWith) => {
    const next = { url: 'https://a.example/', headers: { 'X-Room': '{{room}}' }, ...sentWith };
    const told = await run(makeDefinition([login, next]), { answers: [answer(body), answer('{}')] });
    expect(JSON.stringify(told.sent[1])).toMatch(
      new RegExp(`${token}|${Buffer.from(`ada lovelace:${token}`).toString('base64')}`),
    );
    const logged = listLogged(told.events);
    expect(logged).not.toContain(token);
    expect(eventOf(told, 'call-finished').response?.body).toBe(body.replace(token, '••••'));
  });

  test.each([
    [
      'makes a file of the response secret',
      'Authorization',
      'It holds a secret, so that it cannot be downloaded',
    ],
    ['is no secret of a file when no call is sent with it alone', 'X-Room', undefined],
  ])('%s', async (_what, header, message) => {
    const responseMapping = { ...login.responseMapping, saveFileAs: 'scan' };
    const next = { url: 'https://a.example/', headers: { [header]: '{{token}}' } };
    const bytes = { base64: btoa(body), sha256: 'of no interest here' };
    const told = await run(makeDefinition([{ ...login, responseMapping }, next]), {
      answers: [answer(body, { bytes }), answer('{}')],
    });
    const { extractions, saved } = eventOf(told, 'call-finished');
    const names = ['all', 'scan', 'token', 'user', 'room'];
    expect(extractions.map(({ variableName }) => variableName)).toEqual(names);
    expect(saved.map(([name]) => name)).toEqual(names);
    expect(extractions[1]?.message).toBe(message);
  });

  test('is shown while no call is sent with it alone', async () => {
    const next = { url: 'https://a.example/', headers: { 'X-Room': '{{token}}' } };
    const told = await run(makeDefinition([login, next]), { answers: [answer(body), answer('{}')] });
    expect(eventOf(told, 'call-finished').response?.body).toBe(body);
  });
});

describe('a credential in a header of a response', () => {
  test('is saved and sent on, and masked wherever the log would show it', async () => {
    const told = await run(chain, { answers });
    const first = eventOf(told, 'call-finished');
    expect(first.saved).toEqual([
      ['jar', `sid=${cookie}; Path=/; HttpOnly`],
      ['csrf', csrf],
      ['place', '/next'],
      ['sent', `sid=${cookie}`],
    ]);
    expect(told.sent[1]?.headers).toContainEqual(['Cookie', `sid=${cookie}`]);
    expect(told.sent[1]?.body).toBe(`{"csrf":"${csrf}","place":"/next"}`);
    expect(first.response?.headers).toEqual([
      ['Set-Cookie', 'sid=••••; Path=/; HttpOnly'],
      ['X-CSRF-Token', '••••'],
      ['X-Access-Token', '••••'],
      ['Location', '/next'],
      ['X-RateLimit-Remaining-Tokens', '149984'],
    ]);
    expect(first.extractions.map(({ value }) => value)).toEqual([
      'sid=••••; Path=/; HttpOnly',
      '••••',
      '/next',
      'sid=••••',
    ]);
    const logged = listLogged(told.events);
    for (const secret of [cookie, csrf, 'not-saved']) expect(logged).not.toContain(secret);
  });

  test('stays masked in a run that is taken up again', async () => {
    const { events } = await run(chain, { answers });
    const past = events.slice(0, 2) as RecordedEvent[];
    const told = await run(chain, { past, answers: answers.slice(1) });
    expect(told.sent[0]?.headers).toContainEqual(['Cookie', `sid=${cookie}`]);
    expect(eventOf(told, 'call-started', 1).request.body).toBe('{"csrf":"••••","place":"/next"}');
    expect(eventOf(told, 'call-finished', 1).response?.body).toBe('welcome ••••');
  });

  test('stays masked that a later page gave, or a later try, in a run that is taken up again', async () => {
    const pages = Definition.parse({
      ...chain,
      apiCalls: chain.apiCalls.map((call, index) => ({
        ...call,
        ...(index === 1 && { headers: {} }),
        ...(index === 0 && {
          repeat: {
            kind: 'pages',
            items: '$.data',
            saveAs: 'rows',
            next: { by: 'cursor', path: '$.next', param: 'after' },
          },
        }),
      })),
    });
    const [first, second] = ['token-of-page-1', 'token-of-page-2'];
    const all = [
      answer({ data: [1], next: 'b' }, { headers: headersOf(first) }),
      answer({ data: [2], next: null }, { headers: headersOf(second) }),
    ];
    const { events } = await run(pages, { answers: [...all, answer('')] });
    const past = events.slice(0, 4) as RecordedEvent[];
    const told = await run(pages, { past, answers: [answer(`welcome ${second}`)] });
    expect(told.sent[0]?.body).toContain(second);
    expect(listLogged(told.events)).not.toContain(second);
  });

  test('stays masked behind the for each whose list has it, also in a run that is taken up again', async () => {
    const [call, last] = chain.apiCalls;
    const loop = Definition.parse({
      ...chain,
      apiCalls: [
        { ...call, url: 'https://a.example/{{item}}' },
        { ...last, headers: {}, body: '{"tokens":{{tokens}},"jars":{{jars}}}' },
      ],
      loopSteps: [
        {
          id: 'loop',
          order: 0.5,
          throughCallId: call?.id,
          items: 'trigger.items',
          itemName: 'item',
          collect: [
            { from: 'csrf', saveAs: 'tokens' },
            { from: 'jar', saveAs: 'jars' },
          ],
        },
      ],
    });
    const triggerData = { items: ['one'] };
    const { events, sent } = await run(loop, { triggerData, answers });
    expect(sent[1]?.body).toContain(csrf);
    expect(sent[1]?.body).toContain(cookie);
    for (const secret of [cookie, csrf]) expect(listLogged(events)).not.toContain(secret);
    const ended = events.findIndex(({ kind }) => kind === 'item-ended') + 1;
    const past = events.slice(0, ended) as RecordedEvent[];
    const told = await run(loop, { triggerData, past, answers: answers.slice(1) });
    expect(told.sent[0]?.body).toContain(csrf);
    for (const secret of [cookie, csrf]) expect(listLogged(told.events)).not.toContain(secret);
  });

  test('stays masked in what a filter of the next call makes of it', async () => {
    const [first, second] = chain.apiCalls;
    const filtered = Definition.parse({
      ...chain,
      apiCalls: [
        first,
        {
          ...second,
          url: 'https://b.example/{{jar | sha256}}',
          headers: {},
          body: '{"sid":"{{jar | base64_encode}}","place":"{{place | append: "?from=a" }}","first":"{{jar | slice: 0, 3}}"}',
        },
      ],
    });
    const told = await run(filtered, { answers });
    const jar = `sid=${cookie}; Path=/; HttpOnly`;
    const logged = listLogged(told.events);
    expect(logged).not.toContain(Buffer.from(jar).toString('base64'));
    expect(logged).not.toContain(createHash('sha256').update(jar).digest('hex'));
    expect(eventOf(told, 'call-started', 1).request).toMatchObject({
      url: 'https://b.example/••••',
      body: '{"sid":"••••","place":"/next?from=a","first":"sid"}',
    });
  });

  test('stays masked in what a filter makes of it for later runs, or in the address of a notice', async () => {
    const rule = {
      statusCodes: ['2xx'],
      action: 'webhook',
      webhookURL: 'https://n.example/{{jar | sha256}}',
    };
    const responseHandling = { defaultAction: 'continue', statusCodeActions: [rule] };
    const [first] = chain.apiCalls;
    const noticing = Definition.parse({
      ...chain,
      apiCalls: [{ ...first, remember: [{ name: 'seen', value: '{{jar | base64_encode}}' }] }],
      responseHandlingSteps: [{ id: 'handling', nextApiCallId: first?.id, responseHandling }],
    });
    const told = await run(noticing, { answers });
    const { events, sent } = told;
    const jar = `sid=${cookie}; Path=/; HttpOnly`;
    const made = Buffer.from(jar).toString('base64');
    const digest = createHash('sha256').update(jar).digest('hex');
    expect(sent[1]?.url).toBe(`https://n.example/${digest}`);
    const logged = JSON.stringify(events, (key, value: unknown) => (isSealed(key) ? undefined : value));
    expect(logged).not.toContain(made);
    expect(logged).not.toContain(digest);
    expect(eventOf(told, 'call-finished')).toMatchObject({
      remembered: [{ name: 'seen', value: made, isSecret: true }],
    });
  });

  test('stays masked in what is computed of it, also behind the for each whose list has that', async () => {
    const [call, last] = chain.apiCalls;
    const loop = Definition.parse({
      ...chain,
      apiCalls: [
        {
          ...call,
          url: 'https://a.example/{{item}}',
          responseMapping: {
            extractFields: [{ jsonPath: 'header:x-auth-token', saveAs: 'auth' }],
            computed: [
              { saveAs: 'basic', template: '{{auth | append: ":" | base64_encode}}' },
              { saveAs: 'both', template: '{{basic | prepend: "Basic "}}' },
            ],
          },
        },
        { ...last, headers: {}, body: '{"all":{{all}}}' },
      ],
      loopSteps: [
        {
          id: 'loop',
          order: 0.5,
          throughCallId: call?.id,
          items: 'trigger.items',
          itemName: 'item',
          collect: [{ from: 'both', saveAs: 'all' }],
        },
      ],
    });
    const triggerData = { items: ['one'] };
    const token = answer('', { headers: [['X-Auth-Token', 'token-of-one']] });
    const made = btoa('token-of-one:');
    const { events, sent } = await run(loop, { triggerData, answers: [token, answer(`echo Basic ${made}`)] });
    expect(sent[1]?.body).toBe(`{"all":["Basic ${made}"]}`);
    expect(listLogged(events)).not.toContain(made);
    const ended = events.findIndex(({ kind }) => kind === 'item-ended') + 1;
    const past = events.slice(0, ended) as RecordedEvent[];
    const told = await run(loop, { triggerData, past, answers: [answer(`echo Basic ${made}`)] });
    expect(told.sent[0]?.body).toContain(made);
    expect(listLogged(told.events)).not.toContain(made);
  });

  test.each([
    [
      'Set-Cookie',
      'a=1; Path=/, b="2"; Expires=Wed, 21 Oct 2026 07:28:00 GMT',
      'a=••••; Path=/, b=••••; Expires=Wed, 21 Oct 2026 07:28:00 GMT',
    ],
    ['set-cookie', 'bare-value', '••••'],
    ['Set-Cookie', '', ''],
    ['Authorization', 'Bearer x', '••••'],
    ['ETag', '"token"', '"token"'],
  ])('%s: %s is shown as %s', (name, value, shown) => {
    expect(maskResponseHeader(name, value)).toBe(shown);
  });
});
