import { once } from 'node:events';
import { brotliCompressSync, createGzip, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { OutboundRequest } from '~/outbound/request-response';
import { makeOutbound, makeRequest, startHttp } from './loopback';

async function fetchBody(
  headers: Record<string, string>,
  bytes: Buffer | string,
  changes?: Partial<OutboundRequest>,
) {
  const { url } = await startHttp((_request, response) => void response.writeHead(200, headers).end(bytes));
  return makeOutbound().send(makeRequest(url, changes));
}

describe('content codings', () => {
  const text = 'wicked '.repeat(50_000);
  test.each<[coding: string, bytes: Buffer]>([
    ['gzip', gzipSync(text)],
    ['x-gzip', gzipSync(text)],
    ['GZIP', gzipSync(text)],
    ['deflate', deflateSync(text)],
    ['deflate', deflateRawSync(text)],
    ['br', brotliCompressSync(text)],
    ['identity', Buffer.from(text)],
    ['deflate, gzip', gzipSync(deflateSync(text))],
    ['gzip, identity, br', brotliCompressSync(gzipSync(text))],
  ])('%s is undone', async (coding, bytes) => {
    const answer = await fetchBody({ 'content-type': 'text/plain', 'content-encoding': coding }, bytes);
    expect(answer).toMatchObject({ body: text, bodyBytes: text.length, truncated: false, binary: false });
  });

  test.each(['zstd', 'gzip, gzip, gzip, gzip', 'constructor'])('%s is kept as it came', async (coding) => {
    const bytes = Buffer.from([0xff, 0x00, 0x01]);
    const answer = await fetchBody({ 'content-type': 'text/plain', 'content-encoding': coding }, bytes);
    expect(answer).toMatchObject({ kind: 'response', body: bytes.toString('base64'), binary: true });
  });

  test.each<[name: string, coding: string, bytes: Buffer]>([
    ['no gzip at all', 'gzip', Buffer.from('plain text')],
    ['gzip that breaks off', 'gzip', gzipSync(text).subarray(0, 200)],
    ['no brotli at all', 'br', Buffer.from([0xff, 0xff, 0xff, 0xff])],
    ['a broken inner coding', 'deflate, gzip', gzipSync('plain text')],
  ])('%s is an invalid response', async (_name, coding, bytes) => {
    expect(await fetchBody({ 'content-encoding': coding }, bytes)).toMatchObject({
      kind: 'failure',
      reason: 'invalid-response',
      sent: true,
    });
  });
});

describe('size', () => {
  test('a body of exactly the limit is whole, one byte more is cut', async () => {
    const type = { 'content-type': 'text/plain' };
    expect(await fetchBody(type, 'x'.repeat(1000), { maxBodyBytes: 1000 })).toMatchObject({
      bodyBytes: 1000,
      truncated: false,
    });
    expect(await fetchBody(type, 'x'.repeat(1001), { maxBodyBytes: 1000 })).toMatchObject({
      body: 'x'.repeat(1000),
      bodyBytes: 1000,
      truncated: true,
    });
    expect(await fetchBody(type, 'x', { maxBodyBytes: 0 })).toMatchObject({
      body: '',
      bodyBytes: 0,
      truncated: true,
    });
    expect(await fetchBody(type, '', { maxBodyBytes: 0 })).toMatchObject({ body: '', truncated: false });
  });

  test('a cut inside a character leaves the character out', async () => {
    const answer = await fetchBody({ 'content-type': 'text/plain' }, 'aaa€', { maxBodyBytes: 5 });
    expect(answer).toMatchObject({ body: 'aaa', bodyBytes: 5, truncated: true, binary: false });
  });

  test('an endless body is not read on, and its connection ends', async () => {
    const { server, url } = await startHttp((_request, response) => {
      const pour = () => {
        while (!response.destroyed && response.write('x'.repeat(10_000)));
      };
      response.on('drain', pour);
      pour();
    });
    const call = makeOutbound().send(makeRequest(url, { maxBodyBytes: 50_000 }));
    const [, response] = await once(server, 'request');
    const closed = once(response, 'close');
    expect(await call).toMatchObject({ kind: 'response', bodyBytes: 50_000, truncated: true });
    await closed;
  });

  test('a gzip bomb is cut at the limit of decoded bytes, without being unpacked in memory', async () => {
    const { url } = await startHttp((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/plain', 'content-encoding': 'gzip' });
      const gzip = createGzip();
      gzip.pipe(response);
      const zeros = Buffer.alloc(1_000_000, '0');
      const pour = () => {
        for (let index = 0; index < 5 && !response.destroyed; index += 1) gzip.write(zeros);
      };
      response.on('close', () => gzip.destroy());
      gzip.on('drain', pour);
      pour();
    });
    const before = process.memoryUsage().rss;
    const answer = await makeOutbound().send(makeRequest(url, { maxBodyBytes: 1_000_000 }));
    expect(answer).toMatchObject({ kind: 'response', bodyBytes: 1_000_000, truncated: true });
    expect(process.memoryUsage().rss - before).toBeLessThan(100_000_000);
  });

  test('a small bomb of layers is cut too', async () => {
    const bomb = gzipSync(gzipSync(Buffer.alloc(50_000_000)));
    expect(bomb.length).toBeLessThan(5_000);
    const answer = await fetchBody({ 'content-encoding': 'gzip, gzip' }, bomb, { maxBodyBytes: 1000 });
    expect(answer).toMatchObject({ kind: 'response', bodyBytes: 1000, truncated: true, binary: true });
  });

  test.each([
    ['gzip, gzip', [gzipSync]],
    ['gzip, deflate, br', [deflateSync, brotliCompressSync]],
  ])('layers of %s that decode to nothing are not unpacked for ever', async (codings, layers) => {
    const head = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]);
    // Deflate's empty blocks, by RFC 1951 3.2.4.
    const empty = Buffer.alloc(45_000_000, Buffer.from([0, 0, 0, 0xff, 0xff]));
    const bomb = layers.reduce<Buffer>((inner, layer) => layer(inner), Buffer.concat([head, empty]));
    expect(bomb.length).toBeLessThan(100_000);
    expect(await fetchBody({ 'content-encoding': codings }, bomb)).toMatchObject({
      kind: 'failure',
      reason: 'invalid-response',
      message: expect.stringMatching(/ sent more than 40 MiB for one response \(RECEIVED_TOO_MUCH\)\.$/),
    });
  });
});

