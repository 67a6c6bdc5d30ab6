import { expectNoViolations } from './axe';
import { test, expect } from './fixtures';
import { createIntegration, prepareIntegrations } from './prepared';

const call = { id: 'read', name: 'Read', order: 1, url: 'https://example.com/1' };

test('a version that is the only one is compared with none', { tag: '@html' }, async ({ page, product }) => {
  await prepareIntegrations(page, product);
  const id = await createIntegration(page.request, product, { name: 'Version', apiCalls: [call] });
  await page.goto(`/integration/${id}/versions`);
  await expect(page.getByRole('row', { name: 'Version 1' })).toBeVisible();
  await expect(page.getByRole('radio')).toHaveCount(0);
  await expect(page.getByRole('columnheader', { name: 'Before' })).toHaveCount(0);
});

test('two versions are compared, and the old one is restored', async ({
  page,
  product,
  javaScriptEnabled,
}) => {
  await prepareIntegrations(page, product);
  const id = await createIntegration(page.request, product, { name: 'Versions', apiCalls: [call] });
  for (const body of ['{\n  "a": 1\n}', '{\n  "a": 2\n}']) {
    const data = { apiCalls: [{ ...call, method: 'POST', body }] };
    await page.request.patch(`/api/integrations/${id}`, { data, headers: { Origin: product.url } });
  }
  await page.goto(`/integration/${id}`);
  await page.getByRole('link', { name: 'Versions' }).click();
  await page.getByRole('link', { name: 'Note on version 2' }).click();
  const told = page.getByRole('status').first();
  // It stands above the list, far from what was pressed.
  if (javaScriptEnabled) {
    await expect(told).toHaveText(/^Note on version 2 · Versions/);
    await expect(page.getByRole('textbox', { name: 'Note' })).toBeFocused();
  }
  await page.getByRole('textbox', { name: 'Note' }).fill('Before the move');
  await page.getByRole('button', { name: 'Save note' }).click();
  await expect(page.getByRole('row', { name: 'Version 2 Before the move' })).toBeVisible();
  await page.getByRole('radio', { name: 'Version 1 before' }).check();
  const compare = page.getByRole('button', { name: 'Compare' });
  await compare.press('Enter');
  const title = page.getByRole('heading', { name: 'Version 1 and version 3' });
  await expect(title).toBeVisible();
  if (javaScriptEnabled) {
    await expect(told).toHaveText(/^Version 1 and version 3 · Versions/);
    await expect(title.getByText('Version 1')).toBeFocused();
    await page.getByRole('link', { name: 'Close' }).press('Enter');
    await expect(title).toHaveCount(0);
    await expect(compare).toBeFocused();
  }
  await page.getByRole('radio', { name: 'Version 2 before' }).check();
  await page.getByRole('button', { name: 'Compare' }).click();
  await expect(page.getByText('Only Version 2: "a": 1')).toBeVisible();
  await expect(page.getByText('Only Version 3: "a": 2')).toBeVisible();
  if (javaScriptEnabled) await expectNoViolations(page, 'a comparison');
  await page.getByRole('button', { name: 'Restore version 1' }).click();
  await expect(page.getByText('It was saved as version 4.')).toBeVisible();
  const saved = await (await page.request.get(`/api/integrations/${id}`)).json();
  expect(saved).toMatchObject({ version: 4, apiCalls: [{ method: 'GET', body: '' }] });
});

test('what restored a version stays in view when the comparison above it closes @script', async ({
  page,
  product,
}) => {
  await prepareIntegrations(page, product);
  const id = await createIntegration(page.request, product, { name: 'Restored', apiCalls: [call] });
  for (const url of ['https://example.com/a', 'https://example.com/b']) {
    const data = { apiCalls: [{ ...call, url }] };
    await page.request.patch(`/api/integrations/${id}`, { data, headers: { Origin: product.url } });
  }
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`/integration/${id}/versions?former=1&next=3`);
  const restore = page.getByRole('button', { name: 'Restore version 1' });
  await restore.press('Enter');
  await expect(page.getByText('It was saved as version 4.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Version 1 and version 3' })).toHaveCount(0);
  await expect(restore).toBeFocused();
  await expect(restore).toBeInViewport({ ratio: 1 });
});

test('a save is held back until a user has seen what changes and deploys it', async ({ page, product }) => {
  await prepareIntegrations(page, product);
  const id = await createIntegration(page.request, product, { name: 'Held back', apiCalls: [call] });
  const patch = (data: object) =>
    page.request.patch(`/api/integrations/${id}`, { data, headers: { Origin: product.url } });
  await patch({ isActive: true });
  await page.goto(`/integration/${id}/deploy`);
  await page.getByRole('heading', { name: 'Deploy on save' }).click();
  await page.getByRole('checkbox', { name: 'Each save goes live immediately' }).uncheck();
  // It has none, so it deploys as ever.
  await page.getByRole('checkbox', { name: 'Deploy only when all recorded tests pass' }).check();
  await page.getByRole('button', { name: 'Save choice' }).click();
  await expect(page.getByText('A save goes live when you deploy it, if all tests pass.')).toBeVisible();
  await patch({ apiCalls: [{ ...call, url: 'https://example.com/2' }] });
  await page.goto(`/integration/${id}/deploy`);
  await expect(page.getByText('Version 2 saved, version 1 is live.')).toBeVisible();
  await page.getByRole('link', { name: 'Deploy version 2' }).click();
  await expect(page.getByRole('heading', { name: 'Version 1 and version 2' })).toBeVisible();
  await page.getByRole('link', { name: 'Try on past executions' }).click();
  await page.getByRole('button', { name: 'Run backtest' }).click();
  await expect(page.getByText('Nothing to test against')).toBeVisible();
  await page.goBack();
  await page.goBack();
  await page.getByRole('button', { name: 'Deploy version 2' }).click();
  await expect(page.getByText('Version 2 deployed')).toBeVisible();
  await expect(page.getByRole('row', { name: 'Version 2 Live' })).toBeVisible();
  // Back to the one before.
  await page.getByRole('link', { name: 'Deploy… version 1' }).click();
  await page.getByRole('button', { name: 'Deploy version 1' }).click();
  await expect(page.getByRole('row', { name: 'Version 1 Live' })).toBeVisible();
});
