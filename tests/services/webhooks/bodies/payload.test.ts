import { array, assert, constantFrom, property } from 'fast-check';
import { expect, test, vi } from 'vitest';
import type { BodyReading } from '~/engine/bodies/body-reading';
import { discoverPaths } from '~/engine/paths/path-discovery';
import { renderTemplate } from '~/engine/placeholders/fill-template';
import { decodeFields, splitFields } from '~/services/webhooks/bodies/form-fields';
import { readPayload, readPayloadInParts } from '~/services/webhooks/bodies/payload';

const form = 'application/x-www-form-urlencoded';

function read(body: string | Buffer, type?: string) {
  const payload = readPayload(Buffer.from(body), type);
  return payload.kind === 'payload' ? payload.json : payload.kind;
}

test.each<[body: string, type: string | undefined, json: string]>([
  ['{"b":1, "a":1.10}', 'application/json', '{"b":1, "a":1.10}'],
  ['{"a":1}', 'Application/JSON; charset=utf-8', '{"a":1}'],
  ['{"a":1}', 'application/cloudevents+json', '{"a":1}'],
  ['\ufeff{"a":1}', 'application/json', '{"a":1}'],
  ['', 'application/json', 'null'],
  [' \n', 'application/json', 'null'],
  ['{"a":1}', undefined, '{"a":1}'],
  ['  [1]', undefined, '  [1]'],
  ['hello', undefined, '"hello"'],
  ['', undefined, '""'],
  ['a=1&b=2&a=3&c=&d', 'application/x-www-form-urlencoded', '{"a":["1","3"],"b":"2","c":"","d":""}'],
  ['__proto__=1&constructor=2', 'application/x-www-form-urlencoded', '{"__proto__":"1","constructor":"2"}'],
  ['{"a":1}', 'application/x-www-form-urlencoded', '{"a":1}'],
  ['{"a":1}', 'text/plain; charset=UTF-8', '{"a":1}'],
  ['[CI] done', 'text/plain', '"[CI] done"'],
  ['42', 'text/plain', '"42"'],
  ['a,b\n1,2', 'text/csv', '"a,b\\n1,2"'],
  ['{"a":1}', 'text/csv', '"{\\"a\\":1}"'],
  ['<a/>', 'application/xml', '"<a/>"'],
  ['<a/>', 'application/atom+xml', '"<a/>"'],
  [' {"a":1.10}', 'application/octet-stream', ' {"a":1.10}'],
  ['[1]', 'application/vnd.amazon.eventstream', '[1]'],
  ['eyJhbGciOi.J9.x', 'application/secevent+jwt', '"eyJhbGciOi.J9.x"'],
  ['{"a":1.10}\n\n{"a":2}\r\n', 'application/x-ndjson', '[{"a":1.10},{"a":2}]'],
  ['\u001e1\n\u001e[2,\n3]\n', 'application/json-seq', '[1,[2,\n3]]'],
  ['', 'application/jsonl', '[]'],
])('%j as %s is %s', (body, type, json) => {
  expect(read(body, type)).toBe(json);
});

test('a name with brackets stays one name, which the picker offers and a placeholder reads', () => {
  const payload = readPayload(Buffer.from('type=subscribe&data%5Bmerges%5D%5BFNAME%5D=Ada'), form);
  if (payload.kind !== 'payload') throw new Error(payload.kind);
  const { value } = payload;
  expect(value).toEqual({ type: 'subscribe', 'data[merges][FNAME]': 'Ada' });
  expect(discoverPaths(value, 0).map(({ jsonPath }) => jsonPath)).toContain(".['data[merges][FNAME]']");
  const rendered = renderTemplate(
    "{{trigger['data[merges][FNAME]']}}",
    new Map([['trigger', value]]),
    'text',
  );
  expect(rendered).toMatchObject({ text: 'Ada' });
});

test.each(['{', '{"a":1}}', "{'a':1}", 'hello', 'NaN', '{"a":1}\0'])('%j is no JSON', (body) => {
  expect(read(body, 'application/json')).toBe('unparsable');
});

