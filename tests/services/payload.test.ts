import { expect, test } from 'vitest';
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

test('bytes that are no UTF-8 do not break the text around them', () => {
  expect(read(Buffer.from([0x22, 0x61, 0xff, 0x62, 0x22]), 'application/json')).toBe('"a\ufffdb"');
});
