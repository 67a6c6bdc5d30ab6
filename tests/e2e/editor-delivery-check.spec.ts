// 'Check a request': what the webhook would make of a pasted request, beside a form that stays as it was typed.
import { join } from 'node:path';
import type { Locator, Page, Route } from '@playwright/test';
import { findViolations } from './axe';
import { openCall, openFold, openTrigger, saveIntegration } from './editor-parts';
import { test, expect } from './fixtures';
import { createIntegration, prepareIntegrations } from './prepared';

test('a pasted request is judged, and what is typed stays', async ({ page, product, javaScriptEnabled }) => {
  await prepareIntegrations(page, product);
  const webhook = {
    secret: 'a secret',
    headers: {},
    variables: [{ name: 'order', jsonPath: '.order.id', required: true }],
    allowFrom: ['192.0.2.0/24'],
  };
  const id = await createIntegration(page.request, product, {
    name: 'Door',
    triggerConfig: { type: 'webhook', webhook },
  });
  await page.goto(`/integration/${id}`);
  await page.getByRole('button', { name: 'Add variable' }).click();
  await page.getByLabel('Variable name').nth(1).fill('mine');
  await openFold(page, 'Check a request');
  const check = page.getByRole('button', { name: 'Check a request' });
  await page
    .getByLabel('Request', { exact: true })
    .fill('X-Webhook-Signature: a secret\n\n{"order":{"id":7}}');
  await page.getByLabel('Sender address').fill('198.51.100.7');
  await check.click();
  const verdict = page.getByRole('region', { name: 'Result of the check' });
  await expect(verdict.getByText('Rejected, with status 404')).toBeVisible();
  await expect(verdict.getByText('The sender proves that it knows the secret.')).toBeVisible();
  await expect(verdict.getByText('Deliveries from 198.51.100.7 are not accepted.')).toBeVisible();
  await expect(verdict.getByText('{{order}}')).toBeVisible();
  await expect(page.getByLabel('Request', { exact: true })).toHaveValue(/order/);
  await expect(page.getByLabel('Variable name').nth(1)).toHaveValue('mine');
  const name = javaScriptEnabled ? 'check-script' : 'check-plain';
  await keepPicture(page, name, page.getByLabel('Request', { exact: true }));
  if (javaScriptEnabled) expect(await findViolations(page)).toEqual([]);

  await page.getByLabel('Request', { exact: true }).fill(' ');
  await check.click();
  await expect(page.getByText('Paste a request first.')).toBeVisible();
  if (!javaScriptEnabled) return;

  await test.step('a condition on a name that nothing brings is warned of while it is typed', async () => {
    await openFold(page, 'Handshake, key and filter');
    const conditions = page.getByLabel('Only run if');
    await conditions.fill('mine equals 1\ntype equals new');
    await expect(conditions).toHaveAccessibleDescription(
      /Not known here: type\. To read the payload, write trigger\.type\.$/,
    );
    await keepPicture(page, 'conditions', conditions);
    expect(await findViolations(page)).toEqual([]);
    await conditions.fill('mine equals 1\ntrigger.type equals new');
    await expect(page.getByText('Not known here')).toHaveCount(0);
  });
});

test('a check that ends while the page of a save is read shows what was saved @script', async ({
  page,
  product,
}) => {
  await prepareIntegrations(page, product);
  const webhook = { secret: 'a secret', headers: {}, variables: [] };
  const id = await createIntegration(page.request, product, {
    name: 'Checked while saving',
    triggerConfig: { type: 'webhook', webhook },
    apiCalls: [{ id: 'read', name: 'Read', url: 'https://api.example.com/issues' }],
  });
  await page.goto(`/integration/${id}`);
  await openCall(page, 'Read');
  await page.getByLabel('Call Name').fill('Saved');
  await openTrigger(page);
  await openFold(page, 'Check a request');
  await page.getByLabel('Request', { exact: true }).fill('{"order":{"id":7}}');
  // The page of the save never arrives; what is read later does.
  const held: Route[] = [];
  await page.route(/\.data/, async (route) => {
    if (route.request().method() === 'GET' && held.length === 0) held.push(route);
    else await route.continue();
  });
  await page.getByRole('button', { name: 'Save Configuration' }).click();
  await expect.poll(() => held.length).toBe(1);
  await page.getByRole('button', { name: 'Check a request' }).click();
  await expect(page.getByRole('button', { name: 'Save Configuration' })).toBeVisible();
  await openCall(page, 'Saved');
  await expect(page.getByLabel('Call Name')).toHaveValue('Saved');
  await page.getByLabel('Call Name').fill('Saved again');
  expect(await saveIntegration(page, id)).toMatchObject({ apiCalls: [{ name: 'Saved again' }] });
  await expect(page.getByText('Save Failed')).toHaveCount(0);
});

/** With SCREENSHOTS=folder: the fold of a field at two widths and in both themes. */
async function keepPicture(page: Page, name: string, field: Locator): Promise<void> {
  const folder = process.env.SCREENSHOTS;
  if (!folder) return;
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [360, 1280]) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      const path = join(folder, `${name}-${width}-${colorScheme}.png`);
      await page.locator('details', { has: field }).last().screenshot({ path });
    }
  }
}
