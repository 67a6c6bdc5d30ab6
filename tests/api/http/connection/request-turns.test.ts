// Many requests at once on one connection.
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text as readText } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { open, start } from '../written-requests';

const get = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nHost: x\r\n${more}\r\n`;

test('requests on one connection are served one after the other, with their bodies, and in order', async () => {
  let underWay = 0;
  let most = 0;
  const serve = async (req: IncomingMessage, res: ServerResponse) => {
    underWay += 1;
    most = Math.max(most, underWay);
    const body = await readText(req);
    res.end(`<${req.url} ${body.length}>`);
    underWay -= 1;
  };
  const server = await start((req, res) => void serve(req, res));
  const body = 'x'.repeat(100_000);
  const post = `POST /post HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  const first = Array.from({ length: 15 }, (_, n) => get(`/${n}`)).join('');
  const socket = open(server, first + post + get('/late') + post + get('/last', 'Connection: close\r\n'));
  const responses = await readText(socket);
  expect(responses.match(/<.*?>/g)).toEqual([
    ...Array.from({ length: 15 }, (_, n) => `</${n} 0>`),
    '</post 100000>',
    '</late 0>',
    '</post 100000>',
    '</last 0>',
  ]);
  expect(most).toBe(1);
});

test('a connection on which more than 20 requests wait ends, and none of them is begun', async () => {
  const begun: (string | undefined)[] = [];
  const server = await start((req) => void begun.push(req.url));
  const socket = open(server, Array.from({ length: 1_000 }, (_, n) => get(`/${n}`)).join(''));
  await once(socket, 'close');
  const next = open(server, get('/next'));
  await expect.poll(() => begun.at(-1)).toBe('/next');
  expect(begun).toEqual(['/0', '/next']);
  next.destroy();
});

test('what waits on a connection that its client closes is not begun', async () => {
  const begun: (string | undefined)[] = [];
  const held: ServerResponse[] = [];
  const server = await start((req, res) => {
    begun.push(req.url);
    held.push(res);
  });
  const socket = open(server, get('/first') + get('/second') + get('/third'));
  await expect.poll(() => held.length).toBeGreaterThan(0);
  const [first] = held;
  if (!first) throw new Error('Nothing was begun');
  const closed = once(first, 'close');
  socket.destroy();
  await closed;
  first.end();
  const next = open(server, get('/next'));
  await expect.poll(() => begun.at(-1)).toBe('/next');
  expect(begun).toEqual(['/first', '/next']);
  next.destroy();
});
