import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import { HttpMethod } from '~/engine/definition/api-call';
import { makeOutbound, makeRequest, startHttp, startTcp } from './loopback';

describe('a response', () => {
  test('comes with status, text, repeated headers, body and durations', async () => {
    const { url } = await startHttp((_request, response) => {
      response.writeHead(207, 'Many Things', [
        'Content-Type',
        'application/json',
        'Set-Cookie',
        'a=1',
        'Set-Cookie',
        'b=2',
      ]);
      response.end('{"id":12345678901234567890}');
    });
    const answer = await makeOutbound().send(makeRequest(`${url}/x`));
    expect(answer).toMatchObject({
      kind: 'response',
      status: 207,
      statusText: 'Many Things',
      body: '{"id":12345678901234567890}',
      bodyBytes: 27,
      truncated: false,
      binary: false,
      durationMs: expect.any(Number),
    });
    expect(answer).toHaveProperty(
      'headers',
      expect.arrayContaining([
        ['set-cookie', 'a=1'],
        ['set-cookie', 'b=2'],
      ]),
    );
  });

  test('has no control characters and no marks of the writing direction in the text of its status', async () => {
    const { url } = await startTcp((socket) => {
      const text = Buffer.from('\u001b[31mNot\u0007  \u202ereally\u2028 f\u00f6und');
      socket.end(
        Buffer.concat([Buffer.from('HTTP/1.1 404 '), text, Buffer.from('\r\nContent-Length: 0\r\n\r\n')]),
      );
    });
    const answer = await makeOutbound().send(makeRequest(url));
    expect(answer).toMatchObject({ status: 404, statusText: '[31mNot really föund' });
  });

  test('follows a request that arrived as it was given', async () => {
    const seen: unknown[] = [];
    const { url, port } = await startHttp(async (request, response) => {
      let body = '';
      for await (const chunk of request.setEncoding('utf8')) body += chunk;
      seen.push({ method: request.method, url: request.url, headers: request.headers, body });
      response.end();
    });
    const outbound = makeOutbound();
    for (const method of HttpMethod.options) {
      const headers: [string, string][] = [
        ['X-Name', 'café'],
        ['Content-Type', 'text/plain'],
      ];
      await outbound.send(makeRequest(`${url}/a%20b?q=ü#fragment`, { method, headers, body: 'größe' }));
    }
    await outbound.send(makeRequest(url, { method: 'POST' }));
    const common = {
      url: '/a%20b?q=%C3%BC',
      body: 'größe',
      headers: {
        host: `127.0.0.1:${port}`,
        connection: 'keep-alive',
        'content-length': '7',
        'content-type': 'text/plain',
        'x-name': 'café',
        'accept-encoding': 'gzip, br, deflate',
        'user-agent': 'wicked-integrations',
      },
    };
    // undici keeps no connection behind a HEAD, whose answer has no end of its own.
    const ended = { ...common, headers: { ...common.headers, connection: 'close' } };
    const expected = HttpMethod.options.map((method) =>
      Object.assign({ method }, method === 'HEAD' ? ended : common),
    );
    expect(seen.slice(0, -1)).toEqual(expected);
    expect(seen.at(-1)).toMatchObject({ method: 'POST', body: '', headers: { 'content-length': '0' } });
  });

  test('to HEAD has the length and the coding of a body, and none', async () => {
    const { url } = await startHttp((_request, response) => {
      response.writeHead(200, { 'Content-Length': '1234', 'Content-Encoding': 'gzip' }).end();
    });
    expect(await makeOutbound().send(makeRequest(url, { method: 'HEAD' }))).toMatchObject({
      kind: 'response',
      status: 200,
      body: '',
      bodyBytes: 0,
      truncated: false,
      headers: expect.arrayContaining([['content-length', '1234']]),
    });
  });

  test('may be a redirect, which is not followed', async () => {
    const paths: unknown[] = [];
    const { url } = await startHttp((request, response) => {
      paths.push(request.url);
      response.writeHead(302, { Location: '/elsewhere' }).end();
    });
    expect(await makeOutbound().send(makeRequest(`${url}/here`))).toMatchObject({
      kind: 'response',
      status: 302,
    });
    expect(paths).toEqual(['/here']);
  });

  test('is the final one when informational ones come before it', async () => {
    const { url } = await startHttp((_request, response) => {
      response.writeEarlyHints({ link: '</x>; rel=preload' });
      response.writeHead(200).end('final');
    });
    expect(await makeOutbound().send(makeRequest(url))).toMatchObject({ status: 200, body: 'final' });
  });

  test('may have no body', async () => {
    const { url } = await startHttp(
      (_request, response) => void response.writeHead(204, { 'content-encoding': 'gzip' }).end(),
    );
    expect(await makeOutbound().send(makeRequest(url))).toMatchObject({
      status: 204,
      body: '',
      bodyBytes: 0,
      binary: false,
    });
  });

  test('to a condition may say how long the body is that it spares', async () => {
    const { url } = await startTcp((socket) => {
      const head =
        'HTTP/1.1 304 Not Modified\r\nETag: "a"\r\nContent-Encoding: gzip\r\nContent-Length: 5120\r\n\r\n';
      socket.on('data', () => void socket.write(head));
    });
    const outbound = makeOutbound();
    for (let n = 0; n < 2; n += 1) {
      const request = makeRequest(url, { headers: [['If-None-Match', '"a"']] });
      expect(await outbound.send(request)).toMatchObject({
        status: 304,
        body: '',
        bodyBytes: 0,
        truncated: false,
      });
    }
  });
});

