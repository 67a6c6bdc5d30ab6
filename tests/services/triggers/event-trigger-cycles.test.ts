// Integrations that start each other are named before they do.
import { beforeEach, expect, it } from 'vitest';
import { findDefinedIntegration } from '~/db/integrations/integrations';
import { replaceEventTrigger } from '~/db/integrations/event-triggers';
import { describeWarnings } from '~/services/integrations/warnings';
import { updateIntegration } from '~/services/integrations/integrations';
import { createTestUser } from '../../support/accounts';
import { seedIntegration } from '../../support/seed';
import { createRunSetup, type RunSetup } from '../runs/run-setup';

const ends = 'they start each other, until 5 executions have led to one more, which is kept in error.';

const waitFor = (integrationId: string) => ({
  triggerConfig: { type: 'event', event: { integrationId, on: 'any' } },
});

let setup: RunSetup;

beforeEach(async () => {
  setup = await createRunSetup();
});

async function warningsOf(id: string): Promise<string[]> {
  const { context, actor } = setup;
  const integration = await findDefinedIntegration(context.db, { id, organizationId: actor.organizationId });
  const warnings = integration ? await describeWarnings(context, integration) : [];
  return warnings.filter((warning) => warning.includes('start each other'));
}

it('warns of a circle as it would be with what is deployed', async () => {
  const { context, actor } = setup;
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

it('warns of a circle through one that runs after any other', async () => {
  const { context, actor } = setup;
  const orders = await setup.seed({ name: 'Orders' });
  const tickets = await setup.seed({ name: 'Tickets', ...waitFor('any') });
  const another = await setup.seed({ name: 'Errors', ...waitFor('any') });
  // Nothing runs after them, and they do not start each other.
  for (const id of [orders, tickets, another]) expect(await warningsOf(id)).toEqual([]);

  const report = await setup.seed({ name: 'Report', ...waitFor(tickets) });
  const archive = await setup.seed({ name: 'Archive', ...waitFor(report) });
  expect(await warningsOf(tickets)).toEqual([
    `Tickets runs after any other integration, so also after Report, which runs after Tickets: ${ends}`,
  ]);
  expect(await warningsOf(report)).toEqual([
    `Report runs after Tickets, which runs after any other integration, so also after Report: ${ends}`,
  ]);
  expect(await warningsOf(archive)).toEqual([
    `Archive runs after Report, which runs after Tickets, which runs after any other integration, so also after Archive: ${ends}`,
  ]);
  for (const id of [orders, another]) expect(await warningsOf(id)).toEqual([]);

  // One that is disabled waits for nothing.
  await updateIntegration(context, actor, report, { isActive: false });
  for (const id of [tickets, archive]) expect(await warningsOf(id)).toEqual([]);
  expect(await warningsOf(report)).toHaveLength(1);
  await updateIntegration(context, actor, tickets, { isActive: false });
  expect(await warningsOf(report)).toEqual([]);
});

it('names no integration of another organization', async () => {
  const { context } = setup;
  const tickets = await setup.seed({ name: 'Tickets', ...waitFor('any') });
  const { user, organizationId } = await createTestUser(context);
  const other = await seedIntegration(
    { context, userId: user.id, organizationId },
    { name: 'Theirs', apiCalls: [{ method: 'GET', url: 'https://api.example.com/' }] },
  );
  await replaceEventTrigger(context.db, {
    integrationId: other,
    sourceIntegrationId: tickets,
    ending: 'any',
  });
  expect(await warningsOf(tickets)).toEqual([]);
});
