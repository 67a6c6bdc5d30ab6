/**
 * The list of targets that calls may reach although they are not public. The operator writes it in the setting OUTBOUND_ALLOW.
 */
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { readPort } from '~/engine/http/default-port';
import { isMetadataAddress, isMetadataHost } from './metadata';

/** `port` undefined: every port. `suffix` starts with its dot and matches the names below it, not the name itself. */
export type OutboundAllowEntry = { port?: number } & (
  | { kind: 'host'; host: string }
  | { kind: 'suffix'; suffix: string }
  | { kind: 'range'; range: ReturnType<typeof ipaddr.parseCIDR> }
);

const FORMS = 'Write a host, *.suffix, address or CIDR, each with an optional :port (IPv6 then in brackets).';

/**
 * Reads a comma-separated list of hosts, `*.suffix`es, single addresses and CIDRs, each with an optional `:port`; an IPv6
 * address or CIDR with a port stands in brackets. Names are compared in the form that a URL holds them (lower case, punycode).
 * Returns the first entry that cannot be understood, with one sentence on what to write.
 */
export function parseOutboundAllow(
  text: string,
): { entries: OutboundAllowEntry[] } | { kind: 'invalid'; entry: string; message: string } {
  const entries: OutboundAllowEntry[] = [];
  for (const part of text.split(',')) {
    const written = part.trim();
    if (written === '') continue;
    const entry = parseEntry(written);
    if (typeof entry === 'string') return { kind: 'invalid', entry: written, message: entry };
    entries.push(entry);
  }
  return { entries };
}

/**
 * How closely an entry has to name a target: in any way; with its port; as a single host or address; as a single one with its
 * port.
 */
export type Closeness = 'any' | 'port' | 'itself' | 'itself-and-port';

/** Checks whether an entry names this target, by its name or by its address, for this port. */
export function isAllowed(
  entries: OutboundAllowEntry[],
  target: { hostname: string; address: string; port: number },
  closeness: Closeness = 'any',
): boolean {
  const name = target.hostname.replace(/\.$/, '');
  const address = isIP(target.address) === 0 ? undefined : ipaddr.parse(target.address);
  const ofItself = closeness.startsWith('itself') || isMetadata(name, address);
  return entries.some((entry) => {
    if (entry.port !== undefined && entry.port !== target.port) return false;
    if (entry.port === undefined && closeness.endsWith('port')) return false;
    if (ofItself && !isOfOne(entry)) return false;
    if (entry.kind === 'suffix') return name.endsWith(entry.suffix);
    // Others decide where a name leads, so only a metadata host's own name opens a metadata address.
    if (entry.kind === 'host')
      return entry.host === name && (!isMetadata('', address) || isMetadataHost(name));
    return address !== undefined && address.kind() === entry.range[0].kind() && address.match(entry.range);
  });
}

/** Checks whether an entry names the host of a URL as it is written. What a name leads to is not looked up. */
export function isOpenedBy(entries: OutboundAllowEntry[], url: string): boolean {
  const { hostname, protocol, port } = new URL(url);
  const address = hostname.replace(/^\[|\]$/g, '');
  const ofPort = { hostname, port: readPort({ protocol, port }) };
  // Wherever a server runs, these names lead to itself.
  const addresses = /^(?:.+\.)?localhost\.?$/.test(hostname) ? ['127.0.0.1', '::1'] : [address];
  return addresses.some((each) => isAllowed(entries, { ...ofPort, address: each }));
}

function isMetadata(name: string, address: ReturnType<typeof ipaddr.parse> | undefined): boolean {
  return isMetadataHost(name) || (address !== undefined && isMetadataAddress(address));
}

/** Checks whether an entry names one host or one address. */
function isOfOne(entry: OutboundAllowEntry): boolean {
  if (entry.kind !== 'range') return entry.kind === 'host';
  const [network, prefix] = entry.range;
  return prefix === (network.kind() === 'ipv4' ? 32 : 128);
}

function parseEntry(written: string): OutboundAllowEntry | string {
  const split = splitPort(written);
  if (split === undefined) return `"${written}" is not a target. ${FORMS}`;
  const { target, port } = split;
  if (port !== undefined && (port < 1 || port > 65_535)) {
    return `"${written}" has no valid port; ports are 1 to 65535.`;
  }
  if (target.includes('/')) return parseRange(written, target, port);
  if (isIP(target) && !target.includes('%')) return { kind: 'range', range: toSingleAddress(target), port };
  const isSuffix = target.startsWith('*.');
  const host = normalizeHost(isSuffix ? target.slice(2) : target);
  if (host === undefined) return `"${written}" is not a target. ${FORMS}`;
  if (isSuffix) return { kind: 'suffix', suffix: `.${host}`, port };
  // A URL parser reads "127.1" as an address, and the entry must mean what the URL will mean.
  return isIP(host) ? { kind: 'range', range: toSingleAddress(host), port } : { kind: 'host', host, port };
}

function splitPort(written: string): { target: string; port?: number } | undefined {
  const isBareIpv6 = !written.startsWith('[') && written.split(':').length > 2;
  if (isBareIpv6) return { target: written };
  const match = /^(?:\[(?<inner>[^\]]+)\]|(?<plain>[^:[\]]+))(?::(?<port>\d{1,5}))?$/.exec(written);
  const { inner, plain, port } = match?.groups ?? {};
  const target = inner ?? plain;
  if (target === undefined || (inner !== undefined && !inner.includes(':'))) return undefined;
  return { target, port: port === undefined ? undefined : Number(port) };
}

function parseRange(written: string, cidr: string, port: number | undefined): OutboundAllowEntry | string {
  const [address = '', prefix = ''] = cidr.split('/');
  if (isIP(address) === 0 || !/^\d{1,3}$/.test(prefix) || !ipaddr.isValidCIDR(cidr)) {
    return `"${written}" is not a CIDR, such as 10.0.0.0/8 or [fd00::/8]:443.`;
  }
  const range = ipaddr.parseCIDR(cidr);
  const network = findNetwork(cidr, range[0].kind());
  if (network !== range[0].toString()) {
    return `"${written}" has bits set beyond its prefix. Write ${network}/${prefix} for the network, or ${address} alone.`;
  }
  return { kind: 'range', range, port };
}

function findNetwork(cidr: string, kind: 'ipv4' | 'ipv6'): string {
  const family = kind === 'ipv4' ? ipaddr.IPv4 : ipaddr.IPv6;
  return family.networkAddressFromCIDR(cidr).toString();
}

function toSingleAddress(address: string): ReturnType<typeof ipaddr.parseCIDR> {
  return ipaddr.parseCIDR(`${address}/${isIP(address) === 4 ? 32 : 128}`);
}

function normalizeHost(host: string): string | undefined {
  if (/[\s/?#@\\:*,]/.test(host) || !URL.canParse(`http://${host}`)) return undefined;
  return new URL(`http://${host}`).hostname.replace(/\.$/, '');
}
