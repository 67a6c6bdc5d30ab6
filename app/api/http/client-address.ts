import { BlockList, isIP } from 'node:net';
import { plainAddress } from '~/services/limits/network-address';

/**
 * The caller's network address. X-Forwarded-For is believed only as far as trusted proxies wrote it: read from
 * its end, the first address that is not one of theirs.
 */
export function findCallerAddress(
  peer: string | undefined,
  forwardedFor: string | undefined,
  trustedProxies: BlockList,
): string {
  let address = plainAddress(peer ?? '');
  const forwarded = (forwardedFor ?? '')
    .split(',')
    .map((each) => plainAddress(each.trim()))
    .filter(Boolean);
  while (isProxy(trustedProxies, address)) {
    const before = forwarded.pop();
    if (!before) break;
    address = before;
  }
  return address;
}

export function isProxy(trusted: BlockList, address: string): boolean {
  return isIP(address) !== 0 && trusted.check(address, familyOf(address));
}

/** `trusted` holds addresses and ranges such as `10.0.0.0/8`. */
export function createProxyList(trusted: string[]): BlockList {
  const list = new BlockList();
  for (const entry of trusted) {
    const [network = '', prefix] = entry.split('/');
    if (prefix === undefined) list.addAddress(network, familyOf(network));
    else list.addSubnet(network, Number(prefix), familyOf(network));
  }
  return list;
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4';
}
