// Integrations that wait for the end of any other one with a tag.
import { beforeEach, expect, it } from 'vitest';
import { listEventTargets } from '~/db/integrations/event-triggers';
import { findDefinedIntegration } from '~/db/integrations/integrations';
import { deleteIntegration } from '~/services/integrations/deletion';
import { createIntegration, updateIntegration } from '~/services/integrations/integrations';
import { describeWarnings } from '~/services/integrations/warnings';
import { createTestUser } from '../../support/accounts';
import { seedIntegration, type SeededDefinition } from '../../support/seed';
import { createRunSetup, type RunSetup } from '../runs/run-setup';

const ends = 'they start each other, until 5 executions have led to one more, which is kept in error.';

const afterTag = (tag: string) => `runs after any other integration with the tag “${tag}”, so also after`;

let setup: RunSetup;

beforeEach(async () => {
  setup = await createRunSetup();
});

const waitFor = (integrationId: string, tag?: string, on = 'error') => ({
  triggerConfig: { type: 'event', event: { integrationId, tag, on } },
});

function seedTagged(name: string, tags: string[], more: SeededDefinition = {}): Promise<string> {
  return setup.seed({ name, tags, ...more });
}

/** The names of the integrations that an ending of this one starts. */
async function listStarted(
  integrationId: string,
  { ending = 'error' as 'error' | 'completed', isTest = 0 as 0 | 1 } = {},
): Promise<string[]> {
  const { context, actor } = setup;
  const { organizationId } = actor;
  const targets = await listEventTargets(context.db, { integrationId, organizationId, ending, isTest });
  const found = targets.map(({ integrationId: id }) =>
    findDefinedIntegration(context.db, { id, organizationId }),
  );
  return (await Promise.all(found)).map((target) => target?.name ?? '').toSorted();
}

async function warningsOf(id: string): Promise<string[]> {
  const { context, actor } = setup;
  const integration = await findDefinedIntegration(context.db, { id, organizationId: actor.organizationId });
  const warnings = integration ? await describeWarnings(context, integration) : [];
  return warnings.filter((warning) => /nothing starts|start each other/.test(warning));
}

it('are started by those that have the tag when they end, whatever its case', async () => {
  const { context, actor } = setup;
  const orders = await seedTagged('Orders', ['Billing', 'eu']);
  const stock = await seedTagged('Stock', ['stock']);
  await setup.seed({ name: 'Handler', ...waitFor('any', 'billing') });
  expect([await listStarted(orders), await listStarted(stock)]).toEqual([['Handler'], []]);
  expect(await listStarted(orders, { ending: 'completed' })).toEqual([]);
  // As for any other integration, tests start nothing.
  expect(await listStarted(orders, { isTest: 1 })).toEqual([]);

  // The tag goes from one to the other.
  await updateIntegration(context, actor, orders, { tags: ['invoices', 'eu'] });
  await updateIntegration(context, actor, stock, { tags: ['stock', 'billing'] });
  expect([await listStarted(orders), await listStarted(stock)]).toEqual([[], ['Handler']]);
});

it('wait for one source at a time, while they are deployed', async () => {
  const { context, actor } = setup;
  const orders = await seedTagged('Orders', ['billing', 'eu']);
  const [tag, any, one, disabled, deleted] = await Promise.all(
    ['Tag', 'Any', 'One', 'Disabled', 'Deleted'].map((name) =>
      setup.seed({ name, ...waitFor('any', 'billing') }),
    ),
  );
  await updateIntegration(context, actor, tag ?? '', waitFor('any', 'eu'));
  await updateIntegration(context, actor, any ?? '', waitFor('any'));
  await updateIntegration(context, actor, one ?? '', waitFor(orders));
  await updateIntegration(context, actor, disabled ?? '', { isActive: false });
  await deleteIntegration(context, actor, deleted ?? '');
  expect(await listStarted(orders)).toEqual(['Any', 'One', 'Tag']);
  await updateIntegration(context, actor, orders, { tags: [] });
  expect(await listStarted(orders)).toEqual(['Any', 'One']);
});

