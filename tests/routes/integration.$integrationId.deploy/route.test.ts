import type { ActionFunctionArgs } from '@remix-run/node';
import { beforeEach, expect, it } from 'vitest';
import { takeToast } from '~/auth/toast-cookie';
import { findIntegration } from '~/db/integrations/integrations';
import { action, loader } from '~/routes/integration.$integrationId.deploy/route';
import { createIntegration } from '~/services/integrations/integrations';
import type { Actor } from '~/services/actor';
import { createTestUser, readCookies, signInAs } from '../../support/accounts';
import { createTestContext, type TestContext } from '../../support/context';
import { seedIntegration } from '../../support/seed';

let context: TestContext;
let actor: Actor;
let cookie: string;
let id: string;

beforeEach(async () => {
  context = await createTestContext();
  const { user, organizationId } = await createTestUser(context);
  actor = { userId: user.id, organizationId };
  cookie = await signInAs(context, user.id);
  const made = await createIntegration(context, actor, {
    name: 'Orders',
    triggerConfig: { type: 'webhook', webhook: { secret: 'a webhook secret' } },
    apiCalls: [{ id: 'a', order: 1, name: 'First', url: 'https://api.example.com/' }],
  });
  if (made.kind !== 'integration') throw new Error(JSON.stringify(made));
  id = made.integration.id;
});

function argsOf(request: Request): ActionFunctionArgs {
  request.headers.set('Cookie', cookie);
  return {
    request,
    params: { integrationId: id },
    context: { app: context, nonce: '', address: '192.0.2.1' },
  };
}

async function submit(fields: Record<string, string>) {
  const body = new URLSearchParams(fields);
  const request = new Request(`http://localhost/integration/${id}/deploy`, { method: 'POST', body });
  const answer = await action(argsOf(request));
  if (answer instanceof Response) {
    const shown = new Headers({ Cookie: readCookies(answer.headers.getSetCookie()) });
    const { toast } = await takeToast(context, new Request('http://localhost/', { headers: shown }));
    return { status: answer.status, location: answer.headers.get('Location'), data: undefined, toast };
  }
  return { status: answer.init?.status ?? 200, location: null, data: answer.data, toast: null };
}

function find() {
  return findIntegration(context.db, { id, organizationId: actor.organizationId });
}

it('lists the items of all pages among the saved responses', async () => {
  const next = { by: 'page', param: 'page' };
  const repeat = { kind: 'pages', next, items: '$.data', saveAs: 'tickets' };
  const made = await createIntegration(context, actor, {
    name: 'Tickets',
    apiCalls: [{ id: 'a', order: 1, name: 'Read', url: 'https://api.example.com/', repeat }],
  });
  if (made.kind !== 'integration') throw new Error(JSON.stringify(made));
  id = made.integration.id;
  const { testing } = await loader(argsOf(new Request(`http://localhost/integration/${id}/deploy`)));
  expect(testing.saved).toMatchObject([
    { callName: 'Read', extractFields: [{ jsonPath: '.data', saveAs: 'tickets' }] },
  ]);
});

it('knows a schedule from a webhook', async () => {
  id = await seedIntegration(
    { context, ...actor },
    { isActive: false, triggerConfig: { type: 'cron', cron: { cronExpression: '0 9 * * 1' } } },
  );
  const { integration } = await loader(argsOf(new Request(`http://localhost/integration/${id}/deploy`)));
  expect(integration.trigger).toEqual({ type: 'cron' });
});

it('deploys by a button, and stops by typing DISABLE exactly', async () => {
  expect((await submit({ intent: 'deploy' })).location).toBe(`/integration/${id}/deploy`);
  expect((await find())?.isActive).toBe(true);
  expect((await submit({ intent: 'disable', confirmation: 'disable' })).status).toBe(422);
  expect((await find())?.isActive).toBe(true);
  await submit({ intent: 'disable', confirmation: 'DISABLE' });
  expect((await find())?.isActive).toBe(false);
});

it('reveals the secret of the webhook', async () => {
  const { data } = await submit({ intent: 'reveal' });
  expect(data).toEqual({ kind: 'revealed', secret: 'a webhook secret', message: null });
});

it('comes back to itself once the details are changed', async () => {
  const saved = await submit({ intent: 'details', name: 'Renamed', description: '' });
  expect(saved).toMatchObject({ status: 302, location: `/integration/${id}/deploy` });
  expect((await find())?.name).toBe('Renamed');
});

it('takes nothing that it does not know', async () => {
  await expect(submit({ intent: 'constructor' })).rejects.toMatchObject({ init: { status: 400 } });
});

