// Looks one name up now. c-ares asks the name servers; it holds no thread of the process and can be stopped. The operating
// system is asked for names that the servers do not know, since it also knows search domains and mDNS. Each such question holds
// a thread until the system gives up, so at most two are under way.
import { lookup as askOperatingSystem, Resolver } from 'node:dns/promises';
import { networkInterfaces } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { asError, codeOf } from './failure';
import { createHostsFile } from './hosts-file';
import { createFairSemaphore } from './fair-semaphore';
import type { Address, Lookup } from './target';

/** The result of a look-up. `lastsMs`: how long it may be kept, as the zone says. */
export interface FoundAddresses {
  addresses: Address[];
  lastsMs: number;
}

interface Asking {
  owner: string;
  /** After it aborts, the result is ignored. */
  signal: AbortSignal;
  /** Called before the look-up waits for its turn among those of its owner. */
  onQueue: () => void;
}

/** Rejects with an error whose `code` is one of node:dns. */
export type ResolveName = (hostname: string, asking: Asking) => Promise<FoundAddresses>;

export interface ResolverOptions {
  /** The name servers as `address:port`, instead of the system's. */
  nameServers?: string[];
  hostsFile?: string;
  /** Replaces the operating system. */
  askSystem?: (hostname: string) => Promise<Address[]>;
}

/** How long the first try takes; then the next name server is asked, and each round takes twice as long as the one before. */
const firstTryMs = 1_000;
const tries = 3;
/** How much longer the second family may take than the first, in milliseconds (RFC 8305 section 3, generously). */
const otherFamilyMs = 250;
/** How long a result is kept that has no time to live of its own, in milliseconds. */
const defaultLifetimeMs = 5_000;

export function createResolver(options: ResolverOptions = {}): ResolveName {
  const { nameServers, hostsFile = '/etc/hosts', askSystem = lookupBySystem } = options;
  const findInHosts = createHostsFile(hostsFile);
  // No outsider decides how long the look-up of a local name takes; other names wait separately.
  const localNames = createFairSemaphore({ overall: 1, each: 1 });
  const otherNames = createFairSemaphore({ overall: 1, each: 1 });

  async function askServers(hostname: string, signal: AbortSignal): Promise<FoundAddresses> {
    const resolver = new Resolver({ timeout: firstTryMs, tries });
    if (nameServers) resolver.setServers(nameServers);
    const stop = () => resolver.cancel();
    signal.addEventListener('abort', stop, { once: true });
    try {
      return await joinFamilies(
        resolver.resolve4(hostname, { ttl: true }).then((records) => toFound(records, 4)),
        resolver.resolve6(hostname, { ttl: true }).then((records) => toFound(records, 6)),
      );
    } finally {
      signal.removeEventListener('abort', stop);
      resolver.cancel();
    }
  }

  async function askSystemInTurn(
    hostname: string,
    { owner, signal, onQueue }: Asking,
  ): Promise<FoundAddresses> {
    onQueue();
    const places = isLocalName(hostname) ? localNames : otherNames;
    if (!(await places.take(owner, signal))) throw signal.reason;
    try {
      return { addresses: await askSystem(hostname), lastsMs: defaultLifetimeMs };
    } finally {
      places.giveBack(owner);
    }
  }

  return async (hostname, asking) => {
    const { signal } = asking;
    const addresses = findInHosts(hostname.replace(/\.$/, ''));
    if (addresses.length > 0) return { addresses, lastsMs: defaultLifetimeMs };
    // No name server may be asked for it (RFC 6761 section 6.3).
    if (isLocalhost(hostname)) return askSystemInTurn(hostname, asking);
    try {
      return await askServers(hostname, signal);
    } catch (error) {
      if (signal.aborted || codeOf(error) === 'ETIMEOUT') throw error;
      return askSystemInTurn(hostname, asking);
    }
  };
}

/** Returns a function that asks `lookup`, and nobody else. */
export function resolveWith(lookup: Lookup): ResolveName {
  return async (hostname) => ({ addresses: await lookup(hostname), lastsMs: defaultLifetimeMs });
}

async function lookupBySystem(hostname: string): Promise<Address[]> {
  const found = await askOperatingSystem(hostname, { all: true });
  return found.map(({ address, family }) => ({ address, family: family === 4 ? 4 : 6 }));
}

function toFound(records: { address: string; ttl: number }[], family: 4 | 6): FoundAddresses {
  return {
    addresses: records.map(({ address }) => ({ address, family })),
    lastsMs: Math.min(...records.map(({ ttl }) => ttl * 1000)),
  };
}

/**
 * Joins the IPv4 and the IPv6 addresses. A family without addresses is left out, and so is one that comes more than
 * `otherFamilyMs` after the other.
 *
 * @throws the error of a look-up when neither family has an address
 */
async function joinFamilies(
  four: Promise<FoundAddresses>,
  six: Promise<FoundAddresses>,
): Promise<FoundAddresses> {
  const late = Promise.any([four, six]).then(
    () => sleep(otherFamilyMs, undefined, { ref: false }),
    () => new Promise<never>(() => {}),
  );
  const families = [four, six].map((family) =>
    Promise.race([family.catch((error: unknown) => asError(error)), late]),
  );
  const answers = await Promise.all(families);
  const found = answers.flatMap((answer) => (!answer || answer instanceof Error ? [] : [answer]));
  if (found.length > 0) {
    // The operating system's order (RFC 6724): IPv6 first on a machine with public IPv6 addresses.
    return {
      addresses: (hasPublicIpv6() ? found.toReversed() : found).flatMap(({ addresses }) => addresses),
      lastsMs: Math.min(...found.map(({ lastsMs }) => lastsMs)),
    };
  }
  // A name server that did not answer says more than a family without an address.
  const errors = answers.filter((answer) => answer instanceof Error);
  throw errors.find((error) => codeOf(error) === 'ETIMEOUT') ?? errors[0] ?? new Error('no answer');
}

function hasPublicIpv6(): boolean {
  return Object.values(networkInterfaces()).some((each) =>
    each?.some(({ family, internal, address }) => family === 'IPv6' && !internal && /^[23]/.test(address)),
  );
}

function isLocalhost(hostname: string): boolean {
  return /(?:^|\.)localhost\.?$/.test(hostname);
}

function isLocalName(hostname: string): boolean {
  return !hostname.replace(/\.$/, '').includes('.') || /\.local(?:host)?\.?$/.test(hostname);
}
