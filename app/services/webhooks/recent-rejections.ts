// Why deliveries were rejected before they became an execution, for people who set up a sender. Of an untrusted delivery
// nothing but the reason is kept. A thousand of them cause one write: they are counted in memory and stored every few seconds.
import type { AppContext, RejectedDelivery, Rejections } from '~/context';
import type { Queries } from '~/db/core/queries';
import { changeRejectedDeliveries, findRejectedDeliveries } from '~/db/integrations/rejected-deliveries';
import { createRepeatedErrors } from '~/repeated-errors';
import { cutWithoutMark } from '~/engine/texts/truncate';
import { addRejection, mergeRejections, parseRejections } from './merge-rejections';

/** How many integrations' rejections are in memory; beyond that, those of the integration that rejected first are forgotten. */
const maxIntegrations = 1_000;
const maxReasonLength = 200;
const storeAfterMs = 3_000;
const dayMs = 24 * 3_600_000;
/** How many integrations one transaction stores. */
const batchSize = 50;

/** Keeps the last 20 kinds of rejections of each integration. A killed process loses those of its last three seconds. */
export function createRejections({
  db,
  log,
  damage,
  disk,
  config,
  now,
}: Pick<AppContext, 'db' | 'log' | 'damage' | 'disk' | 'config' | 'now'>): Rejections {
  const errors = createRepeatedErrors(log);
  let pending = new Map<string, RejectedDelivery[]>();
  let storing = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;

  function keep(integrationId: string, entries: RejectedDelivery[]): void {
    // Deleted and set again, so that the map is in the order of the last rejections.
    pending.delete(integrationId);
    pending.set(integrationId, entries);
    const [oldest] = pending.keys();
    if (pending.size > maxIntegrations && oldest) pending.delete(oldest);
    timer ??= setTimeout(() => void flush(), storeAfterMs).unref();
  }

  /** Rejections are kept no longer than executions. */
  function isKept({ at }: RejectedDelivery): boolean {
    return at >= now() - config.retentionDays * dayMs;
  }

  async function storePending(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    if (damage.isFound() || disk.isLow()) return;
    const taken = [...pending];
    pending = new Map();
    while (taken.length > 0) {
      const batch = taken.slice(0, batchSize);
      try {
        await db.groupCommit((tx) => storeBatch(tx, batch, isKept), { until: 'with-next' });
        taken.splice(0, batchSize);
      } catch (error) {
        errors.error({ err: error }, 'rejected deliveries could not be stored');
        for (const [integrationId, entries] of taken.splice(0))
          keep(integrationId, mergeRejections(pending.get(integrationId) ?? [], entries));
      }
    }
  }

  function flush(): Promise<void> {
    storing = storing.then(storePending);
    return storing;
  }

  return {
    record(integrationId, { reason, ...facts }) {
      // A reason may quote what the sender sent.
      const entry = { ...facts, reason: cutWithoutMark(reason, maxReasonLength), count: 1, since: facts.at };
      keep(integrationId, addRejection(entry, pending.get(integrationId) ?? []));
    },
    async list(key) {
      await flush();
      const stored = parseRejections(await findRejectedDeliveries(db, key));
      return mergeRejections(pending.get(key.id) ?? [], stored).filter(isKept);
    },
    flush,
  };
}

async function storeBatch(
  tx: Queries,
  batch: readonly [integrationId: string, entries: RejectedDelivery[]][],
  isKept: (entry: RejectedDelivery) => boolean,
): Promise<void> {
  for (const [integrationId, entries] of batch) {
    await changeRejectedDeliveries(tx, integrationId, (stored) => {
      const merged = mergeRejections(entries, parseRejections(stored).filter(isKept));
      return { entries: JSON.stringify(merged), lastAt: merged[0]?.at ?? 0 };
    });
  }
}
