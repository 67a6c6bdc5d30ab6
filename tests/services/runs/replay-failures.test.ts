// After an outage everything that failed runs again, without a channel for alerts.
import { beforeEach, expect, test } from 'vitest';
import { newId } from '~/db/core/id';
import { claimJobs } from '~/db/executions/queue/claim';
import { indexNextExecutions } from '~/db/executions/search/search-index';
import { maskBeginning } from '~/services/executions/mask-trigger-data';
import { createTestUser } from '../../support/accounts';
import { answerJson } from '../../support/target';
import { countReplayable, describeReplayed, replayFailures } from '~/services/runs/replay-failures';
import { runExecution } from '~/services/runs/run-execution';
import { createRunSetup, never, type RunSetup } from './run-setup';

let setup: RunSetup;
let integrationId: string;

beforeEach(async () => {
  setup = await createRunSetup();
  // Executions are found by their ids, which tell the time of this machine.
  Object.assign(setup.context, { now: Date.now });
  integrationId = await setup.seed();
});

async function runAll(): Promise<void> {
  const { context } = setup;
  const asked = { owner: 'runner', limit: 20, now: context.now(), leaseMs: 30_000 };
  for (const job of (await claimJobs(context.db, asked)).jobs) {
    if (job.kind === 'execution') await runExecution(context, job, never);
  }
}

/** The second call fails so many times. */
async function fail(times: number): Promise<string[]> {
  const { handler } = setup.answers;
  setup.answers.handler = (request, response) =>
    request.url.startsWith('/second') ? answerJson({}, 503)(request, response) : handler(request, response);
  const ids: string[] = [];
  for (let each = 0; each < times; each += 1) ids.push(await setup.accept(integrationId));
  await runAll();
  setup.answers.handler = handler;
  return ids;
}

async function listReplayed(): Promise<(string | null)[]> {
  const { db } = setup.context;
  const rows = await db.all(
    db.build.selectFrom('executions').select('replay_of').where('replay_of', 'is not', null),
  );
  return rows.map(({ replay_of }) => replay_of).toSorted();
}

test('all that failed go on from the call that failed, and none twice', async () => {
  const failed = await fail(3);
  await setup.accept(integrationId);
  await runAll();
  const before = setup.target.received.length;
  const asked = { integrationId, from: 0, to: setup.context.now() };
  expect(await replayFailures(setup.context, setup.actor, asked)).toMatchObject({
    count: 3,
    replayedBefore: 0,
    hasMore: false,
  });
  await runAll();
  const urls = setup.target.received.slice(before).map(({ url }) => url);
  expect(urls).toEqual(['/second/abc', '/second/abc', '/second/abc']);
  expect(await listReplayed()).toEqual(failed.toSorted());
  const later = { ...asked, to: setup.context.now() };
  expect(await replayFailures(setup.context, setup.actor, later)).toMatchObject({
    count: 0,
    replayedBefore: 3,
  });
});

test('tests that failed are left out: their replays would be no tests', async () => {
  const [tested = '', other = ''] = await fail(2);
  const { db } = setup.context;
  await db.run(db.build.updateTable('executions').set({ is_test: 1 }).where('id', '=', tested));
  const asked = { integrationId, from: 0, to: setup.context.now() };
  expect(await countReplayable(setup.context, setup.actor, asked)).toEqual({
    count: 1,
    replayedBefore: 0,
    hasMore: false,
  });
  expect(await replayFailures(setup.context, setup.actor, asked)).toMatchObject({ count: 1 });
  expect(await listReplayed()).toEqual([other]);
});

test('only what was triggered in the time asked for runs again', async () => {
  const [first = ''] = await fail(1);
  const middle = Number.parseInt(first.replaceAll('-', '').slice(0, 12), 16) + 1;
  while (Date.now() <= middle) await new Promise((resolve) => void setImmediate(resolve));
  const [second = ''] = await fail(1);
  const asked = { integrationId, from: 0, to: setup.context.now() };
  const { context, actor } = setup;
  expect(await replayFailures(context, actor, { ...asked, startedBefore: middle })).toMatchObject({
    count: 1,
  });
  expect(await listReplayed()).toEqual([first]);
  expect(await replayFailures(context, actor, { ...asked, startedFrom: middle })).toMatchObject({ count: 1 });
  expect(await listReplayed()).toEqual([first, second].toSorted());
});

