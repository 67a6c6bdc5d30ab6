import { beforeEach, describe, expect, test } from 'vitest';
import { newId } from '~/db/core/id';
import { deleteMembership } from '~/db/organizations/members';
import { findIntegrationState } from '~/db/integrations/integration-state';
import { findNextAt } from '~/db/integrations/schedules';
import type { Actor } from '~/services/actor';
import { createConnection, deleteConnection } from '~/services/connections/connections';
import { listDeletedIntegrations } from '~/services/deleted-integrations/deleted-integration-list';
import { restoreIntegration } from '~/services/deleted-integrations/restoration';
import { deleteIntegration } from '~/services/integrations/deletion';
import { deployVersion } from '~/services/integrations/deployment';
import { updateIntegration } from '~/services/integrations/integrations';
import { revealWebhookSecret } from '~/services/integrations/webhook-secret';
import { listVersions } from '~/services/integrations/versions';
import { runExecution } from '~/services/runs/run-execution';
import { createTestUser } from '../../support/accounts';
import { webhookTrigger } from '../../support/seed';
import { createRunSetup, never, type RunSetup } from '../runs/run-setup';

const dayMs = 24 * 3_600_000;

let setup: RunSetup;

beforeEach(async () => {
  setup = await createRunSetup();
});

const listDeleted = ({ organizationId }: Actor = setup.actor) =>
  listDeletedIntegrations(setup.context, { organizationId, limit: 10 });
const remove = (id: string) => deleteIntegration(setup.context, setup.actor, id);

async function restore(id: string) {
  const outcome = await restoreIntegration(setup.context, setup.actor, id);
  if (outcome.kind !== 'integration') throw new Error(outcome.kind);
  return outcome.integration;
}

function listAudit() {
  const { db } = setup.context;
  return db.all(
    db.build.selectFrom('audit').select(['kind', 'user_id', 'subject_id', 'detail']).orderBy('id'),
  );
}

/** A call that signs in with a connection. */
function signedCall(id: string, connectionId: string) {
  const authConfig = { type: 'connection', connectionId };
  return { id, name: id, method: 'GET', url: 'https://api.example.com/', authConfig };
}

