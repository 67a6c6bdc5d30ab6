import { expect } from '@playwright/test';
import { test } from './fixtures';
import { createIntegration, prepareIntegrations } from './prepared';

const call = { id: 'read', name: 'Read', order: 1, url: 'https://example.com/1' };

test('two versions are compared, and the old one is restored', async ({ page, product }) => {
  await prepareIntegrations(page, product);
  const id = await createIntegration(page.request, product, { name: 'Versions', apiCalls: [call] });
  for (const body of ['{\n  "a": 1\n}', '{\n  "a": 2\n}']) {
    const data = { apiCalls: [{ ...call, method: 'POST', body }] };
    await page.request.patch(`/api/integrations/${id}`, { data, headers: { Origin: product.url } });
  }
  await page.goto(`/integration/${id}`);
  await page.getByRole('link', { name: 'Versions' }).click();
  await page.getByRole('radio', { name: 'Version 1 before' }).check();
  await page.getByRole('button', { name: 'Compare' }).click();
  await expect(page.getByRole('heading', { name: 'Version 1 and version 3' })).toBeVisible();
  await page.getByRole('radio', { name: 'Version 2 before' }).check();
  await page.getByRole('button', { name: 'Compare' }).click();
  await expect(page.getByText('Removed: "a": 1')).toBeVisible();
  await expect(page.getByText('Added: "a": 2')).toBeVisible();
  await page.getByRole('button', { name: 'Restore version 1' }).click();
  await expect(page.getByText('It was saved as version 4.')).toBeVisible();
  const saved = await (await page.request.get(`/api/integrations/${id}`)).json();
  expect(saved).toMatchObject({ version: 4, apiCalls: [{ method: 'GET', body: '' }] });
});
