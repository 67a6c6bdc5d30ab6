import { describe, expect, test } from 'vitest';
import { checkDefinition } from '~/engine/checks/definition-check';
import { Definition } from '~/engine/integration';
import { fillAnswer } from '~/engine/run/answer';
import { Answer } from '~/engine/senders/answer';

const variables = new Map<string, unknown>([
  ['id', 7],
  ['text', `a"b'<c>&\\ é`],
  ['lines', 'one\r\nSet-Cookie: a=b'],
  ['whole', { a: [1] }],
  ['long', 'x'.repeat(256 * 1024)],
]);

function fill(answer: object) {
  return fillAnswer(Answer.parse(answer), variables);
}

describe('a value cannot break out of its place', () => {
  test.each([
    ['text/plain', '{{text}} {{id}} {{whole}}', `a"b'<c>&\\ é 7 {"a":[1]}`],
    ['application/json', '{"t": "{{text}}", "n": {{id}}, "w": {{whole}}}', undefined],
    [
      'application/xml',
      '<t a="{{text}}">{{whole.a[0]}}</t>',
      '<t a="a&#34;b&#39;&#60;c&#62;&#38;\\ é">1</t>',
    ],
    ['text/xml', '<t>{{lines}}</t>', '<t>one\r\nSet-Cookie: a=b</t>'],
  ])('of %s: %s', (contentType, body, expected) => {
    const filling = fill({ contentType, body });
    if (filling.kind !== 'filled') throw new Error(filling.message);
    if (expected !== undefined) expect(filling.answer.body).toBe(expected);
    else expect(JSON.parse(filling.answer.body)).toEqual({ t: variables.get('text'), n: 7, w: { a: [1] } });
  });

  test('what XML cannot hold is replaced', () => {
    const filling = fillAnswer(
      Answer.parse({ contentType: 'text/xml', body: '{{t}}' }),
      new Map([['t', 'a\u0000b\u001fc\ud800d\uffff\te']]),
    );
    expect(filling).toMatchObject({ answer: { body: 'a\ufffdb\ufffdc\ufffdd\ufffd\te' } });
  });
});

test.each([
  [{ body: '{{none}}' }, 'The variable {{none}} in the response has no value.'],
  [
    { headers: { 'X-Id': '{{whole.b}}' } },
    'The variable {{whole.b}} in the header X-Id of the response has no value.',
  ],
  [
    { headers: { 'X-Id': '{{lines}}' } },
    'The value of the header X-Id of the response has a line break or a character that headers cannot carry.',
  ],
  [
    { headers: { 'X-Id': '☺' } },
    'The value of the header X-Id of the response has a line break or a character that headers cannot carry.',
  ],
  [{ body: '{{long}}!' }, 'With its variables filled in, the response is longer than 262144 characters.'],
])('%j is not filled in', (answer, message) => {
  expect(fill(answer)).toEqual({ kind: 'unfilled', message });
});

test('headers are filled in', () => {
  expect(fill({ headers: { 'X-Id': ' {{id}} ', 'X-Text': '{{text}}' } })).toMatchObject({
    answer: {
      headers: [
        ['X-Id', '7'],
        ['X-Text', `a"b'<c>&\\ é`],
      ],
    },
  });
});

test('what commands the proxy in front of the server is left out, though it was stored', () => {
  const headers = { 'X-Accel-Redirect': '/protected/keys', 'x-sendfile': '/etc/passwd', 'X-Id': '7' };
  expect(fill({ headers })).toMatchObject({ answer: { headers: [['X-Id', '7']] } });
});

test('what a browser would keep to at all addresses is left out, though it was stored', () => {
  const headers = { NEL: '{"report_to":"x"}', 'Report-To': '{"group":"x"}', 'X-Id': '7' };
  expect(fill({ headers })).toMatchObject({ answer: { headers: [['X-Id', '7']] } });
});

function defineAfter(afterCallId: string) {
  return Definition.safeParse({
    triggerConfig: { type: 'webhook', webhook: { respond: { mode: 'result', afterCallId } } },
    apiCalls: [{ id: 'c1', order: 1, url: 'https://a.example/' }],
  });
}

describe('what is refused when it is saved', () => {
  test.each([
    'NEL',
    'report-to',
    'Reporting-Endpoints',
    'Alt-Svc',
    'Sec-Session-Registration',
    'X-Accel-Redirect',
    'x-accel-buffering',
    'X-Sendfile',
    'X-LIGHTTPD-send-file',
    'X-Reproxy-URL',
    'X-LiteSpeed-Location',
    'Surrogate-Control',
  ])('the header %s, which is read when it was stored', (name) => {
    const triggerConfig = { type: 'webhook', webhook: { respond: { headers: { [name]: '1' } } } };
    expect(Definition.safeParse({ triggerConfig }).success).toBe(true);
    const nothing = { definition: Definition.parse({}), unreadable: new Set<string>() };
    const checked = checkDefinition({ triggerConfig }, nothing, () => 'id');
    expect(checked).toMatchObject({
      kind: 'wrong',
      fields: { 'triggerConfig.webhook.respond.headers': [expect.stringContaining(`The header ${name}`)] },
    });
  });

  test.each([
    'Set-Cookie',
    'content-length',
    'Transfer-Encoding',
    'Content-Type',
    'Content-Security-Policy',
    'X-Content-Type-Options',
    'Refresh',
    'Proxy-Authenticate',
    'Bad Name',
    'X\r\nY',
  ])('the header %j', (name) => {
    expect(Answer.safeParse({ headers: { [name]: '1' } }).success).toBe(false);
  });

  test.each([
    [{ headers: { 'X-A': 'a\r\nb: c' } }],
    [{ headers: { 'X-A': '1', 'x-a': '2' } }],
    [{ headers: Object.fromEntries(Array.from({ length: 11 }, (_, at) => [`X-${at}`, '1'])) }],
    [{ contentType: 'text/html' }],
    [{ contentType: 'image/svg+xml' }],
    [{ contentType: 'application/xhtml+xml' }],
    [{ status: 302 }],
    [{ mode: 'result', timeoutSeconds: 0 }],
    [{ mode: 'result', timeoutSeconds: 61 }],
    [{ mode: 'later' }],
  ])('%j', (answer) => expect(Answer.safeParse(answer).success).toBe(false));

  test('a call that is not there', () => {
    expect(defineAfter('c1').success).toBe(true);
    expect(defineAfter('c2').error?.issues).toMatchObject([
      {
        path: ['triggerConfig', 'webhook', 'respond', 'afterCallId'],
        message: 'This call no longer exists',
      },
    ]);
  });
});
