// Looks names up for all organizations. When no name server answers for the names of one organization, only its own look-ups
// wait. A look-up ends after 5 seconds, an organization has a limited number under way, and recent results, failures included,
// are kept. The caller checks each time whether an address may be called, so kept addresses are unchecked.
import { codeOf, isExhaustion } from './failure';
import { createFairSemaphore } from './fair-semaphore';
import type { ResolveName, FoundAddresses } from './resolver';
import type { Address } from './target';

const LOOKUP_TIMEOUT_MS = 5_000;
/** How long a look-up waits for a place among those of its organization, in milliseconds; then it fails as one too many. */
const MAX_WAIT_MS = 1_000;
/** How long a response is kept at most, in milliseconds; less if its zone says so. */
const SUCCESS_LASTS_MS = 5_000;
const FAILURE_LASTS_MS = 5_000;
const MAX_KEPT = 1_000;
/** The most addresses of a name in each family. A zone may name thousands, which would be checked for each call. */
const MAX_OF_FAMILY = 32;
/** The most look-ups under way: each takes a socket or two. `MAX_OF_ONE` suffices for all calls of an organization. */
const MAX_UNDER_WAY = 512;
const MAX_OF_ONE = 64;

/** A look-up that failed. `code` is one of node:dns, or one of ours. */
export class LookupError extends Error {
  readonly code: string;
  /** The owner whose turn did not come in time, which says nothing about the name; undefined when it counts for all. */
  readonly onlyFor: string | undefined;

  /** ETIMEOUT: no response came in time. ECROWDED: it waited a second in vain for others of its organization. */
  constructor(code: string, onlyFor?: string) {
    super(`the look-up failed: ${code}`);
    this.code = code;
    this.onlyFor = onlyFor;
  }
}

/** Returns every address of a name, for an owner whose look-ups are counted together. Rejects with a `LookupError`. */
type OwnedLookup = (hostname: string, owner: string) => Promise<Address[]>;

interface Known {
  /** On the clock of `performance`; Infinity while the look-up is under way. */
  until: number;
  addresses: Promise<Address[]>;
}

export function createLookup(ask: ResolveName): OwnedLookup {
  const known = new Map<string, Known>();
  const places = createFairSemaphore({ overall: MAX_UNDER_WAY, each: MAX_OF_ONE });

  /** Returns what is known or asked for; undefined when that is nothing, and a promise of it when it counts for another owner. */
  function findKnown(hostname: string, owner: string): Promise<Address[] | undefined> | undefined {
    const entry = known.get(hostname);
    if (!entry || performance.now() >= entry.until) return undefined;
    return entry.addresses.catch((error: LookupError) => {
      if ((error.onlyFor ?? owner) === owner) throw error;
      return undefined;
    });
  }

  function start(hostname: string, owner: string): Promise<Address[]> {
    let lastsMs = FAILURE_LASTS_MS;
    let isQueued = false;
    const onQueue = () => void (isQueued = true);
    const addresses = askInTime(hostname, owner, onQueue).then(
      (found) => {
        lastsMs = Math.min(found.lastsMs, SUCCESS_LASTS_MS);
        return takeSome(found.addresses);
      },
      (error: unknown) => {
        const code = codeOf(error) ?? 'UNKNOWN';
        if (isExhaustion(code)) lastsMs = 0;
        throw new LookupError(code, isQueued && code === 'ETIMEOUT' ? owner : undefined);
      },
    );
    const entry: Known = { until: Infinity, addresses };
    const settle = () => void (entry.until = performance.now() + lastsMs);
    addresses.then(settle, settle);
    keep(hostname, entry);
    return addresses;
  }

  async function askInTime(hostname: string, owner: string, onQueue: () => void): Promise<FoundAddresses> {
    const { signal, done } = startDeadline(LOOKUP_TIMEOUT_MS);
    const late = new Promise<never>((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(new LookupError('ETIMEOUT')), { once: true });
    });
    try {
      return await Promise.race([late, ask(hostname, { owner, signal, onQueue })]);
    } finally {
      done();
    }
  }

  function keep(hostname: string, entry: Known): void {
    known.delete(hostname);
    known.set(hostname, entry);
    if (known.size <= MAX_KEPT) return;
    const [oldest] = known.keys();
    if (oldest !== undefined) known.delete(oldest);
  }

  return async (hostname, owner) => {
    const soon = await findKnown(hostname, owner);
    if (soon) return soon;
    const patience = startDeadline(MAX_WAIT_MS);
    const hasPlace = await places.take(owner, patience.signal);
    patience.done();
    if (!hasPlace) throw new LookupError('ECROWDED');
    try {
      // While this look-up waited for a place, another one may have asked.
      const joined = findKnown(hostname, owner);
      return (joined && (await joined)) ?? (await start(hostname, owner));
    } finally {
      places.giveBack(owner);
    }
  };
}

/** Takes the first addresses of each family, in the order given. */
function takeSome(addresses: Address[]): Address[] {
  const left = { 4: MAX_OF_FAMILY, 6: MAX_OF_FAMILY };
  return addresses.filter(({ family }) => left[family]-- > 0);
}

function startDeadline(afterMs: number): { signal: AbortSignal; done: () => void } {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), afterMs);
  return { signal: controller.signal, done: () => clearTimeout(timer) };
}
