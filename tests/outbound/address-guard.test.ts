import { describe, expect, test } from 'vitest';
import { describeNonPublic } from '~/outbound/address-guard';

/** First and last address of each range, then the neighbours just outside (a neighbour in another range is left out). */
const ranges: [name: string, first: string, last: string, ...publicNeighbours: string[]][] = [
  ['of "this network"', '0.0.0.0', '0.255.255.255', '1.0.0.0'],
  ['private', '10.0.0.0', '10.255.255.255', '9.255.255.255', '11.0.0.0'],
  ['carrier-grade NAT', '100.64.0.0', '100.127.255.255', '100.63.255.255', '100.128.0.0'],
  ['loopback', '127.0.0.0', '127.255.255.255', '126.255.255.255', '128.0.0.0'],
  ['cloud metadata', '168.63.129.16', '168.63.129.16', '168.63.129.15', '168.63.129.17'],
  ['link-local', '169.254.0.0', '169.254.255.255', '169.253.255.255', '169.255.0.0'],
  ['cloud metadata', '169.254.169.254', '169.254.169.254'],
  ['private', '172.16.0.0', '172.31.255.255', '172.15.255.255', '172.32.0.0'],
  ['IETF protocol', '192.0.0.0', '192.0.0.255', '191.255.255.255', '192.0.1.0'],
  ['documentation', '192.0.2.0', '192.0.2.255', '192.0.1.255', '192.0.3.0'],
  ['6to4 relay', '192.88.99.0', '192.88.99.255', '192.88.98.255', '192.88.100.0'],
  ['private', '192.168.0.0', '192.168.255.255', '192.167.255.255', '192.169.0.0'],
  ['benchmarking', '198.18.0.0', '198.19.255.255', '198.17.255.255', '198.20.0.0'],
  ['documentation', '198.51.100.0', '198.51.100.255', '198.51.99.255', '198.51.101.0'],
  ['documentation', '203.0.113.0', '203.0.113.255', '203.0.112.255', '203.0.114.0'],
  ['multicast', '224.0.0.0', '239.255.255.255', '223.255.255.255'],
  ['reserved', '240.0.0.0', '255.255.255.254'],
  ['broadcast', '255.255.255.255', '255.255.255.255'],
  ['unspecified', '::', '::'],
  ['loopback', '::1', '::1'],
  ['IPv4-compatible', '::2', '::ffff:ffff'],
  ['IPv4-mapped', '::ffff:0:0', '::ffff:ffff:ffff'],
  ['IPv4-mapped', '::ffff:127.0.0.1', '::ffff:8.8.8.8'],
  ['NAT64', '64:ff9b::', '64:ff9b::ffff:ffff'],
  ['NAT64', '64:ff9b:1::', '64:ff9b:1:ffff:ffff:ffff:ffff:ffff'],
  ['discard-only', '100::', '100::ffff:ffff:ffff:ffff'],
  ['Teredo', '2001::', '2001:0:ffff:ffff:ffff:ffff:ffff:ffff', '2000:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['benchmarking', '2001:2::', '2001:2:0:ffff:ffff:ffff:ffff:ffff'],
  ['IETF protocol', '2001:1::', '2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff', '2001:200::'],
  [
    'documentation',
    '2001:db8::',
    '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff',
    '2001:db7:ffff:ffff:ffff:ffff:ffff:ffff',
    '2001:db9::',
  ],
  [
    '6to4',
    '2002::',
    '2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
    '2001:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
    '2003::',
  ],
  ['documentation', '3fff::', '3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff', '3ffe:ffff::', '3fff:1000::'],
  ['segment routing', '5f00::', '5f00:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['private', 'fc00::', 'fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['link-local', 'fe80::', 'febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['site-local', 'fec0::', 'feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['multicast', 'ff00::', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
];

test.each(ranges)('%s: %s to %s', (name, first, last, ...publicNeighbours) => {
  expect(describeNonPublic(first)).toContain(name);
  expect(describeNonPublic(last)).toContain(name);
  expect(publicNeighbours.map(describeNonPublic)).toEqual(publicNeighbours.map(() => undefined));
});

test.each([
  '1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
  '4000::',
  '64:ff9a::1',
  '64:ff9b:2::',
  'fbff::1',
  '5eff::1',
])('IPv6 outside 2000::/3 is not public, although no registry names it: %s', (address) => {
  expect(describeNonPublic(address)).toBe('outside the public IPv6 range');
});

test.each([
  '8.8.8.8',
  '1.1.1.1',
  '192.31.196.1',
  '2000::',
  '2606:4700:4700::1111',
  '2a00:1450:4001:81b::200e',
])('public: %s', (address) => {
  expect(describeNonPublic(address)).toBeUndefined();
});

describe('what a resolver should never give', () => {
  test.each(['', '127.1', '0177.0.0.1', 'example.com', '8.8.8.8 ', '[::1]'])('%j', (text) => {
    expect(describeNonPublic(text)).toBe('not an IP address');
  });

  test('a zone on a link-local address changes nothing', () => {
    expect(describeNonPublic('fe80::1%eth0')).toBe('a link-local address');
  });
});
