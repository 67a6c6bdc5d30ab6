// One sync to disk serves all who asked for a write within a few turns of the event loop. That is why a delivery can be on disk
// before its response although thousands arrive in a second. The sync runs beside the event loop, and the next group is gathered
// meanwhile.
import { isDatabaseDown } from './database-errors';
import type { LogSync } from './log-sync';
import type { Queries } from './queries';
import type { Committed } from './transactions';

/**
 * When work that is committed in a group resolves: `on-disk`, when that is where it is; `committed`, at once, and a sync
 * begins; `with-next`, at once, and it comes to the disk with what is committed next. A reader sees it in all three from the
 * commit on, and a process that dies loses none; only a power cut tells them apart.
 */
export type Durability = 'on-disk' | 'committed' | 'with-next';

export interface GroupCommitOptions {
  /** `on-disk` unless given. */
  until?: Durability;
  /** About what the work reads, when that takes long enough for others to be let in between. */
  bytes?: number;
}

interface Entry extends Required<GroupCommitOptions> {
  work: (tx: Queries) => Promise<unknown>;
  resolve: (value: unknown) => void;
  reject: (reason: unknown) => void;
}

type Transaction = <Value>(work: (tx: Queries) => Promise<Value>) => Promise<Committed<Value>>;

/**
 * Most entries of one transaction, some milliseconds' work, and most bytes they have to read; past either the event loop
 * gets a turn first.
 */
const maxEntries = 128;
const maxBytes = 1024 * 1024;
/**
 * Turns of the event loop that a commit gathers work for. What is ready to be read takes no time to wait for and is read
 * in these, so an idle server answers as soon, and a busy one syncs less often.
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

  /** What is committed while a sync runs waits for the next one anyway, so until then more of it is gathered. */
  async function flushAfterSync() {
    if (waiting.length < maxEntries) await log.running();
    await flush();
  }

  async function flush() {
    await commit(waiting.splice(0, countNext(waiting)));
    scheduled = false;
    if (waiting.length > 0) schedule();
  }

  /** Work that throws is taken out and rejected; the others, rolled back with it, are executed again. */
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
      // Those that have been resolved hear nothing more.
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

/** How many of those that wait go into the next transaction: one at least, however much it reads. */
function countNext(waiting: readonly Entry[]): number {
  const most = Math.min(waiting.length, maxEntries);
  let bytes = 0;
  for (let count = 0; count < most; count += 1) {
    bytes += waiting[count]?.bytes ?? 0;
    if (bytes > maxBytes && count > 0) return count;
  }
  return most;
}
