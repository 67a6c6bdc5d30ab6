// Network addresses as limits and the audit use them.
import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net';

/**
 * Returns an address in one spelling, by RFC 5952: without a zone, and without the port that some proxies append
 * (`11.1.1.1:4000`, `[::1]:80`). An IPv4 address mapped into IPv6 (RFC 4291 §2.5.5.2) becomes the IPv4 address. A text that is
 * not an address stays as it is.
 */
export function plainAddress(written: string): string {
  const address = written.replace(/^\[(.*)\](?::\d+)?$/, '$1').replace(/%.*$/, '');
  const [beforePort = '', port] = address.split(':');
  if (isIPv4(beforePort) && (port === undefined || /^\d+$/.test(port))) return beforePort;
  if (!isIPv6(address)) return written;
  const plain = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const mapped = /^::ffff:([\da-f]{1,4}):([\da-f]{1,4})$/.exec(plain);
  if (!mapped) return plain;
  const [high, low] = mapped.slice(1).map((group) => Number.parseInt(group, 16));
  return [high, low].flatMap((group = 0) => [group >> 8, group & 255]).join('.');
}

/**
 * Returns what a limit counts as one caller: an IPv4 address, or the /64 of an IPv6 address (`2001:db8:0:1::/64`), the smallest
 * network that a connection gets (RFC 6177).
 */
export function networkOf(address: string): string {
  const plain = plainAddress(address);
  if (!isIPv6(plain)) return plain;
  const [before = '', after] = plain.split('::').map((part) => (part === '' ? [] : part.split(':')));
  const zeros = after ? Array<string>(8 - before.length - after.length).fill('0') : [];
  return `${[...before, ...zeros, ...(after ?? [])].slice(0, 4).join(':')}::/64`;
}

/** Creates a list of addresses and ranges such as `10.0.0.0/8`. */
export function createAddressList(entries: readonly string[]): BlockList {
  const list = new BlockList();
  for (const entry of entries) {
    const [network = '', prefix] = entry.split('/');
    if (prefix === undefined) list.addAddress(network, familyOf(network));
    else list.addSubnet(network, Number(prefix), familyOf(network));
  }
  return list;
}

/** Checks whether an address, as {@link plainAddress} writes it, is on a list; false for a text that is not an address. */
export function isListed(list: BlockList, address: string): boolean {
  return isIP(address) !== 0 && list.check(address, familyOf(address));
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4';
}