test.each(['application/octet-stream', 'image/png', 'nonsense', 'application/pdf'])(
  'what comes as %s and is no JSON is a file, byte for byte',
  (type) => {
    for (const sent of ['%PDF-1.7', '{not: json}', Buffer.from([0x7b, 0xff])]) {
      const bytes = Buffer.from(sent);
      const headers: [string, string][] = [['content-disposition', 'attachment; filename="scan 1"']];
      expect(readPayload(bytes, type, { headers })).toMatchObject({
        value: {
          filename: 'scan 1',
          contentType: type.includes('/') ? type : 'application/octet-stream',
          size: bytes.length,
          base64: bytes.toString('base64'),
        },
      });
      expect(readPayload(bytes, type, { readAs: 'cloudevents' }).kind).toBe('unsupported');
    }
  },
);

function nested(depth: number): string {
  return '[{"a":'.repeat(depth / 2) + '1' + '}]'.repeat(depth / 2);
}

test('nesting counts brackets, not those in strings', () => {
  expect(read(nested(64), 'application/json')).toBe(nested(64));
  expect(read(nested(66), 'application/json')).toBe('too-deep');
  expect(read(nested(100_000), 'text/plain')).toBe('too-deep');
  expect(read(JSON.stringify('['.repeat(100)), 'application/json')).not.toBe('too-deep');
});

test.each<[type: string | undefined, body: Buffer]>([
  ['application/json', Buffer.from('"a\xffb"', 'latin1')],
  [undefined, Buffer.from('K\xf6ln', 'latin1')],
  ['text/plain; charset=utf-8', Buffer.from('K\xf6ln', 'latin1')],
  ['text/plain; charset=made-up', Buffer.from('K\xf6ln', 'latin1')],
  ['text/plain; charset=shift_jis', Buffer.from([0x81])],
  ['application/json; charset=utf-16le', Buffer.from('"a"\0"', 'latin1')],
  ['application/x-www-form-urlencoded', Buffer.from('_charset_=made-up&city=K%F6ln')],
  ['application/x-www-form-urlencoded', Buffer.from('city=K\xf6ln', 'latin1')],
  ['application/x-www-form-urlencoded', Buffer.from('city=K%F6ln')],
  ['application/x-www-form-urlencoded', Buffer.from('%ff=1')],
  ['application/json', Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22])],
])('bytes of %s that are no UTF-8 are rejected, not replaced', (type, body) => {
  expect(read(body, type)).toBe('not-utf8');
});

const köln = 'K\xf6ln \x80 \x93x\x94';
const meant = 'Köln € “x”';

test.each<[type: string, body: Buffer, value: unknown]>([
  ['application/json; charset=windows-1252', Buffer.from(`{"a":"${köln}"}`, 'latin1'), { a: meant }],
  ['application/json; charset="ISO-8859-1"', Buffer.from(`{"a":"${köln}"}`, 'latin1'), { a: meant }],
  ['application/vnd.x+json;charset=latin1', Buffer.from(`{"a":"${köln}"}`, 'latin1'), { a: meant }],
  ['text/plain; charset=iso-8859-1', Buffer.from(köln, 'latin1'), meant],
  ['text/xml; charset=windows-1252', Buffer.from(`<a>${köln}</a>`, 'latin1'), `<a>${meant}</a>`],
  ['text/plain; charset=windows-1251', Buffer.from([0xca, 0xb8]), 'Кё'],
  ['text/plain; charset=shift_jis', Buffer.from([0x93, 0xfa, 0x96, 0x7b]), '日本'],
  ['text/plain; charset=iso-2022-jp', Buffer.from('\x1b$BF|K\\\x1b(B'), '日本'],
  ['application/json', Buffer.from('\ufeff{"a":"€"}', 'utf16le'), { a: '€' }],
  ['application/json', Buffer.from('\ufeff{"a":"€"}', 'utf16le').swap16(), { a: '€' }],
  ['application/json; charset=utf-16', Buffer.from('\ufeff{"a":"€"}', 'utf16le').swap16(), { a: '€' }],
  ['application/json; charset=utf-16le', Buffer.from('{"a":"€"}', 'utf16le'), { a: '€' }],
  ['text/plain', Buffer.from('\ufeffgröße', 'utf16le'), 'größe'],
  [
    `${form}; charset=windows-1252`,
    Buffer.from('city=K%F6ln+%80&x=1&x=%96'),
    { city: 'Köln €', x: ['1', '–'] },
  ],
  [`${form}; charset=iso-8859-1`, Buffer.from('stra\xdfe=K\xf6ln', 'latin1'), { straße: 'Köln' }],
  [form, Buffer.from('_charset_=windows-1252&city=K%F6ln'), { _charset_: 'windows-1252', city: 'Köln' }],
  [
    `${form}; charset=utf-8`,
    Buffer.from('city=K%F6ln&_charset_=iso-8859-1'),
    { city: 'Köln', _charset_: 'iso-8859-1' },
  ],
  [form, Buffer.from('name=J%FCrgen&charset=windows-1252'), { name: 'Jürgen', charset: 'windows-1252' }],
  [form, Buffer.from('\ufeffcity=K%C3%B6ln', 'utf16le'), { city: 'Köln' }],
  // A sender that names its framework's default and writes UTF-8 is read as before.
  ['application/json; charset=iso-8859-1', Buffer.from('{"a":"Köln"}'), { a: 'Köln' }],
  ['text/plain; charset=windows-1252', Buffer.from('Köln'), 'Köln'],
  [`${form}; charset=windows-1252`, Buffer.from('city=K%C3%B6ln'), { city: 'Köln' }],
])('%s is read in its charset', (type, body, value) => {
  expect(readPayload(body, type)).toMatchObject({ kind: 'payload', value });
  expect(JSON.parse(read(body, type))).toEqual(value);
});

