import { expect, it } from 'vitest';
import { insertEmail, updateEmailFailure, updateEmailSent } from '~/db/accounts/emails';
import { findOneTimeToken, insertToken } from '~/db/accounts/one-time-tokens';
import { listExecutions } from '~/services/executions/execution-log';
import { indexNextExecutions } from '~/db/executions/search/search-index';
import { maskBeginning } from '~/services/executions/mask-trigger-data';
import { insertSample, listSamples } from '~/db/executions/samples';
import { updateLimits } from '~/db/executions/execution-limits';
import { newId } from '~/db/core/id';
import { noLimits } from '~/engine/definition/execution-limits';
import { upsertWebhookKey } from '~/db/executions/delivery-keys';
import { pruneExecutions } from '~/services/executions/retention';
import { createTestUser } from '../../support/accounts';
import { createTestContext } from '../../support/context';
import {
  addTestCall,
  completeTestExecution,
  createTestExecution,
  createTestIntegration,
} from '../../support/executions';
import { addLargeFile, countFiles } from '../../support/large-files';

const dayMs = 24 * 3_600_000;
const pace = { rest: async () => {}, stopping: new AbortController().signal };

async function createAgedContext() {
  let age = 0;
  const context = await createTestContext({ now: () => Date.now() + age, config: { retentionDays: 3 } });
  const owner = await createTestIntegration(context, (await createTestUser(context)).organizationId);
  return { context, owner, pass: (ms: number) => void (age += ms) };
}

it('removes the large files of an execution with it, and keeps one that another execution uses, too', async () => {
  const { context, owner, pass } = await createAgedContext();
  const { organizationId } = owner;
  const old = await createTestExecution(context, owner);
  await addLargeFile(context, { organizationId, executionId: old }, Buffer.alloc(300_000));
  const { id: shared } = await addLargeFile(context, { organizationId, executionId: old }, Buffer.alloc(10));
  await completeTestExecution(context, owner, old);
  pass(2 * dayMs);
  const replay = await createTestExecution(context, owner);
  const use = { execution_id: replay, step: 0, file_id: shared };
  await context.db.run(context.db.build.insertInto('saved_file_uses').values(use));
  await pruneExecutions(context, pace);
  expect(countFiles(context)).toEqual({ files: 2, parts: 3 });
  pass(dayMs + 60_000);
  expect(await pruneExecutions(context, pace)).toBe(1);
  expect(countFiles(context)).toEqual({ files: 1, parts: 1 });
});

it('removes what ended before the time, with everything that belongs to it, and nothing that has not ended', async () => {
  const { context, owner, pass } = await createAgedContext();
  const { db } = context;
  const waiting = await createTestExecution(context, owner);
  for (let each = 0; each < 250; each += 1) {
    const id = await createTestExecution(context, owner, '{"word":"old"}');
    await addTestCall(context, id, { response: { body: 'x'.repeat(20_000) } });
    await completeTestExecution(context, owner, id);
  }
  await indexNextExecutions(db, { before: 'g', limit: 1000, mask: maskBeginning(context) });
  const { integrationId } = owner;
  await upsertWebhookKey(db, {
    integration_id: integrationId,
    key: 'k',
    execution_id: 'x',
    expires_at: context.now() + dayMs,
  });
  pass(2 * dayMs);
  expect(await pruneExecutions(context, pace)).toBe(0);
  await completeTestExecution(context, owner, await createTestExecution(context, owner));

  pass(1 * dayMs + 60_000);
  expect(await pruneExecutions(context, pace)).toBe(250);

  const left = await listExecutions(db, { ...owner, limit: 300 });
  expect(left.map(({ id, status }) => (id === waiting ? status : 'ended late'))).toEqual([
    'ended late',
    'queued',
  ]);
  const count = (table: string) => db.sqlite.prepare(`select count(*) from ${table}`).pluck().get();
  expect(['payloads', 'steps', 'attempts', 'webhook_keys'].map(count)).toEqual([2, 0, 0, 0]);
  const words = db.sqlite.prepare(`select count(*) from execution_index where execution_index match 'old'`);
  expect(words.pluck().get()).toBe(0);
});

