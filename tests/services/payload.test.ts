import { expect, test, vi } from 'vitest';
import { readPayload } from '~/services/payload';

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
  ['text/plain; charset=iso-8859-1', Buffer.from('K\xf6ln', 'latin1')],
  ['application/x-www-form-urlencoded', Buffer.from('city=K\xf6ln', 'latin1')],
  ['application/x-www-form-urlencoded', Buffer.from('city=K%F6ln')],
  ['application/x-www-form-urlencoded', Buffer.from('%ff=1')],
  ['application/json', Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22])],
])('bytes of %s that are no UTF-8 are refused, not replaced', (type, body) => {
  expect(read(body, type)).toBe('not-utf8');
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
