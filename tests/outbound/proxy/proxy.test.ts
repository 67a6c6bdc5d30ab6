import { spawnSync } from 'node:child_process';
import { createServer } from 'node:https';
import { setImmediate } from 'node:timers/promises';
import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { buildConnector } from 'undici';
import { LookupError } from '~/outbound/lookup';
import { connectByTunnel } from '~/outbound/proxy/tunnel';
import type { Lookup } from '~/outbound/target';
import { createCertificate } from '../../support/certificate';
import { allowing, listen, makeOutbound, makeRequest, startHttp, startTcp } from '../loopback';
import { startProxy } from './proxy-server';

const hasOpenssl = spawnSync('openssl', ['version']).status === 0;

/** Names of the outside, of which the name servers of such a network know nothing. */
const unknown: Lookup = async () => {
  throw new LookupError('ENOTFOUND');
};

/** A client of a company: nothing private may be reached, and names of the outside are unknown. */
function makeProxied(proxy: string, options: Parameters<typeof makeOutbound>[0] = {}) {
  const proxies = { http: proxy, https: proxy, except: '' };
  return makeOutbound({ allow: [], proxies, lookup: unknown, ...options });
}

describe('http', () => {
  test('the proxy is asked for the whole URL, by the name, and the target gets neither credentials nor a trace of them', async () => {
    const proxy = await startProxy({ credentials: 'app:s3cr/t' });
    const { port } = await startHttp((request, response) =>
      response.end(`${request.method} ${request.url} ${request.headers.host} ${request.rawHeaders.join()}`),
    );
    const outbound = makeProxied(`http://app:s3cr%2Ft@127.0.0.1:${proxy.port}`);
    const answer = await outbound.send(
      makeRequest(`http://api.example.com:${port}/orders?a=b`, { method: 'POST', body: '{}' }),
    );
    expect(answer).toMatchObject({
      status: 200,
      body: expect.stringContaining(`POST /orders?a=b api.example.com:${port} `) as string,
    });
    expect(answer.kind === 'response' && answer.body.toLowerCase()).not.toContain('proxy-');
    expect(proxy.asked).toEqual([`POST http://api.example.com:${port}/orders?a=b`]);
    expect(proxy.credentials).toEqual([`Basic ${Buffer.from('app:s3cr/t').toString('base64')}`]);
  });

  test.each([undefined, 'app:wrong'])('a proxy that asks for credentials (given: %s)', async (given) => {
    const proxy = await startProxy({ credentials: 'app:right' });
    const outbound = makeProxied(`http://${given ? `${given}@` : ''}127.0.0.1:${proxy.port}`);
    expect(await outbound.send(makeRequest('http://api.example.com/'))).toMatchObject({
      kind: 'failure',
      reason: 'connection',
      sent: false,
      message: `The proxy 127.0.0.1:${proxy.port} asks for a user name and password, or does not accept those that it was given (it responded 407).`,
    });
  });

  test('a connection that ends says that the target was called through the proxy', async () => {
    const { port } = await startTcp((socket) => socket.once('data', () => socket.destroy()));
    const outbound = makeProxied(`http://127.0.0.1:${port}`);
    expect(await outbound.send(makeRequest('http://api.example.com/'))).toMatchObject({
      reason: 'connection',
      message: `api.example.com (through the proxy 127.0.0.1:${port}) closed the connection before its response was complete (UND_ERR_SOCKET).`,
    });
  });

  test('connections to the proxy are shared by the calls to one target', async () => {
    const proxy = await startProxy();
    const { port } = await startHttp((_request, response) => response.end('ok'));
    const outbound = makeProxied(proxy.url);
    for (const path of ['/1', '/2', '/3']) {
      expect(await outbound.send(makeRequest(`http://api.example.com:${port}${path}`))).toMatchObject({
        status: 200,
      });
    }
    expect(proxy.asked).toHaveLength(3);
  });
});

