/** Decides where a call may connect to: one lookup, every answer judged, only judged addresses handed on. */
import { isIP } from 'node:net';
import { isAllowed, type OutboundAllowEntry } from './allow';
import { describeNonPublic } from './guard';

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
}

export type TargetCheck =
  | { kind: 'addresses'; addresses: Address[] }
  | { kind: 'failure'; reason: 'refused-address' | 'unresolvable'; message: string };

/** The target of a URL whose protocol is http or https. */
export function readTarget(url: URL): Target {
  const defaultPort = url.protocol === 'https:' ? 443 : 80;
  return {
    origin: url.origin,
    hostname: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? defaultPort : Number(url.port),
  };
}

/**
 * The addresses of a target that calls may connect to: those that are public unicast or that OUTBOUND_ALLOW names.
 * When there is none, the message says what was refused and which entry would allow it.
 */
export async function checkTarget(
  target: Target,
  options: { allow: OutboundAllowEntry[]; lookup: Lookup },
): Promise<TargetCheck> {
  const { hostname } = target;
  const literal = isIP(hostname);
  if (literal !== 0) {
    return judge(target, [{ address: hostname, family: literal === 4 ? 4 : 6 }], options.allow);
  }
  let found: Address[];
  try {
    found = await options.lookup(hostname);
  } catch (error) {
    return { kind: 'failure', reason: 'unresolvable', message: describeLookupError(hostname, error) };
  }
  if (found.length === 0) {
    return { kind: 'failure', reason: 'unresolvable', message: `${hostname} has no address.` };
  }
  return judge(target, found, options.allow);
}

function judge(target: Target, found: Address[], allow: OutboundAllowEntry[]): TargetCheck {
  const { hostname, port } = target;
  const addresses = found.filter(
    ({ address }) =>
      describeNonPublic(address) === undefined || isAllowed(allow, { hostname, address, port }),
  );
  if (addresses.length > 0) return { kind: 'addresses', addresses };
  return {
    kind: 'failure',
    reason: 'refused-address',
    message: describeRefusal(target, found[0]?.address ?? ''),
  };
}

function describeRefusal({ hostname, port }: Target, address: string): string {
  const subject = hostname === address ? `${address} is` : `${hostname} resolves to ${address}, which is`;
  const entry = hostname.includes(':') ? `[${hostname}]:${port}` : `${hostname}:${port}`;
  const meaning = describeNonPublic(address) ?? 'not public';
  const link = hostname === address ? ', which calls may not reach' : ' that calls may not reach';
  return `${subject} ${meaning}${link}. To allow it, add ${entry} to OUTBOUND_ALLOW.`;
}

function describeLookupError(hostname: string, error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ENOTFOUND' || code === 'ENODATA')
    return `${hostname} has no address; is the name spelled right?`;
  return `The address of ${hostname} could not be looked up (${typeof code === 'string' ? code : 'unknown error'}).`;
}
