import type { ActionFunctionArgs } from '@remix-run/node';
import { parseWithZod } from '@conform-to/zod/v4';
import { beforeEach, expect, it } from 'vitest';
import { findIntegration } from '~/db/integrations/integrations';
import { findNextAt } from '~/db/integrations/schedules';
import { action, loader } from '~/routes/integration.$integrationId._index/route';
import { EditorForm } from '~/routes/integration.$integrationId._index/form/editor-form';
import { emptyEndpoint } from '~/routes/integration.$integrationId._index/form/values/empty-endpoint';
import { clearOtherTriggers } from '~/routes/integration.$integrationId._index/trigger/clear-other-triggers';
import { describeTrigger } from '~/routes/integration.$integrationId._index/form/variable-scope';
import { findDefinition } from '~/services/integrations/definition-cache';
import type { Actor } from '~/services/actor';
import { createTestUser, signInAs } from '../../../support/accounts';
import { createTestContext, type TestContext } from '../../../support/context';
import { seedIntegration } from '../../../support/seed';

let context: TestContext;
let actor: Actor;
let cookie: string;

beforeEach(async () => {
  context = await createTestContext();
  const { user, organizationId } = await createTestUser(context);
  actor = { userId: user.id, organizationId };
  cookie = await signInAs(context, user.id);
});

function seed(triggerConfig: object): Promise<string> {
  const apiCalls = [{ id: 'a', order: 1, name: 'First', method: 'GET', url: 'https://api.example.com/' }];
  return seedIntegration({ context, ...actor }, { triggerConfig, apiCalls });
}

function argsOf(id: string, body?: URLSearchParams): ActionFunctionArgs {
  const request = new Request(`http://localhost/integration/${id}`, {
    method: body ? 'POST' : 'GET',
    headers: { Cookie: cookie },
    body: body ?? null,
  });
  return {
    request,
    params: { integrationId: id },
    context: { app: context, nonce: '', address: '192.0.2.1' },
  };
}

/** Saves the form as a browser without script would send it, and answers the trigger and first name stored. */
async function saveForm(id: string, type: string, changes: Record<string, string> = {}) {
  const { values } = await loader(argsOf(id));
  const [call] = values.apiCalls;
  const body = new URLSearchParams({ version: values.version, 'triggerConfig.type': type });
  const { cron, event } = values.triggerConfig;
  for (const [field, value] of Object.entries({ ...cron, ...changes })) {
    body.set(`triggerConfig.cron.${field}`, value);
  }
  for (const [field, value] of Object.entries(event)) body.set(`triggerConfig.event.${field}`, value);
  for (const field of ['id', 'method', 'url', 'timeoutSeconds'] as const) {
    body.set(`apiCalls[0].${field}`, call?.[field] ?? '');
  }
  body.set('apiCalls[0].name', 'Renamed');
  const answer = await action(argsOf(id, body));
  expect(answer).toBeInstanceOf(Response);
  const version =
    (await findIntegration(context.db, { id, organizationId: actor.organizationId }))?.version ?? 0;
  const found = await findDefinition(context, id, version);
  if (found.kind !== 'found') throw new Error(found.kind);
  return { trigger: found.definition.triggerConfig, name: found.definition.apiCalls[0]?.name };
}

it('a save of the editor keeps a schedule', async () => {
  const trigger = { type: 'cron', cron: { cronExpression: '0 9 * * 1', timezone: 'UTC', missedRuns: 'all' } };
  const id = await seed(trigger);
  const { values } = await loader(argsOf(id));
  expect(values.triggerConfig.type).toBe('cron');
  expect(describeTrigger({ triggerConfig: { type: values.triggerConfig.type } })).toBe('Scheduled trigger');
  const nextAt = await findNextAt(context.db, id);
  expect(await saveForm(id, 'cron')).toEqual({ trigger, name: 'Renamed' });
  expect(nextAt).toBeDefined();
  expect(await findNextAt(context.db, id)).toBe(nextAt);
});

it('a save of the editor keeps an event trigger', async () => {
  const trigger = { type: 'event', event: { integrationId: await seed({ type: 'manual' }), on: 'error' } };
  const id = await seed(trigger);
  const { values } = await loader(argsOf(id));
  expect(describeTrigger({ triggerConfig: { type: values.triggerConfig.type } })).toBe('Event trigger');
  expect(await saveForm(id, 'event')).toEqual({ trigger, name: 'Renamed' });
});

it('a save of the editor removes a schedule when another trigger is chosen', async () => {
  const id = await seed({ type: 'cron', cron: { cronExpression: '0 9 * * 1' } });
  expect(await saveForm(id, 'manual')).toEqual({ trigger: { type: 'manual' }, name: 'Renamed' });
  expect(await findNextAt(context.db, id)).toBeUndefined();
});

it('a save of the editor makes a schedule, and the page then shows its next five runs', async () => {
  const id = await seed({ type: 'manual' });
  expect((await loader(argsOf(id))).schedule).toBeUndefined();
  const cron = { cronExpression: '30 1 * * *', timezone: 'Europe/London', missedRuns: 'none' };
  expect((await saveForm(id, 'cron', cron)).trigger).toEqual({ type: 'cron', cron });
  const { schedule } = await loader(argsOf(id));
  expect(schedule?.nextRuns).toHaveLength(5);
  expect(schedule?.nextRuns.every((run) => run.endsWith('01:30'))).toBe(true);
  // London's clock goes forward and back once a year, each time over 01:30.
  expect(schedule?.warnings).toHaveLength(2);
});

it('fields of a webhook have their defaults after any press of a button beside another trigger', () => {
  const sent = new FormData();
  sent.set('triggerConfig.type', 'manual');
  sent.set('triggerConfig.webhook.endpoint.respond', 'custom');
  const { triggerConfig } = parseWithZod(clearOtherTriggers(sent), { schema: EditorForm }).payload;
  expect(triggerConfig).toMatchObject({
    webhook: { endpoint: blankless(emptyEndpoint) },
    event: { on: 'completed' },
  });
});

/** Without the empty texts, which Conform leaves out. */
function blankless(fields: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''));
}
