// What a person does with alert channels, and what arrives.
import { createHmac } from 'node:crypto';
import { startTarget } from '../support/target';
import { startSession, test, expect } from './fixtures';

test('a webhook channel offers a signing secret, which signs what arrives and is masked afterwards', async ({
  page,
  product,
}) => {
  const target = await startTarget();
  await startSession(page, product);
  await page.goto('/organization/settings/alerts/new');
  await page.getByLabel('Name').fill('On call');
  await page.getByLabel('Sent by').selectOption('Webhook');
  const url = page.getByRole('textbox', { name: 'Webhook URL' });
  const field = page.getByRole('textbox', { name: 'Signing secret' });
  for (const each of [url, field]) await expect(each).toHaveAttribute('required');
  await url.fill(`${target.url}/alerts`);
  await expect(field).toHaveValue(/^whsec_[\w=]{32}$/);
  const secret = await field.inputValue();
  await page.getByRole('button', { name: 'Save Channel' }).click();
  await expect(field).toHaveValue(`••••${secret.slice(-4)}`);

  await page.getByRole('button', { name: 'Send test' }).click();
  const [{ headers, body }] = (await target.arrived(1)) as [(typeof target.received)[0]];
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const signature = createHmac('sha256', key).update(signed).digest('base64');
  expect(headers['webhook-signature']).toBe(`v1,${signature}`);
  await expect(page.getByText('Test sent')).toBeVisible();
  await target.close();
});
