// An integration that was saved for years has hundreds of megabytes of versions, and its recorded tests may have as many. They are
// removed a few at a time.
import { beforeEach, expect, test } from 'vitest';
import { deleteSomeTests } from '~/db/integrations/recorded-tests';
import { deleteSomeVersions, deleteSupersededVersions } from '~/db/integrations/version-deletion';
import { deleteIntegration } from '~/services/integrations/deletion';
import { purgeIntegration } from '~/services/integrations/purge';
import { pruneExecutions } from '~/services/executions/retention';
import { createRunSetup, never, type RunSetup } from '../runs/run-setup';

const dayMs = 24 * 3_600_000;
const versionBytes = 100 * 1024;
/** The most that one transaction may remove: 256 KiB of definitions, and one more. */
const mostVersions = 3;

/** The numbers from 2 to one more than `count`. */
const numbers = (count: number) => `with recursive numbers (n) as
  (select 2 union all select n + 1 from numbers where n <= ${count})`;

let setup: RunSetup;
let id: string;

beforeEach(async () => {
  setup = await createRunSetup();
  id = await setup.seed({ name: 'Orders' });
  const { sqlite } = setup.context.db;
  sqlite
    .prepare(
      `${numbers(130)} insert into integration_versions (integration_id, version, definition, created_at)
       select ?, n, printf('%.*c', ${versionBytes}, 'x'), 0 from numbers`,
    )
    .run(id);
  sqlite
    .prepare(`${numbers(129)} insert into superseded_versions select ?, n, ? from numbers`)
    .run(id, setup.context.now());
  sqlite.prepare('update integrations set version = 131, deployed_version = 131 where id = ?').run(id);
});

const countVersions = () =>
  Number(setup.context.db.sqlite.prepare('select count(*) from integration_versions').pluck().get());

/** Calls `remove` until nothing is left; lists how many each call removed. */
async function removeInCalls(remove: () => Promise<number>): Promise<number[]> {
  const removed: number[] = [];
  for (let count = await remove(); count > 0; count = await remove()) removed.push(count);
  return removed;
}

test('one call removes few versions of an integration', async () => {
  const removed = await removeInCalls(() => deleteSomeVersions(setup.context.db, id));
  expect(countVersions()).toBe(0);
  expect(Math.max(...removed)).toBeLessThanOrEqual(mostVersions);
});

function recordTests(): void {
  const { sqlite } = setup.context.db;
  sqlite
    .prepare(
      `${numbers(20)} insert into recorded_tests
         (id, integration_id, name, execution_id, requests, ignored, conditions, created_at, updated_at)
       select n, ?, n, n, 1, '[]', '[]', 0, 0 from numbers`,
    )
    .run(id);
  sqlite.exec(
    `insert into test_recordings select id, printf('%.*c', ${versionBytes}, 'x') from recorded_tests`,
  );
}

const countTests = () => setup.context.db.sqlite.prepare('select count(*) from recorded_tests').pluck().get();

test('one call removes few recorded tests of an integration', async () => {
  recordTests();
  const removed = await removeInCalls(() => deleteSomeTests(setup.context.db, id));
  expect([countTests(), removed.reduce((sum, count) => sum + count, 0)]).toEqual([0, 20]);
  expect(Math.max(...removed)).toBeLessThanOrEqual(mostVersions);
});

test('one call removes few versions that were superseded long ago', async () => {
  const superseded = { before: setup.context.now() + 1, newest: 100 };
  const removed = await removeInCalls(() => deleteSupersededVersions(setup.context.db, superseded));
  expect(countVersions()).toBe(101);
  expect(Math.max(...removed)).toBeLessThanOrEqual(mostVersions);
});

test('the row of a removed integration goes when it has no version and no recorded test left', async () => {
  recordTests();
  const { context, actor } = setup;
  await deleteIntegration(context, actor, id);
  context.db.sqlite.exec(`create temp table seen (versions integer);
    create temp trigger going before delete on main.integrations
    begin insert into seen
        select (select count(*) from main.integration_versions) + (select count(*) from main.recorded_tests); end`);
  expect(await purgeIntegration(context, id, never)).toBe(true);
  expect(context.db.sqlite.prepare('select versions from seen').pluck().all()).toEqual([0]);
});

test('one run of the upkeep removes all versions that are too old', async () => {
  const { context } = setup;
  context.clock.advance(731 * dayMs);
  await pruneExecutions(context, { rest: async () => undefined, stopping: never });
  expect(countVersions()).toBe(101);
});
