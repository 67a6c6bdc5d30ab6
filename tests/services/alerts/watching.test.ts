import { expect, test } from 'vitest';
import { createChannel } from '~/services/alerts/channels';
import { isAnybodyNotified } from '~/services/alerts/watching';
import { ResponseHandlingStep } from '~/engine/definition/response-step';
import { createTestUser } from '../../support/accounts';
import { createTestContext } from '../../support/context';
import { createTestIntegration } from '../../support/executions';

/** A response handling of a call, with rules that do these things. */
function rule(defaultAction: string, ...actions: string[]): ResponseHandlingStep[] {
  const statusCodeActions = actions.map((action) => ({ statusCodes: [500], action }));
  const responseHandling = { defaultAction, statusCodeActions };
  return [ResponseHandlingStep.parse({ id: 'r', order: 1, nextApiCallId: 'a', responseHandling })];
}

test('somebody is notified of failures by a channel for them that watches the integration, or by a rule that stops', async () => {
  const context = await createTestContext();
  const { user, organizationId } = await createTestUser(context);
  const { integrationId: id } = await createTestIntegration(context, organizationId);
  const other = await createTestIntegration(context, organizationId);
  const integration = { id, organizationId, tags: ['Billing'], responseHandlingSteps: [] };
  const isNotified = (more: { responseHandlingSteps?: ResponseHandlingStep[] } = {}) =>
    isAnybodyNotified(context, { ...integration, ...more });
  const add = async (name: string, about: object) => {
    const actor = { userId: user.id, organizationId };
    const input = { name, kind: 'email', recipients: 'owners', events: { failing: 1 }, ...about };
    expect(await createChannel(context, actor, input)).toMatchObject({ kind: 'channel' });
  };
  await add('Late', { events: { late: 5 } });
  await add('Of another', { integrationId: other.integrationId });
  await add('Of another tag', { tag: 'shipping' });
  expect(await isNotified()).toBe(false);

  expect(await isNotified({ responseHandlingSteps: rule('continue', 'retry') })).toBe(false);
  expect(await isNotified({ responseHandlingSteps: rule('continue', 'stop_notify') })).toBe(true);
  expect(await isNotified({ responseHandlingSteps: rule('stop_notify') })).toBe(true);

  await add('Of its tag', { tag: 'billing' });
  expect(await isNotified()).toBe(true);
});
