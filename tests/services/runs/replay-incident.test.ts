// What failed while an incident lasted runs again, once, from the call that failed.
import { beforeEach, expect, test } from 'vitest';
import { listIncidents } from '~/db/alerts/incidents';
import { claimJobs } from '~/db/executions/queue/claim';
import { listUnreplayedFailures } from '~/db/executions/logs/failed-executions';
import { createChannel } from '~/services/alerts/channels';
import { evaluateAlerts } from '~/services/alerts/evaluate';
import { describeReplayed } from '~/services/runs/replay-failures';
import { countIncident, replayIncident } from '~/services/runs/replay-incident';
import { runExecution } from '~/services/runs/run-execution';
import { createTestUser } from '../../support/accounts';
import { answerJson } from '../../support/target';
import { createRunSetup, never, type RunSetup } from './run-setup';

let setup: RunSetup;
let id: string;

beforeEach(async () => {
  setup = await createRunSetup();
  // Executions are found by their ids, which tell the time of this machine.
  Object.assign(setup.context, { now: Date.now });
  id = await setup.seed();
  const about = { name: 'On call', kind: 'email', recipients: 'owners', events: { failing: 1 } };
  const outcome = await createChannel(setup.context, setup.actor, about);
  expect(outcome.kind).toBe('channel');
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
  for (let each = 0; each < times; each += 1) {
    ids.push(await setup.accept(id));
  }
  await runAll();
  setup.answers.handler = handler;
  await evaluateAlerts(setup.context);
  return ids;
}

async function findIncidentId(): Promise<string> {
  const { organizationId } = setup.actor;
  const [incident] = await listIncidents(setup.context.db, { organizationId, limit: 1 });
  return incident?.id ?? '';
}

test('all that failed go on from the call that failed, and none twice', async () => {
  const failed = await fail(3);
  await setup.accept(id);
  await runAll();
  const before = setup.target.received.length;
  const incidentId = await findIncidentId();
  const counted = { kind: 'replayable', count: 3, replayedBefore: 0, hasMore: false };
  expect(await countIncident(setup.context, setup.actor, incidentId)).toEqual(counted);
  const outcome = await replayIncident(setup.context, setup.actor, incidentId);
  expect(outcome).toEqual({
    kind: 'replayed',
    count: 3,
    replayedBefore: 0,
    refused: 0,
    problem: null,
    hasMore: false,
  });
  await runAll();
  const urls = setup.target.received.slice(before).map(({ url }) => url);
  expect(urls).toEqual(['/second/abc', '/second/abc', '/second/abc']);
  const { db } = setup.context;
  const replays = await db.all(
    db.build.selectFrom('executions').select(['replay_of', 'status']).where('replay_of', 'is not', null),
  );
  expect(replays.map(({ replay_of }) => replay_of).toSorted()).toEqual(failed.toSorted());
  expect(replays.every(({ status }) => status === 'completed')).toBe(true);
  const none = { ...counted, count: 0, replayedBefore: 3 };
  expect(await countIncident(setup.context, setup.actor, incidentId)).toEqual(none);
  const again = await replayIncident(setup.context, setup.actor, incidentId);
  expect(again).toMatchObject({ kind: 'replayed', count: 0, replayedBefore: 3 });
  expect(again.kind === 'replayed' && describeReplayed(again)).toEqual({
    title: '0 executions replayed',
    description: 'None are left that failed and have not been replayed. 3 were replayed before.',
  });
});

test('an incident names the call that failed and how, and its replay leaves what failed otherwise', async () => {
  const failed = await fail(2);
  const { db } = setup.context;
  const [incident] = await listIncidents(db, { organizationId: setup.actor.organizationId, limit: 2 });
  expect(incident).toMatchObject({ failure: '5xx', count: 2, executionId: failed[1] });
  expect(incident?.callName).not.toBe('');
  const other = { failure: `timeout ${incident?.callId}` };
  await db.run(
    db.build
      .updateTable('executions')
      .set(other)
      .where('id', '=', failed[0] ?? ''),
  );
  const outcome = await replayIncident(setup.context, setup.actor, incident?.id ?? '');
  expect(outcome).toMatchObject({ kind: 'replayed', count: 1, refused: 0 });
  await runAll();
  const rows = await db.all(db.build.selectFrom('failures').select(['kind', 'recovered_at']));
  expect(rows).toEqual([{ kind: '5xx', recovered_at: expect.any(Number) }]);
});

test('an incident of another organization is not found', async () => {
  await fail(1);
  const { user, organizationId } = await createTestUser(setup.context);
  const stranger = { userId: user.id, organizationId };
  expect(await replayIncident(setup.context, stranger, await findIncidentId())).toEqual({
    kind: 'not-found',
  });
  expect(await setup.countJobs()).toBe(0);
});

test('what is asked for is bounded, and that there is more is said', async () => {
  const failed = await fail(3);
  const { organizationId } = setup.actor;
  const asked = { integrationId: id, organizationId, from: 0, to: setup.context.now() };
  const { db } = setup.context;
  expect(await listUnreplayedFailures(db, { ...asked, limit: 2 })).toEqual({
    ids: [failed[2], failed[1]],
    replayed: 0,
    hasMore: true,
  });
  expect(await listUnreplayedFailures(db, { ...asked, limit: 3 })).toMatchObject({ hasMore: false });
  expect(await listUnreplayedFailures(db, { ...asked, to: 1, limit: 3 })).toEqual({
    ids: [],
    replayed: 0,
    hasMore: false,
  });
});
