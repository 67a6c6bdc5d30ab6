// What the administrator bounds of an organization: more waits, nothing is lost, and other organizations go on.
import { beforeEach, expect, test } from 'vitest';
import { claimJobs } from '~/db/executions/queue/claim';
import type { ClaimedJob } from '~/db/executions/queue/claimed-job';
import { createQuotaLimit, findUsedUpQuota } from '~/db/executions/queue/quota';
import { findIntegration } from '~/db/integrations/integrations';
import { listAuditEntries } from '~/db/organizations/audit-log';
import { findClaimQuota, noQuota, type Quota } from '~/db/organizations/quotas';
import { performAdminCommand } from '~/services/administration/admin-command';
import { changeQuota } from '~/services/administration/quotas';
import { describeWaiting } from '~/services/integrations/waiting';
import { describeQuota } from '~/services/limits/quota-text';
import { runExecution } from '~/services/runs/run-execution';
import { createTestUser } from '../../support/accounts';
import { explain, observe, type ObservedQuery } from '../../support/explain';
import { seedIntegration, webhookTrigger } from '../../support/seed';
import { createRunSetup, never, type RunSetup } from '../runs/run-setup';

let setup: RunSetup;
let organizationId: string;
let now: number;

beforeEach(async () => {
  setup = await createRunSetup();
  ({ organizationId } = setup.actor);
  now = setup.context.now();
});

async function bound(quota: Partial<Quota>): Promise<void> {
  const outcome = await changeQuota(setup.context, setup.actor, organizationId, { ...noQuota, ...quota });
  expect(outcome).toEqual({ kind: 'done' });
}

async function accept(id: string, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let each = 0; each < count; each += 1) ids.push(await setup.accept(id));
  return ids;
}

async function claim(owner = 'runner'): Promise<ClaimedJob[]> {
  const { jobs } = await claimJobs(setup.context.db, { owner, limit: 10, now, leaseMs: 30_000 });
  return jobs.filter(({ kind }) => kind === 'execution');
}

function idsOf(jobs: ClaimedJob[]): string[] {
  return jobs.map(({ subjectId }) => subjectId);
}

function describe() {
  return describeQuota({ ...setup.context, now: () => now }, organizationId);
}

test('no more begin in an hour, of all integrations and for two runners together; what waits begins in turn', async () => {
  const [one, other] = [await setup.seed(), await setup.seed()];
  await bound({ executionsPerHour: 3 });
  const ofOne = await accept(one, 4);
  const ofOther = await accept(other, 2);
  const first = await claim();
  expect(idsOf(first)).toEqual(ofOne.slice(0, 3));
  expect(await claim('another')).toEqual([]);
  for (const job of first) await runExecution(setup.context, job, never);
  expect(await claim()).toEqual([]);
  const { usedUp, until } = await describe();
  expect(usedUp).toBe('the organization’s 3 an hour are used up');
  now = (until ?? 0) - 1;
  expect(await claim()).toEqual([]);
  now += 1;
  // Nobody waits behind the queue of another integration.
  const second = idsOf(await claim('another'));
  expect(second).toHaveLength(3);
  expect(second.toSorted()).toEqual([...ofOne.slice(3), ...ofOther].toSorted());
});

test('no more begin in a day, and what is said names what takes longer', async () => {
  const id = await setup.seed();
  await bound({ executionsPerHour: 1, executionsPerDay: 2 });
  const waiting = await accept(id, 3);
  expect(idsOf(await claim())).toEqual(waiting.slice(0, 1));
  expect((await describe()).usedUp).toBe('the organization’s 1 an hour is used up');
  now += 61 * 60_000;
  expect(idsOf(await claim())).toEqual(waiting.slice(1, 2));
  const { usedUp, until } = await describe();
  expect(usedUp).toBe('the organization’s 2 a day are used up');
  now = (until ?? 0) - 1;
  expect(await claim()).toEqual([]);
  now += 1;
  expect(idsOf(await claim())).toEqual(waiting.slice(2));
});

test('another organization goes on, and what has begun goes on', async () => {
  const id = await setup.seed();
  const { user, organizationId: theirs } = await createTestUser(setup.context);
  const stranger = { context: setup.context, userId: user.id, organizationId: theirs };
  const strange = await seedIntegration(stranger, {
    triggerConfig: webhookTrigger(),
    apiCalls: [setup.secondCall],
  });
  await bound({ executionsPerHour: 1 });
  const [mine] = await accept(id, 2);
  expect(idsOf(await claim())).toEqual([mine]);
  const foreign = await setup.accept(strange);
  expect(idsOf(await claim())).toEqual([foreign]);
  await setup.context.ledger.recover(['runner'], { owner: 'another', now });
  expect(idsOf(await claim('another')).toSorted()).toEqual([mine, foreign].toSorted());
});