describe('a request that cannot be sent', () => {
  test.each([
    ['not a url'],
    ['/relative'],
    ['ftp://127.0.0.1/'],
    ['file:///etc/passwd'],
    ['http://user@127.0.0.1/'],
    ['http://:pass@127.0.0.1/'],
  ])('%s', async (url) => {
    expect(await makeOutbound().send(makeRequest(url))).toMatchObject({
      kind: 'failure',
      reason: 'invalid-request',
      sent: false,
    });
  });

  test('a forbidden header is named', async () => {
    const { url } = await startHttp((_request, response) => void response.end('reached'));
    expect(await makeOutbound().send(makeRequest(url, { headers: [['Host', 'other.test']] }))).toMatchObject({
      reason: 'invalid-request',
      sent: false,
      message: 'The header Host is set by the client itself and cannot be given.',
    });
  });
});

describe('connections', () => {
  test('are kept and used again', async () => {
    const { server, url } = await startHttp((_request, response) => void response.end('ok'));
    let connections = 0;
    server.on('connection', () => (connections += 1));
    const outbound = makeOutbound();
    for (let index = 0; index < 10; index += 1) await outbound.send(makeRequest(url));
    // A call made in the very turn in which another ended finds that connection still taken, so a second one opens.
    expect(connections).toBeLessThanOrEqual(2);
  });

  test('close waits for calls under way and takes no more', async () => {
    const { server, url } = await startHttp(
      (_request, response) => void setImmediate(() => response.end('done')),
    );
    const outbound = makeOutbound();
    const call = outbound.send(makeRequest(url));
    await once(server, 'request');
    const closing = outbound.close();
    expect(await outbound.send(makeRequest(url))).toMatchObject({ reason: 'cancelled', sent: false });
    expect(await call).toMatchObject({ status: 200, body: 'done' });
    await closing;
  });

  test('that nobody accepts are a failure, with nothing sent', async () => {
    const { server, url, port } = await startHttp(() => {});
    await new Promise((resolve) => server.close(resolve));
    expect(await makeOutbound().send(makeRequest(`${url}/?token=s3cret`))).toEqual({
      kind: 'failure',
      reason: 'connection',
      sent: false,
      message: `127.0.0.1:${port} refused the connection (ECONNREFUSED).`,
      durationMs: expect.any(Number),
    });
  });

  test.each<[name: string, bytes: string]>([
    ['before the answer', ''],
    ['within the headers', 'HTTP/1.1 200 OK\r\nContent-Le'],
    ['within the body', 'HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf'],
    ['within a chunked body', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n'],
  ])('that end %s are a failure, with the request sent', async (_name, bytes) => {
    const { url } = await startTcp((socket) => socket.once('data', () => socket.end(bytes)));
    expect(await makeOutbound().send(makeRequest(url))).toMatchObject({
      kind: 'failure',
      reason: 'connection',
      sent: true,
    });
  });

  test('that are reset are a failure, with the request sent', async () => {
    const { url } = await startTcp((socket) => socket.once('data', () => socket.resetAndDestroy()));
    expect(await makeOutbound().send(makeRequest(url))).toMatchObject({
      reason: 'connection',
      sent: true,
      message: expect.stringContaining('closed the connection before its response was complete'),
    });
  });

  test.each([
    ['no HTTP', 'SSH-2.0-OpenSSH_9.2\r\n'],
    ['a status that HTTP does not have', 'HTTP/1.1 099 Odd\r\nContent-Length: 0\r\n\r\n'],
    ['headers without end', `HTTP/1.1 200 OK\r\n${`X-Filler: ${'x'.repeat(1000)}\r\n`.repeat(70)}`],
    ['two lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab'],
    [
      'an upgrade nobody asked for',
      'HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n',
    ],
  ])('that carry %s are an invalid response', async (_name, bytes) => {
    const { url } = await startTcp((socket) => socket.once('data', () => socket.write(bytes)));
    expect(await makeOutbound().send(makeRequest(url))).toMatchObject({
      reason: 'invalid-response',
      sent: true,
    });
  });
});
