// A wait before a call, with script and without.
import { test, expect } from './fixtures';
import { openCall, openPart, saveIntegration } from './editor-parts';
import { createIntegration, prepareIntegrations } from './prepared';

test(
  'a call is waited for: typed, refused where it is too long, saved, and shown again',
  { tag: '@html' },
  async ({ page, product }) => {
    await prepareIntegrations(page, product);
    const url = `${product.sampleApiUrl}/issues/1`;
    const id = await createIntegration(page.request, product, {
      name: 'Waits',
      apiCalls: [{ id: 'remind', name: 'Remind', order: 1, url }],
    });
    await page.goto(`/integration/${id}`);
    await openCall(page, 'Remind');
    await openPart(page, 'Wait');
    await page.getByRole('button', { name: 'Wait Before This Call' }).click();
    await page.getByLabel('Before this call').selectOption('Wait for a while');
    await page.getByLabel('Time to wait', { exact: true }).fill('31');
    await page.getByLabel('Unit').selectOption('Days');
    await page.getByRole('button', { name: 'Save Configuration' }).click();
    await expect(page.getByText(/from 1 second to 30 days/).first()).toBeVisible();
    await page.getByLabel('Time to wait', { exact: true }).fill('2');
    await page.getByLabel('Unit').selectOption('Hours');
    expect(await saveIntegration(page, id)).toMatchObject({
      apiCalls: [{ wait: { kind: 'duration', seconds: 7200 } }],
    });
    await page.reload();
    await openCall(page, 'Remind');
    await expect(page.getByLabel('Time to wait', { exact: true })).toHaveValue('2');
    await expect(page.getByLabel('Unit')).toHaveValue('hours');
  },
);

test('the wait of a new call counts in minutes, as that of a saved one does @script', async ({
  page,
  product,
}) => {
  await prepareIntegrations(page, product);
  const id = await createIntegration(page.request, product, { name: 'New wait' });
  await page.goto(`/integration/${id}`);
  await page.getByRole('button', { name: 'Add First API Call' }).click();
  await page.getByRole('textbox', { name: 'URL' }).fill(`${product.sampleApiUrl}/issues/1`);
  await openPart(page, 'Wait');
  await page.getByLabel('Before this call').selectOption('Wait for a while');
  await expect(page.getByLabel('Unit')).toHaveValue('minutes');
  await page.getByLabel('Time to wait', { exact: true }).fill('2');
  expect(await saveIntegration(page, id)).toMatchObject({
    apiCalls: [{ wait: { kind: 'duration', seconds: 120 } }],
  });
});

test(
  'the menu of the outline adds a wait to the open call and shows it, and then has none to add',
  { tag: '@script' },
  async ({ page, product }) => {
    await prepareIntegrations(page, product);
    const url = `${product.sampleApiUrl}/issues/1`;
    const id = await createIntegration(page.request, product, {
      name: 'Wait in the menu',
      apiCalls: ['Ask', 'Pay'].map((name, index) => ({ id: name, name, order: index + 1, url })),
    });
    await page.goto(`/integration/${id}`);
    await openCall(page, 'Pay');
    const outline = page.getByRole('navigation', { name: 'Outline' });
    await outline.getByText('Add step', { exact: true }).press('Enter');
    await outline.getByRole('button', { name: 'Wait before call 2' }).press('Enter');
    const kind = page.getByLabel('Before this call').filter({ visible: true });
    await expect(kind).toBeFocused();
    await expect(kind).toBeInViewport();
    await expect(kind).toHaveValue('duration');
    await outline.getByText('Add step', { exact: true }).press('Enter');
    await expect(outline.getByRole('button', { name: 'Wait before call 2' })).toBeDisabled();
    await kind.selectOption('Wait for an answer');
    await page.getByLabel('Save answer as').filter({ visible: true }).fill('approval');
    await page.getByLabel('Time to wait', { exact: true }).filter({ visible: true }).fill('2');
    expect(await saveIntegration(page, id)).toMatchObject({
      apiCalls: [{ name: 'Ask' }, { wait: { kind: 'answer', saveAs: 'approval' } }],
    });
  },
);
