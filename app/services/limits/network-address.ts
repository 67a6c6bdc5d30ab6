// Network addresses as limits and the audit know them.
import { isIPv4, isIPv6 } from 'node:net';

/**
 * An address in one spelling, as RFC 5952 has it: without the port that some proxies write behind it (`11.1.1.1:4000`,
 * `[::1]:80`) and without a zone. One that is an IPv4 address in the clothes of IPv6 (RFC 4291 §2.5.5.2) is that.
 * What is no address stays as it is.
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
 * Whom a limit takes for one caller: an IPv4 address, or the /64 of an IPv6 one (`2001:db8:0:1::/64`), which is the
 * least that a single connection is given (RFC 6177).
 */
export function networkOf(address: string): string {
  const plain = plainAddress(address);
  if (!isIPv6(plain)) return plain;
  const [before = '', after] = plain.split('::').map((part) => (part === '' ? [] : part.split(':')));
  const zeros = after ? Array<string>(8 - before.length - after.length).fill('0') : [];
  return `${[...before, ...zeros, ...(after ?? [])].slice(0, 4).join(':')}::/64`;
}
