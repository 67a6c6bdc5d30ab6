// An integration that deploys only what passes its recorded tests.
import { beforeEach, describe, expect, it } from 'vitest';
import { findDefinedIntegration, findIntegration } from '~/db/integrations/integrations';
import { deployVersion } from '~/services/integrations/deployment';
import { updateIntegration } from '~/services/integrations/integrations';
import { changeEach } from '~/services/integrations/many/change-each';
import { describeHoldingTests } from '~/services/integrations/required-tests';
import { restoreVersion } from '~/services/integrations/versions';
import { runExecution } from '~/services/runs/run-execution';
import { changeTest, listTests, recordTest } from '~/services/test-runs/recorded-tests';
import { createRunSetup, never, type RunSetup } from '../runs/run-setup';

let setup: RunSetup;
let id: string;
let other: object;
const failing = '1 of 1 recorded tests does not pass: “Order 1”.';

/** Deployed, with one recorded test that its first version passes; `other` does not pass it. */
beforeEach(async () => {
  setup = await createRunSetup();
  id = await setup.seed();
  const executionId = await setup.accept(id);
  await runExecution(setup.context, await setup.claim(), never);
  const recorded = await recordTest(setup.context, setup.actor, id, { executionId, name: 'Order 1' });
  expect(recorded.kind).toBe('test');
  await save({ requireTests: true });
  other = { apiCalls: [{ ...setup.firstCall, method: 'PUT' }, setup.secondCall] };
});

function update(change: object) {
  return updateIntegration(setup.context, setup.actor, id, change);
}

/** Answers the integration as it is then. */
async function save(change: object) {
  const saved = await update(change);
  if (saved.kind !== 'integration') throw new Error(JSON.stringify(saved));
  return saved.integration;
}

async function describeHolding(): Promise<string | undefined> {
  const row = await findDefinedIntegration(setup.context.db, { id, ...setup.actor });
  return row && describeHoldingTests(setup.context, row);
}

async function findLastResult() {
  const listed = await listTests(setup.context, setup.actor, id);
  return listed.kind === 'tests' ? listed.tests[0]?.lastResult : listed;
}

describe('a save', () => {
  it('that passes is live at once', async () => {
    const change = { apiCalls: [{ ...setup.firstCall, name: 'Renamed' }, setup.secondCall] };
    expect(await save(change)).toMatchObject({ version: 2, deployedVersion: 2, requireTests: true });
    expect(await findLastResult()).toMatchObject({ outcome: 'passed', version: 2 });
    expect(await describeHolding()).toBeUndefined();
  });

  it('that does not is saved and held back, with words, and nothing is sent', async () => {
    const before = setup.target.received.length;
    expect(await save(other)).toMatchObject({ version: 2, deployedVersion: 1, autoDeploy: true, ...other });
    expect(setup.target.received).toHaveLength(before);
    expect(await findLastResult()).toMatchObject({ outcome: 'differs', version: 2 });
    expect(await describeHolding()).toBe(failing);
  });

  it('that mends it is live at once, and so is what was held back', async () => {
    await save(other);
    const mended = [setup.firstCall, { ...setup.secondCall, name: 'Then' }];
    expect(await save({ apiCalls: mended })).toMatchObject({ version: 3, deployedVersion: 3 });
  });

  it('of a name deploys nothing that was held back', async () => {
    await save(other);
    expect(await save({ name: 'Renamed' })).toMatchObject({ version: 2, deployedVersion: 1 });
  });

  it('that cannot be read is refused as ever', async () => {
    expect(await update({ apiCalls: [{ ...setup.firstCall, url: 'no address' }] })).toMatchObject({
      kind: 'invalid',
    });
  });

  it('is a conflict when another user saved while the tests ran', async () => {
    const { context } = setup;
    const [first, second] = await Promise.all([update(other), update({ apiCalls: [setup.firstCall] })]);
    expect([first.kind, second.kind].toSorted()).toEqual(['conflict', 'integration']);
    const row = await findIntegration(context.db, { id, ...setup.actor });
    expect(row).toMatchObject({ version: 2, deployedVersion: 1 });
  });

  it('that is not live anyway waits for no test', async () => {
    await save({ autoDeploy: false });
    expect(await save(other)).toMatchObject({ version: 2, deployedVersion: 1 });
    expect(await findLastResult()).toBeNull();
  });
});

describe('deploying', () => {
  it('a version that does not pass is refused, naming the tests', async () => {
    await save(other);
    const refused = await deployVersion(setup.context, setup.actor, id, 2);
    expect(refused).toEqual({ kind: 'invalid', message: failing });
    const listed = await listTests(setup.context, setup.actor, id);
    if (listed.kind !== 'tests') throw new Error(listed.kind);
    const change = { ignored: ['$.method'] };
    await changeTest(setup.context, setup.actor, id, listed.tests[0]?.id ?? '', change);
    expect(await deployVersion(setup.context, setup.actor, id, 2)).toMatchObject({
      integration: { deployedVersion: 2 },
    });
  });

  it('one of many at once is refused with the same words', async () => {
    await save(other);
    const [changed] = await changeEach(setup.context, setup.actor, [id], { kind: 'deploy' });
    expect(changed?.outcome).toEqual({ kind: 'invalid', message: failing });
    expect(await findIntegration(setup.context.db, { id, ...setup.actor })).toMatchObject({
      deployedVersion: 1,
    });
  });

  it('what was disabled is refused as well, and stays disabled', async () => {
    await save({ isActive: false });
    await save(other);
    expect(await update({ isActive: true })).toEqual({ kind: 'invalid', message: failing });
    expect(await save({})).toMatchObject({ isActive: false, version: 2 });
  });

  it('asks for nothing once it is not demanded', async () => {
    await save(other);
    await save({ requireTests: false });
    expect(await deployVersion(setup.context, setup.actor, id, 2)).toMatchObject({
      integration: { deployedVersion: 2, requireTests: false },
    });
    expect(await restoreVersion(setup.context, setup.actor, id, { version: 1 })).toMatchObject({
      integration: { version: 3, deployedVersion: 3 },
    });
  });
});

it('switching it on and off is audited', async () => {
  await save({ requireTests: false });
  const { db } = setup.context;
  const kept = db.build.selectFrom('audit').select(['detail']).where('kind', '=', 'required-tests-changed');
  expect(await db.all(kept)).toEqual([{ detail: 'on' }, { detail: 'off' }]);
});
