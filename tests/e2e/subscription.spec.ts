// The one press by which a topic of Amazon SNS is confirmed. What Amazon answers is tested at the service; here its host is none.
import { test, expect } from './fixtures';
import { createIntegration, prepareIntegrations } from './prepared';
import { storeEndedExecution } from './stored-execution';

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
    const payload = JSON.stringify({ Type: 'SubscriptionConfirmation', TopicArn: topic, SubscribeURL });
    const id = await storeEndedExecution(product, integrationId, { payload });
    await page.goto(`/integration/${integrationId}/logs?execution=${id}`);
    await page.getByRole('button', { name: 'Confirm subscription' }).click();
    await expect(page.getByText('Not confirmed')).toBeVisible();
    await expect(page.getByText('sns.zz-nowhere-1.amazonaws.com').last()).toBeVisible();
    await expect(page.getByRole('button', { name: 'Confirm subscription' })).toBeVisible();
  },
);
