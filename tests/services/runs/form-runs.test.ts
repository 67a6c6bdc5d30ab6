import { beforeEach, expect, it } from 'vitest';
import { parseJson, stringifyJson } from '~/engine/json/json';
import { findMaskedLog } from '~/services/executions/mask-trigger-data';
import { updateIntegration } from '~/services/integrations/integrations';
import { runManually } from '~/services/runs/control';
import { replayExecution } from '~/services/runs/replay-execution';
import { runExecution } from '~/services/runs/run-execution';
import { createRunSetup, never, type RunSetup } from './run-setup';

let setup: RunSetup;
let integrationId: string;

const token = 'the-token-of-the-call';

const fields = [
  { name: 'email', required: true },
  { name: 'amount', type: 'number' },
  { name: 'urgent', type: 'boolean' },
  { name: 'reference' },
];

beforeEach(async () => {
  setup = await createRunSetup();
  integrationId = await setup.seed({
    triggerConfig: { type: 'manual', manual: { fields } },
    apiCalls: [
      {
        ...setup.firstCall,
        url: `${setup.target.url}/first/{{trigger.email}}`,
        authConfig: { type: 'bearer', token },
        body: '{"amount": {{amount}}, "urgent": {{urgent}}}',
      },
    ],
  });
});

async function run(triggerData: string): Promise<string> {
  const asked = { integrationId, triggerData: parseJson(triggerData) };
  const outcome = await runManually(setup.context, setup.actor, asked);
  if (outcome.kind !== 'queued') throw new Error(JSON.stringify(outcome));
  await runExecution(setup.context, await setup.claim(), never);
  return outcome.executionId;
}

async function replay(executionId: string): Promise<string> {
  const asked = { integrationId, executionId, from: 'start' } as const;
  const outcome = await replayExecution(setup.context, setup.actor, asked);
  if (outcome.kind !== 'queued') throw new Error(JSON.stringify(outcome));
  await runExecution(setup.context, await setup.claim(), never);
  return outcome.executionId;
}

function readLog(id: string) {
  return findMaskedLog(setup.context, { organizationId: setup.actor.organizationId, integrationId }, id);
}

it('sends the values, numbers with their digits, and shows none that is a secret of the integration', async () => {
  const id = await run(`{"email":"a@b.example","amount":10.50,"reference":"${token}"}`);
  const [sent] = setup.target.received;
  expect(sent).toMatchObject({
    url: '/first/a%40b.example',
    body: '{"amount": 10.50, "urgent": false}',
  });
  const shown = stringifyJson((await readLog(id))?.triggerData);
  expect(shown).toContain('"amount":10.50');
  expect(shown).not.toContain(token);
});

it('is checked by the form that the run begins with, when that was changed meanwhile', async () => {
  const { context, actor } = setup;
  const { db } = context;
  let change: (() => Promise<unknown>) | undefined = () =>
    updateIntegration(context, actor, integrationId, {
      triggerConfig: { type: 'manual', manual: { fields: [...fields, { name: 'shop', required: true }] } },
    });
  context.db = {
    ...db,
    async transaction(work) {
      const changing = change;
      change = undefined;
      await changing?.();
      return db.transaction(work);
    },
  };
  const asked = { integrationId, triggerData: { email: 'a@b.example' } };
  expect(await runManually(context, actor, asked)).toEqual({
    kind: 'invalid',
    fields: { 'triggerData.shop': ['“shop” is required'] },
  });
  expect(await setup.countJobs()).toBe(0);
  const filled = await runManually(context, actor, {
    integrationId,
    triggerData: { ...asked.triggerData, shop: 'Main' },
  });
  expect(filled.kind).toBe('queued');
});

it('a replay keeps its data, and sends nothing when the form asks for more since', async () => {
  const first = await run('{"email":"a@b.example","amount":1}');
  await replay(first);
  expect(setup.target.received.map(({ body }) => body)).toEqual([
    '{"amount": 1, "urgent": false}',
    '{"amount": 1, "urgent": false}',
  ]);
  const asksMore = [...fields, { name: 'reason', label: 'Reason', required: true }];
  const saved = await updateIntegration(setup.context, setup.actor, integrationId, {
    version: 1,
    triggerConfig: { type: 'manual', manual: { fields: asksMore } },
  });
  expect(saved.kind).toBe('integration');
  setup.target.received.length = 0;
  const second = await replay(first);
  expect(await setup.findExecution(second)).toEqual({
    status: 'error',
    error_message: 'The payload lacks the required variable reason.',
  });
  expect(setup.target.received).toEqual([]);
});
