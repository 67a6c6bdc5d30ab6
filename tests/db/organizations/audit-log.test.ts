import { expect, test } from 'vitest';
import { insertAuditEntry } from '~/db/organizations/audit-entries';
import { listAuditKinds } from '~/db/organizations/audit-log';
import { insertOrganization } from '~/db/organizations/organizations';
import { createTestDatabase } from '../../support/database';
import { explain } from '../../support/explain';

test('the kinds of an organization’s entries are found without walking over the entries', async () => {
  const db = await createTestDatabase();
  for (const id of ['ours', 'theirs']) await insertOrganization(db, { id, name: id, now: 0 });
  for (const kind of ['login', 'integration-run', 'login', 'secret-changed'] as const) {
    await insertAuditEntry(db, { kind, organizationId: 'ours', now: 0 });
  }
  await insertAuditEntry(db, { kind: 'execution-replayed', organizationId: 'theirs', now: 0 });
  expect(await listAuditKinds(db, 'ours')).toEqual(['integration-run', 'login', 'secret-changed']);
  expect(await explain(db, (queries) => listAuditKinds(queries, 'ours'))).toEqual([
    'SEARCH audit USING COVERING INDEX audit_by_kind (organization_id=? AND kind>?)',
  ]);
});
