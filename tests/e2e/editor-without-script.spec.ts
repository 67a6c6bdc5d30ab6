// Without script, each press in the editor loads a new page: it begins where the user was.
import { test, expect } from './fixtures';
import { createIntegration, prepareIntegrations } from './prepared';

test.skip(({ javaScriptEnabled }) => javaScriptEnabled, 'With script, a press loads no page.');

const calls = ['One', 'Two'].map((name, index) => ({
  id: name.toLowerCase(),
  name,
  order: index + 1,
  url: `https://example.com/${name}`,
}));

test('what was pressed is in view on the next page', { tag: '@drawn' }, async ({ page, product }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await prepareIntegrations(page, product);
  const id = await createIntegration(page.request, product, { name: 'Pages', apiCalls: calls });
  await page.goto(`/integration/${id}`);
  await page.getByRole('heading', { name: 'Two' }).click();
  await page.getByRole('button', { name: 'Duplicate Two' }).press('Enter');
  const added = page.getByLabel('Call Name').nth(2);
  await expect(added).toHaveValue('Two copy');
  await expect(added).toBeFocused();
  await expect(added).toBeInViewport();
  await page.getByRole('button', { name: 'Remove Two copy' }).press('Enter');
  const undo = page.getByRole('button', { name: 'Undo' });
  await expect(undo).toBeFocused();
  await expect(undo).toBeInViewport();
  await expect(page.getByText('Deleted Two copy')).toBeInViewport();
  await undo.press('Enter');
  await expect(added).toHaveValue('Two copy');
  await expect(added).toBeInViewport();
});
