/** Decides which targets a proxy may be asked for. It looks names up itself, so that the rules hold as far as possible. */
import { isIP } from 'node:net';
import { isAllowed } from '../allowlist';
import { codeOf, isExhaustion } from '../failure';
import { isMetadataHost } from '../metadata';
import {
  type Address,
  describeLookupError,
  findObstacle,
  findPortObstacle,
  type Lookup,
  refuse,
  type Target,
  type TargetFailure,
  type TargetRules,
} from '../target';

/** How long a name is looked up, in milliseconds. Behind a proxy, name servers often do not know the names outside. */
const LOOKUP_MS = 1_000;

/** The endings reserved for names that are not public (RFC 6761, RFC 6762, RFC 8375, RFC 9476, ICANN's `internal`). */
const PRIVATE_ENDS = /\.(?:localhost|local|internal|home\.arpa|test|invalid|alt|onion)$/;

/**
 * Returns why a proxy may not be asked for a target that it connects to by name; undefined when it may. An address must be
 * allowed, and so must every address that the name has as seen from here, since the proxy chooses among them. A name that only
 * a private network can have must itself be named by OUTBOUND_ALLOW. The proxy decides about a name that this server cannot
 * look up.
 */
export async function checkProxiedTarget(
  target: Target,
  { lookup, ...rules }: TargetRules & { lookup: Lookup },
): Promise<TargetFailure | undefined> {
  const { hostname } = target;
  const family = isIP(hostname);
  if (family !== 0) return findRefused(target, [{ address: hostname, family: family === 4 ? 4 : 6 }], rules);
  const obstacle = findNameObstacle(target, rules);
  if (obstacle !== undefined) return refuse(target, hostname, obstacle);
  const found = await lookUpSoon(hostname, lookup);
  return Array.isArray(found) ? findRefused(target, found, rules) : found;
}

/** Returns why a name may not be asked for, whatever its addresses, as the beginning of a sentence. */
function findNameObstacle({ hostname, port }: Target, { allow }: TargetRules): string | undefined {
  const target = { hostname, address: hostname, port };
  const name = hostname.replace(/\.$/, '');
  const isPrivate = !name.includes('.') || PRIVATE_ENDS.test(name) || isMetadataHost(name);
  if (isPrivate && !isAllowed(allow, target)) {
    return `${hostname} is a name of a private network, which calls may not reach`;
  }
  return findPortObstacle(target, allow);
}

function findRefused(target: Target, found: Address[], rules: TargetRules): TargetFailure | undefined {
  for (const { address } of found) {
    const obstacle = findObstacle(target, address, rules);
    if (obstacle !== undefined) return refuse(target, address, obstacle);
  }
  return undefined;
}

/** Returns the addresses that are found within `LOOKUP_MS`; none when there are none. */
async function lookUpSoon(hostname: string, lookup: Lookup): Promise<Address[] | TargetFailure> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Address[]>((resolve) => {
    timer = setTimeout(() => resolve([]), LOOKUP_MS);
  });
  try {
    return await Promise.race([late, lookup(hostname)]);
  } catch (error) {
    const code = codeOf(error) ?? 'unknown error';
    // Otherwise a user who crowds the look-ups could have this check skipped.
    if (code !== 'ECROWDED' && !isExhaustion(code)) return [];
    return { kind: 'failure', ...describeLookupError(hostname, code) };
  } finally {
    clearTimeout(timer);
  }
}
