import { beforeEach, describe, expect, test } from 'vitest';
import { claimJobs } from '~/db/executions/queue/claim';
import { indexNextExecutions } from '~/db/executions/search/search-index';
import { maskBeginning } from '~/services/executions/mask-trigger-data';
import { deleteIntegrationNow, removeIntegration } from '~/services/deleted-integrations/final-deletion';
import { listDeletedIntegrations } from '~/services/deleted-integrations/deleted-integration-list';
import { restoreIntegration } from '~/services/deleted-integrations/restoration';
import { pruneExecutions } from '~/services/executions/retention';
import { deleteIntegration } from '~/services/integrations/deletion';
import { purgeIntegration } from '~/services/integrations/purge';
import { createTestUser } from '../../support/accounts';
import { completeTestExecution, createTestExecution } from '../../support/executions';
import { addLargeFile, countFiles } from '../../support/large-files';
import { countInFile } from '../organizations/full-organization';
import { createRunSetup, never, type RunSetup } from '../runs/run-setup';

const dayMs = 24 * 3_600_000;
const missing = { kind: 'not-found' };

let setup: RunSetup;
let id: string;

beforeEach(async () => {
  setup = await createRunSetup();
  id = await setup.seed({ name: 'Orders' });
});

const upkeep = () => pruneExecutions(setup.context, { rest: async () => undefined, stopping: never });

function listJobs() {
  const { db } = setup.context;
  return db.all(db.build.selectFrom('jobs').select(['kind', 'subject_id']));
}

function listFinal() {
  const { db } = setup.context;
  return db.all(
    db.build
      .selectFrom('audit')
      .select(['user_id', 'subject_id', 'detail'])
      .where('kind', '=', 'integration-deleted-for-good'),
  );
}

async function countRows() {
  const { db } = setup.context;
  const count = async (table: 'integrations' | 'executions' | 'integration_versions') =>
    (await db.all(db.build.selectFrom(table).selectAll())).length;
  return [await count('integrations'), await count('integration_versions'), await count('executions')];
}

async function beginJobs() {
  const { db, now } = setup.context;
  await claimJobs(db, { owner: 'r', limit: 10, now: now(), leaseMs: 30_000 });
}

const purge = [{ kind: 'purge-integration', subject_id: expect.any(String) }];

test('the removal begins seven days after the deletion, and then nothing is restored', async () => {
  const { context, actor } = setup;
  await deleteIntegration(context, actor, id);
  context.clock.advance(7 * dayMs - 1);
  await upkeep();
  expect([await listJobs(), await listFinal()]).toEqual([[], []]);
  context.clock.advance(1);
  await upkeep();
  expect(await listJobs()).toEqual(purge);
  expect(await listFinal()).toEqual([{ user_id: null, subject_id: id, detail: 'Orders' }]);
  expect(await restoreIntegration(context, actor, id)).toEqual(missing);
  expect(await deleteIntegrationNow(context, actor, id)).toEqual(missing);
  expect(await purgeIntegration(context, id, never)).toBe(true);
  expect(await countRows()).toEqual([0, 0, 0]);
  await upkeep();
  expect(await listJobs()).toHaveLength(1);
});

test('a restored integration is not removed when the time of its deletion is over', async () => {
  const { context, actor } = setup;
  await deleteIntegration(context, actor, id);
  await restoreIntegration(context, actor, id);
  context.clock.advance(8 * dayMs);
  await upkeep();
  expect(await listJobs()).toEqual([]);
});

