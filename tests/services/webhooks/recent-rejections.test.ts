import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createRejections } from '~/services/webhooks/recent-rejections';
import { summarizeRejections } from '~/services/webhooks/rejection-summary';
import { mergeRejections } from '~/services/webhooks/merge-rejections';
import { createTestUser } from '../../support/accounts';
import { createTestContext, type TestContext } from '../../support/context';
import { completeTestExecution, createTestExecution, createTestIntegration } from '../../support/executions';

const hourMs = 3_600_000;

let context: TestContext;
let key: { id: string; organizationId: string };

beforeEach(async () => {
  context = await createTestContext();
  key = await addIntegration();
});

afterEach(() => void vi.useRealTimers());

async function addIntegration() {
  const { organizationId } = await createTestUser(context);
  const { integrationId: id } = await createTestIntegration(context, organizationId);
  return { id, organizationId };
}

const refusal = (at: number, reason = 'wrong') => ({ at, status: 401, reason });
const one = (at: number, reason?: string) => ({ ...refusal(at, reason), count: 1, since: at });

test('alike ones are one with a count, whatever comes between, until an hour passed without one', () => {
  const day = 24 * hourMs;
  const stored = mergeRejections([one(day), one(day + 1, 'broken')], [one(day + 2)], [one(5)]);
  expect(stored).toEqual([{ ...refusal(day + 2), count: 2, since: day }, one(day + 1, 'broken'), one(5)]);
  const reasons = Array.from({ length: 50 }, (_, n) => one(n, String(n)));
  expect(mergeRejections(reasons, [one(60)]).map(({ at }) => at)).toEqual([
    60,
    ...Array.from({ length: 19 }, (_, n) => 49 - n),
  ]);
});

test('what two servers reject is one list, which another server still has after both have ended', async () => {
  const [first, second] = [createRejections(context), createRejections(context)];
  const at = context.now();
  const other = await addIntegration();
  for (let n = 0; n < 60; n += 1) first.record(key.id, refusal(at + n, 'x'.repeat(300)));
  second.record(key.id, refusal(at + 100, 'x'.repeat(300)));
  second.record(key.id, refusal(at + 50, 'broken'));
  second.record(other.id, refusal(at));
  second.record('no integration', refusal(at));
  await Promise.all([first.flush(), second.flush(), first.flush()]);
  const later = createRejections(context);
  expect(await later.list(key)).toEqual([
    { ...refusal(at + 100, 'x'.repeat(200)), count: 61, since: at },
    one(at + 50, 'broken'),
  ]);
  expect(await later.list({ ...key, organizationId: other.organizationId })).toEqual([]);
  context.clock.advance(15 * 24 * hourMs);
  expect(await later.list(key)).toEqual([]);
});

test('a thousand are one write some seconds later, and no more than a thousand integrations are in memory', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const written = vi.spyOn(context.db, 'groupCommit');
  const rejections = createRejections(context);
  for (let n = 0; n < 1_000; n += 1) rejections.record(key.id, refusal(context.now() + n));
  expect(written).not.toHaveBeenCalled();
  vi.advanceTimersByTime(3_000);
  expect(await rejections.list(key)).toMatchObject([{ count: 1_000 }]);
  expect(written).toHaveBeenCalledTimes(1);

  rejections.record(key.id, refusal(context.now()));
  for (let n = 0; n < 1_000; n += 1) rejections.record(`other ${n}`, refusal(context.now()));
  expect(await rejections.list(key)).toMatchObject([{ count: 1_000 }]);
});

test('what cannot be stored stays in memory', async () => {
  const { db } = context;
  const lock = vi.spyOn(db, 'groupCommit').mockRejectedValueOnce(new Error('locked'));
  const rejections = createRejections(context);
  rejections.record(key.id, refusal(context.now()));
  expect(await rejections.list(key)).toEqual([one(context.now())]);
  const isStored = () => db.sqlite.prepare('select count(*) from rejected_deliveries').pluck().get();
  expect(isStored()).toBe(0);
  lock.mockRestore();
  await rejections.flush();
  expect(isStored()).toBe(1);
});

test('the summary counts those of 24 hours, and ends an hour after them once a delivery was accepted', async () => {
  const { rejections, clock, now } = context;
  const summarize = () => summarizeRejections(context, key);
  expect(await summarize()).toBeNull();
  rejections.record(key.id, refusal(now()));
  clock.advance(24 * hourMs + 1);
  expect(await summarize()).toBeNull();
  rejections.record(key.id, refusal(now(), 'broken'));
  clock.advance(1);
  rejections.record(key.id, refusal(now()));
  const last = { at: new Date(now()).toISOString(), status: 401, reason: 'wrong' };
  const since = new Date(now() - 1).toISOString();
  clock.advance(23 * hourMs);
  expect(await summarize()).toEqual({ count: 2, since, last, acceptedAt: null });
  rejections.record(key.id, { at: now(), status: 200, isSkipped: true, reason: 'not opened' });
  expect(await summarize()).toBeNull();

  rejections.record(key.id, refusal(now()));
  clock.advance(1_000);
  const owner = { integrationId: key.id, ...key };
  const executionId = await createTestExecution(context, owner);
  const acceptedAt = new Date(now()).toISOString();
  clock.advance(1_000);
  await completeTestExecution(context, owner, executionId);
  expect((await summarize())?.acceptedAt).toBe(acceptedAt);
  clock.advance(hourMs);
  expect(await summarize()).toBeNull();
});