describe.skipIf(!hasOpenssl)('https', () => {
  let certificate: { key: string; cert: string };
  beforeAll(() => {
    certificate = createCertificate('api.example.com');
  });

  async function startTarget(): Promise<{ port: number; seen: unknown[] }> {
    const seen: unknown[] = [];
    const server = createServer(certificate, (request, response) => {
      seen.push(
        (request.socket as TLSSocket).servername,
        request.url,
        request.headers['proxy-authorization'],
      );
      response.end('secure');
    });
    const port = await listen(server);
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    return { port, seen };
  }

  test('goes through a tunnel, in which the certificate is checked for the name of the target', async () => {
    const proxy = await startProxy({ credentials: 'app:secret' });
    const { port, seen } = await startTarget();
    const outbound = makeProxied(`http://app:secret@127.0.0.1:${proxy.port}`, { ca: certificate.cert });
    const url = `https://api.example.com:${port}`;
    expect(await outbound.send(makeRequest(`${url}/orders`))).toMatchObject({ status: 200, body: 'secure' });
    // The pool takes a connection back in the turn after its response.
    await setImmediate();
    expect(await outbound.send(makeRequest(`${url}/again`))).toMatchObject({ status: 200 });
    expect(proxy.asked).toEqual([`CONNECT api.example.com:${port}`]);
    expect(seen).toEqual(['api.example.com', '/orders', undefined, 'api.example.com', '/again', undefined]);
    const other = makeProxied(`http://app:secret@127.0.0.1:${proxy.port}`);
    expect(await other.send(makeRequest(url))).toMatchObject({
      kind: 'failure',
      reason: 'tls',
      message: expect.stringContaining(
        `The certificate of api.example.com:${port} (through the proxy 127.0.0.1:${proxy.port}) is not accepted`,
      ) as string,
    });
  });

  test('the proxy itself may speak TLS', async () => {
    const proxy = await startProxy({ certificate: createCertificate('localhost') });
    const { port } = await startTarget();
    const outbound = makeProxied(`https://localhost:${proxy.port}`, { ca: certificate.cert });
    expect(await outbound.send(makeRequest(`https://api.example.com:${port}`))).toMatchObject({
      kind: 'failure',
      message: expect.stringContaining(`The certificate of the proxy localhost:${proxy.port}`) as string,
    });
    const own = createCertificate('localhost');
    const trusted = await startProxy({ certificate: own });
    const plain = await startHttp((_request, response) => response.end('plain'));
    const both = makeProxied(`https://localhost:${trusted.port}`, { ca: own.cert });
    expect(await both.send(makeRequest(`http://api.example.com:${plain.port}`))).toMatchObject({
      body: 'plain',
    });
    // The tunnel stands, and the target in it has another certificate.
    expect(await both.send(makeRequest(`https://api.example.com:${port}`))).toMatchObject({
      message: expect.stringContaining(`The certificate of api.example.com:${port}`) as string,
    });
    expect(trusted.asked).toContain(`CONNECT api.example.com:${port}`);
  });
});

test.each([
  [403, 'does not let calls through to api.example.com:443 (it responded 403).'],
  [407, 'asks for a user name and password, or does not accept those that it was given (it responded 407).'],
  [502, 'could not connect to api.example.com:443 (it responded 502).'],
])('a tunnel that is refused with %i', async (refuseWith, message) => {
  const proxy = await startProxy({ refuseWith });
  expect(
    await makeProxied(proxy.url, { circuitFailures: 1 }).send(makeRequest('https://api.example.com/')),
  ).toMatchObject({
    kind: 'failure',
    reason: 'connection',
    sent: false,
    message: `The proxy 127.0.0.1:${proxy.port} ${message}`,
  });
});

test.each([100, 103])('a %i of the proxy before it opens the tunnel is no refusal', async (status) => {
  const { port } = await startTcp((socket) =>
    socket.once('data', () =>
      socket.end(`HTTP/1.1 ${status} Wait\r\n\r\nHTTP/1.1 200 Connection established\r\n\r\nno TLS`),
    ),
  );
  const outbound = makeProxied(`http://127.0.0.1:${port}`);
  // The bytes behind it are the target's.
  expect(await outbound.send(makeRequest('https://api.example.com/'))).toMatchObject({ reason: 'tls' });
});

const endings: [how: string, act: (socket: Socket) => void, reason: string, message: string][] = [
  ['says nothing more', () => {}, 'timeout', 'did not open a connection'],
  ['ends', (socket) => void socket.end(), 'connection', 'closed the connection'],
  ['says what is no HTTP', (socket) => void socket.write('SSH\r\n\r\n'), 'invalid-response', 'valid HTTP'],
];

test.each(endings)('a proxy that sends 100 and then %s is named', async (_how, act, reason, message) => {
  const { port } = await startTcp((socket) =>
    socket.once('data', () => socket.write('HTTP/1.1 100 Continue\r\n\r\n', () => act(socket))),
  );
  const proxy = { isTls: false, hostname: '127.0.0.1', port, shown: `127.0.0.1:${port}` };
  const connect = connectByTunnel(proxy, { timeoutMs: 300 }, buildConnector({}));
  const target = { hostname: 'api.example.com', protocol: 'https:', port: '443' };
  const failed = new Promise((resolve) => connect(target, (...[error]) => resolve(error)));
  expect(await failed).toMatchObject({ reason, message: expect.stringContaining(message) as string });
});

test('a proxy that does not speak HTTP is named', async () => {
  const { port, url } = await startTcp((socket) =>
    socket.once('data', () => socket.end('SSH-2.0-OpenSSH\r\n')),
  );
  expect(await makeProxied(url).send(makeRequest('https://api.example.com/'))).toMatchObject({
    reason: 'invalid-response',
    sent: false,
    isOfProxy: true,
    message: `The proxy 127.0.0.1:${port} did not respond with valid HTTP (HPE_INVALID_CONSTANT).`,
  });
});