describe('a restored integration', () => {
  test('that was paused after errors is still paused', async () => {
    const { context } = setup;
    const id = await setup.seed();
    await context.db.run(context.db.build.updateTable('integrations').set({ paused_at: context.now() }));
    await remove(id);
    expect(await restore(id)).toMatchObject({ pausedAt: new Date(context.now()).toISOString() });
  });

  test('has all that it had, and is not deployed', async () => {
    const { context, actor } = setup;
    const secret = 'a webhook secret';
    const triggerConfig = webhookTrigger({ secret, variables: [{ name: 'n', jsonPath: '.n' }] });
    const id = await setup.seed({ triggerConfig, name: 'Orders' });
    await updateIntegration(context, actor, id, { apiCalls: [setup.firstCall] });
    const executionId = await setup.accept(id, '{"n":1}', secret);
    await runExecution(context, await setup.claim(), never);

    expect(await remove(id)).toEqual({ kind: 'deleted' });
    expect(await findIntegrationState(context.db, id)).toBeUndefined();
    await expect(setup.accept(id, '{"n":1}', secret)).rejects.toThrow('not-found');
    context.clock.advance(7 * dayMs - 1);
    expect(await restore(id)).toMatchObject({ id, name: 'Orders', isActive: false, version: 2 });

    expect(await listVersions(context, actor, id, { limit: 10 })).toMatchObject({
      versions: [{ version: 2, runs: 1 }, { version: 1 }],
    });
    expect(await revealWebhookSecret(context, actor, id)).toMatchObject({ secret });
    expect(await setup.findExecution(executionId)).toMatchObject({ status: 'completed' });
    await expect(setup.accept(id, '{"n":1}', secret)).rejects.toThrow('not-found');
    await updateIntegration(context, actor, id, { isActive: true });
    await setup.accept(id, '{"n":1}', secret);
    expect(await listAudit()).toContainEqual({
      kind: 'integration-restored',
      user_id: actor.userId,
      subject_id: id,
      detail: null,
    });
    expect(await listDeleted()).toEqual({ integrations: [], next: null });
  });

  test('runs its newest version once it is deployed, also when an older one was deployed', async () => {
    const { context, actor } = setup;
    const id = await setup.seed();
    await updateIntegration(context, actor, id, { autoDeploy: false, apiCalls: [setup.firstCall] });
    expect(await updateIntegration(context, actor, id, {})).toMatchObject({
      integration: { deployedVersion: 1 },
    });
    await remove(id);
    await restore(id);
    expect(await updateIntegration(context, actor, id, { isActive: true })).toMatchObject({
      integration: { deployedVersion: 2 },
    });
  });

  test('starts by its schedule only after it is deployed', async () => {
    const { context, actor } = setup;
    const cron = { cronExpression: '0 * * * *', timezone: 'UTC', missedRuns: 'all' };
    const id = await setup.seed({ triggerConfig: { type: 'cron', cron } });
    await remove(id);
    context.clock.advance(dayMs);
    await restore(id);
    expect(await findNextAt(context.db, id)).toBeUndefined();
    await updateIntegration(context, actor, id, { isActive: true });
    expect(await findNextAt(context.db, id)).toBeGreaterThan(context.now());
  });

  test('starts another one that waits for its end, as before', async () => {
    const source = await setup.seed();
    const waiting = { type: 'event', event: { integrationId: source, on: 'any' } };
    await setup.seed({ triggerConfig: waiting });
    await remove(source);
    await restore(source);
    await updateIntegration(setup.context, setup.actor, source, { isActive: true });
    await setup.accept(source);
    await runExecution(setup.context, await setup.claim(), never);
    const { db } = setup.context;
    const begun = db.build.selectFrom('executions').select('id').where('trigger_type', '=', 'event');
    expect(await db.all(begun)).toHaveLength(1);
  });

  test('holds its connections again, and is not deployed without one that was deleted meanwhile', async () => {
    const { context, actor } = setup;
    const create = async (name: string) => {
      const input = { name, kind: 'bearer', baseUrl: 'https://api.example.com', config: { token: 'a' } };
      const outcome = await createConnection(context, actor, input);
      if (outcome.kind !== 'connection') throw new Error(outcome.kind);
      return outcome.connection.id;
    };
    const [kept, gone] = [await create('Kept'), await create('Gone')];
    const calls = [signedCall('a', kept), signedCall('b', gone)];
    const id = await setup.seed({ apiCalls: calls });
    await remove(id);
    expect(await deleteConnection(context, actor, gone)).toMatchObject({ kind: 'deleted' });
    await restore(id);
    expect(await deleteConnection(context, actor, kept)).toMatchObject({ kind: 'conflict' });
    const refused = {
      kind: 'invalid',
      fields: { 'apiCalls.1.authConfig.connectionId': [expect.stringContaining('does not exist')] },
    };
    expect(await updateIntegration(context, actor, id, { isActive: true })).toMatchObject(refused);
    expect(await deployVersion(context, actor, id, 1)).toMatchObject(refused);
    const saved = await updateIntegration(context, actor, id, { apiCalls: [calls[0]], isActive: true });
    expect(saved).toMatchObject({ integration: { isActive: true } });
  });
});

