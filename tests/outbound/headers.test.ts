import { expect, test } from 'vitest';
import { toUndiciHeaders } from '~/outbound/headers';
import { makeOutbound, makeRequest, startHttp } from './loopback';

test('accept-encoding and user-agent are added unless set, whatever the case', () => {
  expect(toUndiciHeaders([])).toEqual({
    kind: 'headers',
    flat: ['accept-encoding', 'gzip, br, deflate', 'user-agent', 'wicked-integrations'],
  });
  expect(
    toUndiciHeaders([
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
  expect(toUndiciHeaders([[name, 'x']])).toMatchObject({
    kind: 'invalid',
    message: expect.stringContaining(name),
  });
});

test.each(['', 'with space', 'with:colon', 'naïve', 'line\nbreak', 'x\r', '(x)'])(
  '%j is not a name',
  (name) => {
    expect(toUndiciHeaders([[name, 'x']])).toMatchObject({
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
])('value %j is rejected, naming the header and not the value', (value) => {
  const result = toUndiciHeaders([['X-Key', value]]);
  expect(result).toMatchObject({ kind: 'invalid', message: expect.stringContaining('X-Key') });
  expect(JSON.stringify(result)).not.toContain('s3cret');
});

test.each(['', 'a\tb', 'café', "!#$%&'*+-.^_`|~"])('value %j is sent as it is', (value) => {
  expect(toUndiciHeaders([['X-Key', value]])).toMatchObject({
    kind: 'headers',
    flat: expect.arrayContaining([value]),
  });
});

/** A target that answers so many headers of so long a value. */
async function askFor(count: number, length: number) {
  const { url, port } = await startHttp((_request, response) => {
    for (let each = 0; each < count; each += 1) response.setHeader(`x-${each}`, '1'.repeat(length));
    response.end('many');
  });
  return { port, outcome: await makeOutbound().send(makeRequest(url)) };
}

test.each([
  [5_000, 1],
  [1, 60_000],
])('%i headers of %i characters are read', async (count, length) => {
  const { outcome } = await askFor(count, length);
  expect(outcome).toMatchObject({ kind: 'response', status: 200, body: 'many' });
  const own = outcome.kind === 'response' ? outcome.headers.filter(([name]) => name.startsWith('x-')) : [];
  expect(own).toHaveLength(count);
  expect(own.at(-1)).toEqual([`x-${count - 1}`, '1'.repeat(length)]);
});

test('more than 64 KiB of headers are a response that cannot be read', async () => {
  const { outcome, port } = await askFor(5_000, 20);
  expect(outcome).toMatchObject({
    kind: 'failure',
    reason: 'invalid-response',
    sent: true,
    message: `127.0.0.1:${port} sent more than 64 KiB of headers (UND_ERR_HEADERS_OVERFLOW).`,
  });
});
