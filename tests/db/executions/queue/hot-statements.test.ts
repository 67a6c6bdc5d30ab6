import { expect, test } from 'vitest';
import { claimJobs } from '~/db/executions/queue/claim';
import { deleteJob } from '~/db/executions/queue/jobs';
import type { Database } from '~/db/core/open';
import { createTestUser } from '../../../support/accounts';
import { createTestContext } from '../../../support/context';
import {
  addTestCall,
  completeTestExecution,
  createTestExecution,
  createTestIntegration,
} from '../../../support/executions';
import { record } from '../../../support/explain';

/** A table that SQLite makes for a statement and drops with it costs more than the statement. */
function makesTable(db: Database, sql: string): boolean {
  const nothing = Array.from(sql.matchAll(/\?/g), () => null);
  const steps = db.sqlite.prepare(`explain ${sql}`).all(...nothing) as { opcode: string }[];
  return steps.some(({ opcode }) => opcode === 'OpenEphemeral' || opcode === 'SorterOpen');
}

test('nothing that is asked or written for every execution makes a table of its own', async () => {
  const context = await createTestContext();
  const owner = await createTestIntegration(context, (await createTestUser(context)).organizationId);
  const asked: string[] = [];
  const db = { ...context.db, ...record(context.db, asked) };
  const id = await createTestExecution({ ...context, db }, owner);
  const [job] = (await claimJobs(db, { owner: 'a', limit: 1, now: context.now(), leaseMs: 1000 })).jobs;
  await addTestCall({ ...context, db }, id, { response: {} });
  await completeTestExecution({ ...context, db }, owner, id);
  expect(job && (await deleteJob(db, job))).toBe(true);
  expect(asked.length).toBeGreaterThan(12);
  expect(asked.filter((sql) => makesTable(context.db, sql))).toEqual([]);
});

test.each([
  ['executions', 'queued, running, completed, error, cancelled'],
  ['steps', 'running, success, error, skipped'],
])('what is no state of %s is rejected, and no state is', async (table, states) => {
  const context = await createTestContext();
  const owner = await createTestIntegration(context, (await createTestUser(context)).organizationId);
  await addTestCall(context, await createTestExecution(context, owner));
  const { sqlite } = context.db;
  const set = (status: string) => sqlite.prepare(`update ${table} set status = ?`).run(status).changes;
  for (const status of states.split(', ')) expect(set(status)).toBe(1);
  expect(() => set('waiting')).toThrow('CHECK constraint failed');
  expect(sqlite.pragma('integrity_check', { simple: true })).toBe('ok');
});
