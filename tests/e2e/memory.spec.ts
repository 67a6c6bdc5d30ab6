// What runs remember, on a phone.
import { createServer } from 'node:http';
import { test, expect } from './fixtures';
import { createIntegration, prepareIntegrations } from './prepared';

test('on a phone the field for an item to forget is as wide as its card, and a value is set from the keyboard', async ({
  page,
  product,
  javaScriptEnabled,
}) => {
  const server = createServer((_request, response) =>
    response.setHeader('Content-Type', 'application/json').end('[{"id": 1}]'),
  );
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/`;
  await prepareIntegrations(page, product);
  const id = await createIntegration(page.request, product, {
    name: 'Only new ones',
    triggerConfig: { type: 'manual' },
    apiCalls: [
      { id: 'a', name: 'List', order: 1, method: 'GET', url, responseMapping: { saveAs: 'items' } },
      { id: 'b', name: 'Send', order: 2, method: 'GET', url },
    ],
    loopSteps: [
      {
        id: 'l',
        order: 1.5,
        throughCallId: 'b',
        items: 'items',
        itemName: 'item',
        onlyNew: { key: 'item.id' },
      },
    ],
  });
  const headers = { Origin: product.url };
  await page.request.patch(`/api/integrations/${id}`, { headers, data: { isActive: true } });
  const started = await page.request.post(`/api/integrations/${id}/run`, { headers, data: {} });
  expect(started.ok(), await started.text()).toBe(true);
  if (javaScriptEnabled) await page.setViewportSize({ width: 360, height: 740 });
  const key = page.getByLabel('Key of one item of For each item');
  await expect(async () => {
    await page.goto(`/integration/${id}/memory`);
    await expect(key).toBeVisible({ timeout: 1_000 });
  }).toPass();
  // The style sheet alone decides that, with script and without.
  if (javaScriptEnabled) expect((await key.boundingBox())?.width).toBeGreaterThan(200);

  await page.getByRole('button', { name: 'Forget item' }).click();
  await expect(page.getByText('Write the key of the item to forget')).toBeVisible();
  if (javaScriptEnabled) await expect(key).toBeFocused();
  await page.getByRole('button', { name: 'Save value' }).click();
  await expect(page.getByLabel('Name')).toHaveAttribute('aria-invalid', 'true');
  if (javaScriptEnabled) await expect(page.getByLabel('Name')).toBeFocused();
  await page.getByLabel('Name').fill('lastId');
  await page.getByLabel('Value').fill('1042');
  await page.getByRole('button', { name: 'Save value' }).click();
  await page.getByRole('link', { name: 'Change lastId' }).click();
  await expect(page.getByLabel('Value')).toHaveValue('1042');
  if (javaScriptEnabled) await expect(page.getByLabel('Value')).toBeFocused();
  server.close();
});