test('a failure is found behind any number of executions that succeeded since', async () => {
  const [failed = ''] = await fail(1);
  const { db } = setup.context;
  const later = Array.from({ length: 20_001 }, () => newId());
  db.sqlite
    .prepare(
      `insert into executions (id, organization_id, integration_id, integration_version, status, trigger_type, started_at,
         completed_at, payload_seq)
       select value, organization_id, integration_id, 1, 'completed', 'webhook', started_at, completed_at, payload_seq
       from executions, json_each(?) where executions.id = ?`,
    )
    .run(JSON.stringify(later), failed);
  await indexNextExecutions(db, { before: later[0] ?? '', limit: 10, mask: maskBeginning(setup.context) });
  // The index would hold the later ones as completed.
  db.sqlite.prepare('update execution_index_progress set last_id = ?').run(later.at(-1));
  const asked = { integrationId, from: 0, to: setup.context.now() };
  expect(await replayFailures(setup.context, setup.actor, asked)).toMatchObject({ count: 1, hasMore: false });
  expect(await listReplayed()).toEqual([failed]);
});

/** Makes newer executions that failed before any call, so that none of them can be replayed from a call. */
function failWithoutCall(like: string, count: number): void {
  const ids = Array.from({ length: count }, () => newId());
  setup.context.db.sqlite
    .prepare(
      `insert into executions (id, organization_id, integration_id, integration_version, status, trigger_type, started_at,
         completed_at, payload_seq)
       select value, organization_id, integration_id, 1, 'error', 'webhook', started_at, completed_at, payload_seq
       from executions, json_each(?) where executions.id = ?`,
    )
    .run(JSON.stringify(ids), like);
}

test('among many failures, others have a turn while those of one kind are looked for', async () => {
  const [failed = ''] = await fail(1);
  failWithoutCall(failed, 1_600);
  let turns = 0;
  const tick = () => {
    turns += 1;
    next = setImmediate(tick);
  };
  let next = setImmediate(tick);
  const asked = { integrationId, from: 0, to: setup.context.now(), failure: 'timeout' };
  expect(await countReplayable(setup.context, setup.actor, asked)).toMatchObject({ count: 0 });
  clearImmediate(next);
  expect(turns).toBeGreaterThan(2);
});

test('failures that cannot be replayed hide none of the older ones', async () => {
  const [failed = ''] = await fail(1);
  failWithoutCall(failed, 501);
  const asked = { integrationId, from: 0, to: setup.context.now() };
  const replayed = await replayFailures(setup.context, setup.actor, asked);
  expect(replayed).toMatchObject({ count: 1, refused: 501, replayedBefore: 0, hasMore: false });
  expect(await listReplayed()).toEqual([failed]);
  expect(describeReplayed(replayed)).toEqual({
    title: '1 execution replayed',
    description: '501 not: No call of this execution failed. Replay it from the start.',
  });
  expect(await replayFailures(setup.context, setup.actor, asked)).toMatchObject({
    count: 0,
    replayedBefore: 1,
    refused: 501,
  });
});

test('after a thousand that cannot be replayed it ends, and says how to reach the older ones', async () => {
  const [failed = ''] = await fail(1);
  failWithoutCall(failed, 1_001);
  const asked = { integrationId, from: 0, to: setup.context.now() };
  const replayed = await replayFailures(setup.context, setup.actor, asked);
  expect(replayed).toMatchObject({ count: 0, refused: 1_000, hasMore: true });
  expect(describeReplayed(replayed).description).toBe(
    '1,000 not: No call of this execution failed. Replay it from the start. There are older ones. Choose a time before these.',
  );
});

test('a problem that has nothing to do with the executions ends it', async () => {
  await fail(2);
  const { disk } = setup.context;
  disk.isLow = () => true;
  const asked = { integrationId, from: 0, to: setup.context.now() };
  expect(await replayFailures(setup.context, setup.actor, asked)).toMatchObject({ count: 0, refused: 2 });
});

test('only when there are no more failures it is said that none are left', () => {
  const none = { kind: 'replayed', count: 0, replayedBefore: 0, refused: 0, problem: null } as const;
  expect(describeReplayed({ ...none, hasMore: false }).description).toBe(
    'None are left that failed and have not been replayed.',
  );
  expect(describeReplayed({ ...none, hasMore: true }).description).toBe(
    'Not all that failed were looked through. Choose a time.',
  );
});

test('another organization replays nothing', async () => {
  await fail(1);
  const { user, organizationId } = await createTestUser(setup.context);
  const stranger = { ...setup.actor, userId: user.id, organizationId };
  const asked = { integrationId, from: 0, to: setup.context.now() };
  expect(await replayFailures(setup.context, stranger, asked)).toMatchObject({ count: 0, replayedBefore: 0 });
  expect(await listReplayed()).toEqual([]);
});
