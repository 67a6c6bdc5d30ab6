/**
 * Tells whether an address is public unicast. Any other address could be this machine, its network, its cloud provider, or an
 * IPv4 address in disguise, and a URL that a user types must not reach those. The ranges follow IANA's IPv4 and IPv6
 * Special-Purpose Address Registries (RFC 6890 and its updates).
 */
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { isMetadataAddress } from './metadata';

type Range = [network: ReturnType<typeof ipaddr.parseCIDR>, meaning: string];

function toRange([cidr, meaning]: [string, string]): Range {
  return [ipaddr.parseCIDR(cidr), meaning];
}

/** A narrower range comes before the wider one that contains it: the first match names the address. */
const ipv4Ranges = (
  [
    ['0.0.0.0/8', 'an address of "this network"'],
    ['10.0.0.0/8', 'a private address'],
    ['100.64.0.0/10', 'a carrier-grade NAT address'],
    ['127.0.0.0/8', 'a loopback address'],
    ['169.254.0.0/16', 'a link-local address'],
    ['172.16.0.0/12', 'a private address'],
    ['192.0.0.0/24', 'an IETF protocol address'],
    ['192.0.2.0/24', 'a documentation address'],
    ['192.88.99.0/24', 'a 6to4 relay address'],
    ['192.168.0.0/16', 'a private address'],
    ['198.18.0.0/15', 'a benchmarking address'],
    ['198.51.100.0/24', 'a documentation address'],
    ['203.0.113.0/24', 'a documentation address'],
    ['224.0.0.0/4', 'a multicast address'],
    ['255.255.255.255/32', 'the broadcast address'],
    ['240.0.0.0/4', 'a reserved address'],
  ] satisfies [string, string][]
).map(toRange);

const ipv6Ranges = (
  [
    ['::/128', 'the unspecified address'],
    ['::1/128', 'a loopback address'],
    ['::ffff:0:0/96', 'an IPv4-mapped address'],
    ['::/96', 'an IPv4-compatible address'],
    ['64:ff9b::/96', 'a NAT64 address'],
    ['64:ff9b:1::/48', 'a NAT64 address'],
    ['100::/64', 'a discard-only address'],
    ['2001::/32', 'a Teredo address'],
    ['2001:2::/48', 'a benchmarking address'],
    ['2001::/23', 'an IETF protocol address'],
    ['2001:db8::/32', 'a documentation address'],
    ['2002::/16', 'a 6to4 address'],
    ['3fff::/20', 'a documentation address'],
    ['5f00::/16', 'a segment routing address'],
    ['fc00::/7', 'a private address'],
    ['fe80::/10', 'a link-local address'],
    ['fec0::/10', 'a site-local address'],
    ['ff00::/8', 'a multicast address'],
  ] satisfies [string, string][]
).map(toRange);

/** The only range of public IPv6 addresses (RFC 4291 2.4); addresses outside it are refused even if no range names them. */
const ipv6Unicast = ipaddr.parseCIDR('2000::/3');

/**
 * Returns the kind of an address that is not public unicast, as a phrase for a sentence ("a loopback address"); undefined for a
 * public address. `address` has the form that URL parsing or a DNS response gives, without brackets.
 */
export function describeNonPublic(address: string): string | undefined {
  if (isIP(address) === 0) return 'not an IP address';
  const parsed = ipaddr.parse(address);
  if (isMetadataAddress(parsed)) return 'a cloud metadata address';
  if (parsed.kind() === 'ipv4') return findMeaning(ipv4Ranges, parsed);
  const meaning = findMeaning(ipv6Ranges, parsed);
  if (meaning !== undefined || parsed.match(ipv6Unicast)) return meaning;
  return 'outside the public IPv6 range';
}

function findMeaning(ranges: Range[], address: ReturnType<typeof ipaddr.parse>): string | undefined {
  return ranges.find(([network]) => address.match(network))?.[1];
}