it('sends people away from what another organization owns', async () => {
  const stranger = await createTestUser(context);
  cookie = await signInAs(context, stranger.user.id);
  const request = new Request(`http://localhost/integration/${id}/deploy`);
  await expect(loader(argsOf(request))).rejects.toMatchObject({ status: 302 });
  for (const intent of ['deploy', 'reveal', 'run'])
    expect((await submit({ intent })).status, intent).toBe(404);
});

it('saves limits, and takes an empty field for none', async () => {
  expect(await submit({ intent: 'limits', executionsAtOnce: '3', executionsPerHour: ' 100 ' })).toMatchObject(
    {
      status: 302,
      location: `/integration/${id}/deploy`,
    },
  );
  expect(await find()).toMatchObject({ executionsAtOnce: 3, executionsPerHour: 100 });
  await submit({ intent: 'limits', executionsAtOnce: '', executionsPerHour: 'many' });
  expect(await find()).toMatchObject({ executionsAtOnce: 3, executionsPerHour: 100 });
  await submit({ intent: 'limits', executionsAtOnce: '', executionsPerHour: '' });
  expect(await find()).toMatchObject({ executionsAtOnce: null, executionsPerHour: null });
});

it('saves what is kept, apart from other limits, and takes an empty field for as much as of every integration', async () => {
  await submit({ intent: 'limits', executionsAtOnce: '3' });
  const kept = { retentionDays: 7, retentionDaysFailed: 9, retentionMib: 100 };
  await submit({ intent: 'retention', retentionDays: '7', retentionDaysFailed: ' 9 ', retentionMib: '100' });
  expect(await find()).toMatchObject({ executionsAtOnce: 3, ...kept });
  await submit({ intent: 'retention', retentionDays: '', retentionDaysFailed: '', retentionMib: '0' });
  await submit({ intent: 'limits', executionsAtOnce: '' });
  expect(await find()).toMatchObject({ executionsAtOnce: null, ...kept });
  await submit({ intent: 'retention', retentionDays: '', retentionDaysFailed: '', retentionMib: '' });
  expect(await find()).toMatchObject({ retentionDays: null, retentionDaysFailed: null, retentionMib: null });
});

it('saves how many times failed executions are replayed automatically, and takes an empty choice for never', async () => {
  const saved = await submit({ intent: 'automatic-replays', automaticReplays: '5' });
  expect(saved.toast).toMatchObject({
    tone: 'success',
    description: 'Failed executions are replayed 5 times, over about 18 hours.',
  });
  expect(await find()).toMatchObject({ automaticReplays: 5 });
  const tooMany = await submit({ intent: 'automatic-replays', automaticReplays: '9' });
  expect(tooMany.toast).toMatchObject({ description: 'Enter a whole number from 1 to 8' });
  expect(await find()).toMatchObject({ automaticReplays: 5 });
  await submit({ intent: 'automatic-replays', automaticReplays: '' });
  expect(await find()).toMatchObject({ automaticReplays: null });
});

it('keeps the limit or switch that someone else set since the form was shown, and reports one that both changed', async () => {
  const seen = { 'seen.executionsAtOnce': 'null', 'seen.executionsPerHour': 'null' };
  await submit({ intent: 'limits', ...seen, executionsAtOnce: '3', executionsPerHour: '' });
  await submit({ intent: 'limits', ...seen, executionsAtOnce: '', executionsPerHour: '100' });
  expect(await find()).toMatchObject({ executionsAtOnce: 3, executionsPerHour: 100 });
  const both = await submit({ intent: 'limits', ...seen, executionsAtOnce: '5', executionsPerHour: '' });
  expect(both.toast).toMatchObject({
    tone: 'destructive',
    description:
      'Nothing was saved: someone else has changed “Executions at once” to “3” in the meantime. You had changed it to “5”.',
  });
  expect(await find()).toMatchObject({ executionsAtOnce: 3, executionsPerHour: 100 });

  const switches = { intent: 'auto-deploy', 'seen.autoDeploy': 'true', 'seen.requireTests': 'false' };
  await submit({ ...switches, autoDeploy: 'on', requireTests: 'on' });
  await submit(switches);
  expect(await find()).toMatchObject({ autoDeploy: false, requireTests: true });

  // What another program sends instead of what the form showed is as if it were not there.
  await submit({ intent: 'pause-limit', 'seen.pauseAfterErrors': '{', pauseAfterErrors: '4' });
  expect(await find()).toMatchObject({ pauseAfterErrors: 4 });
});
