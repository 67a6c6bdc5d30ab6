// A store with very many expired records, which upkeep has not removed yet.
import { expect, test } from 'vitest';
import { listRecordKeys } from '~/db/stores/listing';
import { createTestUser } from '../../support/accounts';
import { createTestContext } from '../../support/context';
import { insertTestRecord } from '../../support/records';

test('a list goes past them in turns, so that nobody waits', async () => {
  const context = await createTestContext();
  const { organizationId } = await createTestUser(context);
  const now = context.now();
  const of = { organizationId, store: 'cache' };
  for (const key of ['a', 'key', 'z']) await insertTestRecord(context, { ...of, key });
  context.db.sqlite
    .prepare(
      `with recursive numbers (n) as (select 10000 union all select n + 1 from numbers where n < 12499)
       insert into records
       select organization_id, store, 'key-' || n, length, is_secret, execution_id, 1, 1, ?, value
       from records, numbers where key = 'key'`,
    )
    .run(now);
  let turns = 0;
  let isListing = true;
  const count = () => {
    turns += 1;
    if (isListing) setImmediate(count);
  };
  setImmediate(count);
  const listed = await listRecordKeys(context.db, { ...of, limit: 100, now });
  isListing = false;
  expect(listed.map(({ key }) => key)).toEqual(['a', 'key', 'z']);
  expect(turns).toBeGreaterThanOrEqual(4);
  const keys = await listRecordKeys(context.db, { ...of, prefix: 'key', limit: 1, now });
  expect(keys).toEqual([{ key: 'key', length: 1 }]);
  expect(await listRecordKeys(context.db, { ...of, prefix: 'key', after: 'key', limit: 100, now })).toEqual(
    [],
  );
});
