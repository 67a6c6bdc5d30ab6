// A long queue is cancelled in batches, so that deliveries and screens are let in between.
import { beforeEach, expect, test } from 'vitest';
import { newId } from '~/db/core/id';
import { deleteMembership } from '~/db/organizations/members';
import { deleteIntegration } from '~/services/integrations/deletion';
import { updateIntegration } from '~/services/integrations/integrations';
import { discardWaiting } from '~/services/integrations/pauses';
import { createRunSetup, type RunSetup } from '../runs/run-setup';

/** In three batches and a bit. */
const waiting = 3_500;

let setup: RunSetup;
let id: string;
let other: string;

beforeEach(async () => {
  setup = await createRunSetup();
  id = await setup.seed();
  other = await setup.seed();
  await queue(waiting);
});

/** Queues executions of both integrations in turn; the last tenth of each was set aside for it. */
async function queue(count: number): Promise<void> {
  const { sqlite } = setup.context.db;
  const insert = sqlite.prepare(
    `insert into executions (id, organization_id, integration_id, integration_version, status, trigger_type, started_at, payload_seq, queue)
     values (?, ?, ?, 1, 'queued', 'webhook', 0, ?, ?)`,
  );
  sqlite.transaction(() => {
    for (let n = 0; n < 2 * count; n += 1) {
      const integrationId = n % 2 === 0 ? id : other;
      const name = n < 1.8 * count ? '' : integrationId;
      insert.run(newId(), setup.actor.organizationId, integrationId, n, name);
    }
  })();
}

function countOf(integrationId: string, status: string): number {
  const { sqlite } = setup.context.db;
  const count = sqlite.prepare('select count(*) from executions where integration_id = ? and status = ?');
  return count.pluck().get(integrationId, status) as number;
}

/** The most that were cancelled between two turns of the event loop while something was done. */
async function watch(work: () => Promise<unknown>): Promise<number> {
  let [most, seen] = [0, countOf(id, 'cancelled')];
  const progress = { isOver: false };
  const done = work().finally(() => (progress.isOver = true));
  while (!progress.isOver) {
    await new Promise(setImmediate);
    const cancelled = countOf(id, 'cancelled');
    [most, seen] = [Math.max(most, cancelled - seen), cancelled];
  }
  await done;
  return most;
}

function findCounts() {
  const { sqlite } = setup.context.db;
  const total = sqlite.prepare('select total_executions from integrations where id = ?').pluck().get(id);
  const days = sqlite.prepare('select sum(cancelled) from execution_days').pluck().get();
  return [total, days];
}

test.each<[string, () => Promise<unknown>]>([
  ['disabled', () => updateIntegration(setup.context, setup.actor, id, { isActive: false })],
  ['deleted', () => deleteIntegration(setup.context, setup.actor, id)],
  ['paused, and its queue discarded', pauseAndDiscard],
])('what waits of an integration that is %s', async (_what, work) => {
  expect(await watch(work)).toBeLessThanOrEqual(1_000);
  expect([countOf(id, 'queued'), countOf(id, 'cancelled')]).toEqual([0, waiting]);
  expect([countOf(other, 'queued'), countOf(other, 'cancelled')]).toEqual([waiting, 0]);
  expect(findCounts()).toEqual([waiting, waiting]);
});

test.each<[string, () => Promise<unknown>]>([
  ['disables', () => updateIntegration(setup.context, setup.actor, id, { isActive: false })],
  ['deletes', () => deleteIntegration(setup.context, setup.actor, id)],
  ['discards what waits of', discardPaused],
])('nothing is cancelled when a member who was removed meanwhile %s the integration', async (_what, work) => {
  await deleteMembership(setup.context.db, setup.actor.userId, setup.actor.organizationId);
  expect(await work()).toEqual({ kind: 'not-found' });
  expect([countOf(id, 'queued'), countOf(id, 'cancelled')]).toEqual([waiting, 0]);
});

function discardPaused() {
  setup.context.db.sqlite.prepare('update integrations set paused_at = 1 where id = ?').run(id);
  return discardWaiting(setup.context, setup.actor, id);
}

async function pauseAndDiscard(): Promise<void> {
  const outcome = await discardPaused();
  expect(outcome).toEqual({ kind: 'discarded', count: waiting });
}

test('a change that is refused cancels nothing', async () => {
  const stale = await updateIntegration(setup.context, setup.actor, id, { isActive: false, version: 7 });
  expect(stale).toEqual({ kind: 'conflict' });
  const authConfig = { type: 'connection', connectionId: 'none' };
  const apiCalls = [{ id: 'a', name: 'A', method: 'GET', url: '/a', authConfig }];
  const unknown = await updateIntegration(setup.context, setup.actor, id, { isActive: false, apiCalls });
  expect(unknown).toMatchObject({ kind: 'invalid' });
  expect(countOf(id, 'queued')).toBe(waiting);
});