test('a wider quota lets what waits begin at once, and so does none', async () => {
  const id = await setup.seed();
  await bound({ executionsPerHour: 1 });
  const waiting = await accept(id, 4);
  expect(idsOf(await claim())).toEqual(waiting.slice(0, 1));
  expect(await claim()).toEqual([]);
  const integration = await findIntegration(setup.context.db, { id, organizationId });
  if (!integration) throw new Error('The integration is gone');
  expect(await describeWaiting({ ...setup.context, now: () => now }, integration)).toMatchObject({
    text: '3 executions wait: the organization’s 1 an hour is used up',
    until: expect.stringMatching(/^\d{4}-.*:00\.000Z$/),
  });
  await bound({ executionsPerHour: 2 });
  expect(idsOf(await claim())).toEqual(waiting.slice(1, 2));
  await bound({});
  expect(idsOf(await claim())).toEqual(waiting.slice(2));
  expect(await describe()).toEqual({ ...noQuota, usedUp: null, until: null });
});

test('only an administrator sets it, for an organization that exists, and its audit log says so', async () => {
  const quota = { executionsPerHour: 1_000, executionsPerDay: null };
  const { user } = await createTestUser(setup.context);
  const stranger = { userId: user.id };
  expect(await changeQuota(setup.context, stranger, organizationId, quota)).toMatchObject({
    kind: 'forbidden',
  });
  expect(await changeQuota(setup.context, setup.actor, 'nobody', quota)).toEqual({ kind: 'not-found' });
  await bound(quota);
  const [entry] = await listAuditEntries(setup.context.db, { organizationId, limit: 1 });
  expect(entry).toMatchObject({ kind: 'quota-changed', detail: '1,000 an hour' });
});

function save(quota: Quota, seen: Quota) {
  return changeQuota(setup.context, setup.actor, organizationId, quota, seen);
}

function find() {
  return findClaimQuota(setup.context.db, organizationId);
}

test('a limit that someone else changed since it was shown is not put back', async () => {
  await bound({ executionsPerHour: 500, executionsPerDay: 9_000 });
  const seen = { executionsPerHour: null, executionsPerDay: 9_000 };
  expect(await save({ executionsPerHour: null, executionsPerDay: 8_000 }, seen)).toEqual({ kind: 'done' });
  expect(await find()).toMatchObject({ executionsPerHour: 500, executionsPerDay: 8_000 });
  expect(await save({ executionsPerHour: 100, executionsPerDay: 9_000 }, seen)).toEqual({
    kind: 'conflict',
    message: expect.stringContaining('someone else has changed the quota in the meantime, to 500 an hour'),
  });
  expect(await find()).toMatchObject({ executionsPerHour: 500, executionsPerDay: 8_000 });
});

test('the command of the machine lists organizations and sets a quota', async () => {
  const { db, config, outbound } = setup.context;
  const machine = { config, now, createOutbound: () => outbound };
  const admin = (...args: string[]) => performAdminCommand(db, args, machine);
  expect(await admin('quota', organizationId, '100', 'none')).toEqual({
    kind: 'done',
    lines: [`The quota of ${organizationId} is: 100 an hour.`],
  });
  const listed = await admin('organizations');
  expect(listed).toMatchObject({
    kind: 'done',
    lines: [expect.stringMatching(/\tquota: 100 an hour$/)],
  });
  for (const wrong of [['0', 'none'], ['many', '5'], ['5']]) {
    expect(await admin('quota', organizationId, ...wrong)).toMatchObject({
      kind: 'failed',
      message: expect.stringContaining('Enter a whole number from 1'),
    });
  }
  expect(await admin('quota', 'nobody', '5', '5')).toMatchObject({ kind: 'failed' });
  expect(await describe()).toMatchObject({ executionsPerHour: 100, executionsPerDay: null });
});

test('a claim for organizations without a quota asks and writes nothing of one', async () => {
  const id = await setup.seed();
  await accept(id, 3);
  const made: ObservedQuery[] = [];
  const db = observe(setup.context.db, made);
  await claimJobs(db, { owner: 'runner', limit: 10, now, leaseMs: 30_000 });
  expect(made.length).toBeGreaterThan(5);
  expect(made.filter(({ sql }) => sql.includes('quota_slots'))).toEqual([]);
});

test('what a quota costs is bounded by its slots', async () => {
  const asked = { organizationId, quota: { executionsPerHour: 5, executionsPerDay: 5 } };
  const plans = await explain(setup.context.db, async (queries) => {
    await createQuotaLimit(queries, asked, now)?.isHeld();
    await findUsedUpQuota(queries, asked, now);
  });
  expect(plans.length).toBeGreaterThan(0);
  for (const plan of plans)
    expect(plan).toMatch(/^SEARCH quota_slots USING PRIMARY KEY \(organization_id=\? AND span=\? AND slot/);
});
