import { expect, it } from 'vitest';
import { describeWarnings, listOpenedHosts } from '~/services/integrations/warnings';
import { createConnection, deleteConnection } from '~/services/connections/connections';
import { createIntegration } from '~/services/integrations/integrations';
import { findDefinedIntegration, type IntegrationKey } from '~/db/integrations/integrations';
import { restoreIntegration } from '~/services/deleted-integrations/restoration';
import { openDefinition } from '~/services/integrations/definition-secrets';
import { replaceWebhookSecret } from '~/services/integrations/webhook-secret';
import { deleteIntegration } from '~/services/integrations/deletion';
import { createTestUser } from '../../support/accounts';
import { createTestContext, type TestContext } from '../../support/context';
import { seedIntegration, webhookTrigger } from '../../support/seed';

async function listWarnings(context: TestContext, key: IntegrationKey) {
  const integration = await findDefinedIntegration(context.db, key);
  return integration && describeWarnings(context, integration);
}

it('of very many placeholders that nothing fills, a page names some, and how many more there are', async () => {
  const context = await createTestContext();
  const { user, organizationId } = await createTestUser(context);
  const body = Array.from({ length: 2_000 }, (_, index) => `{{name${index}}}`).join(' ');
  const call = { name: 'First', method: 'POST', url: 'https://api.shop.test/', body };
  const made = await createIntegration(
    context,
    { userId: user.id, organizationId },
    { name: 'Orders', apiCalls: [call] },
  );
  if (made.kind !== 'integration') throw new Error(JSON.stringify(made));
  const warnings = await listWarnings(context, { id: made.integration.id, organizationId });
  expect(warnings).toHaveLength(101);
  expect(warnings?.[0]).toContain('{{name0}}');
  expect(warnings?.at(-1)).toBe('1,900 more are not shown.');
});

it('an integration that waits for a deleted one says so, until that is restored', async () => {
  const context = await createTestContext();
  const { user, organizationId } = await createTestUser(context);
  const actor = { userId: user.id, organizationId };
  const apiCalls = [{ name: 'First', method: 'GET', url: 'https://api.shop.test/' }];
  const source = await seedIntegration({ context, ...actor }, { apiCalls });
  const triggerConfig = { type: 'event', event: { integrationId: source, on: 'completed' } };
  const id = await seedIntegration({ context, ...actor }, { apiCalls, triggerConfig });
  expect(await listWarnings(context, { id, organizationId })).toEqual([]);
  await deleteIntegration(context, actor, source);
  expect(await listWarnings(context, { id, organizationId })).toEqual([
    'The integration whose end starts this one was deleted, so nothing starts this one.',
  ]);
  await restoreIntegration(context, actor, source);
  expect(await listWarnings(context, { id, organizationId })).toEqual([]);
});

it('a restored integration names the calls whose connection was deleted meanwhile', async () => {
  const context = await createTestContext();
  const { user, organizationId } = await createTestUser(context);
  const actor = { userId: user.id, organizationId };
  const made = await createConnection(context, actor, {
    name: 'Shop API',
    kind: 'bearer',
    baseUrl: 'https://api.shop.test',
    config: { token: 'a' },
  });
  if (made.kind !== 'connection') throw new Error(made.kind);
  const authConfig = { type: 'connection', connectionId: made.connection.id };
  const apiCalls = [
    { name: 'Read', order: 1, url: 'https://api.shop.test/' },
    { name: 'Send', order: 2, url: 'https://api.shop.test/', authConfig },
  ];
  const id = await seedIntegration({ context, ...actor }, { apiCalls });
  expect(await listWarnings(context, { id, organizationId })).toEqual([]);
  await deleteIntegration(context, actor, id);
  expect(await deleteConnection(context, actor, made.connection.id)).toMatchObject({ kind: 'deleted' });
  await restoreIntegration(context, actor, id);
  expect(await listWarnings(context, { id, organizationId })).toEqual([
    'Send: its connection was deleted, so it would not be sent. Choose another one.',
  ]);
});

it('local addresses that OUTBOUND_ALLOW opens are not warned of', async () => {
  const context = await createTestContext();
  const { user, organizationId } = await createTestUser(context);
  const hosts = ['localhost:3000', '10.1.2.3', '10.1.2.3:8080', '[fd00::7]', 'shop.localhost'];
  const apiCalls = hosts.map((host) => ({ name: host, method: 'GET', url: `http://${host}/{{trigger.id}}` }));
  const id = await seedIntegration({ context, userId: user.id, organizationId }, { apiCalls });
  const integration = await findDefinedIntegration(context.db, { id, organizationId });
  if (!integration) throw new Error('the integration was not stored');

  const { definition } = openDefinition(context.config, id, integration.storedDefinition);
  const findOpened = (outboundAllow: string) =>
    listOpenedHosts({ ...context.config, outboundAllow }, definition);
  expect(findOpened('10.1.2.3:8080,fd00::/8')).toEqual(['10.1.2.3:8080', '[fd00::7]']);
  expect(findOpened('127.0.0.1')).toEqual(['localhost:3000', 'shop.localhost']);
  expect(findOpened('localhost')).toEqual(['localhost:3000']);
  expect(findOpened('api.shop.test')).toEqual([]);

  const warnWith = (outboundAllow: string) =>
    describeWarnings({ ...context, config: { ...context.config, outboundAllow } }, integration);
  expect(await warnWith('')).toEqual([
    expect.stringContaining('and 2 more: the URL leads to a local or private address'),
  ]);
  expect(await warnWith('127.0.0.1,10.1.2.3,fd00::7')).toEqual([]);
  expect(await warnWith('127.0.0.1,fd00::7')).toEqual([
    expect.stringMatching(/^10\.1\.2\.3, 10\.1\.2\.3:8080: /),
  ]);
});

it('a webhook without the secret of its sender, as after an import, is named until it has one', async () => {
  const context = await createTestContext();
  const { user, organizationId } = await createTestUser(context);
  const actor = { userId: user.id, organizationId };
  const apiCalls = [{ name: 'First', method: 'GET', url: 'https://api.shop.test/' }];
  const triggerConfig = webhookTrigger({ secret: '', verify: { scheme: 'github' } });
  const id = await seedIntegration({ context, ...actor }, { apiCalls, triggerConfig });
  const key = { id, organizationId };
  expect(await listWarnings(context, key)).toEqual([
    'Webhook: There is no secret yet, so every delivery is rejected.',
  ]);
  const replaced = await replaceWebhookSecret(context, actor, id, { secret: 'the-secret-of-the-sender' });
  expect(replaced.kind).toBe('integration');
  expect(await listWarnings(context, key)).toEqual([]);
});
