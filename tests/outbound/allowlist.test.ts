import { expect, test } from 'vitest';
import { type Closeness, isAllowed, parseOutboundAllow } from '~/outbound/allowlist';

function allows(text: string, hostname: string, address: string, port = 80): boolean {
  const parsed = parseOutboundAllow(text);
  if ('kind' in parsed) throw new Error(parsed.message);
  return isAllowed(parsed.entries, { hostname, address, port });
}

test('an empty list allows nothing', () => {
  expect(parseOutboundAllow('')).toEqual({ entries: [] });
  expect(parseOutboundAllow(' , ,')).toEqual({ entries: [] });
  expect(allows('', 'localhost', '127.0.0.1')).toBe(false);
});

test.each<[text: string, hostname: string, address: string, port: number]>([
  ['localhost', 'localhost', '127.0.0.1', 80],
  ['LocalHost.', 'localhost', '127.0.0.1', 80],
  ['localhost', 'localhost.', '127.0.0.1', 80],
  ['localhost:4010', 'localhost', '::1', 4010],
  ['my_service', 'my_service', '172.18.0.3', 8080],
  ['bücher.test', 'xn--bcher-kva.test', '10.0.0.1', 80],
  ['*.internal', 'api.internal', '10.0.0.1', 80],
  ['*.internal:81', 'a.b.internal', '10.0.0.1', 81],
  ['127.0.0.1', '127.0.0.1', '127.0.0.1', 1],
  ['127.1', '127.0.0.1', '127.0.0.1', 1],
  ['10.0.0.0/8', 'db.example', '10.255.255.255', 80],
  ['10.0.0.0/8:8080', 'db.example', '10.0.0.0', 8080],
  ['::1', '::1', '::1', 80],
  ['[::1]', '::1', '::1', 80],
  ['[::1]:4010', '::1', '::1', 4010],
  ['fd00::/8', 'x', 'fd12::1', 80],
  ['[fd00::/8]:443', 'x', 'fd12::1', 443],
  ['0.0.0.0/0', 'x', '169.254.169.253', 80],
  ['169.254.169.254', 'x', '169.254.169.254', 80],
  ['169.254.169.254/32:80', '169.254.169.254', '169.254.169.254', 80],
  ['[fd00:ec2::254]:80', 'fd00:ec2::254', 'fd00:ec2::254', 80],
  ['metadata.google.internal', 'metadata.google.internal', '169.254.169.254', 80],
  ['nothing.test, 10.0.0.1 ,other.test', '10.0.0.1', '10.0.0.1', 80],
])('%s allows %s at %s, port %i', (text, hostname, address, port) => {
  expect(allows(text, hostname, address, port)).toBe(true);
});

test.each<[text: string, hostname: string, address: string, port: number]>([
  ['localhost:4010', 'localhost', '127.0.0.1', 4011],
  ['localhost', 'localhost.evil.test', '127.0.0.1', 80],
  ['*.internal', 'internal', '10.0.0.1', 80],
  ['*.internal', 'notinternal', '10.0.0.1', 80],
  ['127.0.0.1', '127.0.0.2', '127.0.0.2', 80],
  ['127.0.0.1', '::ffff:7f00:1', '::ffff:7f00:1', 80],
  ['10.0.0.0/8', 'x', '11.0.0.0', 80],
  ['10.0.0.0/8:8080', 'x', '10.0.0.1', 80],
  ['0.0.0.0/0', 'x', '::1', 80],
  ['fd00::/8', 'x', 'fe80::1', 80],
  ['[::1]:4010', '::1', '::1', 80],
  ['10.0.0.0/8', 'x', 'no address', 80],
  ['0.0.0.0/0', '169.254.169.254', '169.254.169.254', 80],
  ['169.254.0.0/16', 'x', '169.254.169.254', 80],
  ['169.254.169.254/31', 'x', '169.254.169.254', 80],
  ['169.254.0.0/16', 'x', '169.254.170.2', 80],
  ['100.64.0.0/10', 'x', '100.100.100.200', 80],
  ['0.0.0.0/0', 'x', '168.63.129.16', 80],
  ['fd00::/8', 'fd00:ec2::254', 'fd00:ec2::254', 80],
  ['::/0', 'x', '::ffff:a9fe:a9fe', 80],
  ['::/0', 'x', '64:ff9b::a9fe:a9fe', 80],
  ['::/0', 'x', '2002:a9fe:a9fe::1', 80],
  ['::/0', 'x', 'fe80::a9fe:a9fe', 80],
  ['*.internal', 'metadata.google.internal', '10.0.0.1', 80],
  ['*.test', 'rebound.test', '169.254.169.254', 80],
  ['rebound.test', 'rebound.test', '169.254.169.254', 80],
])('%s does not allow %s at %s, port %i', (text, hostname, address, port) => {
  expect(allows(text, hostname, address, port)).toBe(false);
});

test.each([
  'http://localhost',
  'localhost/path',
  'user@localhost',
  'localhost:',
  'localhost:0',
  'localhost:65536',
  'localhost:http',
  '*',
  '*.',
  'a.*.b',
  '10.0.0.0/33',
  '10.0.0.0/',
  '10.0.0/8',
  'host/8',
  '10.0.0.0/8/8',
  '[localhost]:80',
  '[::1',
  '[::1]80',
  '::1::2',
  'fe80::1%eth0',
  'fe80::%eth0/64',
  'fd00::/129',
  'two words',
])('%s is not an entry', (entry) => {
  const result = parseOutboundAllow(`localhost,${entry}`);
  expect(result).toMatchObject({ kind: 'invalid', entry });
  expect(result).toHaveProperty('message', expect.stringContaining(`"${entry}"`));
});

test('a CIDR with host bits says what was probably meant', () => {
  expect(parseOutboundAllow('10.1.2.3/8')).toMatchObject({
    kind: 'invalid',
    message:
      '"10.1.2.3/8" has bits set beyond its prefix. Write 10.0.0.0/8 for the network, or 10.1.2.3 alone.',
  });
});

test.each<[text: string, closeness: Closeness, expected: boolean]>([
  ['db.test', 'port', false],
  ['db.test:6379', 'port', true],
  ['*.test:6379', 'port', true],
  ['10.0.0.0/8:6379', 'port', true],
  ['10.0.0.0/8:6379', 'itself-and-port', false],
  ['*.test:6379', 'itself-and-port', false],
  ['db.test', 'itself-and-port', false],
  ['db.test:6379', 'itself-and-port', true],
  ['10.0.0.1:6379', 'itself-and-port', true],
  ['10.0.0.1', 'itself', true],
  ['10.0.0.0/8', 'itself', false],
])('%s names a target as closely as "%s": %s', (text, closeness, expected) => {
  const parsed = parseOutboundAllow(text);
  if ('kind' in parsed) throw new Error(parsed.message);
  const target = { hostname: 'db.test', address: '10.0.0.1', port: 6379 };
  expect(isAllowed(parsed.entries, target, closeness)).toBe(expected);
});