test('what a sender writes as a replacement character is one', () => {
  expect(read('"\ufffd"', 'application/json')).toBe('"\ufffd"');
  expect(read('a=\ufffd&b=%EF%BF%BD&c=100%', 'application/x-www-form-urlencoded')).toBe(
    '{"a":"\ufffd","b":"\ufffd","c":"100%"}',
  );
});

test('a form of very many names is read in one go through them', () => {
  const names = Array.from({ length: 10_000 }, (_, index) => `n${index}`);
  const body = names.map((name) => `${name}=`).join('&');
  const calls = countCalls(() => read(body, 'application/x-www-form-urlencoded'));
  expect(calls).toBe(0);
  expect([...readPayloadInParts(Buffer.from(body), form)].length).toBeGreaterThan(2);
});

test('XML of very many elements is read in parts', () => {
  const body = `<a>${'<b c="1"/>'.repeat(20_000)}</a>`;
  const parts = [...readPayloadInParts(Buffer.from(body), 'application/xml', { readAs: 'xml' })];
  expect(parts.length).toBeGreaterThan(9);
  const value = { a: { b: Array.from({ length: 20_000 }, () => ({ '@c': '1' })) } };
  expect(readAs('xml', body)).toMatchObject({ kind: 'payload', json: JSON.stringify(value) });
});

test.each([
  ['no charset', 'a&', form],
  ['a charset', '%FF&', `${form}; charset=shift_jis`],
  ['its charset in a field', '%FF&', form],
])('a form with %s has at most 10,000 fields', (_what, field, type) => {
  const message = 'A form may have at most 10,000 fields.';
  const readMany = (count: number) =>
    readPayload(Buffer.from(`_charset_=gbk&${field.repeat(count - 1)}`), type);
  expect(readMany(10_001)).toEqual({ kind: 'unparsable', message });
  expect(readMany(10_000).kind).not.toBe('too-large');
  expect(readMany(10_000)).not.toMatchObject({ message });
});

test('the fields of a form are those that URLSearchParams finds', () => {
  const piece = constantFrom(
    'a',
    '%41',
    '+',
    '=',
    '&',
    'ä',
    '%C3%A4',
    '%e2%82%ac',
    '%EF%BB%BFx',
    '[]',
    '%00',
    '%26',
    '%3D',
  );
  assert(
    property(array(piece, { maxLength: 12 }), (pieces) => {
      const text = pieces.join('');
      expect(decodeFields(splitFields(Buffer.from(text)) ?? [], undefined)).toEqual([
        ...new URLSearchParams(text),
      ]);
    }),
  );
});

/** Asking for all values of a name looks through the whole form. */
function countCalls(work: () => void): number {
  const spy = vi.spyOn(URLSearchParams.prototype, 'getAll');
  work();
  const { length } = spy.mock.calls;
  spy.mockRestore();
  return length;
}

