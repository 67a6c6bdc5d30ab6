// The editor is one form: what is typed survives adding, moving, removing, wrong values and somebody else's save.
import type { Page } from '@playwright/test';
import { openNewIntegration } from './editor-parts';
import { createIntegration, prepareIntegrations } from './prepared';
import { test, expect } from './fixtures';

function callNames(page: Page): Promise<string[]> {
  return page
    .getByLabel('Call Name')
    .evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value));
}

test('a name that is too short is rejected and stays', { tag: '@html' }, async ({ page, product }) => {
  await prepareIntegrations(page, product);
  await page.goto('/integration');
  await page.getByLabel('Integration Name').fill('ab');
  await page.getByRole('button', { name: 'Continue to Setup' }).click();
  await expect(page.getByText('Integration name must be at least 3 characters long')).toBeVisible();
  await expect(page.getByLabel('Integration Name')).toHaveValue('ab');
});

test('calls are added, moved and removed, and all that is typed stays', async ({ page, product }) => {
  await openNewIntegration(page, product, 'Moves');
  await page.getByRole('button', { name: 'Add First API Call' }).click();
  await page.getByLabel('Call Name').fill('First');
  await page.getByRole('textbox', { name: 'URL' }).fill('https://example.com/first');
  await page.getByRole('button', { name: 'Add API Call' }).click();
  await expect(page.getByLabel('Call Name')).toHaveCount(2);
  await page.getByLabel('Call Name').nth(1).fill('Second');
  const cards = page.locator('[data-call-card]');
  await cards
    .nth(1)
    .getByRole('button', { name: /^Move .* up$/ })
    .click();
  await expect.poll(() => callNames(page)).toEqual(['Second', 'First']);
  await page.getByRole('button', { name: 'Insert a call after Second' }).click();
  await expect.poll(() => callNames(page)).toEqual(['Second', '', 'First']);
  await cards
    .nth(1)
    .getByRole('button', { name: /^Remove / })
    .click();
  await expect.poll(() => callNames(page)).toEqual(['Second', 'First']);
  await expect(page.getByLabel('URL', { exact: true }).nth(1)).toHaveValue('https://example.com/first');
});

test(
  'a call that could not be sent is not saved, and says why',
  { tag: '@html' },
  async ({ page, product }) => {
    await openNewIntegration(page, product, 'Wrong call');
    await page.getByRole('button', { name: 'Add First API Call' }).click();
    await page.getByLabel('Call Name').fill('Nowhere');
    await page.getByRole('textbox', { name: 'URL' }).fill('ftp://example.com');
    await page.getByRole('button', { name: 'Save Configuration' }).click();
    await expect(page.getByText('Invalid API Call Configuration').first()).toBeVisible();
    await expect(page.getByText('URL must be a valid HTTP/HTTPS URL').first()).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'URL' })).toHaveValue('ftp://example.com');
    await expect(page.getByLabel('Call Name')).toHaveValue('Nowhere');
  },
);

test('disabling asks for the word, and nothing less', { tag: '@html' }, async ({ page, product }) => {
  const { filled } = await prepareIntegrations(page, product);
  await page.goto(`/integration/${filled}/deploy`);
  await page.getByRole('link', { name: 'Disable' }).click();
  const word = page.getByRole('textbox', { name: 'Type DISABLE to confirm' });
  await word.fill('disable');
  await word.press('Enter');
  await expect(page.getByText('Deployed').first()).toBeVisible();
  await expect(word).toHaveValue('disable');
  await word.fill('DISABLE');
  await word.press('Enter');
  await expect(page.getByRole('button', { name: 'Deploy', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Deploy', exact: true }).click();
  await expect(page.getByText('Deployed').first()).toBeVisible();
});

test(
  'deleting asks for the word and takes the integration off the dashboard',
  { tag: '@html' },
  async ({ page, product }) => {
    await prepareIntegrations(page, product);
    const name = `Short-lived ${test.info().project.name}`;
    await createIntegration(page.request, product, { name });
    await page.goto('/');
    const card = page.getByRole('listitem').filter({ hasText: name });
    await card.getByRole('link', { name: /delete/i }).click();
    await page.getByRole('textbox').fill('DELETE');
    await page.getByRole('textbox').press('Enter');
    await expect(page.getByText('Integration deleted successfully')).toBeVisible();
    await expect(card).toHaveCount(0);
  },
);
