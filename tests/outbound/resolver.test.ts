import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createLookup } from '~/outbound/lookup';
import { createResolver, type ResolverOptions } from '~/outbound/resolver';
import type { Address } from '~/outbound/target';
import { type NameServer, startNameServer, type ZoneAnswer } from '../support/name-server';

const zone: Record<string, ZoneAnswer> = {
  'four.test': { a: ['192.0.2.1', '192.0.2.2'] },
  'six.test': { aaaa: ['2001:db8:0:0:0:0:0:1'] },
  'both.test': { a: ['192.0.2.1'], aaaa: ['2001:db8:0:0:0:0:0:1'] },
  'alias.test': { cname: 'four.test', a: ['192.0.2.1'] },
  'silent.test': 'silence',
};

interface Asked extends NameServer {
  /** Of the operating system. */
  askedSystem: string[];
  ask: (hostname: string) => Promise<Address[]>;
}

/** `system`: what the operating system knows, beside what the name server knows. */
async function makeResolver(
  system: Record<string, string> = {},
  options: ResolverOptions = {},
): Promise<Asked> {
  const server = await startNameServer((name) => zone[name] ?? 'nxdomain');
  const askedSystem: string[] = [];
  const ask = createResolver({
    nameServers: [server.address],
    hostsFile: '/nonexistent',
    askSystem: async (hostname) => {
      askedSystem.push(hostname);
      const address = system[hostname];
      if (address === undefined) throw Object.assign(new Error('getaddrinfo'), { code: 'ENOTFOUND' });
      return [{ address, family: 4 }];
    },
    ...options,
  });
  const lookup = createLookup(ask);
  return { ...server, askedSystem, ask: (hostname) => lookup(hostname, 'someone') };
}

function toTexts(addresses: Address[]): string[] {
  return addresses.map(({ address }) => address).toSorted();
}

test.each([
  ['four.test', ['192.0.2.1', '192.0.2.2']],
  ['FOUR.test.', ['192.0.2.1', '192.0.2.2']],
  ['six.test', ['2001:db8::1']],
  ['both.test', ['192.0.2.1', '2001:db8::1']],
  ['alias.test', ['192.0.2.1']],
])('%s has the addresses that the name server tells', async (name, expected) => {
  const { ask, askedSystem } = await makeResolver();
  expect(toTexts(await ask(name))).toEqual(expected);
  expect(askedSystem).toEqual([]);
});

test('a name that the name server does not know is one the operating system may know', async () => {
  const { ask, askedSystem } = await makeResolver({ database: '10.0.0.7', 'web.default': '10.0.0.8' });
  expect(toTexts(await ask('database'))).toEqual(['10.0.0.7']);
  expect(toTexts(await ask('web.default'))).toEqual(['10.0.0.8']);
  await expect(ask('gone.test')).rejects.toMatchObject({ code: 'ENOTFOUND' });
  expect(askedSystem).toEqual(['database', 'web.default', 'gone.test']);
});

test('a name server that does not run leaves it to the operating system', async () => {
  const { ask } = await makeResolver({ 'four.test': '10.0.0.7' }, { nameServers: ['127.0.0.1:9'] });
  expect(toTexts(await ask('four.test'))).toEqual(['10.0.0.7']);
});

test('localhost is asked of no name server', async () => {
  const { ask, asked } = await makeResolver({ localhost: '127.0.0.1', 'app.localhost': '127.0.0.1' });
  expect(toTexts(await ask('localhost'))).toEqual(['127.0.0.1']);
  expect(toTexts(await ask('app.localhost'))).toEqual(['127.0.0.1']);
  expect(asked).toEqual([]);
});

test('what the hosts file says goes first, and its changes are seen', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'hosts-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const hostsFile = join(folder, 'hosts');
  writeFileSync(
    hostsFile,
    '# 10.0.0.1 four.test\n10.0.0.2\tFour.Test four # and more\nfd00::2 four\n10.0.0.9\n',
  );
  const { asked } = await makeResolver();
  const ask = createResolver({
    nameServers: [asked[0] ?? '127.0.0.1:9'],
    hostsFile,
    askSystem: async () => [],
  });
  const about = { owner: '', signal: new AbortController().signal, onQueue: () => {} };
  expect((await ask('four.test.', about)).addresses).toEqual([{ address: '10.0.0.2', family: 4 }]);
  expect(toTexts((await ask('four', about)).addresses)).toEqual(['10.0.0.2', 'fd00::2']);
  writeFileSync(hostsFile, '10.0.0.33 four.test\n');
  expect((await ask('four.test', about)).addresses).toEqual([{ address: '10.0.0.33', family: 4 }]);
  rmSync(hostsFile);
  expect((await ask('four.test', about)).addresses).toEqual([]);
});

test('a question that the operating system does not answer keeps one place of two, however many do not come back', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const hung: string[] = [];
  const { ask } = await makeResolver(
    {},
    {
      askSystem: (hostname) => {
        hung.push(hostname);
        if (!hostname.startsWith('hang')) return Promise.resolve([{ address: '10.0.0.1', family: 4 }]);
        return new Promise(() => {});
      },
    },
  );
  const failed = Promise.allSettled(['hang1.test', 'hang2.test', 'hang3.test'].map(ask));
  expect(toTexts(await ask('printer.local'))).toEqual(['10.0.0.1']);
  expect(toTexts(await ask('database'))).toEqual(['10.0.0.1']);
  await vi.advanceTimersByTimeAsync(5_000);
  const outcomes = await failed;
  expect(outcomes.map((outcome) => outcome.status === 'rejected' && outcome.reason.code)).toEqual([
    'ETIMEOUT',
    'ETIMEOUT',
    'ETIMEOUT',
  ]);
  expect(hung.filter((hostname) => hostname.startsWith('hang'))).toHaveLength(1);
});
