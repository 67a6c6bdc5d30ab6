// Integrations that start each other are named before they do.
import { expect, it } from 'vitest';
import { findDefinedIntegration } from '~/db/integrations/integrations';
import { describeWarnings } from '~/services/integrations/warnings';
import { updateIntegration } from '~/services/integrations/integrations';
import { createRunSetup } from '../runs/run-setup';

const ends = 'they start each other, until 5 executions have led to one more, which is kept in error.';

const waitFor = (integrationId: string) => ({
  triggerConfig: { type: 'event', event: { integrationId, on: 'any' } },
});

it('warns of a circle as it would be with what is deployed', async () => {
  const setup = await createRunSetup();
  const { context, actor } = setup;
  const { organizationId } = actor;
  const warningsOf = async (id: string) => {
    const integration = await findDefinedIntegration(context.db, { id, organizationId });
    const warnings = integration ? await describeWarnings(context, integration) : [];
    return warnings.filter((warning) => warning.includes('start each other'));
  };
  const first = await setup.seed({ name: 'Orders' });
  const second = await setup.seed({ name: 'Invoices', ...waitFor(first) });
  const third = await setup.seed({ name: 'Stock', ...waitFor(second) });
  expect(await warningsOf(second)).toEqual([]);
  expect(await warningsOf(third)).toEqual([]);

  await updateIntegration(context, actor, first, waitFor(third));
  expect(await warningsOf(first)).toEqual([
    `Orders runs after Stock, which runs after Invoices, which runs after Orders: ${ends}`,
  ]);
  expect(await warningsOf(third)).toHaveLength(1);

  // One that is disabled waits for nothing.
  await updateIntegration(context, actor, second, { isActive: false });
  expect(await warningsOf(first)).toEqual([]);
  expect(await warningsOf(second)).toEqual([
    `Invoices runs after Orders, which runs after Stock, which runs after Invoices: ${ends}`,
  ]);
});
