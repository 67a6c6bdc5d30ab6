import { BlockList, isIP } from 'node:net';

/** Tells the addresses of trusted proxies from all others; `trusted` holds addresses and ranges as `10.0.0.0/8`. */
export function createProxyCheck(trusted: string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const entry of trusted) {
    const [network = '', prefix] = entry.split('/');
    if (prefix === undefined) list.addAddress(network, familyOf(network));
    else list.addSubnet(network, Number(prefix), familyOf(network));
  }
  return (address) => isIP(address) !== 0 && list.check(address, familyOf(address));
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4';
}

/**
 * The caller's network address. X-Forwarded-For is believed only as far as trusted proxies wrote it: read from
 * its end, the first address that is not one of theirs.
 */
export function findCallerAddress(
  peer: string | undefined,
  forwardedFor: string | undefined,
  isProxy: (address: string) => boolean,
): string {
  let address = plain(peer ?? '');
  const forwarded = (forwardedFor ?? '')
    .split(',')
    .map((each) => plain(each.trim()))
    .filter(Boolean);
  while (isProxy(address)) {
    const before = forwarded.pop();
    if (!before) break;
    address = before;
  }
  return address;
}

/** An IPv4 address as such, also when the socket is an IPv6 one (RFC 4291 §2.5.5.2). */
function plain(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '');
}
