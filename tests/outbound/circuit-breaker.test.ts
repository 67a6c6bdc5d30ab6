import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createCircuitBreaker, type CircuitBreaker } from '~/outbound/circuit-breaker';
import type { ChangedCircuit } from '~/outbound/client';
import type { OutboundFailure, OutboundResponse } from '~/outbound/request-response';
import { allowing, listen, makeOutbound, makeRequest, startHttp } from './loopback';

const response = { kind: 'response', status: 500 } as OutboundResponse;

function failure(reason: OutboundFailure['reason'], sent: boolean, durationMs = 5): OutboundFailure {
  return { kind: 'failure', reason, sent, message: 'It failed.', durationMs };
}

const refused = failure('connection', false);

describe('a circuit', () => {
  let now: number;
  let breaker: CircuitBreaker;

  beforeEach(() => {
    now = 1_000;
    breaker = createCircuitBreaker(3, () => now);
  });

  function refuse(times: number): unknown[] {
    return Array.from({ length: times }, () => breaker.note('a', refused));
  }

  test('opens after so many connections in a row that failed, for its line alone', () => {
    expect(refuse(2)).toEqual([undefined, undefined]);
    expect(breaker.findWait('a')).toBeUndefined();
    expect(breaker.note('a', response)).toBeUndefined();
    expect(refuse(3)).toEqual([undefined, undefined, 'opened']);
    expect(breaker.findWait('a')).toBe(5_000);
    expect(breaker.findWait('b')).toBeUndefined();
  });

  test('lets one call try, and closes when that gets through', () => {
    refuse(3);
    now += 5_000;
    expect(breaker.findWait('a')).toBeUndefined();
    expect(breaker.findWait('a')).toBe(0);
    expect(breaker.note('a', response)).toBe('closed');
    expect(breaker.findWait('a')).toBeUndefined();
    expect(refuse(2)).toEqual([undefined, undefined]);
  });

  test('stays open twice as long each time that call fails, a minute at most', () => {
    refuse(3);
    const waits: (number | undefined)[] = [];
    for (let tries = 0; tries < 6; tries += 1) {
      now += breaker.findWait('a') ?? 0;
      expect(breaker.findWait('a')).toBeUndefined();
      expect(breaker.note('a', refused)).toBe('opened');
      waits.push(breaker.findWait('a'));
    }
    expect(waits).toEqual([10_000, 20_000, 40_000, 60_000, 60_000, 60_000]);
  });

  test('lets another call try when the one that tried was cancelled', () => {
    refuse(3);
    now += 5_000;
    expect(breaker.findWait('a')).toBeUndefined();
    expect(breaker.note('a', failure('cancelled', false))).toBeUndefined();
    expect(breaker.findWait('a')).toBeUndefined();
  });

  test('is not opened longer by calls that were under way when it opened', () => {
    expect(refuse(6)).toEqual([undefined, undefined, 'opened', undefined, undefined, undefined]);
    now += 5_000;
    expect(breaker.findWait('a')).toBeUndefined();
  });

  test('counts as open until a call gets through, or nobody has called for a minute', () => {
    refuse(2);
    expect(breaker.countOpen()).toBe(0);
    refuse(1);
    expect(breaker.countOpen()).toBe(1);
    now += 6_000;
    expect(breaker.countOpen()).toBe(1);
    breaker.findWait('a');
    breaker.note('a', refused);
    now += 70_000;
    expect(breaker.countOpen()).toBe(0);
    breaker.findWait('a');
    breaker.note('a', refused);
    expect(breaker.countOpen()).toBe(1);
    breaker.findWait('a');
    now += 20_000;
    breaker.findWait('a');
    breaker.note('a', response);
    expect(breaker.countOpen()).toBe(0);
  });

  test.each([
    ['a deadline without a connection', failure('timeout', false, 10_000), true],
    ['a deadline that was too short for one', failure('timeout', false, 100), false],
    ['a connection that broke on the way', failure('connection', true), false],
    ['an answer that did not come in time', failure('timeout', true, 10_000), false],
    ['a name that is not known', failure('unresolvable', false), false],
    ['a server without sockets', failure('server-exhausted', false), false],
  ])('%s: %#', (_what, outcome, counts) => {
    for (let times = 0; times < 3; times += 1) breaker.note('a', outcome);
    expect(breaker.findWait('a')).toBe(counts ? 5_000 : undefined);
  });
});

test('calls to a host that cannot be reached fail at once, in words, and reach another host', async () => {
  const changes: ChangedCircuit[] = [];
  const outbound = makeOutbound({ circuitFailures: 2, onCircuit: (change) => changes.push(change) });
  const gone = createServer();
  const port = await listen(gone);
  gone.close();
  await once(gone, 'close');
  const request = makeRequest(`http://127.0.0.1:${port}/secret`, { organizationId: 'ours' });
  expect(await outbound.send(request)).toMatchObject({ reason: 'connection', sent: false });
  expect(await outbound.send(request)).toMatchObject({ reason: 'connection', sent: false });
  const host = `127.0.0.1:${port}`;
  expect(await outbound.send(request)).toMatchObject({
    kind: 'failure',
    reason: 'circuit-open',
    sent: false,
    message: `${host} could not be reached several times in a row, so it is not called for 5 more seconds. Nothing was sent.`,
  });
  expect(changes).toEqual([{ host, organizationId: 'ours', change: 'opened' }]);
  expect(await outbound.send({ ...request, organizationId: 'theirs' })).toMatchObject({
    reason: 'connection',
  });
  const { url } = await startHttp((_request, answer) => answer.end('well'));
  expect(await outbound.send(makeRequest(url, { organizationId: 'ours' }))).toMatchObject({ status: 200 });
});

test('the call that tries lets all others through once it has a connection, however long its answer takes', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const outbound = makeOutbound({ circuitFailures: 1 });
  const held: ServerResponse[] = [];
  const host = createServer((_request, answer) => {
    held.push(answer);
    host.emit('held');
  });
  const port = await listen(host);
  const request = makeRequest(`http://127.0.0.1:${port}/`);
  host.close();
  await once(host, 'close');
  expect(await outbound.send(request)).toMatchObject({ reason: 'connection' });
  expect(await outbound.send(request)).toMatchObject({ reason: 'circuit-open' });
  host.listen(port, '127.0.0.1');
  await once(host, 'listening');
  onTestFinished(() => void host.close());
  vi.advanceTimersByTime(5_000);
  const slow = outbound.send(request);
  await once(host, 'held');
  const next = outbound.send(request);
  await Promise.race([once(host, 'held'), next]);
  for (const answer of held) answer.end();
  expect(await Promise.all([slow, next])).toMatchObject([{ status: 200 }, { status: 200 }]);
});

test('a port of a host that cannot be reached keeps no calls from its other ports', async () => {
  const outbound = makeOutbound({
    circuitFailures: 1,
    allow: allowing('255.255.255.255/32'),
    // Nobody can connect to the address of a broadcast.
    lookup: async () => [{ address: '255.255.255.255', family: 4 }],
  });
  for (const scheme of ['http', 'https']) {
    const request = makeRequest(`${scheme}://shop.test/`);
    expect(await outbound.send(request)).toMatchObject({ reason: 'connection', sent: false });
  }
  expect(await outbound.send(makeRequest('http://shop.test/'))).toMatchObject({
    reason: 'circuit-open',
    message: expect.stringMatching(/^shop\.test:80 could not be reached/),
  });
});
