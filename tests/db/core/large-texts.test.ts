// Queries that ask for no large text read none. Another connection has nothing in its cache, so that what it reads is counted.
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { newId } from '~/db/core/id';
import { type Database, openDatabase } from '~/db/core/open';
import { insertAnswerQuery } from '~/db/executions/delivery-answers';
import { insertExecution } from '~/db/executions/executions';
import { findWaitAnswer, insertWaitAnswer } from '~/db/executions/queue/wait-answers';
import { measureExecution } from '~/db/executions/sizes';
import { findDefinedIntegration, findIntegration } from '~/db/integrations/integrations';
import { insertExecutionMemory } from '~/db/memory/execution-memory';
import { createTestUser } from '../../support/accounts';
import { createTestContext, type TestContext } from '../../support/context';
import { countReadBytes, countsReadBytes } from '../../support/read-bytes';
import { seedIntegration } from '../../support/seed';

const long = 'x'.repeat(1024 * 1024);

let context: TestContext;
let owner: { userId: string; organizationId: string };
let integrationId: string;

beforeEach(async () => {
  context = await createTestContext();
  const { user, organizationId } = await createTestUser(context);
  owner = { userId: user.id, organizationId };
  integrationId = await seedIntegration({ context, ...owner }, { isActive: false });
});

/** Counts the bytes that `read` makes a connection of its own read. */
async function countRead(read: (db: Database) => Promise<unknown>): Promise<number> {
  const db = openDatabase(context.db.sqlite.name);
  onTestFinished(() => db.close());
  const before = countReadBytes();
  await read(db);
  return countReadBytes() - before;
}

async function addExecution(): Promise<string> {
  const id = newId();
  await insertExecution(context.db, {
    id,
    organization_id: owner.organizationId,
    integration_id: integrationId,
    integration_version: 1,
    status: 'completed',
    trigger_type: 'webhook',
    started_at: 0,
    completed_at: 1,
    error_message: null,
    trigger_data: null,
  });
  return id;
}

test.skipIf(!countsReadBytes)(
  'an execution is measured and deleted without the memory and answers of its neighbours',
  async () => {
    const [before, id, after] = [await addExecution(), await addExecution(), await addExecution()];
    for (const executionId of [before, after]) {
      const key = { executionId, callId: 'c' };
      await insertExecutionMemory(context.db, { executionId, loopId: '', content: long });
      await insertWaitAnswer(context.db, { ...key, answer: long, now: 1 });
      await context.db.run(insertAnswerQuery({ executionId, answer: long, shown: long, problem: null }));
    }
    const read = await countRead(async (db) => {
      await measureExecution(db, id);
      expect(await findWaitAnswer(db, { executionId: id, callId: 'c' })).toBeUndefined();
      await db.run(db.build.deleteFrom('executions').where('id', '=', id));
    });
    expect(read).toBeLessThan(long.length);
    expect((await measureExecution(context.db, after)).bytes).toBeGreaterThan(long.length);
  },
);

test.skipIf(!countsReadBytes)(
  'an integration is found without its definition, and with it only when asked',
  async () => {
    const key = { id: integrationId, organizationId: owner.organizationId };
    await context.db.run(context.db.build.updateTable('integration_versions').set({ definition: long }));
    const read = await countRead(async (db) => {
      expect(await findIntegration(db, key)).toMatchObject({ name: 'Seeded' });
    });
    expect(read).toBeLessThan(long.length);
    expect(await findDefinedIntegration(context.db, key)).toMatchObject({ storedDefinition: long });
  },
);
