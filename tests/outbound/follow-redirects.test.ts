import type { IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';
import { beforeEach, describe, expect, test } from 'vitest';
import type { OutboundRequest } from '~/outbound/request-response';
import { allowing, makeOutbound, makeRequest, startHttp } from './loopback';

interface Received {
  method: string | undefined;
  url: string | undefined;
  headers: IncomingHttpHeaders;
  body: string;
}

let received: Received[];
/** What `/` answers; everything else answers 200. */
let answer: { status: number; location?: string };
let url: string;
let other: string;

async function start(): Promise<string> {
  const server = await startHttp((request, response) => {
    void text(request).then((body) => {
      const { method, url: path, headers } = request;
      received.push({ method, url: path, headers, body });
      if (!path?.startsWith('/from')) return response.end('there');
      return response
        .writeHead(answer.status, answer.location === undefined ? {} : { Location: answer.location })
        .end();
    });
  });
  return server.url;
}

beforeEach(async () => {
  received = [];
  answer = { status: 302, location: '/to' };
  [url, other] = await Promise.all([start(), start()]);
});

function send(changes: Partial<OutboundRequest> = {}) {
  return makeOutbound().send(makeRequest(`${url}/from`, { maxRedirects: 3, ...changes }));
}

const credentials: OutboundRequest['headers'] = [
  ['Authorization', 'Bearer abc'],
  ['Cookie', 'a=b'],
  ['X-Api-Key', 'key'],
  ['X-Tenant', 'secret'],
  ['X-Open', 'open'],
];

test('without the switch a redirect is a response like any other', async () => {
  expect(await makeOutbound().send(makeRequest(`${url}/from`))).toMatchObject({ status: 302 });
  expect(received).toHaveLength(1);
});

test.each([
  [Buffer.from('/köln').toString('latin1'), '/k%C3%B6ln'],
  ['/k\xf6ln', '/k%C3%B6ln'],
])('a place that is written as %j is read as browsers do', async (location, path) => {
  answer = { status: 302, location };
  await send();
  expect(received.map((each) => each.url)).toEqual(['/from', path]);
});

test('with it the response is that of the place it leads to', async () => {
  expect(await send()).toMatchObject({ kind: 'response', status: 200, body: 'there' });
  expect(received.map((each) => each.url)).toEqual(['/from', '/to']);
});

describe('method and body', () => {
  test.each<[number, OutboundRequest['method'], string]>([
    [301, 'POST', 'GET'],
    [302, 'POST', 'GET'],
    [303, 'POST', 'GET'],
    [303, 'PUT', 'GET'],
    [303, 'GET', 'GET'],
    [303, 'OPTIONS', 'GET'],
    [303, 'HEAD', 'HEAD'],
    [301, 'HEAD', 'HEAD'],
    [302, 'GET', 'GET'],
    [307, 'GET', 'GET'],
    [308, 'OPTIONS', 'OPTIONS'],
    [301, 'PUT', 'PUT'],
    [302, 'DELETE', 'DELETE'],
    [307, 'POST', 'POST'],
    [308, 'PATCH', 'PATCH'],
  ])('%i makes of %s a %s', async (status, method, next) => {
    answer = { status, location: '/to' };
    await send({ method, body: '{}', headers: [['Content-Type', 'application/json']] });
    const kept = status !== 303 && next === method;
    expect(received[1]).toMatchObject({ method: next, body: kept ? '{}' : '' });
    expect(received[1]?.headers['content-type']).toBe(kept ? 'application/json' : undefined);
  });
});

describe('credentials', () => {
  test('stay with their origin', async () => {
    await send({ headers: credentials, secretHeaders: ['X-Tenant'] });
    expect(received[1]?.headers).toMatchObject({
      authorization: 'Bearer abc',
      cookie: 'a=b',
      'x-api-key': 'key',
      'x-tenant': 'secret',
    });
  });

  test('do not go to another', async () => {
    answer = { status: 307, location: `${other}/to` };
    await send({ method: 'POST', headers: credentials, secretHeaders: ['x-tenant'] });
    expect(received[1]?.headers).toMatchObject({ 'x-open': 'open', host: new URL(other).host });
    for (const name of ['authorization', 'cookie', 'x-api-key', 'x-tenant']) {
      expect(received[1]?.headers[name]).toBeUndefined();
    }
  });
});

test('each hop is guarded: a redirect does not open a way inside', async () => {
  const outbound = makeOutbound({ allow: allowing(new URL(url).host) });
  answer = { status: 302, location: `${other}/inside` };
  expect(await outbound.send(makeRequest(`${url}/from`, { maxRedirects: 3 }))).toMatchObject({
    reason: 'refused-address',
  });
  answer = { status: 302, location: 'file:///etc/passwd' };
  expect(await outbound.send(makeRequest(`${url}/from`, { maxRedirects: 3 }))).toMatchObject({
    reason: 'invalid-request',
  });
  expect(received.map((each) => each.url)).toEqual(['/from', '/from']);
});

test('a circle ends after three hops, with words', async () => {
  answer = { status: 302, location: '/from' };
  expect(await send()).toMatchObject({
    kind: 'failure',
    reason: 'invalid-response',
    message: `${new URL(url).host} redirects more than 3 times.`,
  });
  expect(received).toHaveLength(4);
});

test('a redirect that does not say where to is a response', async () => {
  answer = { status: 302 };
  expect(await send()).toMatchObject({ kind: 'response', status: 302 });
});

test('one deadline holds for all hops', async () => {
  const slow = await startHttp((request, response) => {
    setTimeout(() => response.writeHead(302, { Location: `${request.url}x` }).end(), 60);
  });
  const outcome = await makeOutbound().send(
    makeRequest(`${slow.url}/`, { maxRedirects: 50, timeoutMs: 200 }),
  );
  expect(outcome).toMatchObject({ reason: 'timeout' });
});
