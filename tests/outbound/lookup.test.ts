import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createLookup } from '~/outbound/lookup';
import type { ResolveName, FoundAddresses } from '~/outbound/resolver';
import type { Address } from '~/outbound/target';
import { type NameServer, startNameServer } from '../support/name-server';
import { allowing, makeOutbound, makeRequest, startHttp } from './loopback';

/** Names that begin with `hang` are never answered, others are this machine, and `gone` is nobody. */
async function startZone(): Promise<NameServer> {
  return startNameServer((name) => {
    if (name.startsWith('hang')) return 'silence';
    return name.startsWith('gone') ? 'nxdomain' : { a: ['127.0.0.1'] };
  });
}

async function askNobody(): Promise<never> {
  throw Object.assign(new Error('getaddrinfo'), { code: 'ENOTFOUND' });
}

/** How many names were asked for that are never answered. */
function countHanging({ asked }: NameServer): number {
  const names = asked.map((question) => question.split(' ')[0]);
  return new Set(names.filter((name) => name?.startsWith('hang'))).size;
}

async function makeClient() {
  const zone = await startZone();
  const resolver = { nameServers: [zone.address], hostsFile: '/nonexistent', askSystem: askNobody };
  const outbound = makeOutbound({ allow: allowing('127.0.0.1'), resolver });
  const { port } = await startHttp((_request, response) => void response.end('reached'));
  const send = (name: string, organizationId: string) =>
    outbound.send(makeRequest(`http://${name}:${port}/`, { organizationId, timeoutMs: 20_000 }));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  /** Lets five seconds pass once so many names were asked for that are never answered. */
  async function giveUp(count: number): Promise<void> {
    while (countHanging(zone) < count) await turn();
    await vi.advanceTimersByTimeAsync(5_000);
    for (let turns = 0; turns < 10; turns += 1) await turn();
  }
  return { zone, send, giveUp };
}

describe('names that nobody answers', () => {
  test('fail after five seconds; calls to other names go through meanwhile, of the same organization too', async () => {
    const { send, giveUp } = await makeClient();
    let failed = 0;
    const hanging = Array.from({ length: 50 }, async (_, index) => {
      const outcome = await send(`hang${index}.test`, 'slow');
      failed += 1;
      return outcome;
    });
    expect(await send('good.test', 'other')).toMatchObject({ body: 'reached' });
    expect(await send('good2.test', 'slow')).toMatchObject({ body: 'reached' });
    expect(failed).toBe(0);
    await giveUp(hanging.length);
    expect(failed).toBe(hanging.length);
    for (const [index, outcome] of (await Promise.all(hanging)).entries()) {
      expect(outcome).toMatchObject({
        reason: 'unresolvable',
        sent: false,
        message: `No name server resolved hang${index}.test within 5 s.`,
      });
    }
  });

  test('are not asked again at once', async () => {
    const { send, zone, giveUp } = await makeClient();
    const first = send('hang.test', 'slow');
    await giveUp(1);
    await first;
    const { length } = zone.asked;
    expect(await send('hang.test', 'other')).toMatchObject({ reason: 'unresolvable' });
    expect(zone.asked).toHaveLength(length);
  });

  test('hold up others of their organization when there are too many of them, and nobody else', async () => {
    const { send, giveUp } = await makeClient();
    const hanging = Array.from({ length: 64 }, (_, index) => send(`hang${index}.test`, 'slow'));
    const crowded = send('good.test', 'slow');
    expect(await send('good2.test', 'other')).toMatchObject({ body: 'reached' });
    // What another organization learned serves all of them.
    expect(await send('good2.test', 'slow')).toMatchObject({ body: 'reached' });
    await giveUp(hanging.length);
    expect(await crowded).toMatchObject({
      reason: 'unresolvable',
      message:
        'The address of good.test could not be looked up: too many other lookups of this organization are in progress.',
    });
    await Promise.all(hanging);
    expect(await send('good.test', 'slow')).toMatchObject({ body: 'reached' });
  });
});