function readAs(how: BodyReading, body: string, type?: string, headers: Record<string, string> = {}) {
  return readPayload(Buffer.from(body), type, { readAs: how, headers: Object.entries(headers) });
}

test('a list of JSON lines names the line that is none, and has at most 10,000', () => {
  const type = 'application/x-ndjson';
  expect(readPayload(Buffer.from('{}\n1],[2\n'), type)).toEqual({
    kind: 'unparsable',
    message: 'Line 2 of the body is not valid JSON.',
  });
  expect(readPayload(Buffer.from('1\n'.repeat(10_000)), type).kind).toBe('payload');
  expect(readPayload(Buffer.from('1\n'.repeat(10_001)), type)).toEqual({
    kind: 'unparsable',
    message: 'A delivery may have at most 10000 lines of JSON.',
  });
});

const boundary = 'multipart/form-data; boundary="a b"';

function makeForm(...parts: [head: string, content: string][]): string {
  const lines = parts.map(([head, content]) => `--a b\r\n${head}\r\n\r\n${content}\r\n`);
  return `${lines.join('')}--a b--\r\n`;
}

test('a form with files has its fields as texts and its files with name, type, size and content', async () => {
  const data = new FormData();
  data.append('from', 'Jörg <j@example.com>');
  data.append('tag', 'a');
  data.append('tag', 'b\r\n--c');
  data.append('file "1"\r\n', new Blob([Buffer.from([0, 255])], { type: 'image/png' }), 'ü"\r\n.png');
  data.append('empty', '');
  const request = new Response(data);
  const body = Buffer.from(await request.arrayBuffer());
  const payload = readPayload(body, request.headers.get('content-type') ?? '');
  expect(payload).toMatchObject({
    kind: 'payload',
    value: {
      from: 'Jörg <j@example.com>',
      tag: ['a', 'b\r\n--c'],
      'file "1"\r\n': { filename: 'ü"\r\n.png', contentType: 'image/png', size: 2, base64: 'AP8=' },
      empty: '',
    },
  });
});

test('parts of a form may come in a charset of their own; one without a name is no field', () => {
  const sent = makeForm(
    ['Content-Disposition: form-data; name=a\r\nContent-Type: text/plain; charset=utf-8', 'ö'],
    ['Content-Type: text/plain', 'x'],
    ['Content-Disposition: form-data; name="__proto__"', '1'],
  );
  expect(read(sent, boundary)).toBe('{"a":"ö","__proto__":"1"}');
  const latin = Buffer.from(makeForm(['Content-Disposition: form-data; name="a"', 'K\xf6ln']), 'latin1');
  expect(read(latin, boundary)).toBe('not-utf8');
});

test.each<[body: string, type: string]>([
  ['', boundary],
  ['--a b', boundary],
  ['--a b\r\n', boundary],
  ['--a bx\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--a b--', boundary],
  ['--a b\r\nContent-Disposition: form-data; name="a"\r\n\r\n1', boundary],
  ['--a b\r\nContent-Disposition: form-data; name="a"\r\n--a b--', boundary],
  ['--x--', 'multipart/form-data'],
  [
    makeForm(
      ...Array.from({ length: 1_001 }, () => ['Content-Disposition: form-data; name=a', '1'] as never),
    ),
    boundary,
  ],
  [makeForm([`X: ${'x'.repeat(17_000)}`, '1']), boundary],
])('%j as %s is no form', (body, type) => {
  expect(read(body, type)).toBe('unparsable');
});

test('a trigger may say that bodies are JSON, whatever they are called and wherever they stand', () => {
  expect(readAs('json', '{"a":1.10}', 'text/html')).toMatchObject({ json: '{"a":1.10}' });
  expect(readAs('json', 'payload=%7B%22a%22%3A1.10%7D&x=1', form)).toMatchObject({ json: '{"a":1.10}' });
  expect(readAs('json', 'rawRequest=%5B1%5D', form)).toMatchObject({ json: '[1]' });
  const parts = makeForm(['Content-Disposition: form-data; name="data"', '{"b":2.0}']);
  expect(readAs('json', parts, boundary)).toMatchObject({ json: '{"b":2.0}' });
  expect(readAs('json', 'a=1&b=2', form)).toMatchObject({ kind: 'unparsable' });
  expect(readAs('json', 'hello', 'text/plain')).toMatchObject({ kind: 'unparsable' });
});