describe('what has not ended when an integration is deleted', () => {
  test('is cancelled: what waits, what runs, and what waits before a call', async () => {
    const { context, target } = setup;
    const wait = { kind: 'duration', seconds: (2 * dayMs) / 1000 };
    const id = await setup.seed({ apiCalls: [setup.firstCall, { ...setup.secondCall, wait }] });
    const waiting = await setup.accept(id);
    await runExecution(context, await setup.claim(), never);
    const running = await setup.accept(id);
    const held = setup.holdAnswers('/first');
    const run = runExecution(context, await setup.claim(), never);
    await expect.poll(() => target.received.length).toBe(2);
    const queued = await setup.accept(id);

    await remove(id);
    held.release();
    await run;
    for (const execution of [waiting, running, queued])
      expect(await setup.findExecution(execution)).toEqual({
        status: 'cancelled',
        error_message: 'The integration was deleted.',
      });
    context.clock.advance(3 * dayMs);
    await restore(id);
    while ((await setup.countJobs()) > 0) await runExecution(context, await setup.claim(), never);
    expect(target.received).toHaveLength(2);
  });

  test('is cancelled also when it is more than one transaction takes', async () => {
    const { context, actor } = setup;
    const [id, other] = [await setup.seed(), await setup.seed()];
    const { sqlite } = context.db;
    const execution = sqlite.prepare(
      `insert into executions (id, organization_id, integration_id, integration_version, status, trigger_type, started_at, payload_seq)
       values (?, ?, ?, 1, 'running', 'webhook', 0, ?)`,
    );
    const job = sqlite.prepare(
      `insert into jobs (kind, subject_id, organization_id, run_at, created_at) values ('execution', ?, ?, 0, 0)`,
    );
    for (let n = 0; n < 500; n += 1) {
      const executionId = newId();
      execution.run(executionId, actor.organizationId, n % 2 === 0 ? id : other, n);
      job.run(executionId, actor.organizationId);
    }
    await remove(id);
    const counts = sqlite.prepare(
      'select integration_id, status, count(*) from executions group by 1, 2 order by 2',
    );
    expect(counts.raw().all()).toEqual([
      [id, 'cancelled', 250],
      [other, 'running', 250],
    ]);
  });
});

describe('the list of deleted integrations', () => {
  test('names who deleted it, and until when it can be restored, the last deleted first', async () => {
    const { context } = setup;
    const [first, second] = [await setup.seed({ name: 'First' }), await setup.seed({ name: 'Second' })];
    await setup.seed({ name: 'Kept' });
    await remove(first);
    context.clock.advance(1);
    await remove(second);
    const at = (afterMs: number) => new Date(context.now() + afterMs).toISOString();
    const { integrations } = await listDeleted();
    expect(integrations).toMatchObject([
      { id: second, name: 'Second', deletedAt: at(0), restorableUntil: at(7 * dayMs) },
      { id: first, name: 'First', deletedAt: at(-1), restorableUntil: at(7 * dayMs - 1) },
    ]);
    expect(integrations[0]?.deletedBy).toEqual(expect.any(String));
    const { organizationId } = setup.actor;
    const page = await listDeletedIntegrations(context, { organizationId, limit: 1 });
    expect(page).toMatchObject({ integrations: [{ id: second }] });
    const next = { organizationId, before: page.next ?? undefined, limit: 1 };
    expect(await listDeletedIntegrations(context, next)).toMatchObject({
      integrations: [{ id: first }],
      next: null,
    });
  });

  test('forgets the name of a person whose account is deleted', async () => {
    const { db } = setup.context;
    await remove(await setup.seed());
    await db.run(db.build.deleteFrom('users').where('id', '=', setup.actor.userId));
    expect(await listDeleted()).toMatchObject({ integrations: [{ deletedBy: null }] });
  });
});

test('an integration that is not deleted, or that of another organization, is not restored', async () => {
  const { context, actor } = setup;
  const id = await setup.seed();
  const missing = { kind: 'not-found' };
  expect(await restoreIntegration(context, actor, id)).toEqual(missing);
  await remove(id);
  const { user, organizationId } = await createTestUser(context);
  const stranger = { userId: user.id, organizationId };
  expect(await restoreIntegration(context, stranger, id)).toEqual(missing);
  expect(await listDeleted(stranger)).toEqual({ integrations: [], next: null });
  await deleteMembership(context.db, actor.userId, actor.organizationId);
  expect(await restoreIntegration(context, actor, id)).toEqual(missing);
  expect((await listDeleted()).integrations).toHaveLength(1);
});
