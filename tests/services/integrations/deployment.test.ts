// A deployed integration whose saves are not live at once: what runs is the deployed version, what is edited the newest.
import { beforeEach, describe, expect, it } from 'vitest';
import { findIntegrationState } from '~/db/integrations/integration-state';
import { listEventTargets } from '~/db/integrations/event-triggers';
import { findNextAt } from '~/db/integrations/schedules';
import { listConnectionUses } from '~/db/connections/connection-uses';
import type { Actor } from '~/services/actor';
import { createConnection } from '~/services/connections/connections';
import { deployVersion } from '~/services/integrations/deployment';
import { openFormerSecret } from '~/services/integrations/former-secret';
import { createIntegration, updateIntegration } from '~/services/integrations/integrations';
import { restoreVersion } from '~/services/integrations/versions';
import { runManually } from '~/services/runs/control';
import { replayExecution } from '~/services/runs/replay-execution';
import { fireDueSchedules } from '~/services/triggers/schedules';
import { createAcceptDelivery } from '~/services/webhooks/accept-delivery';
import { createTestUser } from '../../support/accounts';
import { createTestContext, type TestContext } from '../../support/context';
import { makeDelivery } from '../../support/delivery';

let context: TestContext;
let actor: Actor;
let id: string;

const call = { id: 'a', order: 1, name: 'First', method: 'GET', url: 'https://api.example.com/1' };
const next = { apiCalls: [{ ...call, url: 'https://api.example.com/2' }] };
const webhook = (secret: string) => ({ triggerConfig: { type: 'webhook', webhook: { secret } } });
const daily = (time: string) => ({
  triggerConfig: { type: 'cron', cron: { cronExpression: `0 ${time} * * *`, timezone: 'UTC' } },
});

beforeEach(async () => {
  context = await createTestContext();
  const { user, organizationId } = await createTestUser(context);
  actor = { userId: user.id, organizationId, address: '192.0.2.1' };
  id = await create({ ...webhook('the-first-secret'), apiCalls: [call] });
});

async function create(definition: object): Promise<string> {
  const made = await createIntegration(context, actor, { name: 'Orders', ...definition });
  if (made.kind !== 'integration') throw new Error(JSON.stringify(made));
  return made.integration.id;
}

/** Answers the integration as it is then. */
async function save(change: object, of = id) {
  const saved = await updateIntegration(context, actor, of, change);
  if (saved.kind !== 'integration') throw new Error(JSON.stringify(saved));
  return saved.integration;
}

async function deploy(version: number, of = id) {
  const outcome = await deployVersion(context, actor, of, version);
  if (outcome.kind !== 'integration') throw new Error(JSON.stringify(outcome));
  return outcome.integration;
}

function holdBack(of = id) {
  return save({ isActive: true, autoDeploy: false }, of);
}

async function findLiveVersion(): Promise<number | undefined> {
  return (await findIntegrationState(context.db, id))?.version;
}

async function listAuditEntries() {
  const { db } = context;
  const rows = db.build
    .selectFrom('audit')
    .select(['kind', 'detail'])
    .where('kind', '<>', 'integration-created')
    .where('subject_id', '=', id);
  return db.all(rows);
}

async function findVersionOf(executionId: string): Promise<number | undefined> {
  const { db } = context;
  const row = db.build.selectFrom('executions').select('integration_version as version');
  return (await db.first(row.where('id', '=', executionId)))?.version;
}

