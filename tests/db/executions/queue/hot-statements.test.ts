import { sql as raw } from 'kysely';
import { expect, test } from 'vitest';
import type { AppContext } from '~/context';
import { compileQuery } from '~/db/core/compiled-query';
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

/** What is asked and written for an execution from its delivery to its end. */
async function recordExecution(context: AppContext): Promise<string[]> {
  const owner = await createTestIntegration(context, (await createTestUser(context)).organizationId);
  const asked: string[] = [];
  const db = { ...context.db, ...record(context.db, asked) };
  const id = await createTestExecution({ ...context, db }, owner);
  const [job] = (await claimJobs(db, { owner: 'a', limit: 1, now: context.now(), leaseMs: 1000 })).jobs;
  await addTestCall({ ...context, db }, id, { response: {} });
  await completeTestExecution({ ...context, db }, owner, id);
  expect(job && (await deleteJob(db, job))).toBe(true);
  expect(asked.length).toBeGreaterThan(12);
  return asked;
}

test('nothing that is asked or written for every execution makes a table of its own', async () => {
  const context = await createTestContext();
  const asked = await recordExecution(context);
  expect(asked.filter((sql) => makesTable(context.db, sql))).toEqual([]);
});

test('nothing that is asked for every execution is planned anew each time, by the value of its limit', async () => {
  const asked = await recordExecution(await createTestContext());
  expect(asked.filter((sql) => /limit/i.test(sql)).length).toBeGreaterThan(5);
  expect(asked.filter((sql) => /limit[ +-]*\?/i.test(sql))).toEqual([]);
});

test('a limit that is given when a query is executed counts as one that is known before', async () => {
  const { db } = await createTestContext();
  const { all } = db;
  const rows = raw<{ x: number }>`(select 1 as x union all select 2 union all select 3)`;
  const known = compileQuery<object, { x: number }>((build) =>
    build.selectFrom(rows.as('rows')).select('x').limit(2),
  );
  const given = compileQuery<{ most: number }, { x: number }>((build, value) =>
    build.selectFrom(rows.as('rows')).select('x').limit(value('most')),
  );
  expect(await all(known({}))).toHaveLength(2);
  const built = db.build.selectFrom(rows.as('rows')).select('x').limit(2).offset(1);
  expect(await all(built)).toEqual([{ x: 2 }, { x: 3 }]);
  expect(built.compile().sql).not.toMatch(/limit[ +-]*\?/i);
  for (const most of [0, 1, 2]) expect(await all(given({ most }))).toHaveLength(most);
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