test('a trigger may say that bodies are texts, or XML', () => {
  expect(readAs('text', '{"a":1}', 'application/json')).toMatchObject({ value: '{"a":1}' });
  expect(readAs('text', 'a=1', form)).toMatchObject({ value: 'a=1' });
  const xml = '<?xml version="1.0"?><order id="7"><line>a</line><line>b</line></order>';
  const value = { order: { '@id': '7', line: ['a', 'b'] } };
  expect(readAs('xml', xml, 'text/xml; charset=utf-8')).toMatchObject({ json: JSON.stringify(value), value });
  expect(readAs('xml', '{}', 'application/json')).toMatchObject({ kind: 'unparsable' });
  // Braintree has it in base64 in a form.
  const hidden = new URLSearchParams({ bt_payload: `${Buffer.from(xml).toString('base64')}\n` }).toString();
  expect(readAs('xml', hidden, form)).toMatchObject({ json: JSON.stringify(value), value });
  expect(readAs('xml', xml, form)).toMatchObject({ value });
  expect(readAs('xml', 'bt_payload=PGE%2B', form)).toMatchObject({ kind: 'unparsable' });
  expect(readAs('xml', '<a>'.repeat(65), 'text/xml')).toEqual({ kind: 'too-deep' });
  expect(readAs('xml', `<a>${'x'.repeat(256 * 1024)}</a>`, 'text/xml')).toEqual({
    kind: 'too-large',
    message: 'XML may have at most 262144 characters.',
  });
});

// https://github.com/cloudevents/spec/blob/v1.0.2/cloudevents/bindings/http-protocol-binding.md
const attributes = {
  'ce-specversion': '1.0',
  'ce-type': 'com.example.someevent',
  'ce-source': '/mycontext/Euro%20%E2%82%AC%20%F0%9F%98%80',
  'ce-id': '1234-1234-1234',
};
const structured = {
  specversion: '1.0',
  type: 'com.example.someevent',
  source: '/mycontext/Euro € 😀',
  id: '1234-1234-1234',
};

test('CloudEvents come in one shape, whichever mode the sender chose', () => {
  const type = 'application/json; charset=utf-8';
  const headers = { ...attributes, 'content-type': type, host: 'example.com' };
  const payload = readAs('cloudevents', '{"total":1.10}', type, headers);
  expect(payload).toMatchObject({ value: { ...structured, datacontenttype: type, data: { total: 1.1 } } });
  expect(payload).toMatchObject({ json: expect.stringContaining('"data":{"total":1.10}}') });
  const image = readAs('cloudevents', '\u0001', 'image/png', { ...attributes, 'content-type': 'image/png' });
  expect(image).toMatchObject({ value: { ...structured, data_base64: 'AQ==' } });
  expect(readAs('cloudevents', '', undefined, attributes)).toMatchObject({ value: structured });
  const whole = JSON.stringify({ ...structured, data: 1 });
  expect(readAs('cloudevents', whole, 'application/cloudevents+json', attributes)).toMatchObject({
    json: whole,
  });
  expect(readAs('cloudevents', `[${whole}]`, 'application/cloudevents-batch+json')).toMatchObject({
    json: `[${whole}]`,
  });
});

test('what is no CloudEvent, or a broken one, stays what it is', () => {
  expect(readAs('cloudevents', '{"a":1}', 'application/json')).toMatchObject({ json: '{"a":1}' });
  expect(readAs('cloudevents', '{', 'application/json', attributes)).toMatchObject({ kind: 'unparsable' });
  expect(
    readAs('cloudevents', '1', 'application/json', { ...attributes, 'ce-x': '%', 'ce-data': '2' }),
  ).toMatchObject({
    value: { x: '%', data: 1 },
  });
});

function openMessage(body: string): string {
  const payload = readAs('message', body, 'text/plain; charset=UTF-8');
  return payload.kind === 'payload' ? payload.json : payload.kind;
}

/** As SNS posts it, with the message as it stands in JSON. */
function sns(message: string): string {
  return `{"Type":"Notification","TopicArn":"arn:aws:sns:eu-central-1:123456789012:alarms","Message":${message}}`;
}