describe('a save', () => {
  it('is live at once by default', async () => {
    expect(await save({ isActive: true })).toMatchObject({
      version: 1,
      deployedVersion: 1,
      autoDeploy: true,
    });
    expect(await save(next)).toMatchObject({ version: 2, deployedVersion: 2 });
    expect(await findLiveVersion()).toBe(2);
  });

  it('that is live at once stands in the audit, as a version that is deployed by itself does', async () => {
    await save({ isActive: true });
    await save(next);
    await save({ name: 'Renamed' });
    expect(await listAuditEntries()).toEqual([
      { kind: 'integration-deployed', detail: null },
      { kind: 'version-deployed', detail: 'Version 2' },
    ]);
  });

  it('of a draft stands in the audit, and so does one that is held back', async () => {
    await save(next);
    await save({ name: 'Renamed' });
    await save({ isActive: true, autoDeploy: false });
    await save({ apiCalls: [] });
    expect(await listAuditEntries()).toEqual([
      { kind: 'version-saved', detail: 'Version 2' },
      { kind: 'deploy-on-save-changed', detail: 'off' },
      { kind: 'integration-deployed', detail: null },
      { kind: 'version-saved', detail: 'Version 3' },
    ]);
  });

  it('is not live where saves are held back, also after a new name, until it is deployed', async () => {
    await holdBack();
    expect(await save(next)).toMatchObject({ version: 2, deployedVersion: 1, autoDeploy: false, ...next });
    expect(await save({ name: 'Renamed' })).toMatchObject({ version: 2, deployedVersion: 1 });
    expect(await findLiveVersion()).toBe(1);
    expect(await deploy(2)).toMatchObject({ version: 2, deployedVersion: 2 });
    expect(await findLiveVersion()).toBe(2);
    expect(await deploy(1)).toMatchObject({ version: 2, deployedVersion: 1 });
    expect(await listAuditEntries()).toEqual(
      expect.arrayContaining([
        { kind: 'deploy-on-save-changed', detail: 'off' },
        { kind: 'version-deployed', detail: 'Version 2' },
        { kind: 'version-deployed', detail: 'Version 1' },
      ]),
    );
  });

  it('may leave a draft incomplete beside what runs', async () => {
    await holdBack();
    expect(await save({ apiCalls: [] })).toMatchObject({ version: 2, deployedVersion: 1 });
    expect(await deployVersion(context, actor, id, 2)).toEqual({
      kind: 'invalid',
      message: 'Version 2 needs a trigger and at least one API call with URL and method.',
    });
    expect(await findLiveVersion()).toBe(1);
  });

  it('that is live at once again does not deploy by itself what was held back', async () => {
    await holdBack();
    await save(next);
    expect(await save({ autoDeploy: true })).toMatchObject({ version: 2, deployedVersion: 1 });
    expect(await save({ apiCalls: [call] })).toMatchObject({ version: 3, deployedVersion: 3 });
  });

  it('of what is not deployed has no live version, and deploying takes the newest', async () => {
    expect(await save({ autoDeploy: false })).toMatchObject({ version: 1, deployedVersion: null });
    await save(next);
    expect(await save({ isActive: true })).toMatchObject({ version: 2, deployedVersion: 2 });
    await save({ apiCalls: [call] });
    expect(await save({ isActive: false })).toMatchObject({ version: 3, deployedVersion: null });
    expect(await save({ isActive: true })).toMatchObject({ version: 3, deployedVersion: 3 });
  });

  it('restores an old version as the newest without deploying it', async () => {
    await holdBack();
    await save(next);
    expect(await restoreVersion(context, actor, id, { version: 1 })).toMatchObject({
      integration: { version: 3, deployedVersion: 1 },
    });
  });
});

