import type { ServerResponse } from 'node:http';
import { setImmediate as turn } from 'node:timers/promises';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { makeOutbound, makeRequest, startHttp } from './loopback';

let held: { url: string; response: ServerResponse }[];
let url: string;
let arrived: () => void;

/** Resolves when so many requests are being held. */
async function holds(count: number): Promise<void> {
  while (held.length < count) await new Promise<void>((resolve) => (arrived = resolve));
}

beforeEach(async () => {
  held = [];
  arrived = () => {};
  ({ url } = await startHttp((request, response) => {
    held.push({ url: request.url ?? '', response });
    arrived();
  }));
});

test('no more calls than allowed are in flight to one host; the others follow in order', async () => {
  const outbound = makeOutbound();
  const calls = Array.from({ length: 25 }, (_, n) => outbound.send(makeRequest(`${url}/${n}`)));
  await holds(20);
  for (let n = 0; n < 20; n += 1) await turn();
  expect(held).toHaveLength(20);
  for (let n = 0; n < 5; n += 1) {
    held[n]?.response.end();
    await holds(21 + n);
    expect(held.at(-1)?.url).toBe(`/${20 + n}`);
  }
  for (const { response } of held) response.end();
  expect((await Promise.all(calls)).filter(({ kind }) => kind !== 'response')).toEqual([]);
});

test('waiting for a turn does not count against the deadline', async () => {
  const outbound = makeOutbound({ callsPerHost: 1 });
  const first = outbound.send(makeRequest(`${url}/first`));
  await holds(1);
  const timeoutMs = 500;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const second = outbound.send(makeRequest(`${url}/second`, { timeoutMs }));
  // A call that began later and waits for no turn: its deadline has passed.
  const late = makeOutbound().send(makeRequest(url, { timeoutMs }));
  await holds(2);
  vi.advanceTimersByTime(timeoutMs);
  expect(await late).toMatchObject({ reason: 'timeout' });
  held[0]?.response.end();
  await holds(3);
  held[2]?.response.end();
  expect(await first).toMatchObject({ status: 200 });
  const answer = await second;
  expect(answer).toMatchObject({ status: 200 });
  expect(answer.durationMs).toBeLessThan(timeoutMs);
});

test('a call that is cancelled while it waits is not sent and lets the next one pass', async () => {
  const outbound = makeOutbound({ callsPerHost: 1 });
  const first = outbound.send(makeRequest(`${url}/first`));
  await holds(1);
  const cancel = new AbortController();
  const cancelled = outbound.send(makeRequest(`${url}/cancelled`, { signal: cancel.signal }));
  const third = outbound.send(makeRequest(`${url}/third`));
  cancel.abort();
  expect(await cancelled).toMatchObject({ reason: 'cancelled', sent: false });
  held[0]?.response.end();
  await holds(2);
  held[1]?.response.end();
  await Promise.all([first, third]);
  expect(held.map((each) => each.url)).toEqual(['/first', '/third']);
});

test('a call that fails gives its turn back', async () => {
  const outbound = makeOutbound({ callsPerHost: 1 });
  const cancel = new AbortController();
  const first = outbound.send(makeRequest(`${url}/first`, { signal: cancel.signal }));
  await holds(1);
  cancel.abort();
  expect(await first).toMatchObject({ reason: 'cancelled', sent: true });
  expect(await outbound.send(makeRequest(url, { headers: [['Host', 'x']] }))).toMatchObject({
    reason: 'invalid-request',
  });
  const next = outbound.send(makeRequest(`${url}/next`));
  await holds(2);
  held[1]?.response.end();
  expect(await next).toMatchObject({ status: 200 });
});

test('the calls of one organization that are kept waiting keep back none of another', async () => {
  const outbound = makeOutbound({ callsPerHost: 1 });
  const waits: boolean[] = [];
  const first = outbound.send(makeRequest(`${url}/first`, { organizationId: 'a' }));
  await holds(1);
  const leaving = new AbortController();
  const second = outbound.send(
    makeRequest(`${url}/second`, {
      organizationId: 'a',
      waitSignal: leaving.signal,
      onWaiting: (isWaiting) => void waits.push(isWaiting),
    }),
  );
  const other = outbound.send(
    makeRequest(`${url}/other`, { organizationId: 'b', waitSignal: leaving.signal }),
  );
  await holds(2);
  expect([held[1]?.url, waits]).toEqual(['/other', [true]]);
  // Who has its turn goes on, and who waits for it leaves.
  leaving.abort();
  expect(await second).toMatchObject({ reason: 'cancelled', sent: false });
  expect(waits).toEqual([true, false]);
  for (const { response } of held) response.end();
  expect(await Promise.all([first, other])).toMatchObject([{ status: 200 }, { status: 200 }]);
});
