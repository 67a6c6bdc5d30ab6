import { expect, test } from 'vitest';
import { firstIdOf } from '~/db/core/id';
import { findEntryAt } from '~/db/organizations/audit-log';
import { findAuditEntries } from '~/services/organizations/audit-search';
import { createTestUser } from '../../support/accounts';
import { createTestContext } from '../../support/context';
import { createTestIntegration } from '../../support/executions';
import { explain } from '../../support/explain';

const noon = Date.parse('2026-03-10T12:00:00Z');
const minute = 60_000;

interface Entry {
  kind?: string;
  minute: number;
  by?: string | null;
  subjectId?: string | null;
  detail?: string | null;
  address?: string | null;
}

async function createLog() {
  const context = await createTestContext();
  const { db } = context;
  const { user, organizationId } = await createTestUser(context);
  async function insert(entries: Entry[]) {
    const rows = entries.map(({ kind = 'login', minute: at, by = null, ...rest }) => ({
      id: `${firstIdOf(noon + at * minute)}-7000-8000-000000000000`,
      organization_id: organizationId,
      user_id: by,
      kind,
      subject_id: rest.subjectId ?? null,
      detail: rest.detail ?? null,
      address: rest.address ?? null,
      created_at: noon + at * minute,
    }));
    await db.transaction((tx) => tx.run(tx.build.insertInto('audit').values(rows)));
  }
  const find = async (
    filter: Omit<Parameters<typeof findAuditEntries>[1], 'organizationId' | 'limit'>,
    limit = 10,
  ) =>
    (await findAuditEntries(db, { organizationId, limit, ...filter })).map(
      ({ createdAt }) => (createdAt - noon) / minute,
    );
  return { context, db, user, organizationId, insert, find };
}

test('a text finds the person, the integration, the detail and the address, in any case', async () => {
  const { context, user, organizationId, insert, find } = await createLog();
  const { integrationId } = await createTestIntegration(context, organizationId);
  await insert([
    { minute: 1, by: user.id },
    { minute: 2, subjectId: integrationId },
    { minute: 3, detail: 'Grace@example.com: MEMBER → ADMIN', address: '192.0.2.77' },
    { minute: 4 },
  ]);
  expect(await find({ search: user.email.toUpperCase() })).toEqual([1]);
  expect(await find({ search: 'ORDERS' })).toEqual([2]);
  expect(await find({ search: 'grace@' })).toEqual([3]);
  expect(await find({ search: '2.77' })).toEqual([3]);
  expect(await find({ search: '%' })).toEqual([]);
});

test('from and to bound the time, and go together with the kind and a text', async () => {
  const { insert, find } = await createLog();
  await insert([
    { minute: -1, detail: 'x' },
    { minute: 0, detail: 'x' },
    { minute: 1, detail: 'x', kind: 'logout' },
    { minute: 2, detail: 'x' },
  ]);
  expect(await find({ from: noon })).toEqual([2, 1, 0]);
  expect(await find({ to: noon })).toEqual([-1]);
  expect(await find({ from: noon, to: noon + 2 * minute })).toEqual([1, 0]);
  expect(await find({ from: noon, search: 'x', kind: 'login' })).toEqual([2, 0]);
});

test('a search goes through a long log in turns, and its pages leave out nothing', async () => {
  const { insert, find } = await createLog();
  const wanted = new Set([5, 1_700, 1_701, 2_499]);
  const entries = Array.from({ length: 2_500 }, (_, index) => ({
    minute: index,
    detail: wanted.has(index) ? 'Orders' : 'Bills',
  }));
  for (let from = 0; from < entries.length; from += 500) await insert(entries.slice(from, from + 500));
  let turns = 0;
  let isOver = false;
  const count = () => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  expect(await find({ search: 'orders' })).toEqual([2_499, 1_701, 1_700, 5]);
  isOver = true;
  expect(turns).toBeGreaterThan(1);
  expect(await find({ search: 'orders' }, 2)).toEqual([2_499, 1_701]);
  const before = `${firstIdOf(noon + 1_701 * minute)}-7000-8000-000000000000`;
  expect(await find({ search: 'orders', before }, 2)).toEqual([1_700, 5]);
});

test('the end of a part is found in an index', async () => {
  const { db, organizationId } = await createLog();
  const page = { organizationId, from: noon, before: 'f' };
  expect(await explain(db, (queries) => findEntryAt(queries, page, 100))).toEqual([
    'SEARCH audit USING COVERING INDEX audit_by_organization (organization_id=? AND id>? AND id<?)',
  ]);
  expect(await explain(db, (queries) => findEntryAt(queries, { ...page, kind: 'login' }, 100))).toEqual([
    'SEARCH audit USING COVERING INDEX audit_by_kind (organization_id=? AND kind=? AND id>? AND id<?)',
  ]);
});
