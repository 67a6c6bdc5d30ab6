/** Decides where a call may connect to: one look-up, every address checked, only checked addresses returned. */
import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import ipaddr from 'ipaddr.js';
import { refusedAddressEnd } from '~/engine/events/failure-reason';
import { readPort } from '~/engine/http/default-port';
import { isAllowed, type OutboundAllowEntry } from './allowlist';
import { codeOf, describeExhaustion, isExhaustion } from './failure';
import { describeNonPublic } from './address-guard';
import { isMetadataAddress, isMetadataHost } from './metadata';
import { isBlockedPort, isSubmissionPort } from './ports';

export interface Address {
  address: string;
  family: 4 | 6;
}

export type Lookup = (hostname: string) => Promise<Address[]>;

/** `hostname` as URL parsing gives it, IPv6 without brackets; `port` with the scheme's default filled in. */
export interface Target {
  origin: string;
  hostname: string;
  port: number;
  /** Whether SMTP is spoken there, and not HTTP. */
  isMail?: true;
}

/** A refused target. `address` is for the operator alone: it would tell a user what the private DNS holds. */
interface RefusedTarget {
  kind: 'failure';
  reason: 'refused-address';
  message: string;
  address: string;
}

export type TargetFailure =
  | { kind: 'failure'; reason: 'unresolvable' | 'server-exhausted'; message: string }
  | RefusedTarget;

type TargetCheck = { kind: 'addresses'; addresses: Address[] } | TargetFailure;

export interface TargetRules {
  allow: OutboundAllowEntry[];
  /** The port that this server itself listens on, if it listens. */
  ownPort?: number | undefined;
}

/** Returns the target of a URL whose protocol is one that calls speak. */
export function readTarget(url: URL): Target {
  return {
    origin: url.origin,
    hostname: url.hostname.replace(/^\[|\]$/g, ''),
    port: readPort(url),
    ...(url.protocol.startsWith('smtp') && { isMail: true as const }),
  };
}

/** Returns the host of a URL with its port, which is left out where it is that of https. */
export function nameServer(url: URL): string {
  const port = readPort(url);
  return port === 443 ? url.hostname : `${url.hostname}:${port}`;
}

/**
 * Returns the addresses of a target that calls may connect to: those that are public unicast or that OUTBOUND_ALLOW names. When
 * there is none, the message says what was refused and which entry would allow it.
 */
export async function checkTarget(
  target: Target,
  { lookup, ...rules }: TargetRules & { lookup: Lookup },
): Promise<TargetCheck> {
  const { hostname } = target;
  const literal = isIP(hostname);
  if (literal !== 0) return judge(target, [{ address: hostname, family: literal === 4 ? 4 : 6 }], rules);
  let found: Address[];
  try {
    found = await lookup(hostname);
  } catch (error) {
    return { kind: 'failure', ...describeLookupError(hostname, codeOf(error) ?? 'unknown error') };
  }
  if (found.length === 0) {
    return { kind: 'failure', reason: 'unresolvable', message: `${hostname} has no address.` };
  }
  return judge(target, found, rules);
}

function judge(target: Target, found: Address[], rules: TargetRules): TargetCheck {
  const judged = found.map((each) => ({ each, obstacle: findObstacle(target, each.address, rules) }));
  const addresses = judged.filter(({ obstacle }) => obstacle === undefined).map(({ each }) => each);
  if (addresses.length > 0) return { kind: 'addresses', addresses };
  return refuse(target, found[0]?.address ?? '', judged[0]?.obstacle ?? '');
}

/** Refuses a target. `obstacle` begins a sentence; `address` is what the name leads to, or the name if no address is known. */
export function refuse(target: Target, address: string, obstacle: string): RefusedTarget {
  const entry = describeEntry(target, address);
  const message = `${obstacle}. Only a setting of the server can allow it: ask an administrator of this installation to add ${entry} ${refusedAddressEnd}`;
  return { kind: 'failure', reason: 'refused-address', message, address };
}

/** Names the entry that would allow the target. Only a metadata host's own name or address opens a cloud's metadata. */
function describeEntry({ hostname, port }: Target, address: string): string {
  if (hostname !== address && isMetadataAddress(ipaddr.parse(address)) && !isMetadataHost(hostname)) {
    return "its address, which stands in the server's log,";
  }
  return `${hostname.includes(':') ? `[${hostname}]` : hostname}:${port}`;
}

/** Returns why calls may not connect to an address, as the beginning of a sentence; undefined when they may. */
export function findObstacle(
  { hostname, port, isMail }: Target,
  address: string,
  { allow, ownPort }: TargetRules,
): string | undefined {
  const target = { hostname, address, port, isMail };
  const meaning = describeNonPublic(address);
  if (meaning !== undefined && !isAllowed(allow, target)) {
    if (hostname === address) return `${address} is ${meaning}, which calls may not reach`;
    return `${hostname} resolves to an address that is not public, which calls may not reach`;
  }
  const closed = findPortObstacle(target, allow);
  if (closed !== undefined) return closed;
  if (port === ownPort && isOwnAddress(address) && !isAllowed(allow, target, 'itself-and-port')) {
    return `${hostname}:${port} is this server itself, which calls may not reach`;
  }
  return undefined;
}

/** Returns why calls may not connect to a port; `address` is the name if no address is known. */
export function findPortObstacle(
  target: Pick<Target, 'hostname' | 'port' | 'isMail'> & { address: string },
  allow: OutboundAllowEntry[],
): string | undefined {
  const isClosed = target.isMail ? !isSubmissionPort(target.port) : isBlockedPort(target.port);
  if (!isClosed || isAllowed(allow, target, 'port')) return undefined;
  if (target.isMail)
    return `Port ${target.port} is not one on which servers take mails from programs (465, 587 or 2525)`;
  return `Port ${target.port} is not one on which HTTP is spoken, and calls may not reach it`;
}

/** Checks whether a connection to the address leads back to this machine. */
function isOwnAddress(address: string): boolean {
  if (/^(?:127\.|0\.0\.0\.0$|::1?$|::ffff:7f)/.test(address)) return true;
  return Object.values(networkInterfaces()).some((each) => each?.some((own) => own.address === address));
}

export function describeLookupError(
  hostname: string,
  code: string,
): { reason: 'unresolvable' | 'server-exhausted'; message: string } {
  if (isExhaustion(code)) return describeExhaustion(code);
  return { reason: 'unresolvable', message: LOOKUP_CAUSES[code]?.(hostname) ?? describeCode(hostname, code) };
}

function describeCode(hostname: string, code: string): string {
  return `The address of ${hostname} could not be looked up (${code}).`;
}

function describeUnknown(hostname: string): string {
  return `${hostname} has no address; is the name spelled right?`;
}

const LOOKUP_CAUSES: Partial<Record<string, (hostname: string) => string>> = {
  ENOTFOUND: describeUnknown,
  ENODATA: describeUnknown,
  ETIMEOUT: (hostname) => `No name server resolved ${hostname} within 5 s.`,
  ECROWDED: (hostname) =>
    `The address of ${hostname} could not be looked up: too many other lookups of this organization are in progress.`,
};
