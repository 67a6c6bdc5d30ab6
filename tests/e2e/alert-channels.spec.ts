// What a person does with alert channels, and what arrives.
import { createHmac } from 'node:crypto';
import { deleteMembership } from '~/db/organizations/members';
import { createTestUser } from '../support/accounts';
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

test('a channel whose recipient has left is saved once another is chosen, and mails nobody else unasked', async ({
  page,
  product,
}) => {
  await startSession(page, product);
  const [{ organizationId }] = await (await page.request.get('/api/organizations')).json();
  const { db } = product;
  const { user } = await createTestUser({ db, now: Date.now }, { organizationId, role: 'MEMBER' });
  await page.goto('/organization/settings/alerts/new');
  await page.getByLabel('Name').fill('On call');
  const recipients = page.getByLabel('Emailed to');
  await recipients.selectOption(user.email);
  const save = page.getByRole('button', { name: 'Save Channel' });
  await save.click();
  await expect(page.getByRole('button', { name: 'Send test' })).toBeVisible();

  await deleteMembership(db, user.id, organizationId);
  await page.reload();
  await expect(recipients).toHaveValue(user.email);
  await expect(recipients.getByRole('option', { name: `${user.email} (has left)` })).toHaveCount(1);
  await save.click();
  await expect(page.getByText('Choose people who belong to it')).toBeVisible();
  await expect(recipients).toHaveValue(user.email);
  await recipients.selectOption('owners');
  await save.click();
  await expect(page.getByText('Channel saved')).toBeVisible();
  await expect(recipients).toHaveValue('owners');
  await expect(recipients.getByRole('option', { name: 'has left' })).toHaveCount(0);
});

test('a channel of emails that cannot be decrypted says so, and is saved once somebody is chosen', async ({
  page,
  product,
}) => {
  await startSession(page, product);
  await page.goto('/organization/settings/alerts/new');
  await page.getByLabel('Name').fill('On call');
  const recipients = page.getByLabel('Emailed to');
  await recipients.selectOption('members');
  const save = page.getByRole('button', { name: 'Save Channel' });
  await save.click();
  const sendTest = page.getByRole('button', { name: 'Send test' });
  await expect(sendTest).toBeVisible();

  const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  const { db } = product;
  await db.run(db.build.updateTable('alert_channels').set({ target: 'another key' }).where('id', '=', id));
  await page.reload();
  const unreadable = 'Where it sends cannot be decrypted with the current APP_KEY.';
  const banner = page.getByText(`${unreadable} Please enter it again.`);
  await expect(banner).toBeVisible();
  await expect(recipients).toHaveValue('');
  await sendTest.click();
  await expect(page.getByText('Test failed')).toBeVisible();
  await expect(page.getByText(unreadable, { exact: true })).toBeVisible();
  await save.click();
  await expect(page.locator('#recipients-error').getByText('Choose who gets the emails')).toBeVisible();
  await recipients.selectOption('owners');
  await save.click();
  await expect(page.getByText('Channel saved')).toBeVisible();
  await expect(banner).toHaveCount(0);
});
