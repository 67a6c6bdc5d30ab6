// A browser draws the first rows of a long table before the last ones have come: the columns then stay where they are.
import type { Page } from '@playwright/test';
import { expect, startSession, test } from './fixtures';
import { createIntegration } from './prepared';
import { run } from './product-file';

test.use({ viewport: { width: 1280, height: 900 } });
test.skip(({ javaScriptEnabled }) => !javaScriptEnabled, 'Only a browser gives the columns their places.');

/** Returns the places of the columns when the browser has read the first row, and when it has read the whole page. */
async function readInParts(page: Page, path: string): Promise<{ first: number[]; whole: number[] }> {
  const html = await (await page.request.get(path)).text();
  const end = html.indexOf('</tr>', html.indexOf('<tbody')) + '</tr>'.length;
  const readPlaces = () =>
    page
      .getByRole('columnheader')
      .evaluateAll((headers) => headers.map((header) => Math.round(header.getBoundingClientRect().x)));
  await page.goto('/healthz');
  await page.evaluate(
    (part) => {
      document.open();
      document.write(part);
    },
    html.slice(0, end),
  );
  await page.waitForFunction(() => document.styleSheets.length > 0);
  const first = await readPlaces();
  await expect(page.locator('tbody tr')).toHaveCount(1);
  await page.evaluate((part) => {
    document.write(part);
    document.close();
  }, html.slice(end));
  await expect(page.locator('tbody tr')).toHaveCount(html.split('</tr>').length - 2);
  return { first, whole: await readPlaces() };
}

test('the columns of the executions stay when a long error arrives', async ({ page, product }) => {
  await startSession(page, product);
  const headers = { Origin: product.url };
  const execute = async (integration: object, status: string) => {
    const id = await createIntegration(page.request, product, { isActive: true, ...integration });
    await page.request.post(`/api/integrations/${id}/run`, { headers, data: {} });
    await expect(async () => {
      await page.goto('/executions');
      await expect(page.getByRole('row', { name: status }).first()).toBeVisible({ timeout: 1_000 });
    }).toPass();
  };
  const url = `https://api.example.com/{{trigger.${'a_name_that_nothing_sets_'.repeat(3)}}}`;
  await execute({ name: `Orders of ${'the warehouse '.repeat(6)}`, apiCalls: [{ url }] }, 'failed');
  await execute({ name: 'Stock', apiCalls: [{ url: `${product.url}/healthz` }] }, 'Stock');
  const { first, whole } = await readInParts(page, '/executions');
  expect(whole).toEqual(first);
});

test('the columns of the audit log stay when a long entry arrives', async ({ page, product }) => {
  const { email } = await startSession(page, product);
  run(
    product,
    `insert into audit (id, organization_id, user_id, kind, detail, created_at)
     select '0193aaaa-0000-7000-8000-000000000001', organization_id, user_id, 'integration-disabled', ?, 0
     from memberships where user_id = (select id from users where email = ?)`,
    'Orders of the warehouse '.repeat(6),
    email,
  );
  const { first, whole } = await readInParts(page, '/organization/settings/audit');
  expect(whole).toEqual(first);
});

test('the columns of the versions stay when a long note arrives', async ({ page, product }) => {
  await startSession(page, product);
  const id = await createIntegration(page.request, product, { name: 'Orders' });
  const headers = { Origin: product.url };
  const saved = await page.request.patch(`/api/integrations/${id}`, {
    headers,
    data: { triggerConfig: { type: 'webhook' } },
  });
  expect(saved.ok()).toBe(true);
  const note = 'update integration_versions set note = ? where integration_id = ? and version = 1';
  run(product, note, 'As it was before the move of the warehouse. '.repeat(3), id);
  const { first, whole } = await readInParts(page, `/integration/${id}/versions`);
  expect(whole).toEqual(first);
});
