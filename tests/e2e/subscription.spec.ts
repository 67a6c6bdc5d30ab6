// The one press by which a topic of Amazon SNS is confirmed. What Amazon answers is tested at the service; here its host is none.
import { newId } from '~/db/core/id';
import { finishExecution, insertExecution } from '~/db/executions/executions';
import { test, expect } from './fixtures';
import { createIntegration, prepareIntegrations } from './prepared';

const topic = 'arn:aws:sns:zz-nowhere-1:123456789012:orders';
const SubscribeURL = `https://sns.zz-nowhere-1.amazonaws.com/?Action=ConfirmSubscription&TopicArn=${topic}&Token=abc`;

test(
  'a subscription is confirmed by one press, and it is said when Amazon does not take it',
  { tag: '@html' },
  async ({ page, product }) => {
    await prepareIntegrations(page, product);
    const webhook = { secret: topic, verify: { scheme: 'amazon-sns' } };
    const apiCalls = [{ id: 'a', name: 'Read', order: 1, url: 'https://example.com/' }];
    const triggerConfig = { type: 'webhook', webhook };
    const integrationId = await createIntegration(page.request, product, {
      name: 'SNS',
      triggerConfig,
      apiCalls,
    });
    const { db } = product;
    const owner = await db.first(
      db.build.selectFrom('integrations').select('organization_id').where('id', '=', integrationId),
    );
    const id = newId();
    await insertExecution(db, {
      id,
      organization_id: owner?.organization_id ?? '',
      integration_id: integrationId,
      integration_version: 1,
      status: 'running',
      trigger_type: 'webhook',
      started_at: Date.now(),
      completed_at: null,
      error_message: null,
      trigger_data: JSON.stringify({ Type: 'SubscriptionConfirmation', TopicArn: topic, SubscribeURL }),
    });
    const ended = { status: 'completed', errorMessage: null, completedAt: Date.now() } as const;
    await finishExecution(db, { id, integrationId, ...ended });
    await page.goto(`/integration/${integrationId}/logs?execution=${id}`);
    await page.getByRole('button', { name: 'Confirm subscription' }).click();
    await expect(page.getByText('Not confirmed')).toBeVisible();
    await expect(page.getByText('sns.zz-nowhere-1.amazonaws.com').last()).toBeVisible();
    await expect(page.getByRole('button', { name: 'Confirm subscription' })).toBeVisible();
  },
);
