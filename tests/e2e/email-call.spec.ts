// Calls that send an email or write to a store, from the menu to the saved definition.
import { expectNoViolations, keepPictures } from './axe';
import { test, expect } from './fixtures';
import { openPartOf, readIntegration } from './editor-parts';
import { createIntegration, prepareIntegrations } from './prepared';

test('the menu adds a call that sends an email, which is saved once its headers have values', async ({
  page,
  product,
  javaScriptEnabled,
}) => {
  await prepareIntegrations(page, product);
  const apiCalls = [{ id: 'read', name: 'Read', order: 1, url: 'https://api.github.com' }];
  const id = await createIntegration(page.request, product, { name: 'Emails', apiCalls });
  await page.goto(`/integration/${id}`);
  const outline = page.getByRole('navigation', { name: 'Outline' });
  await outline.getByText('Add step', { exact: true }).click();
  await outline.getByRole('button', { name: 'Email', exact: true }).click();
  const call = page.locator('[data-call-card]').nth(1);
  await expect(call.getByLabel('Call Name')).toHaveValue('Send email');
  await call.getByLabel('URL', { exact: true }).fill('smtps://mail.gmx.net');
  await call.locator('textarea[name$=".body"]').fill('It is {{trigger.state}}.');
  await openPartOf(call, 'Headers');
  const value = (index: number) => call.locator(`[name="apiCalls[1].headers[${index}].value"]`);
  await value(0).fill('shop@gmx.net');
  await value(2).fill('State');
  await openPartOf(call, 'Authentication');
  await call.getByLabel('Username').fill('shop@gmx.net');
  await call.getByLabel('Password').fill('a password');
  await page.getByRole('button', { name: 'Save Configuration' }).click();
  await expect(page.getByText('All headers must have both key and value').first()).toBeVisible();
  await openPartOf(call, 'Headers');
  await value(1).fill('{{trigger.email}}');
  if (javaScriptEnabled) await keepPictures(page, 'email-call');
  await page.getByRole('button', { name: 'Save Configuration' }).click();
  await expect(page.getByText('Configuration saved').first()).toBeVisible();
  const { apiCalls: saved } = (await readIntegration(page, id)) as { apiCalls: unknown[] };
  expect(saved[1]).toMatchObject({
    name: 'Send email',
    method: 'POST',
    url: 'smtps://mail.gmx.net',
    headers: { From: 'shop@gmx.net', To: '{{trigger.email}}', Subject: 'State' },
    body: 'It is {{trigger.state}}.',
    authConfig: { type: 'basic', username: 'shop@gmx.net' },
  });
  if (javaScriptEnabled) await expectNoViolations(page, 'a call that sends an email');
});

test('the menu adds a call that writes to a store', async ({ page, product }) => {
  await prepareIntegrations(page, product);
  const apiCalls = [{ id: 'read', name: 'Read', order: 1, url: 'https://api.github.com' }];
  const id = await createIntegration(page.request, product, { name: 'Stores', apiCalls });
  await page.goto(`/integration/${id}`);
  const outline = page.getByRole('navigation', { name: 'Outline' });
  await outline.getByText('Add step', { exact: true }).click();
  await outline.getByRole('button', { name: 'Store', exact: true }).click();
  const call = page.locator('[data-call-card]').nth(1);
  await expect(call.getByLabel('Call Name')).toHaveValue('Write to store');
  await page.getByRole('button', { name: 'Save Configuration' }).click();
  await expect(page.getByText('Configuration saved').first()).toBeVisible();
  const { apiCalls: saved } = (await readIntegration(page, id)) as { apiCalls: unknown[] };
  expect(saved[1]).toMatchObject({
    name: 'Write to store',
    method: 'PUT',
    url: 'store://orders/{{trigger.id}}',
    body: '{{trigger}}',
    authConfig: { type: 'none' },
  });
});
