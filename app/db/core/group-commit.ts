// One sync to disk serves all callers that asked for a write within a few turns of the event loop. That is why a delivery can
// be on disk before its response although thousands arrive in a second. The sync runs beside the event loop, while the next
// group gathers.
import { isDatabaseDown } from './database-errors';
import type { LogSync } from './log-sync';
import type { Queries } from './queries';
import type { Committed } from './transactions';

/**
 * When the promise of work in a group resolves. `on-disk`: when the work is on disk. `committed`: after the commit, and a sync
 * begins. `with-next`: after the commit, and the next sync takes it to disk. In all three cases readers see the work from the
 * commit on, and a process that dies loses none of it; only a power cut makes a difference.
 */
type Durability = 'on-disk' | 'committed' | 'with-next';

export interface GroupCommitOptions {
  /** `on-disk` unless given. */
  until?: Durability;
  /** About how many bytes the work reads; given when that takes so long that others should get a turn in between. */
  bytes?: number;
}

interface Entry extends Required<GroupCommitOptions> {
  work: (tx: Queries) => Promise<unknown>;
  resolve: (value: unknown) => void;
  reject: (reason: unknown) => void;
}

type Transaction = <Value>(work: (tx: Queries) => Promise<Value>) => Promise<Committed<Value>>;

/**
 * The most entries of one transaction, some milliseconds' work, and the most bytes they read; beyond either the event loop gets
 * a turn first.
 */
const maxEntries = 128;
const maxBytes = 1024 * 1024;
/**
 * The turns of the event loop in which a commit gathers work. The event loop reads in them only what is ready, which takes no
 * waiting, so an idle server answers as soon, and a busy one syncs less often.
 */
const gatheredTurns = 16;

export function createGroupCommit(commitWork: Transaction, log: Pick<LogSync, 'running'>) {
  let waiting: Entry[] = [];
  let scheduled = false;

  function schedule() {
    if (scheduled) return;
    scheduled = true;
    gather(gatheredTurns);
  }

  function gather(turns: number) {
    setImmediate(() => (turns > 1 ? gather(turns - 1) : void flushAfterSync()));
  }

  /** Gathers more while a sync runs: what is committed until it ends waits for the next sync anyway. */
  async function flushAfterSync() {
    if (waiting.length < maxEntries) await log.running();
    await flush();
  }

  async function flush() {
    await commit(waiting.splice(0, countNext(waiting)));
    scheduled = false;
    if (waiting.length > 0) schedule();
  }

  /** Commits entries. Work that throws is taken out and rejected; the others, rolled back with it, are executed again. */
  async function commit(entries: Entry[]): Promise<void> {
    let current: Entry | undefined;
    try {
      const { value: values, onDisk } = await commitWork(async (tx) => {
        const done: unknown[] = [];
        for (current of entries) done.push(await current.work(tx));
        current = undefined;
        return done;
      });
      void handOut(entries, values, onDisk);
    } catch (error) {
      const guilty = current;
      // The error is not the fault of one entry: the file is locked, full or unreadable, and would fail each of them.
      if (!guilty || isDatabaseDown(error)) {
        for (const entry of entries) entry.reject(error);
        return;
      }
      guilty.reject(error);
      const innocent = entries.filter((entry) => entry !== guilty);
      if (innocent.length > 0) await commit(innocent);
    }
  }

  async function handOut(entries: Entry[], values: unknown[], onDisk: () => Promise<void>): Promise<void> {
    const resolveAll = (which: (until: Durability) => boolean) =>
      entries.forEach((entry, index) => {
        if (which(entry.until)) entry.resolve(values[index]);
      });
    resolveAll((until) => until !== 'on-disk');
    if (entries.every(({ until }) => until === 'with-next')) return;
    try {
      await onDisk();
    } catch (error) {
      // Promises that were already resolved ignore this.
      for (const entry of entries) entry.reject(error);
      return;
    }
    resolveAll((until) => until === 'on-disk');
  }

  return function groupCommit<Value>(
    work: (tx: Queries) => Promise<Value>,
    { until = 'on-disk', bytes = 0 }: GroupCommitOptions = {},
  ): Promise<Value> {
    return new Promise<Value>((resolve, reject) => {
      waiting.push({ work, resolve: resolve as (value: unknown) => void, reject, until, bytes });
      schedule();
    });
  };
}

/** Returns how many waiting entries go into the next transaction: at least one, however much it reads. */
function countNext(waiting: readonly Entry[]): number {
  const most = Math.min(waiting.length, maxEntries);
  let bytes = 0;
  for (let count = 0; count < most; count += 1) {
    bytes += waiting[count]?.bytes ?? 0;
    if (bytes > maxBytes && count > 0) return count;
  }
  return most;
}