test('delete now begins the removal at once, in the name of the user', async () => {
  const { context, actor } = setup;
  expect(await deleteIntegrationNow(context, actor, id)).toEqual(missing);
  await deleteIntegration(context, actor, id);
  const { user, organizationId } = await createTestUser(context);
  expect(await deleteIntegrationNow(context, { userId: user.id, organizationId }, id)).toEqual(missing);
  expect(await deleteIntegrationNow(context, actor, id)).toEqual({ kind: 'deleted' });
  expect(await listJobs()).toEqual(purge);
  expect(await listFinal()).toEqual([{ user_id: actor.userId, subject_id: id, detail: 'Orders' }]);
  expect(await listDeletedIntegrations(context, { ...actor, limit: 1 })).toMatchObject({ integrations: [] });
  expect(await restoreIntegration(context, actor, id)).toEqual(missing);
  expect(await deleteIntegrationNow(context, actor, id)).toEqual(missing);
});

test('the removal takes the large files of the executions with it, and goes on the next time when it is stopped among their parts', async () => {
  const { context, actor } = setup;
  const { organizationId } = actor;
  const executionId = await createTestExecution(context, { organizationId, integrationId: id });
  await completeTestExecution(context, { organizationId, integrationId: id }, executionId);
  await addLargeFile(context, { organizationId, executionId }, Buffer.alloc(300_000));
  await deleteIntegration(context, actor, id);
  await upkeep();
  expect(countFiles(context)).toEqual({ files: 1, parts: 2 });
  const stopping = new AbortController();
  context.db.sqlite.function('stop', () => {
    stopping.abort();
    return null;
  });
  context.db.sqlite.exec(
    `create temp trigger stopped after delete on saved_file_parts begin select stop(); end`,
  );
  expect(await purgeIntegration(context, id, stopping.signal)).toBe(false);
  expect(countFiles(context)).toEqual({ files: 1, parts: 1 });
  expect(await purgeIntegration(context, id, never)).toBe(true);
  expect(countFiles(context)).toEqual({ files: 0, parts: 0 });
});

describe('the removal', () => {
  const word = 'kingfisher';
  // Behind the words that begin as it does, the index holds the rest of it.
  const rest = word.slice(1);

  beforeEach(async () => {
    const { context, actor } = setup;
    const owner = { organizationId: actor.organizationId, integrationId: id };
    const executionId = await createTestExecution(context, owner, `{"bird":"${word}"}`);
    await completeTestExecution(context, owner, executionId);
    await indexNextExecutions(context.db, { before: 'g', limit: 10, mask: maskBeginning(context) });
    context.db.sqlite.pragma('wal_checkpoint(TRUNCATE)');
    await deleteIntegration(context, actor, id);
    await deleteIntegrationNow(context, actor, id);
  });

  test('leaves no word of an execution in the file, neither in the index nor in the log of writes', async () => {
    await beginJobs();
    expect(countInFile(setup.context, rest)).toBeGreaterThan(1);
    expect(await removeIntegration(setup.context, id, never)).toBe(true);
    expect(countInFile(setup.context, rest)).toBe(0);
  });

  test('leaves that to the next one when another has to begin', async () => {
    const { context, actor } = setup;
    await beginJobs();
    const other = await setup.seed({ name: 'Invoices' });
    await deleteIntegration(context, actor, other);
    await deleteIntegrationNow(context, actor, other);
    expect(await removeIntegration(context, id, never)).toBe(true);
    expect(countInFile(context, rest)).toBeGreaterThan(0);
    await beginJobs();
    expect(await removeIntegration(context, other, never)).toBe(true);
    expect(countInFile(context, rest)).toBe(0);
  });

  test('of many executions takes deliveries in between', async () => {
    const { context } = setup;
    const owner = { organizationId: setup.actor.organizationId, integrationId: id };
    for (let count = 0; count < 1_000; count += 1) {
      await completeTestExecution(context, owner, await createTestExecution(context, owner));
    }
    const other = await setup.seed({ name: 'Invoices' });
    const removal = { isOver: false };
    const purging = purgeIntegration(context, id, never).finally(() => (removal.isOver = true));
    let accepted = 0;
    for (; !removal.isOver; accepted += 1) await setup.accept(other);
    expect(await purging).toBe(true);
    expect(accepted).toBeGreaterThan(20);
  });
});
