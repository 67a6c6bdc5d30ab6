import { expect, test } from 'vitest';
import { findCallerAddress } from '~/api/http/client-address';
import { createAddressList } from '~/services/limits/network-address';
import { measureProcessorMs } from '../../support/processor-time';

const none = createAddressList([]);
const proxies = createAddressList(['10.0.0.1', '10.0.0.2', '::1']);

test('without a proxy it is the other end of the connection', () => {
  expect(findCallerAddress('203.0.113.7', undefined, none)).toBe('203.0.113.7');
  expect(findCallerAddress('::ffff:203.0.113.7', undefined, none)).toBe('203.0.113.7');
  expect(findCallerAddress(undefined, undefined, none)).toBe('');
});

test.each([
  ['10.0.0.1', '203.0.113.7'],
  ['::ffff:10.0.0.1', '203.0.113.7'],
  ['10.0.0.1', '203.0.113.7, 10.0.0.2'],
  ['::1', ' 203.0.113.7 ,10.0.0.2, 10.0.0.1 '],
  ['10.0.0.1', ',203.0.113.7,, 10.0.0.2,,'],
])('behind the proxy %s that says %s it is whom the proxies saw first', (peer, forwardedFor) => {
  expect(findCallerAddress(peer, forwardedFor, proxies)).toBe('203.0.113.7');
});

test('what a caller wrote itself is never believed', () => {
  const lie = '198.51.100.1';
  expect(findCallerAddress('203.0.113.7', lie, proxies)).toBe('203.0.113.7');
  expect(findCallerAddress('10.0.0.1', `${lie}, 203.0.113.7`, proxies)).toBe('203.0.113.7');
  expect(findCallerAddress('10.0.0.1', `${lie}, 203.0.113.7, 10.0.0.2`, proxies)).toBe('203.0.113.7');
});

test('what a caller wrote before that is not even read, however long it is', () => {
  const forwardedFor = `${'fe80:0:0:0:0:0:0:1,'.repeat(800)} 203.0.113.7`;
  expect(findCallerAddress('10.0.0.1', forwardedFor, proxies)).toBe('203.0.113.7');
  const spent = measureProcessorMs(() => {
    for (let times = 0; times < 10_000; times += 1) findCallerAddress('10.0.0.1', forwardedFor, proxies);
  });
  // Reading all of it takes ten seconds and more.
  expect(spent).toBeLessThan(2_000);
});

test('a proxy that says nothing is taken for the caller', () => {
  expect(findCallerAddress('10.0.0.1', undefined, proxies)).toBe('10.0.0.1');
  expect(findCallerAddress('10.0.0.1', ' , ', proxies)).toBe('10.0.0.1');
  expect(findCallerAddress('10.0.0.1', '10.0.0.2', proxies)).toBe('10.0.0.2');
});

const ranges = createAddressList(['172.16.0.0/12', 'fd00::/8', '127.0.0.1']);

test.each(['172.16.0.1', '172.31.255.255', '::ffff:172.18.0.1', 'fd12:3456::1', '127.0.0.1'])(
  'a proxy may be named by the range it is in: %s',
  (peer) => {
    expect(findCallerAddress(peer, '198.51.100.1, 203.0.113.7', ranges)).toBe('203.0.113.7');
  },
);

test.each(['172.32.0.1', '10.0.0.1', 'fe80::1', '127.0.0.2'])('%s is in none of the ranges', (peer) => {
  expect(findCallerAddress(peer, '203.0.113.7', ranges)).toBe(peer);
});

test.each([
  ['11.1.1.1:4000', '11.1.1.1'],
  ['11.1.1.1:4001, 10.0.0.2:80', '11.1.1.1'],
  ['[2001:db8::7]:80', '2001:db8::7'],
  ['[2001:DB8:0:0:0:0:0:7]', '2001:db8::7'],
  ['::ffff:0b01:0101', '11.1.1.1'],
  ['[::ffff:11.1.1.1]:4000', '11.1.1.1'],
  ['fe80::1%eth0', 'fe80::1'],
])('a proxy that writes %s means %s', (forwardedFor, caller) => {
  expect(findCallerAddress('10.0.0.1', forwardedFor, proxies)).toBe(caller);
});

test('a proxy that is written with its port is one all the same', () => {
  expect(findCallerAddress('::1', '203.0.113.7:50000, [::1]:80', proxies)).toBe('203.0.113.7');
});

test.each([
  'unknown',
  '<b>x</b>',
  '203.0.113',
  '2001:db8::7::1',
  '203.0.113.7, unknown',
  'unknown, 10.0.0.2',
])('a proxy that passes on %s says nothing: what is no address is never believed', (forwardedFor) => {
  expect(findCallerAddress('10.0.0.1', forwardedFor, proxies)).toBe('10.0.0.1');
});