test('a proxy that is not there is named, without its credentials, and no target is left alone for it', async () => {
  const outbound = makeProxied('http://app:secret@127.0.0.1:1', { circuitFailures: 1 });
  for (const url of ['https://api.example.com/', 'http://api.example.com/', 'https://api.example.com/']) {
    expect(await outbound.send(makeRequest(url))).toMatchObject({
      reason: 'connection',
      sent: false,
      message: 'The proxy 127.0.0.1:1 refused the connection (ECONNREFUSED).',
    });
  }
  expect(outbound.countOpenCircuits()).toBe(0);
  const nameless = makeProxied('http://proxy.invalid:3128');
  expect(await nameless.send(makeRequest('https://api.example.com/'))).toMatchObject({
    reason: 'connection',
    message: expect.stringMatching(
      /^The address of the proxy proxy\.invalid:3128 could not be looked up/,
    ) as string,
  });
});

test("the call's own deadline ends the wait for a proxy that says nothing", async () => {
  const proxy = await startProxy({ isSilent: true });
  expect(
    await makeProxied(proxy.url).send(makeRequest('https://api.example.com/', { timeoutMs: 300 })),
  ).toMatchObject({ kind: 'failure', reason: 'timeout', sent: false });
});

/** A name that leads outside and inside. */
const secret: Lookup = async () => [
  { address: '93.184.215.14', family: 4 },
  { address: '10.1.2.3', family: 4 },
];

const loopback: Lookup = async () => [{ address: '127.0.0.1', family: 4 }];

describe('the rules for targets hold', () => {
  test.each([
    ['an address', 'http://10.1.2.3/', unknown, '10.1.2.3 is a private address'],
    ['the metadata of a cloud', 'http://169.254.169.254/', unknown, 'a cloud metadata address'],
    ['its name', 'http://metadata.google.internal/', unknown, 'is a name of a private network'],
    ['a name without a dot', 'https://intranet/', unknown, 'intranet is a name of a private network'],
    ['a reserved name', 'https://wiki.corp.internal./', unknown, 'is a name of a private network'],
    ['a name that leads inside, too', 'https://api.example.com/', secret, 'an address that is not public'],
    ['a port of something else', 'http://api.example.com:6379/', unknown, 'Port 6379 is not one'],
    ['this machine, which is not asked of the proxy', 'http://localhost/', loopback, 'not public'],
  ])('%s', async (_case, url, lookup, message) => {
    const proxy = await startProxy();
    const onRefused = vi.fn();
    expect(await makeProxied(proxy.url, { lookup, onRefused }).send(makeRequest(url))).toMatchObject({
      kind: 'failure',
      reason: 'refused-address',
      sent: false,
      message: expect.stringContaining(message) as string,
    });
    expect(proxy.asked).toEqual([]);
    expect(onRefused).toHaveBeenCalledOnce();
  });

  test('a redirect to what may not be reached ends there', async () => {
    const proxy = await startProxy();
    const { port } = await startHttp((_request, response) =>
      response.writeHead(302, { location: 'http://10.0.0.1/' }).end(),
    );
    const outbound = makeProxied(proxy.url);
    expect(
      await outbound.send(makeRequest(`http://api.example.com:${port}/`, { maxRedirects: 3 })),
    ).toMatchObject({ kind: 'failure', reason: 'refused-address' });
    expect(proxy.asked).toHaveLength(1);
  });

  test('OUTBOUND_ALLOW opens a private name by the proxy', async () => {
    const proxy = await startProxy();
    const { port } = await startHttp((_request, response) => response.end('inside'));
    const outbound = makeProxied(proxy.url, { allow: allowing('*.corp.internal') });
    expect(await outbound.send(makeRequest(`http://wiki.corp.internal:${port}/`))).toMatchObject({
      body: 'inside',
    });
  });

  test('a name server that says nothing is waited for a second, one that is crowded is not passed over', async () => {
    const proxy = await startProxy();
    const { port } = await startHttp((_request, response) => response.end('outside'));
    const silent = makeProxied(proxy.url, { lookup: () => new Promise(() => {}) });
    expect(await silent.send(makeRequest(`http://api.example.com:${port}/`))).toMatchObject({
      body: 'outside',
    });
    const crowded = makeProxied(proxy.url, {
      lookup: async () => {
        throw new LookupError('ECROWDED');
      },
    });
    expect(await crowded.send(makeRequest(`http://api.example.com:${port}/`))).toMatchObject({
      reason: 'unresolvable',
    });
  });
});

test('NO_PROXY: the target is called directly, and judged as ever', async () => {
  const proxy = await startProxy();
  const { port } = await startHttp((_request, response) => response.end('direct'));
  const proxies = { http: proxy.url, except: 'inside.example.com' };
  const url = `http://inside.example.com:${port}/`;
  expect(await makeOutbound({ proxies, lookup: loopback }).send(makeRequest(url))).toMatchObject({
    body: 'direct',
  });
  expect(await makeOutbound({ proxies, lookup: loopback, allow: [] }).send(makeRequest(url))).toMatchObject({
    reason: 'refused-address',
  });
  expect(proxy.asked).toEqual([]);
});
