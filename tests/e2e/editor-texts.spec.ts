// What the editor says on the way to the next step.
import { createIntegration, prepareIntegrations } from './prepared';
import { test, expect } from './fixtures';
import { waitForDeployStep } from './editor-parts';

test(
  'the next step waits for a trigger, a call and a save that succeeds',
  { tag: '@html' },
  async ({ page, product }) => {
    await prepareIntegrations(page, product);
    const id = await createIntegration(page.request, product, { name: 'On the way' });
    await page.goto(`/integration/${id}`);
    await expect(
      page.getByText('Configure trigger and add at least one API call with URL and method'),
    ).toBeVisible();
    await page.getByRole('button', { name: 'Add First API Call' }).click();
    await page.getByRole('textbox', { name: 'URL' }).fill('ftp://example.com');
    await page.getByRole('button', { name: 'Next: Test & Deploy' }).click();
    await expect(page.getByText('Save Required', { exact: true })).toBeVisible();
    await expect(
      page.getByText(
        'Validation failed: URL must be a valid HTTP/HTTPS URL. Please save your changes before proceeding to the next ' +
          'step. Use the main Save button to save your progress.',
      ),
    ).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'URL' })).toHaveValue('ftp://example.com');

    await page.getByRole('textbox', { name: 'URL' }).fill('https://example.com/');
    await page.getByRole('button', { name: 'Next: Test & Deploy' }).click();
    await waitForDeployStep(page);
    await page.goto(`/integration/${id}`);
    await expect(page.getByText('✓ Trigger and API calls configured')).toBeVisible();
  },
);

test('what is wrong with a check or a mapping is said with its place', async ({ page, product }) => {
  await prepareIntegrations(page, product);
  const calls = [
    { id: 'a', name: 'One', url: 'https://example.com/1', responseMapping: { extractFields: [] } },
    { id: 'b', name: 'Two', url: 'https://example.com/2' },
  ];
  const id = await createIntegration(page.request, product, { name: 'Places', apiCalls: calls });
  await page.goto(`/integration/${id}`);
  await page.getByRole('button', { name: 'Add conditional execution after One' }).click();
  const card = page.getByRole('region', { name: 'Conditional Execution after One' });
  await card.getByLabel('Field to check').fill('status');
  await card.getByLabel('Operator').selectOption('less_than');
  await page.getByRole('button', { name: 'Save Configuration' }).click();
  await expect(page.getByText('Invalid API Call Configuration')).toBeVisible();
  await expect(card.getByText(/^Comparison value is required for .* operator$/)).toBeVisible();
});
