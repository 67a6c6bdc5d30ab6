import { expect, test } from 'vitest';
import { writeHeaders } from '~/outbound/headers';

test('accept-encoding and user-agent are added unless set, whatever the case', () => {
  expect(writeHeaders([])).toEqual({
    kind: 'headers',
    flat: ['accept-encoding', 'gzip, br, deflate', 'user-agent', 'wicked-integrations'],
  });
  expect(
    writeHeaders([
      ['User-Agent', 'mine'],
      ['ACCEPT-ENCODING', 'identity'],
    ]),
  ).toEqual({
    kind: 'headers',
    flat: ['User-Agent', 'mine', 'ACCEPT-ENCODING', 'identity'],
  });
});

test.each([
  'Host',
  'content-length',
  'Transfer-Encoding',
  'Connection',
  'Upgrade',
  'TE',
  'Trailer',
  'Expect',
  'Keep-Alive',
  'Proxy-Authorization',
  'proxy-connection',
])('%s cannot be given', (name) => {
  expect(writeHeaders([[name, 'x']])).toMatchObject({
    kind: 'invalid',
    message: expect.stringContaining(name),
  });
});

test.each(['', 'with space', 'with:colon', 'naïve', 'line\nbreak', 'x\r', '(x)'])(
  '%j is not a name',
  (name) => {
    expect(writeHeaders([[name, 'x']])).toMatchObject({
      kind: 'invalid',
      message: expect.stringContaining(JSON.stringify(name)),
    });
  },
);

test.each([
  's3cret\r\nX: y',
  's3cret\n',
  's3cret\0',
  's3cret\u0007',
  's3cret\u007f',
  's3cret😀',
  's3cret\u0100',
])('value %j is refused, naming the header and not the value', (value) => {
  const result = writeHeaders([['X-Key', value]]);
  expect(result).toMatchObject({ kind: 'invalid', message: expect.stringContaining('X-Key') });
  expect(JSON.stringify(result)).not.toContain('s3cret');
});

test.each(['', 'a\tb', 'café', "!#$%&'*+-.^_`|~"])('value %j is sent as it is', (value) => {
  expect(writeHeaders([['X-Key', value]])).toMatchObject({
    kind: 'headers',
    flat: expect.arrayContaining([value]),
  });
});