describe('text and bytes', () => {
  test.each<[type: string, bytes: Buffer, text: string]>([
    ['text/plain', Buffer.from('größe'), 'größe'],
    ['text/plain; charset=ISO-8859-1', Buffer.from('größe', 'latin1'), 'größe'],
    ['application/xml; charset="utf-16le"', Buffer.from('größe', 'utf16le'), 'größe'],
    ['text/plain; charset=ISO-8859-1', Buffer.from([0x80, 0x20, 0x93, 0x61, 0x94, 0x96]), '€ “a”–'],
    ['text/plain; charset=windows-1252', Buffer.from([0x99, 0x81, 0xfc]), '™\u0081ü'],
    ['text/plain; charset=utf-16', Buffer.from([0xfe, 0xff, 0x00, 0x61, 0x20, 0xac]), 'a€'],
    ['text/plain; charset=utf-16', Buffer.from('\ufeffgröße', 'utf16le'), 'größe'],
    ['text/plain; charset=iso-8859-1', Buffer.from('\ufeffgröße'), 'größe'],
    ['application/octet-stream', Buffer.from(' {"a": 1}'), ' {"a": 1}'],
    ['json', Buffer.from('[1]'), '[1]'],
    ['text/html; Charset=shift_jis; x=y', Buffer.from([0x83, 0x65]), 'テ'],
    ['text/plain; charset=made-up', Buffer.from('größe'), 'größe'],
    ['application/json', Buffer.from('\ufeff{}'), '{}'],
    ['application/problem+json', Buffer.from('{}'), '{}'],
    ['application/ld+json;charset=utf-8', Buffer.from('{}'), '{}'],
    ['image/svg+xml', Buffer.from('<svg/>'), '<svg/>'],
    ['application/x-www-form-urlencoded', Buffer.from('a=b'), 'a=b'],
    ['application/javascript', Buffer.from('1'), '1'],
    ['', Buffer.from('no type'), 'no type'],
  ])('%s is text', async (type, bytes, text) => {
    expect(await fetchBody(type === '' ? {} : { 'content-type': type }, bytes)).toMatchObject({
      body: text,
      binary: false,
    });
  });

  test.each<[type: string, bytes: Buffer]>([
    ['application/octet-stream', Buffer.from('text all the same')],
    ['application/octet-stream', Buffer.from('{not json')],
    ['application/octet-stream', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d])],
    ['image/png', Buffer.from('{"a": 1}')],
    ['image/png', Buffer.from([0x89, 0x50])],
    ['application/pdf', Buffer.from('%PDF')],
    ['application/jsonish', Buffer.from('x')],
    ['text/plain', Buffer.from([0x61, 0xff])],
    ['text/plain', Buffer.from([0x61, 0x00])],
    ['application/json', Buffer.from([0xe2, 0x82])],
    ['', Buffer.from([0xff, 0xd8])],
  ])('%s with such bytes is binary', async (type, bytes) => {
    expect(await fetchBody(type === '' ? {} : { 'content-type': type }, bytes)).toMatchObject({
      body: bytes.toString('base64'),
      bodyBytes: bytes.length,
      binary: true,
    });
  });
});
