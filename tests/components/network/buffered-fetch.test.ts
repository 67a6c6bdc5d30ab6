import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { decode } from 'turbo-stream';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bufferResponses } from '~/components/network/buffered-fetch';

let server: Server;
let address: string;
/** Answers that began and did not end. */
const begun: ServerResponse[] = [];

beforeAll(async () => {
  server = createServer((request, answer) => {
    const isOfRoute = request.url !== '/other';
    if (request.url === '/empty') return answer.writeHead(204, { 'Content-Type': 'text/x-script' }).end();
    answer.writeHead(422, {
      'Content-Type': isOfRoute ? 'text/x-script; charset=utf-8' : 'text/event-stream',
    });
    answer.write('[1]\n');
    begun.push(answer);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const send = bufferResponses(fetch);

it("returns the whole of a route's response, its status and its headers", async () => {
  const asked = once(server, 'request');
  const answering = send(`${address}/route`);
  await asked;
  begun.pop()?.end('P1:[2]\n');
  const answer = await answering;
  expect([answer.status, answer.headers.get('Content-Type')]).toEqual([422, 'text/x-script; charset=utf-8']);
  expect(await answer.text()).toBe('[1]\nP1:[2]\n');
});

it('fails itself, and nothing behind it does, when the rest of a response is given up', async () => {
  const controller = new AbortController();
  const asked = once(server, 'request');
  // As Remix reads it: what is rejected in there besides would fail this test.
  const reading = send(`${address}/route`, { signal: controller.signal }).then((answer) =>
    answer.body ? decode(answer.body) : undefined,
  );
  await asked;
  // By the answer to another one, the first line of this one has come, too.
  await send(`${address}/empty`);
  controller.abort();
  await expect(reading).rejects.toMatchObject({ name: 'AbortError' });
});

it('leaves other responses, and those without a body, as they come', async () => {
  const stream = await send(`${address}/other`);
  expect(new TextDecoder().decode((await stream.body?.getReader().read())?.value)).toBe('[1]\n');
  expect((await send(`${address}/empty`)).status).toBe(204);
});
