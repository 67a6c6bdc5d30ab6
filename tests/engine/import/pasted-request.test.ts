import { describe, expect, test } from 'vitest';
import { readPastedRequest } from '~/engine/import/pasted-request';

function read(text: string) {
  const found = readPastedRequest(text);
  if (found.kind !== 'request') return found.message;
  const { headers, ...rest } = found.request;
  return { ...rest, headers: Object.fromEntries(headers) };
}

test('reads request line, headers and body, also with the line ends of a form', () => {
  const lines = [
    'PUT /webhook/x?a=1&b=%20 HTTP/1.1',
    'Host: example.com',
    'X-Tag:  one',
    'x-tag: two',
    '',
    '{',
    '}',
  ];
  const expected = {
    method: 'PUT',
    query: '?a=1&b=%20',
    headers: { host: 'example.com', 'x-tag': 'one, two' },
    body: '{\n}',
  };
  expect(read(lines.join('\n'))).toEqual(expected);
  expect(read(`\r\n${lines.join('\r\n')}\r\n`)).toEqual(expected);
});

test('is a POST without a request line, and a body without headers', () => {
  expect(read('Content-Type: text/plain\n\nhello')).toMatchObject({ method: 'POST', body: 'hello' });
  expect(read('{"id": 7}')).toEqual({ method: 'POST', query: '', headers: {}, body: '{"id": 7}' });
  expect(read('GET /hook?crc_token=x')).toEqual({
    method: 'GET',
    query: '?crc_token=x',
    headers: {},
    body: '',
  });
});

describe('the length that the sender gave decides about the ends of lines', () => {
  test.each([
    ['3', 'a\nb'],
    ['4', 'a\nb\n'],
    ['6', 'a\r\nb\r\n'],
    ['99', 'a\nb'],
  ])('%s bytes', (length, body) => {
    const text = `Content-Length: ${length}\r\n\r\na\r\nb\r\n`;
    expect(read(text)).toMatchObject({ body });
  });
});

test('reads a cURL command with its authorization', () => {
  const command = `$ curl -X POST 'https://example.com/webhook/x?k=1#top' -u me:secret \\\n  -H 'X-Event: push' -d '{"a":1}'`;
  expect(read(command)).toEqual({
    method: 'POST',
    query: '?k=1',
    headers: expect.objectContaining({ 'x-event': 'push', authorization: 'Basic bWU6c2VjcmV0' }),
    body: '{"a":1}',
  });
  expect(read(`curl https://example.com/x -H 'Authorization: Bearer abc'`)).toMatchObject({
    headers: { authorization: 'Bearer abc' },
  });
});

test.each([
  ['  \n', 'Paste a request first.'],
  ['x'.repeat(256 * 1024 + 1), 'A request may have at most 256 KiB here.'],
  ['POST /x HTTP/1.1\nno header\n\n{}', 'Line 2 is not a header. Put an empty line before the body.'],
  [`curl https://a.example/ ${'-d a '.repeat(500)}`, 'A command may have at most 1,000 words here.'],
  ['curl a; '.repeat(501), 'A command may have at most 1,000 words here.'],
  ['curl https://a.example/1 https://a.example/2', 'These are several requests. Paste one of them.'],
])('%# is none', (text, message) => {
  expect(read(text)).toBe(message);
});
