import { expect, it } from 'vitest';
import { newId } from '~/db/core/id';
import { insertIntegration } from '~/db/integrations/integrations';
import { listChannelChoices } from '~/services/alerts/channel-choices';
import { listEventSources, listIntegrationChoices } from '~/db/integrations/choices';
import { createTestUser } from '../../support/accounts';
import { createTestContext } from '../../support/context';
import { seedIntegration } from '../../support/seed';

it('offers the newest 500 by name, and with them the one that is chosen', async () => {
  const context = await createTestContext();
  const { user, organizationId } = await createTestUser(context);
  const other = await createTestUser(context);
  const seed = { context, userId: user.id, organizationId };
  const draft = { isActive: false };
  const oldest = await seedIntegration(seed, { ...draft, name: 'M, the oldest' });
  const stranger = { ...seed, userId: other.user.id, organizationId: other.organizationId };
  const strangers = await seedIntegration(stranger, { ...draft, name: 'Of somebody else' });
  const insert = async (name: string) => {
    context.clock.advance(1);
    const by = { userId: user.id, tokenName: null };
    const row = { id: newId(), organizationId, name, description: null, by, now: context.now() };
    await insertIntegration(context.db, row);
  };
  for (let made = 0; made < 498; made++) await insert(`N ${String(made).padStart(3, '0')}`);
  for (const name of ['Z', 'A']) await insert(name);

  const listNames = async (chosen: string | null) =>
    (await listIntegrationChoices(context.db, organizationId, chosen)).map(({ name }) => name);
  const newest = await listNames(null);
  expect(newest).toHaveLength(500);
  expect(newest.slice(0, 2)).toEqual(['A', 'N 000']);
  expect(newest.at(-1)).toBe('Z');
  expect(await listNames(strangers)).toEqual(newest);
  expect((await listNames(oldest)).slice(0, 3)).toEqual(['A', 'M, the oldest', 'N 000']);

  const watched = { integrationId: oldest, tag: null };
  const { watchable } = await listChannelChoices(context, { organizationId }, watched);
  expect(watchable?.integrations).toContainEqual({ id: oldest, name: 'M, the oldest' });
});

it('offers an event all others and their tags, and the chosen tag as it is written there', async () => {
  const context = await createTestContext();
  const { user, organizationId } = await createTestUser(context);
  const seed = { context, userId: user.id, organizationId };
  const integrationId = await seedIntegration(seed, { isActive: false, name: 'Own' });
  const id = await seedIntegration(seed, { isActive: false, name: 'Orders', tags: ['billing', 'eu'] });
  const list = (chosen: { integrationId: string; tag?: string }) =>
    listEventSources(context.db, { integrationId, organizationId }, chosen);
  const integrations = [{ id, name: 'Orders' }];
  expect(await list({ integrationId: '' })).toEqual({ integrations, tags: ['billing', 'eu'] });
  expect((await list({ integrationId: 'any', tag: 'Billing' })).tags).toEqual(['Billing', 'eu']);
  expect((await list({ integrationId: 'any', tag: 'gone' })).tags).toEqual(['billing', 'eu', 'gone']);
  const { watchable } = await listChannelChoices(
    context,
    { organizationId },
    { integrationId: null, tag: 'EU' },
  );
  expect(watchable?.tags).toEqual(['billing', 'EU']);
});
