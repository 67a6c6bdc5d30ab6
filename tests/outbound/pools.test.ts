import { expect, onTestFinished, test, vi } from 'vitest';
import { createPools, type Pools } from '~/outbound/pools';
import type { Address } from '~/outbound/target';

const addresses: Address[] = [{ address: '127.0.0.1', family: 4 }];

function makePools(): Pools {
  vi.useFakeTimers({ toFake: ['performance', 'setInterval', 'clearInterval'] });
  const pools = createPools({});
  onTestFinished(async () => {
    await pools.close();
    vi.useRealTimers();
  });
  return pools;
}

test('a check serves for five seconds; a new one keeps the pool and its connections', () => {
  const pools = makePools();
  expect(pools.find('http://a.test')).toBeUndefined();
  const pool = pools.open('http://a.test', addresses);
  vi.advanceTimersByTime(5_000);
  expect(pools.find('http://a.test')).toBe(pool);
  vi.advanceTimersByTime(1);
  expect(pools.find('http://a.test')).toBeUndefined();
  expect(pools.open('http://a.test', addresses)).toBe(pool);
});

test('a pool that nobody used for a minute is closed', () => {
  const pools = makePools();
  const idle = pools.open('http://idle.test', addresses);
  vi.advanceTimersByTime(30_000);
  const busy = pools.open('http://busy.test', addresses);
  vi.advanceTimersByTime(45_000);
  expect([idle.closed, busy.closed]).toEqual([true, false]);
  expect(pools.open('http://idle.test', addresses)).not.toBe(idle);
});

test('with 256 pools, a new origin takes the place of the one unused for longest', () => {
  const pools = makePools();
  const opened = Array.from({ length: 256 }, (_, index) => {
    vi.advanceTimersByTime(1);
    return pools.open(`http://h${index}.test`, addresses);
  });
  vi.advanceTimersByTime(1);
  pools.find('http://h0.test');
  expect(opened.filter((pool) => pool.closed)).toEqual([]);
  pools.open('http://one-more.test', addresses);
  expect(opened.flatMap((pool, index) => (pool.closed ? [index] : []))).toEqual([1]);
});

// The kernel refuses such a connection at once, as it does where there is no network, no IPv6 or no file descriptor left.
test.each([
  ['one address', [{ address: '255.255.255.255', family: 4 }]],
  [
    'several addresses',
    [
      { address: '255.255.255.255', family: 4 },
      { address: '224.0.0.1', family: 4 },
    ],
  ],
] satisfies [string, Address[]][])(
  'a secure connection that cannot even begin fails its call alone: %s',
  async (_case, found) => {
    const pools = createPools({});
    onTestFinished(() => pools.close());
    const request = pools.open('https://a.test', found).request({ method: 'GET', path: '/' });
    await expect(request).rejects.toMatchObject({ code: 'ENETUNREACH' });
  },
);
