import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { isLocalAddress } from '~/engine/http/local-address';
import { describeNonPublic } from '~/outbound/address-guard';

it.each([
  ['http://localhost:3000/x', true],
  ['https://127.0.0.1/', true],
  ['http://[::1]/', true],
  ['https://api.localhost/', true],
  ['http://10.0.0.5/x?y', true],
  ['http://0x0a.5/', true],
  ['http://192.168.178.1:8080/', true],
  ['http://172.16.0.1/', true],
  ['http://172.31.255.254/', true],
  ['http://169.254.169.254/', true],
  ['http://100.64.0.1/', true],
  ['http://[fd00::1]/', true],
  ['http://[fe80::1]/', true],
  ['http://[::ffff:192.168.0.1]/', true],
  ['https://172.32.0.1/', false],
  ['https://11.0.0.1/', false],
  ['https://100.128.0.1/', false],
  ['https://192.169.0.1/', false],
  ['https://[2606:4700::1111]/', false],
  ['https://10.example.com/', false],
  ['https://localhost.example.com/', false],
  ['localhost', false],
])('%s is local: %s', (url, isLocal) => expect(isLocalAddress(url)).toBe(isLocal));

it('warns of what calls may not reach for being private', () => {
  const network = fc.constantFrom(10, 100, 127, 169, 172, 192, 0, 8, 203);
  const byte = fc.oneof(fc.constantFrom(0, 15, 16, 31, 32, 63, 64, 127, 128, 168, 254), fc.nat(255));
  fc.assert(
    fc.property(network, byte, byte, byte, (...bytes) => {
      const address = bytes.join('.');
      const meaning = describeNonPublic(address) ?? '';
      const isOwn = /private|loopback|link-local|carrier-grade|"this network"|metadata/.test(meaning);
      expect(isLocalAddress(`http://${address}/`)).toBe(isOwn);
      expect(isLocalAddress(`http://[::ffff:${address}]/`)).toBe(isOwn);
    }),
    { numRuns: 2_000 },
  );
});
