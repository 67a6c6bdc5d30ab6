// The same done with several integrations of the dashboard at once.
import type { Locator, Page } from '@playwright/test';
import { startSession, test, expect } from './fixtures';
import { createIntegration } from './prepared';

const apiCalls = [{ id: 'a', name: 'A', order: 1, method: 'GET', url: 'https://api.example.com/' }];

function resultOf(page: Page, name: string): Locator {
  return page
    .getByRole('list', { name: 'Changed integrations' })
    .getByRole('listitem')
    .filter({ hasText: name });
}

test('those that are ready are deployed, the others say why not, and all of them are deleted', async ({
  page,
  product,
}) => {
  await startSession(page, product);
  for (const name of ['Orders', 'Returns'])
    await createIntegration(page.request, product, { name, apiCalls });
  await createIntegration(page.request, product, { name: 'Empty' });
  await page.goto('/');
  await page.getByRole('link', { name: 'Select several' }).click();
  await expect(page.getByRole('heading', { name: 'Select integrations', level: 1 })).toBeVisible();
  await page.getByRole('checkbox', { name: 'Orders' }).check();
  await page.getByRole('checkbox', { name: 'Empty' }).check();
  await page.getByRole('button', { name: 'Deploy' }).click();
  await expect(page.getByRole('heading', { name: 'Deployed: 1 · Not deployed: 1' })).toBeVisible();
  await expect(resultOf(page, 'Orders')).toContainText('Deployed');
  await expect(resultOf(page, 'Empty')).toContainText('Configure trigger and add at least one API call');
  // A reload sends nothing again.
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Deployed: 1 · Not deployed: 1' })).toBeVisible();

  await page.getByRole('link', { name: 'Select again' }).click();
  await expect(page.getByRole('checkbox', { name: 'Orders' })).not.toBeChecked();
  await page.getByRole('button', { name: 'Select all 3' }).click();
  await expect(page.getByRole('checkbox', { name: 'Returns' })).toBeChecked();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  const question = page.getByRole('dialog', { name: 'Delete 3 integrations' });
  await expect(question).toContainText('Each can be restored for 7 days.');
  await question.getByLabel('Type DELETE to confirm').fill('DELETE');
  await question.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Deleted: 3' })).toBeVisible();
  await page.getByRole('link', { name: 'Deleted integrations' }).click();
  await expect(page.getByRole('row', { name: /Returns/ })).toBeVisible();
});

test(
  'a tag is added to what a filter finds, and a mistake keeps the selection',
  { tag: '@html' },
  async ({ page, product }) => {
    await startSession(page, product);
    for (const name of ['Zebra feed', 'Aardvark feed', 'Other'])
      await createIntegration(page.request, product, { name });
    await page.goto('/?q=feed');
    await page.getByRole('link', { name: 'Select several' }).click();
    await expect(page.getByRole('checkbox')).toHaveCount(2);
    await page.getByRole('button', { name: 'Select all 2' }).click();
    await page.getByRole('button', { name: 'Add tag' }).click();
    await expect(page.getByText('Type a tag first.')).toBeVisible();
    await expect(page.getByRole('checkbox', { name: 'Zebra feed' })).toBeChecked();
    await page.getByRole('combobox', { name: 'Tag to add or remove' }).fill('Animals');
    await page.getByRole('button', { name: 'Add tag' }).click();
    await expect(page.getByRole('heading', { name: 'Tag added: 2' })).toBeVisible();
    await page.getByRole('link', { name: 'Back to the integrations' }).click();
    await expect(page.getByRole('link', { name: 'Integrations tagged Animals' })).toHaveCount(2);
  },
);

test('disabling asks first, and to cancel keeps the selection', async ({ page, product }) => {
  await startSession(page, product);
  await createIntegration(page.request, product, { name: 'Orders', apiCalls, isActive: true });
  await createIntegration(page.request, product, { name: 'Returns', apiCalls, isActive: true });
  await page.goto('/integration/select');
  await page.getByRole('checkbox', { name: 'Orders' }).check();
  await page.getByRole('button', { name: 'Disable' }).click();
  const question = page.getByRole('dialog', { name: 'Disable 1 integration' });
  await expect(question).toContainText('“Orders”: this stops all automatic executions');
  await question.getByRole('link', { name: 'Cancel' }).click();
  await expect(question).toHaveCount(0);
  await expect(page.getByText('Active', { exact: true })).toHaveCount(2);
  await expect(page.getByRole('checkbox', { name: 'Orders' })).toBeChecked();
  await expect(page.getByRole('checkbox', { name: 'Returns' })).not.toBeChecked();
});

test('the selected ones are exported as one file @script', async ({ page, product }) => {
  await startSession(page, product);
  for (const name of ['Orders', 'Returns', 'Other']) await createIntegration(page.request, product, { name });
  await page.goto('/integration/select');
  for (const name of ['Orders', 'Returns']) await page.getByRole('checkbox', { name }).check();
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  const download = await saved;
  expect(download.suggestedFilename()).toBe('integrations.json');
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(Buffer.from(chunk as Uint8Array));
  const file = JSON.parse(Buffer.concat(chunks).toString('utf8')) as { integrations: { name: string }[] };
  expect(file.integrations.map(({ name }) => name)).toEqual(['Orders', 'Returns']);
});

test('an export offers its file, and keeps the selection', async ({ page, product }) => {
  await startSession(page, product);
  for (const name of ['Orders', 'Returns']) await createIntegration(page.request, product, { name });
  await page.goto('/integration/select');
  await page.getByRole('checkbox', { name: 'Orders' }).check();
  await page.getByRole('button', { name: 'Export' }).click();
  await expect(page.getByRole('status').getByText('The file is ready')).toBeVisible();
  await expect(page.getByRole('checkbox', { name: 'Orders' })).toBeChecked();
  await expect(page.getByRole('checkbox', { name: 'Returns' })).not.toBeChecked();
  const saved = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download' }).click();
  expect((await saved).suggestedFilename()).toBe('integrations.json');
});

test('the actions come with a selection, whose count is said, and the focus goes to the result @script', async ({
  page,
  product,
}) => {
  await startSession(page, product);
  for (const name of ['Orders', 'Returns'])
    await createIntegration(page.request, product, { name, apiCalls });
  await page.goto('/integration/select');
  const bar = page.getByRole('group', { name: 'Selected integrations' });
  await expect(page.getByText('0 of 2 selected')).toBeAttached();
  await expect(bar).toBeHidden();
  await page.getByRole('checkbox', { name: 'Orders' }).focus();
  await page.keyboard.press('Space');
  await expect(page.getByText('1 of 2 selected')).toBeAttached();
  await expect(bar).toBeVisible();
  await bar.getByRole('button', { name: 'Disable' }).press('Enter');
  await page.getByLabel('Type DISABLE to confirm').press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(bar.getByRole('button', { name: 'Disable' })).toBeFocused();
  await expect(page.getByRole('checkbox', { name: 'Orders' })).toBeChecked();
  await bar.getByRole('button', { name: 'Deploy' }).press('Enter');
  await expect(page.getByRole('heading', { name: 'Deployed: 1' })).toBeFocused();
});
