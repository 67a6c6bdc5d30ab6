import { expect, test, vi } from 'vitest';
import { readPayload } from '~/services/webhooks/payload';

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
])('%j as %s is %s', (body, type, json) => {
  expect(read(body, type)).toBe(json);
});

test.each(['{', '{"a":1}}', "{'a':1}", 'hello', 'NaN', '{"a":1}\0'])('%j is no JSON', (body) => {
  expect(read(body, 'application/json')).toBe('unparsable');
});

test.each(['multipart/form-data; boundary=x', 'application/octet-stream', 'image/png', 'nonsense'])(
  '%s is not taken',
  (type) => {
    expect(read('{}', type)).toBe('unsupported');
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

const form = 'application/x-www-form-urlencoded';
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
  const names = Array.from({ length: 60_000 }, (_, index) => `n${index}`);
  const body = names.map((name) => `${name}=`).join('&');
  const calls = countCalls(() => read(body, 'application/x-www-form-urlencoded'));
  expect(calls).toBe(0);
});

/** Asking for all values of a name looks through the whole form. */
function countCalls(work: () => void): number {
  const spy = vi.spyOn(URLSearchParams.prototype, 'getAll');
  work();
  const { length } = spy.mock.calls;
  spy.mockRestore();
  return length;
}