function makeLookup(answer: (hostname: string) => Promise<FoundAddresses>) {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const asked: string[] = [];
  const ask: ResolveName = (hostname) => {
    asked.push(hostname);
    return answer(hostname);
  };
  return { lookup: createLookup(ask), asked };
}

const found = (lastsMs: number): FoundAddresses => ({
  addresses: [{ address: '192.0.2.1', family: 4 }],
  lastsMs,
});

function makeMany(family: 4 | 6, begin: string): Address[] {
  return Array.from({ length: 4_000 }, (_, index) => ({ address: `${begin}${index}`, family }));
}

describe('what was learned', () => {
  test('is shared by those who ask at once, and kept as long as the zone says', async () => {
    const { lookup, asked } = makeLookup(async () => found(2_000));
    await Promise.all([lookup('a.test', 'one'), lookup('a.test', 'two'), lookup('a.test', 'one')]);
    vi.advanceTimersByTime(1_999);
    await lookup('a.test', 'one');
    expect(asked).toHaveLength(1);
    vi.advanceTimersByTime(1);
    await lookup('a.test', 'one');
    expect(asked).toHaveLength(2);
  });

  test('is kept for five seconds at most', async () => {
    const { lookup, asked } = makeLookup(async () => found(3_600_000));
    await lookup('a.test', 'one');
    vi.advanceTimersByTime(5_000);
    await lookup('a.test', 'one');
    expect(asked).toHaveLength(2);
  });

  test('of a name that does not exist is kept for seconds, for that name alone', async () => {
    const { lookup, asked } = makeLookup(async (hostname) =>
      hostname === 'a.test' ? askNobody() : found(0),
    );
    await expect(lookup('a.test', 'one')).rejects.toMatchObject({ code: 'ENOTFOUND' });
    await expect(lookup('a.test', 'two')).rejects.toMatchObject({ code: 'ENOTFOUND' });
    await expect(lookup('b.test', 'two')).resolves.toHaveLength(1);
    expect(asked).toEqual(['a.test', 'b.test']);
    vi.advanceTimersByTime(5_000);
    await expect(lookup('a.test', 'one')).rejects.toMatchObject({ code: 'ENOTFOUND' });
    expect(asked).toHaveLength(3);
  });

  test('is a few addresses of each family, however many there are', async () => {
    const [six, four] = [makeMany(6, '2001:db8::'), makeMany(4, '192.0.2.')];
    const { lookup } = makeLookup(async () => ({ addresses: [...six, ...four], lastsMs: 1_000 }));
    expect(await lookup('a.test', 'one')).toEqual([...six.slice(0, 32), ...four.slice(0, 32)]);
  });

  test('while this server has no sockets left says nothing about the name', async () => {
    let left = 1;
    const { lookup } = makeLookup(async () => {
      if (left-- > 0) throw Object.assign(new Error('socket'), { code: 'EMFILE' });
      return found(1_000);
    });
    await expect(lookup('a.test', 'one')).rejects.toMatchObject({ code: 'EMFILE' });
    await expect(lookup('a.test', 'one')).resolves.toHaveLength(1);
  });

  test('is no failure for others where the time passed in the queue of one organization', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const asked: string[] = [];
    const lookup = createLookup(async (_hostname, { owner, onQueue }) => {
      asked.push(owner);
      onQueue();
      return owner === 'crowded' ? new Promise<never>(() => {}) : found(5_000);
    });
    const late = expect(lookup('erp.local', 'crowded')).rejects.toMatchObject({ code: 'ETIMEOUT' });
    await turn();
    const joined = lookup('erp.local', 'other');
    await vi.advanceTimersByTimeAsync(5_000);
    await late;
    expect(await joined).toHaveLength(1);
    expect(await lookup('erp.local', 'crowded')).toHaveLength(1);
    expect(asked).toEqual(['crowded', 'other']);
  });
});
