// One sync to disk serves everyone who asked for it in the same turn of the event loop: that is what lets a
// webhook be durable before its answer and thousands a second be answered all the same.
import type { Queries } from './open';

interface Entry {
  work: (tx: Queries) => unknown;
  resolve: (value: unknown) => void;
  reject: (reason: unknown) => void;
}

type Transaction = <Value>(work: (tx: Queries) => Value) => Value;

/** Most entries of one transaction; past it the event loop gets a turn first. */
const maxEntries = 512;

export function createGroupCommit(transaction: Transaction) {
  let waiting: Entry[] = [];
  let scheduled = false;

  function schedule() {
    if (scheduled) return;
    scheduled = true;
    setImmediate(flush);
  }

  function flush() {
    scheduled = false;
    const entries = waiting.splice(0, maxEntries);
    if (waiting.length > 0) schedule();
    try {
      const values = transaction((tx) => entries.map((entry) => entry.work(tx)));
      entries.forEach((entry, index) => entry.resolve(values[index]));
    } catch (error) {
      if (entries.length === 1) entries[0]?.reject(error);
      else for (const entry of entries) commitAlone(entry);
    }
  }

  /** One entry's failure rolled all of them back; each gets a transaction of its own, and only the guilty fails. */
  function commitAlone(entry: Entry) {
    try {
      entry.resolve(transaction(entry.work));
    } catch (error) {
      entry.reject(error);
    }
  }

  return function groupCommit<Value>(work: (tx: Queries) => Value): Promise<Value> {
    return new Promise<Value>((resolve, reject) => {
      waiting.push({ work, resolve: resolve as (value: unknown) => void, reject });
      schedule();
    });
  };
}
