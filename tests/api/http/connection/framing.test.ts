// Where a request ends, and what a client gets when the bytes after it are none.
import { once } from 'node:events';
import { text as readText } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { open, start } from '../written-requests';

const chunk = '3\r\nabc\r\n0\r\n\r\n';

test.each(['gzip, chunked', ', chunked', 'x;a=b, chunked', 'gzip\r\nTransfer-Encoding: chunked'])(
  'a body with the transfer coding %j is not taken for one in chunks, and its connection ends',
  async (coding) => {
    const server = await start((req, res) => void req.resume().on('end', () => res.end('answered')));
    const next = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';
    const post = `POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: ${coding}\r\n\r\n${chunk}${next}`;
    const response = await readText(open(server, post));
    expect(response).toMatch(/^HTTP\/1\.1 501 [^]*connection: close/i);
    expect(response).not.toContain('answered');
    expect(response.match(/^HTTP/gm)).toHaveLength(1);
  },
);

test('a body in chunks by HTTP/1.0, which knows none, is refused, and its connection ends', async () => {
  const server = await start((req, res) => {
    void req.resume().on('end', () => res.writeHead(200, { 'Content-Length': 8 }).end('answered'));
  });
  const head = 'POST / HTTP/1.0\r\nConnection: keep-alive\r\nTransfer-Encoding: chunked\r\n\r\n';
  const response = await readText(open(server, head + chunk));
  expect(response).toMatch(/^HTTP\/1\.1 400 [^]*connection: close/i);
  expect(response).not.toContain('answered');
});

test.each(['chunked', 'Chunked', ' chunked '])(
  'a body with the transfer coding %j is read',
  async (coding) => {
    const server = await start((req, res) => {
      void readText(req).then((body) => res.end(`<${body}>`));
    });
    const head = `POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nTransfer-Encoding:${coding}\r\n\r\n`;
    expect(await readText(open(server, head + chunk))).toContain('<abc>');
  },
);

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;

test('what is no request gets its error after the responses to the requests before it', async () => {
  const held: (() => void)[] = [];
  const server = await start((req, res) => void held.push(() => res.end(`<${req.url}>`)));
  const broken = once(server, 'clientError');
  const response = readText(open(server, `${get('/first')}${get('/second')}no request\r\n\r\n`));
  await broken;
  held[0]?.();
  await expect.poll(() => held.length).toBe(2);
  held[1]?.();
  expect(await response).toMatch(
    /^HTTP\/1\.1 200 [^]*<\/first>HTTP\/1\.1 200 [^]*<\/second>HTTP\/1\.1 400 Bad Request\r\nConnection: close\r\n\r\n$/,
  );
});

test.each([
  ['nothing that is a request', 'no request\r\n\r\n', '400 Bad Request'],
  [
    'too many headers',
    `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`,
    '431 Request Header Fields Too Large',
  ],
  [
    'a broken body',
    'POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nno chunk\r\n',
    '400 Bad Request',
  ],
])('%s is refused at once', async (_what, text, status) => {
  const server = await start((req) => void req.resume());
  expect(await readText(open(server, text))).toBe(`HTTP/1.1 ${status}\r\nConnection: close\r\n\r\n`);
});

test('a broken body gets its error after the response before it', async () => {
  const held: (() => void)[] = [];
  const server = await start((req, res) => void held.push(() => res.end(`<${req.url}>`)));
  const broken = once(server, 'clientError');
  const post = 'POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nno chunk\r\n';
  const response = readText(open(server, get('/first') + post));
  await broken;
  held[0]?.();
  expect(await response).toMatch(/<\/first>HTTP\/1\.1 400 Bad Request\r\nConnection: close\r\n\r\n$/);
  expect(held).toHaveLength(1);
});
