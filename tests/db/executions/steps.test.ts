import { beforeEach, expect, test } from 'vitest';
import { copySteps, setSavedOfSteps } from '~/db/executions/copied-steps';
import { insertExecution } from '~/db/executions/executions';
import { listPreviewRows } from '~/db/executions/logs/execution-previews';
import { listStepKinds } from '~/db/executions/past-steps';
import { measureExecution } from '~/db/executions/sizes';
import { newId } from '~/db/core/id';
import { openDatabase } from '~/db/core/open';
import {
  finishAttemptQuery,
  finishStepQuery,
  insertAttemptQuery,
  insertStep,
  listAttempts,
  listSteps,
} from '~/db/executions/steps';
import { createTestUser } from '../../support/accounts';
import { createTestContext, type TestContext } from '../../support/context';
import { explain } from '../../support/explain';
import { countReadBytes, countsReadBytes } from '../../support/read-bytes';
import { seedIntegration } from '../../support/seed';

let context: TestContext;
let owner: { organizationId: string; integrationId: string };
let execution: string;

beforeEach(async () => {
  context = await createTestContext();
  const { user, organizationId } = await createTestUser(context);
  const integrationId = await seedIntegration(
    { context, userId: user.id, organizationId },
    { isActive: false },
  );
  owner = { organizationId, integrationId };
  execution = newId();
  await insertExecution(context.db, {
    id: execution,
    organization_id: organizationId,
    integration_id: integrationId,
    integration_version: 1,
    status: 'running',
    trigger_type: 'webhook',
    started_at: 0,
    completed_at: null,
    error_message: null,
    trigger_data: null,
  });
});

async function begin(step: number, startedAt: number): Promise<void> {
  await insertStep(context.db, {
    execution_id: execution,
    step,
    kind: 'call',
    call_id: `call-${step}`,
    name: `Call ${step}`,
    status: 'running',
    error_message: null,
    extractions: null,
    saved: null,
  });
  await context.db.run(
    insertAttemptQuery({
      execution_id: execution,
      step,
      attempt: 1,
      request: '{}',
      started_at: startedAt,
    }),
  );
}

test('a call that is sent again is the same attempt, sent twice', async () => {
  await begin(0, 10);
  await begin(0, 20);
  expect(await listSteps(context.db, [execution])).toHaveLength(1);
  expect(await listAttempts(context.db, [execution])).toMatchObject([
    { step: 0, attempt: 1, sends: 2, started_at: 20, duration_ms: null },
  ]);
});

test('an ending touches its own step and attempt only', async () => {
  for (const step of [1, 0, 2]) await begin(step, step);
  await context.db.run(
    finishAttemptQuery({
      executionId: execution,
      step: 1,
      attempt: 1,
      response: '{"status":200}',
      statusCode: 200,
      errorMessage: null,
      durationMs: 12,
      ruling: null,
    }),
  );
  await context.db.run(
    finishStepQuery({
      executionId: execution,
      step: 1,
      status: 'success',
      errorMessage: null,
      extractions: '[]',
      saved: 'sealed',
      detail: null,
    }),
  );
  expect((await listSteps(context.db, [execution])).map(({ status, saved }) => [status, saved])).toEqual([
    ['running', null],
    ['success', 'sealed'],
    ['running', null],
  ]);
  expect((await listAttempts(context.db, [execution])).map((row) => row.duration_ms)).toEqual([
    null,
    12,
    null,
  ]);
});

test('nothing is listed of no execution', async () => {
  expect(await listSteps(context.db, [])).toEqual([]);
  expect(await listAttempts(context.db, [])).toEqual([]);
});

test('what an execution did is found by its key, in order', async () => {
  for (const list of [listSteps, listAttempts]) {
    const plan = await explain(context.db, (queries) => list(queries, ['a', 'b']));
    expect(plan).toHaveLength(1);
    expect(plan[0]).toMatch(
      /^SEARCH \w+ USING INDEX sqlite_autoindex_\w+ \(execution_id=\? AND step>\? AND step<\?\)$/,
    );
  }
});

test('what a step saved is found by its key', async () => {
  const saved = [{ step: 1, saved: 's' }];
  expect(await explain(context.db, (queries) => setSavedOfSteps(queries, execution, saved))).toEqual([
    'SEARCH steps USING INDEX sqlite_autoindex_steps_1 (execution_id=? AND step=?)',
  ]);
});

test('steps are copied from their ranges by the primary key, however many ranges there are', async () => {
  const copies = { from: execution, to: 'another' };
  const plans = await explain(context.db, (queries) => copySteps(queries, copies, [{ from: 0, to: 2 }]));
  expect(plans.filter((line) => line.startsWith('SCAN'))).toEqual(
    Array.from({ length: 2 }, () => 'SCAN range VIRTUAL TABLE INDEX 1:'),
  );
});

test.skipIf(!countsReadBytes)(
  'previews, sizes and kinds of steps are read without the variables and extractions, however long these are',
  async () => {
    const long = 'x'.repeat(1024 * 1024);
    for (const step of [0, 1, 2, 3]) {
      await insertStep(context.db, {
        execution_id: execution,
        step,
        kind: 'call',
        call_id: 'a',
        name: 'A',
        status: 'success',
        error_message: null,
        extractions: long,
        saved: long,
        loop_id: 'loop',
      });
    }
    // Another connection has none of the pages in its cache.
    const db = openDatabase(context.db.sqlite.name);
    const before = countReadBytes();
    const [preview] = await listPreviewRows(db, owner, { ids: [execution], paths: [] });
    const kinds = await listStepKinds(db, execution, { from: 0, to: 9 });
    const { bytes } = await measureExecution(db, execution);
    const loops = await db.all(db.build.selectFrom('steps').select(['page', 'loop_id', 'item']));
    const read = countReadBytes() - before;
    await db.close();
    expect(preview?.steps).toContain('"step":3');
    expect([kinds.length, loops.length]).toEqual([4, 4]);
    expect(bytes).toBeGreaterThan(8 * long.length);
    expect(read).toBeLessThan(long.length);
  },
);
