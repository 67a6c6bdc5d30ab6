// New executions do not take those away that somebody is selecting.
import { expect, startSession, test } from './fixtures';
import { createIntegration } from './prepared';

test.skip(({ javaScriptEnabled }) => !javaScriptEnabled, 'Without script no list changes by itself.');

test('the list stays while an execution is selected, and a link shows the newer ones', async ({
  page,
  product,
}) => {
  await startSession(page, product);
  const id = await createIntegration(page.request, product, {
    name: 'Orders',
    triggerConfig: { type: 'manual' },
    apiCalls: [{ name: 'Read', method: 'GET', url: `${product.sampleApiUrl}/issues` }],
  });
  const headers = { Origin: product.url };
  await page.request.patch(`/api/integrations/${id}`, { headers, data: { isActive: true } });
  const start = () => page.request.post(`/api/integrations/${id}/run`, { headers, data: {} });
  await start();
  await page.goto(`/integration/${id}/logs`);
  const boxes = page.getByRole('checkbox', { name: /^Select execution/ });
  await expect(boxes).toHaveCount(1);
  await boxes.check();
  await start();
  const link = page.getByRole('link', { name: 'Show 1 newer execution' });
  await expect(link).toBeVisible();
  await expect(boxes).toHaveCount(1);
  await expect(boxes).toBeChecked();
  await link.click();
  await expect(boxes).toHaveCount(2);
  await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(1);
  await expect(link).toHaveCount(0);
  await page.getByRole('checkbox', { checked: true }).uncheck();
  await start();
  await expect(boxes).toHaveCount(3);
});
