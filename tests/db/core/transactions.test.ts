import { setImmediate as nextTurn } from 'node:timers/promises';
import { beforeEach, expect, test } from 'vitest';
import type { Database } from '~/db/core/open';
import type { Queries } from '~/db/core/queries';
import { createTestDatabase } from '../../support/database';

let db: Database;

beforeEach(async () => {
  db = await createTestDatabase();
});

function add(to: Queries, address: string): Promise<number> {
  return to.run(to.build.insertInto('early_access').values({ email: address, created_at: 0 }));
}

async function list(from: Queries = db): Promise<string[]> {
  return (await from.all(from.build.selectFrom('early_access').select('email').orderBy('email'))).map(
    (row) => row.email,
  );
}

test('nobody else sees or touches what a transaction has not committed', async () => {
  const seen: string[][] = [];
  const written = db.transaction(async (tx) => {
    await add(tx, 'a');
    await add(tx, 'b');
    return list(tx);
  });
  const read = list().then((found) => seen.push(found));
  const alone = add(db, 'c');
  expect(await written).toEqual(['a', 'b']);
  await Promise.all([read, alone]);
  expect(seen).toEqual([['a', 'b']]);
  expect(await list()).toEqual(['a', 'b', 'c']);
});

test('transactions follow each other, in the order they were asked for', async () => {
  const order: string[] = [];
  await Promise.all(
    ['a', 'b', 'c'].map(async (address) => {
      const before = await db.transaction(async (tx) => {
        const found = await list(tx);
        await add(tx, address);
        return found;
      });
      order.push(`${before.join('')} ${address}`);
    }),
  );
  expect(order).toEqual([' a', 'a b', 'ab c']);
});

test('one that lets the event loop turn is rolled back, and what waits for it goes on', async () => {
  const slow = db.transaction(async (tx) => {
    await add(tx, 'a');
    await nextTurn();
    await add(tx, 'b');
  });
  const waiting = add(db, 'c');
  await expect(slow).rejects.toThrow('A transaction awaited something else than its own queries.');
  await waiting;
  await nextTurn();
  expect(await list()).toEqual(['c']);
});

test('one that asks the database instead of itself fails instead of waiting for ever', async () => {
  await expect(db.transaction(async () => add(db, 'a'))).rejects.toThrow('its own queries');
});

test('it is of no use after its end', async () => {
  let kept: Queries | undefined;
  await db.transaction(async (tx) => {
    kept = tx;
  });
  if (!kept) throw new Error('No transaction');
  await expect(list(kept)).rejects.toThrow('A transaction was used after its end.');
});

test('in tests each work is executed twice and stored once', async () => {
  let executed = 0;
  await db.transaction(async (tx) => {
    executed += 1;
    await add(tx, 'a');
  });
  expect([executed, await list()]).toEqual([2, ['a']]);
});

test('closing waits for the transaction that is open', async () => {
  const written = db.transaction(async (tx) => {
    await add(tx, 'a');
    return list(tx);
  });
  await db.close();
  expect(await written).toEqual(['a']);
});
