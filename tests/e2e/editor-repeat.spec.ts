// A call that is sent for each page of a list, with script and without.
import { test, expect } from './fixtures';
import { openCall, openPart, saveIntegration } from './editor-parts';
import { createIntegration, prepareIntegrations } from './prepared';

test('a call is sent for each page: tried as it is typed, and saved', async ({
  page,
  product,
  javaScriptEnabled,
}) => {
  await prepareIntegrations(page, product);
  const url = `${product.sampleApiUrl}/issues/1`;
  const id = await createIntegration(page.request, product, {
    name: 'Pages',
    apiCalls: [{ id: 'read', name: 'Read', order: 1, url }],
  });
  await page.goto(`/integration/${id}`);
  await openCall(page, 'Read');
  await openPart(page, 'Repeat');
  if (!javaScriptEnabled) await page.getByRole('button', { name: 'Repeat This Call' }).click();
  await page.getByLabel('Send it').selectOption('For each page of a list');
  await page.getByLabel('Items', { exact: true }).fill('$.data');
  await page.getByLabel('Save all items as').fill('orders');
  await page.getByLabel('The next page').selectOption('By page number');
  await page.getByLabel('Items on a page').fill('many');
  await page.getByRole('button', { name: 'Save Configuration' }).click();
  await expect(page.getByText('Write a whole number from 1 to 10,000').first()).toBeVisible();
  await page.getByLabel('Items on a page').fill('2');
  expect(await saveIntegration(page, id)).toMatchObject({
    apiCalls: [{ repeat: { kind: 'pages', next: { by: 'page', param: 'page', start: 1, pageSize: 2 } } }],
  });
  await page.getByRole('button', { name: 'Try three pages: Read' }).click();
  await expect(page.getByText(/^Page 1: /).first()).toBeVisible();
});
