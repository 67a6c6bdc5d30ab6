// A list that is gone through item by item: built in the editor, run against a real API, read in the log, its failed items run again.
import { join } from 'node:path';
import type { APIRequestContext, Page } from '@playwright/test';
import { findViolations } from './axe';
import { openCall, openPart, saveIntegration } from './editor-parts';
import { expect, type Product, sampleToken, test } from './fixtures';
import { createIntegration, prepareIntegrations } from './prepared';

/** So many orders are there, and two more that are not there yet. */
const known = 23;

/** Opens issues at the sample API, and answers the number of the last one. */
async function addIssues(request: APIRequestContext, product: Product, count: number): Promise<number> {
  let last = 0;
  for (let added = 0; added < count; added += 1) {
    const response = await request.post(`${product.sampleApiUrl}/issues`, { data: { title: 'Order' } });
    last = Number((await response.json()).issue.id);
  }
  return last;
}

/** Builds a for each around its only call, by the editor. */
async function build(page: Page, product: Product): Promise<string> {
  const id = await createIntegration(page.request, product, {
    name: 'Orders one by one',
    apiCalls: [
      {
        id: 'read',
        name: 'Read order',
        order: 1,
        url: `${product.sampleApiUrl}/issues/{{order.id}}`,
        authConfig: { type: 'bearer', token: sampleToken },
      },
    ],
  });
  await page.goto(`/integration/${id}`);
  await openCall(page, 'Read order');
  await openPart(page, 'Repeat');
  await page.getByRole('button', { name: 'Run this call for each item of a list from Read order' }).click();
  const card = page.getByRole('region', { name: 'For each from Read order' });
  await card.getByLabel('List', { exact: true }).fill('{{trigger.orders}}');
  await card.getByLabel('Item name').fill('order');
  await card.getByLabel('When an item fails').selectOption('Continue with the other items');
  await card.getByLabel('At once (1–10)').fill('2');
  await saveIntegration(page, id);
  return id;
}

async function run(page: Page, product: Product, id: string, orders: object[]): Promise<string> {
  const headers = { Origin: product.url };
  await page.request.patch(`/api/integrations/${id}`, { headers, data: { isActive: true } });
  const started = await page.request.post(`/api/integrations/${id}/run`, {
    headers,
    data: { triggerData: { orders } },
  });
  const { executionId } = await started.json();
  await expect.poll(() => readStatus(page, id, executionId)).toBe('completed');
  return executionId;
}

async function readStatus(page: Page, id: string, executionId: string): Promise<string> {
  return (await (await page.request.get(`/api/integrations/${id}/executions/${executionId}`)).json()).status;
}

test('a for each is built, run, read in the log, and its failed items run again', async ({
  page,
  product,
  javaScriptEnabled,
}) => {
  test.slow();
  await prepareIntegrations(page, product);
  const id = await build(page, product);
  const last = await addIssues(page.request, product, known);
  const orders = Array.from({ length: known + 2 }, (_, index) => ({ id: last - known + 1 + index }));
  const execution = await run(page, product, id, orders);

  await page.goto(`/integration/${id}/logs?execution=${execution}`);
  await expect(page.getByText('For each order: 23 of 25; 2 failed.').first()).toBeVisible();
  await expect(
    page.getByRole('heading', { name: /Execution completed; 2 of 25 items failed$/ }),
  ).toBeVisible();
  const calls = page.getByRole('list', { name: 'Calls in the order they happened' });
  const line = calls.locator('details > summary', { hasText: 'For each order:' });
  await expect(line).toContainText(/25 items · 23 ok · 2 failed · /);
  const items = calls.getByRole('list', { name: 'Items of For each order', exact: true });
  if (!(await items.isVisible())) await line.click();
  await expect(items.locator('> li')).toHaveCount(20);
  await expect(items.getByRole('list', { name: 'Calls of order 1', exact: true })).toContainText(
    'Read order',
  );
  // Of so many calls one is shown, that of the line which was followed.
  await calls.getByRole('list', { name: 'Calls of order 3', exact: true }).getByRole('link').click();
  await expect(page.getByText('Read order for order 3').filter({ visible: true })).toHaveCount(1);
  await expect(page.getByText(/^Read order for order \d+$/)).toHaveCount(2);
  await calls.getByRole('link', { name: 'Later items' }).click();
  await expect(items.locator('> li')).toHaveCount(5);
  await expect(items.locator('> li').last()).toContainText('order 25: Read order: HTTP 404');
  await calls.getByRole('link', { name: 'Failed only (2)' }).click();
  await expect(items.locator('> li')).toHaveCount(2);
  await expect(calls.getByRole('link', { name: 'Failed only (2)' })).toHaveAttribute('aria-current', 'true');
  if (javaScriptEnabled) await look(page, 'loop-log');

  await addIssues(page.request, product, 2);
  await page.getByRole('button', { name: 'Replay failed items' }).click();
  await expect(page.getByText('Execution replayed')).toBeVisible();
  const [{ id: replay }] = await (
    await page.request.get(`/api/integrations/${id}/executions?limit=1`)
  ).json();
  expect(replay).not.toBe(execution);
  await expect.poll(() => readStatus(page, id, replay)).toBe('completed');
  await page.goto(`/integration/${id}/logs?execution=${replay}`);
  await expect(line).toContainText(/25 items · 25 ok · /);
  await expect(page.getByRole('button', { name: 'Replay failed items' })).toHaveCount(0);

  // What a test of the first two sends is shown at the call, whatever the list is.
  await page.goto(`/integration/${id}`);
  await openCall(page, 'Read order');
  await page.getByRole('button', { name: 'Try the first two items: Read order' }).click();
  const result = page.getByRole('region', { name: 'Test result of Read order' });
  await expect(result).toContainText('2 of 25 items from the last execution.');
  const tried = result.getByRole('list', { name: 'Items' }).locator('> li');
  await expect(tried).toContainText([/→ 200/, /→ 200/]);
  if (javaScriptEnabled) await look(page, 'loop-try');
});

/** Nothing is wider than a phone, and axe finds nothing; pictures where they are asked for. */
async function look(page: Page, name: string): Promise<void> {
  const folder = process.env.SCREENSHOTS;
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme });
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      // What is narrower now is laid out with the next frame.
      await expect.poll(overflow, `${width} px wide`).toBeLessThanOrEqual(0);
      expect(await findViolations(page, theme === 'dark' ? 'colours' : 'all')).toEqual([]);
      if (folder)
        await page.screenshot({ path: join(folder, `${name}-${width}-${theme}.png`), fullPage: true });
    }
  }
}
