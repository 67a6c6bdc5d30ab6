// Where the focus goes when what had it is gone: never to the beginning of the page.
import type { Page } from '@playwright/test';
import { type Product, startSession, test, expect } from './fixtures';
import { createIntegration } from './prepared';

test.skip(({ javaScriptEnabled }) => !javaScriptEnabled, 'Without script the browser loads each page.');

async function prepare(page: Page, product: Product): Promise<string> {
  await startSession(page, product);
  return createIntegration(page.request, product, {
    name: 'Orders',
    triggerConfig: { type: 'webhook', webhook: { headers: {}, variables: [] } },
    apiCalls: [{ id: 'a', name: 'First', order: 1, method: 'GET', url: `${product.sampleApiUrl}/issues` }],
    isActive: true,
  });
}

test('after a duplication the heading of the copy has the focus', async ({ page, product }) => {
  await prepare(page, product);
  await page.goto('/');
  await page.getByRole('main').locator('summary', { hasText: 'More for Orders' }).press('Enter');
  await page.getByRole('button', { name: 'Duplicate' }).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Orders (copy)' })).toBeFocused();
});

test('after a form that leads to another page of the settings the focus is behind the tabs', async ({
  page,
  product,
}) => {
  await startSession(page, product);
  await page.goto('/organization/settings/values/new');
  await page.getByLabel('Name').fill('shop_url');
  await page.getByLabel('Value', { exact: true }).fill('x');
  await page.getByRole('button', { name: 'Save Value' }).press('Enter');
  await expect(page.getByRole('heading', { name: 'Values', exact: true })).toBeFocused();
});

test('keys that open a dialog while nothing has the focus leave it at the content', async ({
  page,
  product,
}) => {
  const id = await prepare(page, product);
  for (const [path, keys] of [
    ['/', 'Control+k'],
    [`/integration/${id}`, '?'],
  ] as const) {
    await page.goto(path);
    await page.keyboard.press(keys);
    await expect(page.locator('dialog:modal')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.getByRole('main')).toBeFocused();
  }
});
