import { EventEmitter, once } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { beforeEach, describe, expect, test } from 'vitest';
import { isDatabaseDown } from '~/db/core/database-errors';
import type { Database } from '~/db/core/open';
import BetterSqlite3 from '~/db/core/sqlite';
import { createTestDatabase } from '../../support/database';

let db: Database;
let commits: number;

beforeEach(async () => {
  db = await createTestDatabase();
  db.sqlite.exec('create table t (a integer unique)');
  commits = 0;
});

function insert(value: number): number {
  db.sqlite.prepare('insert into t values (?)').run(value);
  return value;
}

function listValues(): unknown[] {
  return db.sqlite.prepare('select a from t order by a').pluck().all();
}

/** Counts commits as another connection sees them. */
function watchCommits(): () => number {
  const other = new BetterSqlite3(db.sqlite.name, { readonly: true });
  let version = other.pragma('data_version', { simple: true });
  return () => {
    const next = other.pragma('data_version', { simple: true });
    if (next !== version) commits += 1;
    version = next;
    return commits;
  };
}

test('work of one turn is committed together and resolves after that', async () => {
  const count = watchCommits();
  const values = await Promise.all(
    [1, 2, 3].map(async (value) => {
      const result = await db.groupCommit(async () => insert(value));
      expect(db.sqlite.inTransaction).toBe(false);
      expect(count()).toBe(1);
      return result;
    }),
  );
  expect(values).toEqual([1, 2, 3]);
  expect(listValues()).toEqual([1, 2, 3]);
});

test('nothing is executed before the turn ends', async () => {
  const done = db.groupCommit(async () => insert(1));
  expect(listValues()).toEqual([]);
  await done;
  expect(listValues()).toEqual([1]);
});

test('work that throws is rejected alone and leaves nothing; the others are committed', async () => {
  const outcomes = await Promise.allSettled([
    db.groupCommit(async () => insert(1)),
    db.groupCommit(async () => {
      insert(2);
      throw new Error('guilty');
    }),
    db.groupCommit(async () => insert(3)),
    db.groupCommit(async () => insert(1)),
    db.groupCommit(async () => insert(5)),
  ]);
  expect(outcomes).toMatchObject([
    { value: 1 },
    { reason: { message: 'guilty' } },
    { value: 3 },
    { reason: { code: 'SQLITE_CONSTRAINT_UNIQUE' } },
    { value: 5 },
  ]);
  expect(listValues()).toEqual([1, 3, 5]);
});

test('all guilty: each is rejected with its own error', async () => {
  const outcomes = await Promise.allSettled(
    [1, 2].map((value) =>
      db.groupCommit(async () => {
        throw new Error(`error ${value}`);
      }),
    ),
  );
  expect(outcomes).toMatchObject([{ reason: { message: 'error 1' } }, { reason: { message: 'error 2' } }]);
});

test('a database that cannot be written rejects everybody at once, and later works again', async () => {
  db.sqlite.pragma('busy_timeout = 0');
  const other = new BetterSqlite3(db.sqlite.name);
  other.exec('begin immediate');
  const outcomes = await Promise.allSettled([1, 2].map((value) => db.groupCommit(async () => insert(value))));
  expect(outcomes).toMatchObject([{ reason: { code: 'SQLITE_BUSY' } }, { reason: { code: 'SQLITE_BUSY' } }]);
  expect(outcomes.every((outcome) => outcome.status === 'rejected' && isDatabaseDown(outcome.reason))).toBe(
    true,
  );
  other.exec('rollback');
  other.close();
  expect(await db.groupCommit(async () => insert(1))).toBe(1);
  expect(listValues()).toEqual([1]);
});

test('a full disk in the middle of one piece of work fails all that share its commit', async () => {
  const pages = db.sqlite.pragma('page_count', { simple: true });
  db.sqlite.pragma(`max_page_count = ${String(pages)}`);
  db.sqlite.exec('create temp table big (b blob)');
  const outcomes = await Promise.allSettled([
    db.groupCommit(async () => insert(1)),
    db.groupCommit(async () => db.sqlite.exec('create table more as select zeroblob(1000000) as b')),
  ]);
  expect(outcomes).toMatchObject([{ reason: { code: 'SQLITE_FULL' } }, { reason: { code: 'SQLITE_FULL' } }]);
  expect(listValues()).toEqual([]);
});

test('work that reads much shares its commit with little else, so that others are let in between', async () => {
  // A commit may be on disk only after the next one began, so it is seen from within the next.
  const count = watchCommits();
  async function commit(bytes: number): Promise<void> {
    const work = async () => {
      count();
      insert(bytes);
    };
    await db.groupCommit(work, { bytes });
    count();
  }
  await Promise.all([1, 2, 3].map(commit));
  expect(commits).toBe(1);
  await Promise.all([800_000, 800_001, 5_000_000, 10, 20].map(commit));
  expect(commits).toBe(5);
  expect(listValues()).toEqual([1, 2, 3, 10, 20, 800_000, 800_001, 5_000_000]);
});

/** A new database: how many of its commits were waited for until they were on disk, and the first that was. */
async function watchSyncs(): Promise<{ count: () => number; synced: Promise<unknown> }> {
  const syncs = new EventEmitter();
  let count = 0;
  const synced = once(syncs, 'synced');
  const committed = () => {
    count += 1;
    syncs.emit('synced');
  };
  db = await createTestDatabase(undefined, { committed });
  db.sqlite.exec('create table t (a integer unique)');
  return { count: () => count, synced };
}

describe('work that need not be on disk', () => {
  test('resolves when it is committed, and its sync goes on', async () => {
    const { count, synced } = await watchSyncs();
    await db.groupCommit(async () => insert(1), { until: 'committed' });
    expect(count()).toBe(0);
    expect(listValues()).toEqual([1]);
    await synced;
  });

  test('or begins none, and comes to the disk with what is committed next', async () => {
    const { count } = await watchSyncs();
    await db.groupCommit(async () => insert(1), { until: 'with-next' });
    await nextTurn();
    expect(count()).toBe(0);
    expect(listValues()).toEqual([1]);
    await db.groupCommit(async () => insert(2));
    expect(count()).toBe(1);
  });

  test('does not wait for others of its group that must be', async () => {
    const { count } = await watchSyncs();
    const order: string[] = [];
    const durable = db.groupCommit(async () => insert(1)).then(() => order.push(`on disk, ${count()} sync`));
    await db.groupCommit(async () => insert(2), { until: 'with-next' });
    order.push(`committed, ${count()} syncs`);
    await durable;
    expect(order).toEqual(['committed, 0 syncs', 'on disk, 1 sync']);
  });
});

test('more than fits one transaction is still committed in order', async () => {
  const order: number[] = [];
  await Promise.all(
    Array.from({ length: 1200 }, (_, value) =>
      db.groupCommit(async () => insert(value)).then((done) => order.push(done)),
    ),
  );
  expect(order).toEqual(Array.from({ length: 1200 }, (_, value) => value));
  expect(listValues()).toHaveLength(1200);
});

test.each(['no', null, new Error('SQLITE_FULL'), { code: 'SQLITE_FULL' }])(
  '%o says nothing of the database',
  (error) => {
    expect(isDatabaseDown(error)).toBe(false);
  },
);
