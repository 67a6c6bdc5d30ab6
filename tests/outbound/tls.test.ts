import { spawnSync } from 'node:child_process';
import { createSecureServer } from 'node:http2';
import { createServer } from 'node:https';
import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { Lookup } from '~/outbound/target';
import { createCertificate } from '../support/certificate';
import { allowing, listen, makeOutbound, makeRequest, startHttp, startTcp } from './loopback';
import { startProxy } from './proxy/proxy-server';

const hasOpenssl = spawnSync('openssl', ['version']).status === 0;

const lookup: Lookup = async () => [{ address: '127.0.0.1', family: 4 }];

describe.skipIf(!hasOpenssl)('https', () => {
  let certificate: { key: string; cert: string };
  beforeAll(() => {
    certificate = createCertificate('api.test');
  });

  async function startHttps(): Promise<{ port: number; names: unknown[] }> {
    const names: unknown[] = [];
    const server = createServer(certificate, (request, response) => {
      names.push((request.socket as TLSSocket).servername, request.headers.host);
      response.end('secure');
    });
    const port = await listen(server);
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    return { port, names };
  }

  test('skips 100 Continue that nobody asked for', async () => {
    const server = createServer(certificate, (_request, response) => {
      response.writeContinue();
      response.end('secure');
    });
    const port = await listen(server);
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    const outbound = makeOutbound({ lookup, ca: certificate.cert });
    const answer = await outbound.send(makeRequest(`https://api.test:${port}/`));
    expect(answer).toMatchObject({ kind: 'response', status: 200, body: 'secure' });
  });

  test('keeps the name for the certificate and for Host while it connects to the judged address', async () => {
    const { port, names } = await startHttps();
    const outbound = makeOutbound({ lookup, ca: certificate.cert });
    const answer = await outbound.send(makeRequest(`https://api.test:${port}/`));
    expect(answer).toMatchObject({ kind: 'response', body: 'secure' });
    expect(names).toEqual(['api.test', `api.test:${port}`]);
  });

  test('rejects a certificate that nobody trusted signed', async () => {
    const { port, names } = await startHttps();
    expect(await makeOutbound({ lookup }).send(makeRequest(`https://api.test:${port}/`))).toMatchObject({
      kind: 'failure',
      reason: 'tls',
      sent: false,
      message: `The certificate of api.test:${port} is not accepted: it is self-signed (DEPTH_ZERO_SELF_SIGNED_CERT).`,
    });
    expect(names).toEqual([]);
  });

  test('says so when the target speaks only old versions of TLS', async () => {
    const old = { minVersion: 'TLSv1.1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' } as const;
    const server = createServer({ ...certificate, ...old });
    const port = await listen(server);
    onTestFinished(() => void server.close());
    const outbound = makeOutbound({ lookup, ca: certificate.cert });
    expect(await outbound.send(makeRequest(`https://api.test:${port}/`))).toMatchObject({
      reason: 'tls',
      sent: false,
      message: `No secure connection to api.test:${port} could be made: it speaks no version of TLS from 1.2 on (ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION).`,
    });
  });

  test.each([
    ['', false],
    [', within the tunnel of a proxy', true],
  ])('says so when the client certificate cannot be used%s', async (_where, isProxied) => {
    const { port, names } = await startHttps();
    const { url: proxy } = await startProxy();
    const host = `api.test:${port}`;
    const foreign = createCertificate('x').key;
    const own = { certificate: certificate.cert, privateKey: foreign, passphrase: '', ca: '' };
    const outbound = makeOutbound({
      lookup,
      allow: allowing('127.0.0.0/8, api.test'),
      ca: certificate.cert,
      ...(isProxied && { proxies: { https: proxy, except: '' } }),
    });
    const connection = { headers: [], hosts: [host], allowsHttp: false, clientCertificate: own };
    const through = isProxied ? ` (through the proxy ${new URL(proxy).host})` : '';
    expect(await outbound.send(makeRequest(`https://${host}/`, { connection }))).toMatchObject({
      reason: 'tls',
      sent: false,
      message: expect.stringContaining(`The client certificate for ${host}${through} cannot be used (`),
    });
    expect(names).toEqual([]);
  });

  test.each(['other.test', '127.0.0.1'])(
    'rejects a certificate for another name than %s',
    async (hostname) => {
      const { port, names } = await startHttps();
      const outbound = makeOutbound({ lookup, ca: certificate.cert });
      expect(await outbound.send(makeRequest(`https://${hostname}:${port}/`))).toMatchObject({
        reason: 'tls',
        sent: false,
        message: expect.stringContaining('it was issued for another name'),
      });
      expect(names).toEqual([]);
    },
  );
});

test.skipIf(!hasOpenssl)('a server that speaks HTTP/2 alone is named so', async () => {
  const certificate = createCertificate('api.test');
  const server = createSecureServer(certificate);
  const port = await listen(server);
  onTestFinished(() => void server.close());
  const outbound = makeOutbound({ lookup, ca: certificate.cert });
  expect(await outbound.send(makeRequest(`https://api.test:${port}/`))).toMatchObject({
    reason: 'tls',
    sent: false,
    message: `api.test:${port} speaks HTTP/2 only; calls are made in HTTP/1.1 (ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL).`,
  });
});

test('https to a server that speaks plain HTTP is a tls failure', async () => {
  const { port } = await startHttp((_request, response) => void response.end('plain'));
  expect(await makeOutbound().send(makeRequest(`https://127.0.0.1:${port}/`))).toMatchObject({
    reason: 'tls',
    sent: false,
    message: expect.stringContaining('it does not speak TLS there; its URL may begin with http://'),
  });
});

test.each([
  ['ends', (socket: Socket) => void socket.end()],
  ['is reset', (socket: Socket) => void socket.resetAndDestroy()],
])('a connection that %s within the handshake is a failure, with nothing sent', async (_how, close) => {
  const { port } = await startTcp((socket) => socket.once('data', () => close(socket)));
  expect(await makeOutbound().send(makeRequest(`https://127.0.0.1:${port}/`))).toMatchObject({
    reason: 'connection',
    sent: false,
    message: `127.0.0.1:${port} closed the connection before a request was sent (ECONNRESET).`,
  });
});
