import { beforeEach, expect, it } from 'vitest';
import { findDefinedIntegration } from '~/db/integrations/integrations';
import { openDefinition } from '~/services/integrations/definition-secrets';
import { type Owner, signInOwner } from './owner';

let { context, organizationId, ask, create } = {} as Owner;

beforeEach(async () => {
  ({ context, organizationId, ask, create } = await signInOwner());
});

it('replaces the webhook secret alone: all else of the trigger stays, its other secrets too', async () => {
  const more = {
    headers: { 'X-Api-Key': 'a header secret' },
    variables: [{ name: 'order_id', jsonPath: '.id', description: '', required: true }],
    allowFrom: ['192.0.2.0/24'],
  };
  const id = await create({
    triggerConfig: { type: 'webhook', webhook: { secret: 'a first secret', ...more } },
  });
  const replaced = await ask('PUT', `/${id}/webhook-secret`, { secret: 'a second secret' });
  expect(replaced).toMatchObject({
    status: 200,
    body: {
      version: 2,
      triggerConfig: {
        webhook: {
          ...more,
          headers: { 'X-Api-Key': '••••cret' },
          formerSecretUntil: '2026-01-06T12:00:00.000Z',
        },
      },
    },
  });
  expect((await ask('POST', `/${id}/webhook-secret/reveal`)).body).toEqual({ secret: 'a second secret' });
  const integration = await findDefinedIntegration(context.db, { id, organizationId });
  const { definition } = openDefinition(context.config, id, integration?.storedDefinition ?? '');
  expect(definition).toHaveProperty('triggerConfig.webhook.headers', more.headers);
  const again = await ask('PUT', `/${id}/webhook-secret`, { secret: 'a second secret' });
  expect(again).toMatchObject({ status: 200, body: { version: 2 } });
});

it('refuses a webhook secret that is none, and one of another trigger', async () => {
  const id = await create({ triggerConfig: { type: 'webhook', webhook: { secret: 'a webhook secret' } } });
  const put = async (of: string, body: object) => {
    const { status, body: answer } = await ask('PUT', `/${of}/webhook-secret`, body);
    return [status, answer.fields ?? answer.message];
  };
  expect(await put(id, { secret: '••••cret' })).toEqual([
    422,
    { secret: ['Send the new secret itself, not its mask'] },
  ]);
  expect(await put(id, { secret: '' })).toEqual([422, { secret: ['Send the new secret'] }]);
  expect(await put(id, {})).toEqual([422, { secret: ['This is required: send a text'] }]);
  expect(
    await put(await create({ triggerConfig: { type: 'manual' } }), { secret: 'another secret' }),
  ).toEqual([422, 'Only an integration with a webhook trigger has a webhook secret.']);
  expect((await ask('POST', `/${id}/webhook-secret/reveal`)).body).toEqual({ secret: 'a webhook secret' });
});

it.each([' ', '\t\n', '\u00a0\u3000'])(
  'refuses the webhook secret %j, which anybody could guess',
  async (secret) => {
    const message = 'Secrets must not consist of spaces alone';
    const triggerConfig = { type: 'webhook', webhook: { secret } };
    const atField = { status: 422, body: { fields: { 'triggerConfig.webhook.secret': [message] } } };
    expect(await ask('POST', '', { name: 'Orders', triggerConfig })).toMatchObject(atField);
    const id = await create({ triggerConfig: { type: 'webhook' } });
    expect(await ask('PATCH', `/${id}`, { triggerConfig })).toMatchObject(atField);
    const replaced = await ask('PUT', `/${id}/webhook-secret`, { secret });
    expect(replaced).toMatchObject({ status: 422, body: { fields: { secret: [message] } } });
  },
);