it('removes samples and rejections as old, sooner where their integration keeps less', async () => {
  const { context, owner, pass } = await createAgedContext();
  const { db } = context;
  const tighter = await createTestIntegration(context, owner.organizationId);
  const key = { id: tighter.integrationId, organizationId: owner.organizationId };
  await updateLimits(db, key, { ...noLimits, retentionDays: 1 });
  const add = async ({ integrationId }: typeof owner) => {
    const about = { id: newId(), received_at: context.now(), bytes: 2, payload: '{}', request: null };
    await insertSample(db, { ...about, integration_id: integrationId });
  };
  const reject = async (name: string, { integrationId }: typeof owner) => {
    context.rejections.record(integrationId, { at: context.now(), status: 401, reason: name });
    await context.rejections.flush();
  };
  const countRejected = () => db.sqlite.prepare('select count(*) from rejected_deliveries').pluck().get();
  await reject('wrong', owner);
  await reject('wrong', tighter);
  await add(owner);
  await add(tighter);
  pass(dayMs + 60_000);
  await add(tighter);
  const count = async ({ integrationId }: typeof owner) => (await listSamples(db, integrationId)).length;
  const countBoth = async () => [await count(owner), await count(tighter)];
  await pruneExecutions(context, pace);
  expect(await countBoth()).toEqual([1, 1]);
  expect(countRejected()).toBe(1);
  pass(2 * dayMs);
  await pruneExecutions(context, pace);
  expect(await countBoth()).toEqual([0, 0]);
  expect(countRejected()).toBe(0);
});

it('removes mails as old that wait for nothing', async () => {
  const { context, pass } = await createAgedContext();
  const { db } = context;
  const add = async (name: string) => {
    const id = newId();
    const content = { subject: name, text: '', html: '' };
    await insertEmail(db, {
      id,
      recipient: 'ada@example.com',
      content,
      organizationId: null,
      now: context.now(),
    });
    return id;
  };
  for (let each = 0; each < 250; each += 1) await updateEmailSent(db, await add('sent'), context.now());
  await updateEmailFailure(db, await add('given up'), { status: 'failed', errorMessage: 'no' });
  await add('still tried');
  const subjects = () => db.all(db.build.selectFrom('emails').select('subject').distinct());
  pass(2 * dayMs);
  await pruneExecutions(context, pace);
  expect(await subjects()).toHaveLength(3);
  pass(1 * dayMs + 60_000);
  await pruneExecutions(context, pace);
  expect(await subjects()).toEqual([{ subject: 'still tried' }]);
});

it('gives the space back, but for a little', async () => {
  const { context, owner, pass } = await createAgedContext();
  const { db } = context;
  for (let each = 0; each < 200; each += 1) {
    const id = await createTestExecution(context, owner, `"${'x'.repeat(60_000)}"`);
    await completeTestExecution(context, owner, id);
  }
  const pages = () => Number(db.sqlite.pragma('page_count', { simple: true }));
  const before = pages();
  pass(4 * dayMs);
  await pruneExecutions(context, pace);
  expect(before).toBeGreaterThan(2_800);
  expect(pages()).toBeLessThan(1_400);
});

it('ends early when it is asked to stop', async () => {
  const { context, owner, pass } = await createAgedContext();
  for (let each = 0; each < 150; each += 1) {
    await completeTestExecution(context, owner, await createTestExecution(context, owner));
  }
  pass(4 * dayMs);
  const stopping = new AbortController();
  const removed = await pruneExecutions(context, {
    rest: async () => stopping.abort(),
    stopping: stopping.signal,
  });
  expect(removed).toBe(100);
});

it('removes links of mails and invitations that expired before the audit entries that go', async () => {
  const { context, pass } = await createAgedContext();
  const { db } = context;
  const auditDays = context.config.auditRetentionDays;
  const { user } = await createTestUser(context);
  for (const [name, days] of Object.entries({ old: 0, young: 1 })) {
    await insertToken(db, {
      tokenHash: name,
      purpose: 'reset-password',
      userId: user.id,
      email: user.email,
      now: context.now(),
      expiresAt: context.now() + days * dayMs,
    });
  }
  pass(auditDays * dayMs + 60_000);
  await pruneExecutions(context, pace);
  const find = (hash: string) => findOneTimeToken(db, 'reset-password', hash);
  expect([await find('old'), await find('young')]).toEqual([undefined, expect.anything()]);
});
