// The rows of a manual trigger's form in the editor.
import type { Page } from '@playwright/test';
import { findViolations, keepPicturesByWidth } from './axe';
import { openNewIntegration } from './editor-parts';
import { startSession, test, expect } from './fixtures';
import { createIntegration } from './prepared';

const field = (page: Page, index: number) => page.getByRole('group', { name: `Field ${index}`, exact: true });

test('fields of a form are added, moved, removed and saved', async ({ page, product, javaScriptEnabled }) => {
  await openNewIntegration(page, product, 'Invite customer');
  await page.getByText('Manual', { exact: true }).click();
  const add = page.getByRole('button', { name: 'Add field' });
  await add.click();
  const first = field(page, 1);
  await first.getByLabel('Variable name').fill('Customer Email');
  await first.getByLabel('Label').fill('Email of the customer');
  await first.getByLabel('Required').check();
  await add.click();
  const second = field(page, 2);
  await second.getByLabel('Variable name').fill('plan');
  await second.getByLabel('Type').selectOption('Choice');
  await second.getByLabel('Choices').fill('small\nlarge');
  await second.getByLabel('Default').fill('huge');
  if (javaScriptEnabled) {
    expect(await findViolations(page)).toEqual([]);
    await keepPicturesByWidth(page, 'editor-form');
  }
  await page.getByRole('button', { name: 'Save Configuration' }).click();
  await expect(second.getByText('The default must be small or large')).toBeVisible();
  await expect(second.getByLabel('Choices')).toHaveValue('small\nlarge');
  await second.getByLabel('Default').fill('small');

  await page.getByRole('button', { name: 'Move field 2 up' }).click();
  await expect(field(page, 1).getByLabel('Variable name')).toHaveValue('plan');
  await add.click();
  await expect(field(page, 3)).toBeVisible();
  await page.getByRole('button', { name: 'Remove field 3' }).click();
  await expect(field(page, 3)).toHaveCount(0);
  await page.getByRole('button', { name: 'Save Configuration' }).click();
  await expect(page.getByText('Configuration saved')).toBeVisible();

  await page.reload();
  await expect(field(page, 1).getByLabel('Variable name')).toHaveValue('plan');
  await expect(field(page, 1).getByLabel('Choices')).toHaveValue('small\nlarge');
  await expect(field(page, 2).getByLabel('Variable name')).toHaveValue('customer_email');
  await expect(field(page, 2).getByLabel('Required')).toBeChecked();
});

test('fields are added, filled in and removed by keys alone @script', async ({ page, product }) => {
  await openNewIntegration(page, product, 'By keys');
  await page.getByText('Manual', { exact: true }).click();
  await page.getByRole('button', { name: 'Add field' }).focus();
  await page.keyboard.press('Enter');
  await expect(field(page, 1).getByLabel('Variable name')).toBeFocused();
  await page.keyboard.type('Order ID');
  await page.keyboard.press('Tab');
  await expect(field(page, 1).getByLabel('Variable name')).toHaveValue('order_id');
  await page.getByRole('button', { name: 'Remove field 1' }).focus();
  await page.keyboard.press('Enter');
  await expect(field(page, 1)).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Add field' })).toBeFocused();
});

test('a test of the whole chain asks for the fields of the form', async ({ page, product }) => {
  await startSession(page, product);
  const id = await createIntegration(page.request, product, {
    name: 'Tested with a form',
    triggerConfig: {
      type: 'manual',
      manual: { fields: [{ name: 'email', label: 'Email', required: true }] },
    },
    apiCalls: [{ name: 'Send', method: 'GET', url: `${product.sampleApiUrl}/{{email}}` }],
  });
  await page.goto(`/integration/${id}`);
  await page
    .getByRole('button', { name: /^Test chain|^Run Test|^Test/ })
    .first()
    .click();
  const dialog = page.getByRole('dialog', { name: 'Choose test data' });
  await expect(dialog.getByLabel('Email')).toHaveValue('sample Email');
  await dialog.getByLabel('Email').fill('');
  await dialog.getByRole('button', { name: 'Test' }).click();
  await expect(dialog.getByText('“Email” is required')).toBeVisible();
  await dialog.getByLabel('Email').fill('ada');
  await dialog.getByRole('button', { name: 'Test' }).click();
  await page.waitForURL(/\?test=/);
});
