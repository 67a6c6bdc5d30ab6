// Runs one transaction at a time, without other callers' queries inside it. SQLite answers at once, so a transaction begins,
// works and commits before the event loop turns: what waits for it waits for no disk but its own, and needs no timeout.
import { isDamage } from './database-errors';
import type { DatabaseObserver } from './database-observer';
import type { LogSync } from './log-sync';
import type { Queries } from './queries';
import type BetterSqlite3 from './sqlite';
import { createQueries, type Statements } from './statements';

type Work<Value> = (tx: Queries) => Promise<Value>;

/** A committed result that may not be on disk yet. */
export interface Committed<Value> {
  value: Value;
  /** Resolves when the result is on disk; rejects when that cannot be known. */
  onDisk(): Promise<void>;
}

export type Transactions = ReturnType<typeof createTransactions>;

/** In tests all work is executed twice, the first time rolled back: that reveals effects besides its queries. */
const isRehearsed = import.meta.env?.MODE === 'test';

export function createTransactions(
  sqlite: BetterSqlite3.Database,
  statements: Statements,
  log: LogSync,
  observer: Partial<DatabaseObserver>,
) {
  const begin = sqlite.prepare('BEGIN IMMEDIATE');
  const end = sqlite.prepare('COMMIT');
  const rollback = sqlite.prepare('ROLLBACK');
  let current: Promise<void> | undefined;
  let held: Promise<void> | undefined;

  async function transaction<Value>(work: Work<Value>): Promise<Value> {
    const { value, onDisk } = await commitWork(work);
    await onDisk();
    return value;
  }

  async function commitWork<Value>(work: Work<Value>): Promise<Committed<Value>> {
    for (let other = held ?? current; other; other = held ?? current) await other;
    let release: (() => void) | undefined;
    current = new Promise((resolve) => {
      release = resolve;
    });
    try {
      if (isRehearsed) await execute(work, undo).catch(() => undefined);
      try {
        return await commitOnce(work);
      } catch (error) {
        if (!observer.failed?.(error)) throw error;
        return await commitOnce(work);
      }
    } finally {
      current = undefined;
      release?.();
    }
  }

  async function execute<Value>(work: Work<Value>, finish: () => void): Promise<Value> {
    let isOpen = true;
    const tx = createQueries(statements, () => {
      if (!isOpen) throw new Error('A transaction was used after its end.');
      return undefined;
    });
    try {
      log.assertSound();
      begin.run();
      const value = await withinOneTurn(work(tx));
      finish();
      return value;
    } catch (error) {
      if (isDamage(error)) observer.damaged?.(error);
      // After some errors, above all a full disk, SQLite has rolled back by itself.
      if (sqlite.inTransaction) rollback.run();
      throw error;
    } finally {
      isOpen = false;
    }
  }

  async function commitOnce<Value>(work: Work<Value>): Promise<Committed<Value>> {
    let beganAt = 0;
    const value = await execute(work, () => {
      beganAt = performance.now();
      end.run();
      log.noteWritten();
    });
    return {
      value,
      async onDisk() {
        await log.settled();
        observer.committed?.(performance.now() - beganAt);
      },
    };
  }

  function undo() {
    rollback.run();
  }

  /** Lets no transaction and no single write begin while the work lasts; reads go on. */
  async function holdCommits<Value>(work: () => Promise<Value>): Promise<Value> {
    for (let other = held; other; other = held) await other;
    const done = work();
    held = done.then(
      () => undefined,
      () => undefined,
    );
    try {
      return await done;
    } finally {
      held = undefined;
    }
  }

  return {
    transaction,
    commitWork,
    holdCommits,
    /** Resolves when the open transaction has ended, and another may have begun; undefined when none is open. */
    whenFree: () => current,
    /** Like `whenFree`, but also waits until commits are no longer held. */
    whenWritable: () => held ?? current,
  };
}

/** Rejects when the event loop turns first: all other queries would wait, and `work` could be waiting for one of them. */
function withinOneTurn<Value>(work: Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    const turned = setImmediate(() => {
      reject(new Error('A transaction awaited something else than its own queries.'));
    });
    work.then(resolve, reject).finally(() => clearImmediate(turned));
  });
}