describe('what runs', () => {
  it('is the deployed version, started by hand and replayed, too', async () => {
    await holdBack();
    await save(next);
    const run = await runManually(context, actor, { integrationId: id, triggerData: {} });
    if (run.kind !== 'queued') throw new Error(run.kind);
    expect(await findVersionOf(run.executionId)).toBe(1);
    const { db } = context;
    const ended = { status: 'completed', completed_at: context.now() } as const;
    await db.run(db.build.updateTable('executions').set(ended).where('id', '=', run.executionId));
    const { executionId } = run;
    const replay = await replayExecution(context, actor, { integrationId: id, executionId, from: 'start' });
    if (replay.kind !== 'queued') throw new Error(replay.kind);
    expect(await findVersionOf(replay.executionId)).toBe(1);
  });

  it('is what a delivery starts, accepted as ever', async () => {
    await holdBack();
    await save(next);
    const body = '{}';
    const headers = { 'content-type': 'application/json', 'x-webhook-signature': 'the-first-secret' };
    const accepted = await createAcceptDelivery(context)(makeDelivery(id, { headers, body }));
    if (accepted.kind !== 'accepted') throw new Error(accepted.kind);
    expect(await findVersionOf(accepted.executionId)).toBe(1);
  });

  it('is tested in the newest version', async () => {
    await holdBack();
    await save(next);
    const run = await runManually(context, actor, { integrationId: id, triggerData: {}, isTest: true });
    if (run.kind !== 'queued') throw new Error(run.kind);
    expect(await findVersionOf(run.executionId)).toBe(2);
  });

  it('comes by the schedule of the deployed version', async () => {
    id = await create({ ...daily('6'), apiCalls: [call] });
    await holdBack();
    const before = await findNextAt(context.db, id);
    await save(daily('9'));
    expect(await findNextAt(context.db, id)).toBe(before);
    context.clock.advance((before ?? 0) - context.now());
    expect(await fireDueSchedules(context)).toBe(1);
    const { db } = context;
    const rows = db.build.selectFrom('executions').select('integration_version as version');
    expect(await db.all(rows.where('integration_id', '=', id))).toEqual([{ version: 1 }]);
    await deploy(2);
    expect(new Date((await findNextAt(db, id)) ?? 0).getUTCHours()).toBe(9);
    await save({ ...webhook(''), apiCalls: [call] });
    expect(await findNextAt(db, id)).toBeDefined();
    await deploy(3);
    expect(await findNextAt(db, id)).toBeUndefined();
  });

  it('waits for the ending that the deployed version names', async () => {
    const waits = await create({
      triggerConfig: { type: 'event', event: { integrationId: id, on: 'completed' } },
      apiCalls: [call],
    });
    await holdBack(waits);
    await save({ triggerConfig: { type: 'manual' } }, waits);
    const source = { integrationId: id, organizationId: actor.organizationId };
    const list = () => listEventTargets(context.db, { ...source, ending: 'completed', isTest: 0 });
    expect(await list()).toEqual([{ integrationId: waits, version: 1 }]);
    await deploy(2, waits);
    expect(await list()).toEqual([]);
  });
});

async function openFormer(): Promise<string | undefined> {
  const state = await findIntegrationState(context.db, id);
  return state && openFormerSecret(context, id, state, context.now());
}

it('a secret stays valid for a day from the moment another one is live, not from when it is saved', async () => {
  await holdBack();
  await save(webhook('the-second-secret'));
  expect(await openFormer()).toBeUndefined();
  await deploy(2);
  expect(await openFormer()).toBe('the-first-secret');
});

it('a connection is in use as long as the newest or the deployed version signs in with it', async () => {
  const made = await createConnection(context, actor, {
    name: 'Shop',
    baseUrl: 'https://api.example.com',
    kind: 'bearer',
    config: { token: 'sesame-open-77' },
  });
  if (made.kind !== 'connection') throw new Error(made.kind);
  const authConfig = { type: 'connection', connectionId: made.connection.id };
  await save({ apiCalls: [{ ...call, authConfig }] });
  await holdBack();
  const { organizationId } = actor;
  await save(next);
  expect(await listConnectionUses(context.db, { organizationId })).toHaveLength(1);
  await deploy(3);
  expect(await listConnectionUses(context.db, { organizationId })).toEqual([]);
});

describe('what cannot be deployed', () => {
  it('is a version that is not there, and one of a stranger', async () => {
    expect(await deployVersion(context, actor, id, 9)).toEqual({ kind: 'not-found' });
    const { user, organizationId } = await createTestUser(context);
    expect(await deployVersion(context, { userId: user.id, organizationId }, id, 1)).toEqual({
      kind: 'not-found',
    });
  });
});

it('deploying a version of what was disabled deploys that version', async () => {
  await save(next);
  expect(await deploy(1)).toMatchObject({ isActive: true, version: 2, deployedVersion: 1 });
  expect(await findLiveVersion()).toBe(1);
});
