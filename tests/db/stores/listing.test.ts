import { expect, test } from 'vitest';
import { findRecord, listRecordKeys, listRecords, listStores } from '~/db/stores/listing';
import { findLastId } from '~/db/stores/records';
import { createTestContext } from '../../support/context';
import { explain } from '../../support/explain';

const of = { organizationId: 'o', store: 's', now: 1 };

test('records are found by their key, and read in its order without sorting', async () => {
  const { db } = await createTestContext();
  const plans = await explain(db, async (queries) => {
    await listStores(queries, { organizationId: 'o', after: 'a', limit: 1 });
    await listRecordKeys(queries, { ...of, limit: 1 });
    await listRecordKeys(queries, { ...of, prefix: 'a', after: 'ab', limit: 1 });
    await listRecords(queries, { ...of, keys: ['a', 'b'] });
    await findRecord(queries, { ...of, key: 'a' });
    await findLastId(queries, { ...of, from: '01', before: '02' });
  });
  const execution = 'SEARCH executions USING PRIMARY KEY (id=?) LEFT-JOIN';
  const byKey =
    'SEARCH records USING INDEX sqlite_autoindex_records_1 (organization_id=? AND store=? AND key=?)';
  const ofKeys =
    'SEARCH records USING INDEX sqlite_autoindex_records_1 (organization_id=? AND store=? AND key>? AND key<?)';
  expect(plans).toEqual([
    'SEARCH stores USING INDEX sqlite_autoindex_stores_1 (organization_id=? AND name>?)',
    ofKeys,
    ofKeys,
    byKey,
    execution,
    byKey,
    execution,
    // Values are not read.
    ofKeys.replace('USING', 'USING COVERING'),
  ]);
});