it('start neither themselves nor others that wait for the same tag, but those that wait for something else', async () => {
  const tagged = ['billing', 'handlers'];
  const handler = await seedTagged('Handler', tagged, waitFor('any', 'billing'));
  await seedTagged('Like', tagged, waitFor('any', 'BILLING', 'any'));
  const other = await seedTagged('Other', tagged, waitFor('any', 'handlers'));
  const all = await seedTagged('All', tagged, waitFor('any'));
  expect(await listStarted(handler)).toEqual(['All', 'Other']);
  expect(await listStarted(other)).toEqual(['All', 'Handler', 'Like']);
  expect(await listStarted(all)).toEqual(['Handler', 'Like', 'Other']);
});

it('are started by nothing of another organization', async () => {
  const { context } = setup;
  const { user, organizationId } = await createTestUser(context);
  await seedIntegration(
    { context, userId: user.id, organizationId },
    { ...waitFor('any', 'billing'), apiCalls: [setup.firstCall] },
  );
  const orders = await seedTagged('Orders', ['billing']);
  expect(await listStarted(orders)).toEqual([]);
  await setup.seed({ name: 'Handler', ...waitFor('any', 'billing') });
  expect(await listStarted(orders)).toEqual(['Handler']);
});

it('name a tag that an integration can have, and no integration beside it', async () => {
  const { context, actor } = setup;
  const orders = await seedTagged('Orders', []);
  const refuse = async (integrationId: string, tag: string) => {
    const made = await createIntegration(context, actor, { name: 'New', ...waitFor(integrationId, tag) });
    return made.kind === 'invalid' ? made.fields?.['triggerConfig.event.tag'] : made;
  };
  expect(await refuse(orders, 'billing')).toEqual(['A tag stands beside the integrationId any alone']);
  expect(await refuse('any', 'a,b')).toEqual(['A tag cannot contain a comma']);
  expect(await refuse('any', ' ')).toEqual(['A tag must not be empty']);
});

it('are warned of a tag that no other integration has', async () => {
  const { context, actor } = setup;
  const handler = await seedTagged('Handler', ['billing'], waitFor('any', 'billing'));
  const unused = 'No other integration has the tag “billing”, so nothing starts this one until one has it.';
  expect(await warningsOf(handler)).toEqual([unused]);
  const orders = await seedTagged('Orders', ['Billing']);
  expect(await warningsOf(handler)).toEqual([]);
  await updateIntegration(context, actor, orders, { tags: ['invoices'] });
  expect(await warningsOf(handler)).toEqual([unused]);
});

it('are warned of a circle through a tag', async () => {
  const { context, actor } = setup;
  const handler = await seedTagged('Handler', [], waitFor('any', 'billing'));
  const report = await seedTagged('Report', [], waitFor(handler));
  const archive = await seedTagged('Archive', ['Billing'], waitFor(report));
  const tagged = afterTag('billing');
  expect(await warningsOf(handler)).toEqual([
    `Handler ${tagged} Archive, which runs after Report, which runs after Handler: ${ends}`,
  ]);
  expect(await warningsOf(archive)).toEqual([
    `Archive runs after Report, which runs after Handler, which ${tagged} Archive: ${ends}`,
  ]);

  // The shortest ones alone.
  await updateIntegration(context, actor, report, { tags: ['billing'] });
  expect(await warningsOf(handler)).toEqual([`Handler ${tagged} Report, which runs after Handler: ${ends}`]);
  expect(await warningsOf(archive)).toEqual([
    `Archive runs after Report, which runs after Handler, which ${tagged} Archive: ${ends}`,
  ]);
  await updateIntegration(context, actor, report, { tags: [] });
  await updateIntegration(context, actor, archive, { tags: [] });
  await seedTagged('Orders', ['billing']);
  for (const id of [handler, report, archive]) expect(await warningsOf(id)).toEqual([]);
});

it('are warned of a circle of two tags, but not of their own tag', async () => {
  const first = await seedTagged('First', ['a', 'b'], waitFor('any', 'a'));
  await seedTagged('Like', ['a'], waitFor('any', 'a'));
  expect(await warningsOf(first)).toEqual([]);
  const second = await seedTagged('Second', ['A'], waitFor('any', 'b'));
  expect(await warningsOf(first)).toEqual([
    `First ${afterTag('a')} Second, which ${afterTag('b')} First: ${ends}`,
  ]);
  expect(await warningsOf(second)).toEqual([
    `Second ${afterTag('b')} First, which ${afterTag('a')} Second: ${ends}`,
  ]);
});