/** As Pub/Sub pushes it, with `data` as it stands in JSON. */
function pubSub(data: string): string {
  return `{"message":{"attributes":{"a":"b"},"data":${data},"messageId":"7"},"subscription":"s","deliveryAttempt":2}`;
}

function base64(text: string): string {
  return JSON.stringify(Buffer.from(text).toString('base64'));
}

// https://docs.aws.amazon.com/sns/latest/dg/sns-message-and-json-formats.html, https://cloud.google.com/pubsub/docs/push
test('a message that a queue hands on is opened, digit by digit', () => {
  for (const json of ['{"AlarmName":"cpu","Threshold":1.10,"id":12345678901234567890}', '[1.0]']) {
    expect(openMessage(sns(JSON.stringify(json)))).toBe(sns(json));
    expect(openMessage(pubSub(base64(json)))).toBe(pubSub(json));
  }
  for (const text of ['down', '{not json}', '42', '', 'grüß']) {
    expect(openMessage(sns(JSON.stringify(text)))).toBe(sns(JSON.stringify(text)));
    expect(openMessage(pubSub(base64(text)))).toBe(pubSub(JSON.stringify(text)));
  }
  for (const broken of ['"%%"', '"/w=="']) expect(openMessage(pubSub(broken))).toBe(pubSub(broken));
});

test('what is no such message stays JSON, and one nested too deeply is reported', () => {
  for (const body of ['{"Message":"{}"}', '{"message":"x"}', '{"message":{"id":1.10}}', '[1.10]', 'null']) {
    expect(readAs('message', body)).toMatchObject({ kind: 'payload', json: body });
  }
  expect(readAs('message', 'hello').kind).toBe('unparsable');
  const deep = JSON.stringify({ TopicArn: 'a', Message: `${'['.repeat(70)}${']'.repeat(70)}` });
  expect(readAs('message', deep).kind).toBe('too-deep');
});

function makeMail(charsets: string): Buffer {
  return Buffer.concat([
    Buffer.from('--xYzZY\r\nContent-Disposition: form-data; name="subject"\r\n\r\nGrüße\r\n'),
    Buffer.from('--xYzZY\r\nContent-Disposition: form-data; name="text"\r\n\r\ncaf'),
    Buffer.from([0xe9]),
    Buffer.from(
      `\r\n--xYzZY\r\nContent-Disposition: form-data; name="charsets"\r\n\r\n${charsets}\r\n--xYzZY--\r\n`,
    ),
  ]);
}

test('the parts of a mail are read in the charsets that SendGrid tells', () => {
  // https://www.twilio.com/docs/sendgrid/for-developers/parsing-email/setting-up-the-inbound-parse-webhook
  const type = 'multipart/form-data; boundary=xYzZY';
  const charsets = '{"subject":"UTF-8","text":"iso-8859-1"}';
  expect(readPayload(makeMail(charsets), type)).toMatchObject({
    value: { subject: 'Grüße', text: 'café', charsets },
  });
  // Longer ones are not looked at: nobody sends them but to be looked at for long.
  const long = charsets.replace('{', `{${' '.repeat(17_000)}`);
  for (const other of ['{"subject":"UTF-8"}', '{"text":1}', 'null', 'x', long]) {
    expect(readPayload(makeMail(other), type).kind).toBe('not-utf8');
  }
});

const encode = (text: string) => Buffer.from(text).toString('base64url');

test('a body that is a JSON Web Token is read as its claims where the trigger says so', () => {
  const token = `${encode('{"alg":"HS256"}')}.${encode('{"id":7}')}.c2ln`;
  expect(readAs('jwt', token, 'text/plain')).toMatchObject({ kind: 'payload', json: '{"id":7}' });
  expect(readAs('jwt', `{"signedPayload":"${token}"}`, 'application/json')).toMatchObject({
    json: '{"signedPayload":{"id":7}}',
  });
  expect(readAs('jwt', 'hello', 'text/plain')).toEqual({ kind: 'unparsable' });
  expect(readAs('jwt', '['.repeat(200), 'application/json')).toEqual({ kind: 'too-deep' });
  expect(readAs('jwt', `"${'x'.repeat(256 * 1024)}"`, 'application/json')).toMatchObject({
    kind: 'too-large',
  });
});
