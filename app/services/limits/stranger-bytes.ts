// Limits how many bytes people and programs that prove nothing may store at one integration: through its public form, or through
// a webhook that everybody may send to who knows its address. A limit of requests alone lets one of them fill the disk in hours.

interface StrangerBytes {
  /**
   * Takes bytes from what the integration, and the network that sends them, may store. Returns 0, or the seconds, rounded up,
   * until there is room for them.
   */
  take(sender: { integrationId: string; network: string }, bytes: number, now: number): number;
}

/** What an execution takes on the disk beside its payload, in bytes. */
const executionBytes = 2048;

/** The share that one network may take, so that it leaves room for others. */
const shareOfNetwork = 0.5;

const dayMs = 24 * 3_600_000;
const sweepAfterMs = 60_000;

/** What was stored and has not been given back yet by the time that passed since. */
interface Spent {
  bytes: number;
  at: number;
}

/**
 * `bytesPerDay`: how much is given back in a day, evenly; as much may be stored at once. Undefined for no limit. An integration or
 * a network that has got everything back is forgotten.
 */
export function createStrangerBytes(bytesPerDay: number | undefined): StrangerBytes {
  const integrations = createSpending(bytesPerDay ?? Infinity);
  const networks = createSpending(shareOfNetwork * (bytesPerDay ?? Infinity));
  return {
    take({ integrationId, network }, payloadBytes, now) {
      if (bytesPerDay === undefined) return 0;
      const bytes = payloadBytes + executionBytes;
      const ofNetwork = `${integrationId} ${network}`;
      const waitMs = Math.max(
        integrations.waitMs(integrationId, bytes, now),
        networks.waitMs(ofNetwork, bytes, now),
      );
      if (waitMs > 0) return Math.ceil(waitMs / 1000);
      integrations.add(integrationId, bytes, now);
      networks.add(ofNetwork, bytes, now);
      return 0;
    },
  };
}

function createSpending(perDay: number) {
  const spent = new Map<string, Spent>();
  const perMs = perDay / dayMs;
  let sweptAt = 0;

  function leftOf({ bytes, at }: Spent, now: number): number {
    return Math.max(0, bytes - Math.max(0, now - at) * perMs);
  }

  function find(key: string, now: number): number {
    const entry = spent.get(key);
    return entry ? leftOf(entry, now) : 0;
  }

  function sweep(now: number): void {
    sweptAt = now;
    for (const [key, entry] of spent) if (leftOf(entry, now) === 0) spent.delete(key);
  }

  return {
    // What is larger than the whole limit has to wait until nothing is spent, instead of for ever.
    waitMs: (key: string, bytes: number, now: number) =>
      (find(key, now) + Math.min(bytes, perDay) - perDay) / perMs,
    add(key: string, bytes: number, now: number): void {
      if (Math.abs(now - sweptAt) > sweepAfterMs) sweep(now);
      spent.set(key, { bytes: find(key, now) + bytes, at: now });
    },
  };
}
