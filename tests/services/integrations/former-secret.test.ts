import { createHmac } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { endFormerSecret } from '~/services/integrations/former-secret';
import { exportIntegration } from '~/services/imports/imports';
import { updateIntegration } from '~/services/integrations/integrations';
import { pruneExecutions } from '~/services/executions/retention';
import { createAcceptDelivery } from '~/services/webhooks/accept-delivery';
import { createTestUser } from '../../support/accounts';
import { makeDelivery } from '../../support/delivery';
import { createTestContext, type TestContext } from '../../support/context';
import { seedIntegration, webhookTrigger } from '../../support/seed';

const hourMs = 3_600_000;

let context: TestContext;
let actor: { userId: string; organizationId: string; address: string };
let id: string;

beforeEach(async () => {
  context = await createTestContext();
  const { user, organizationId } = await createTestUser(context);
  actor = { userId: user.id, organizationId, address: '192.0.2.1' };
  id = await seedIntegration(
    { context, ...actor },
    {
      triggerConfig: webhookTrigger({ secret: 'the first secret' }),
      apiCalls: [{ method: 'GET', url: 'https://a.example.com/' }],
    },
  );
});

async function save(triggerConfig: unknown) {
  const outcome = await updateIntegration(context, actor, id, { triggerConfig });
  if (outcome.kind !== 'integration') throw new Error(outcome.kind);
  const { triggerConfig: trigger } = outcome.integration;
  return trigger.type === 'webhook' ? trigger.webhook.formerSecretUntil : undefined;
}

const rotate = (secret: string) => save(webhookTrigger({ secret }));

/** What a delivery is answered that is signed with this secret. */
async function deliver(secret: string): Promise<string> {
  const body = Buffer.from('{}');
  const signature = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
  const headers = { 'content-type': 'application/json', 'x-hub-signature-256': signature };
  return (await createAcceptDelivery(context)(makeDelivery(id, { headers, body }))).kind;
}

async function rest(): Promise<void> {}

function readRow() {
  return context.db.first(
    context.db.build.selectFrom('integrations').select(['former_secret', 'former_secret_until']),
  );
}

test('a secret that was replaced is accepted for 24 hours beside the new one', async () => {
  expect(await rotate('the second secret')).toBe(new Date(context.now() + 24 * hourMs).toISOString());
  expect(await Promise.all(['the first secret', 'the second secret', 'no secret'].map(deliver))).toEqual([
    'accepted',
    'accepted',
    'unauthenticated',
  ]);
  context.clock.advance(24 * hourMs - 1);
  expect(await deliver('the first secret')).toBe('accepted');
  context.clock.advance(1);
  expect(await deliver('the first secret')).toBe('unauthenticated');
  expect(await deliver('the second secret')).toBe('accepted');
});

test('it lies sealed in the database, is returned to nobody, and is removed after its time', async () => {
  await rotate('the second secret');
  const { former_secret: sealed } = (await readRow()) ?? {};
  expect(sealed).toMatch(/^v1\./);
  expect(JSON.stringify(await updateIntegration(context, actor, id, {}))).not.toContain('first');
  expect(JSON.stringify(await exportIntegration(context, actor, id))).not.toMatch(/first|former/);

  await pruneExecutions(context, { rest, stopping: new AbortController().signal });
  expect((await readRow())?.former_secret).toBe(sealed);
  context.clock.advance(24 * hourMs);
  await pruneExecutions(context, { rest, stopping: new AbortController().signal });
  expect(await readRow()).toEqual({ former_secret: null, former_secret_until: null });
});

test('saving anything else leaves it as it is, and the secret before it is forgotten', async () => {
  await rotate('the second secret');
  context.clock.advance(hourMs);
  const until = await rotate('the third secret');
  context.clock.advance(hourMs);
  expect(await save(webhookTrigger({ secret: '••••cret', headers: { 'X-Shop': 'a' } }))).toBe(until);
  expect(await save(webhookTrigger({ secret: '••••cret' }))).toBe(until);
  expect(
    await Promise.all(['the first secret', 'the second secret', 'the third secret'].map(deliver)),
  ).toEqual(['unauthenticated', 'accepted', 'accepted']);
});

test.each([
  ['clearing the secret', webhookTrigger()],
  ['another trigger', { type: 'manual' }],
])('%s ends both', async (_what, trigger) => {
  await rotate('the second secret');
  await save(trigger);
  expect(await readRow()).toEqual({ former_secret: null, former_secret_until: null });
  expect(await rotate('the third secret')).toBeNull();
  expect(await deliver('the first secret')).toBe('unauthenticated');
});

test('it can be ended at once, which is written down', async () => {
  await rotate('the second secret');
  expect(await endFormerSecret(context, actor, id)).toEqual({ kind: 'ended' });
  expect(await endFormerSecret(context, actor, id)).toEqual({ kind: 'ended' });
  expect(await deliver('the first secret')).toBe('unauthenticated');
  expect(await deliver('the second secret')).toBe('accepted');
  const { db } = context;
  const ended = await db.all(
    db.build.selectFrom('audit').selectAll().where('kind', '=', 'former-secret-ended'),
  );
  expect(ended).toMatchObject([{ user_id: actor.userId, subject_id: id, address: '192.0.2.1' }]);
  const stranger = await createTestUser(context);
  const other = { userId: stranger.user.id, organizationId: stranger.organizationId };
  expect(await endFormerSecret(context, other, id)).toEqual({ kind: 'not-found' });
});
