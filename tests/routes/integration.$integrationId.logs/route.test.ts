import { expect, it } from 'vitest';
import { updateLimits } from '~/db/executions/execution-limits';
import { noLimits } from '~/engine/definition/execution-limits';
import { loader } from '~/routes/integration.$integrationId.logs/route';
import { makeAnswerAddress } from '~/services/answers/answer-address';
import { runExecution } from '~/services/runs/run-execution';
import { createRunSetup, never } from '../../services/runs/run-setup';
import { createTestUser, signInAs } from '../../support/accounts';
import { createTestContext } from '../../support/context';
import { seedIntegration } from '../../support/seed';

it('everybody reads how long executions are kept, and an owner what changes it', async () => {
  const app = await createTestContext({ config: { retentionDays: 30 } });
  const { user: owner, organizationId } = await createTestUser(app);
  const actor = { context: app, userId: owner.id, organizationId };
  const integrationId = await seedIntegration(actor, { isActive: false });
  const others = await Promise.all(
    (['ADMIN', 'MEMBER'] as const).map(
      async (role) => (await createTestUser(app, { organizationId, role })).user,
    ),
  );

  async function load(userId: string) {
    const headers = { Cookie: await signInAs(app, userId) };
    const request = new Request(`http://localhost/integration/${integrationId}/logs`, { headers });
    const context = { app, nonce: '', address: '192.0.2.1' };
    return (await loader({ request, params: { integrationId }, context })).retention;
  }

  expect(await load(owner.id)).toEqual({
    days: { completed: 30, failed: 14 },
    mib: null,
    isOwn: false,
    tellSetting: true,
  });
  for (const { id } of others) expect(await load(id)).toMatchObject({ tellSetting: false });
});

it('where an integration keeps less by limits of its own, these are shown instead', async () => {
  const app = await createTestContext({ config: { retentionDays: 30, retentionDaysFailed: 60 } });
  const { user, organizationId } = await createTestUser(app);
  const integrationId = await seedIntegration(
    { context: app, userId: user.id, organizationId },
    { isActive: false },
  );
  const limits = { ...noLimits, retentionDaysFailed: 40, retentionMib: 10 };
  await updateLimits(app.db, { id: integrationId, organizationId }, limits);
  const headers = { Cookie: await signInAs(app, user.id) };
  const request = new Request(`http://localhost/integration/${integrationId}/logs`, { headers });
  const context = { app, nonce: '', address: '192.0.2.1' };
  const { retention } = await loader({ request, params: { integrationId }, context });
  expect(retention).toMatchObject({ days: { completed: 30, failed: 40 }, mib: 10, isOwn: true });
});

it('the address at which a waiting run takes its answer is shown to owners and admins alone', async () => {
  const setup = await createRunSetup();
  const { context: app, actor } = setup;
  const wait = {
    kind: 'answer',
    seconds: 3_600,
    message: 'Ship it?',
    choices: ['Yes', 'No'],
    saveAs: 'ship',
  };
  const integrationId = await setup.seed({ apiCalls: [setup.firstCall, { ...setup.secondCall, wait }] });
  const executionId = await setup.accept(integrationId);
  await runExecution(app, await setup.claim(), never);
  const { organizationId } = actor;
  const shows = async (userId: string) => {
    const headers = { Cookie: await signInAs(app, userId) };
    const url = `http://localhost/integration/${integrationId}/logs?execution=${executionId}`;
    const context = { app, nonce: '', address: '192.0.2.1' };
    const loaded = await loader({
      request: new Request(url, { headers }),
      params: { integrationId },
      context,
    });
    expect(Object.keys(loaded.details)).toEqual([executionId]);
    return JSON.stringify(loaded).includes(
      makeAnswerAddress(app.config, { executionId, callId: 'second' }).url,
    );
  };
  const addMember = async (role: 'ADMIN' | 'MEMBER') =>
    (await createTestUser(app, { organizationId, role })).user.id;
  expect(await shows(actor.userId)).toBe(true);
  expect(await shows(await addMember('ADMIN'))).toBe(true);
  expect(await shows(await addMember('MEMBER'))).toBe(false);
});
