// What the editor says when what it sent has no answer, or cannot be done any more; and what a single test maps.
import { createServer } from 'node:http';
import type { Page } from '@playwright/test';
import { type Product, startSession, test, expect } from './fixtures';
import { createIntegration, prepareIntegrations } from './prepared';
import { run } from './product-file';

const call = { id: 'a', name: 'Only', order: 1, method: 'GET', url: 'https://example.com/1' };

async function open(page: Page, product: Product, more: object = {}): Promise<string> {
  await prepareIntegrations(page, product);
  return createIntegration(page.request, product, { name: 'Unanswered', apiCalls: [call], ...more });
}

/** Has the server fail over all that is sent to it. */
async function failAll(page: Page): Promise<void> {
  await page.route('**/*.data*', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 500 }) : route.continue(),
  );
}

function toast(page: Page, title: string) {
  const region = page.getByRole('region', { name: 'Notifications' });
  return region.getByRole('alert').filter({ has: page.getByText(title, { exact: true }) });
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test.describe('with script', () => {
  test.skip(({ javaScriptEnabled }) => !javaScriptEnabled, 'Without script the browser itself says so.');

  test('each thing that was to be done has its title and text', async ({ page, product }) => {
    const id = await open(page, product);
    await page.goto(`/integration/${id}`);
    await failAll(page);
    await button(page, 'Save Configuration').click();
    await expect(toast(page, 'Save Failed').first()).toContainText('Failed to save integration');
    // A press counts from the moment on in which it is known that nothing was saved.
    await page.evaluate(() => {
      const tester = document.querySelector<HTMLElement>('[name=intent][value="test:0"]');
      window.addEventListener('network-error', () => queueMicrotask(() => tester?.click()), { once: true });
    });
    await button(page, 'Save Configuration').click();
    await expect(toast(page, 'Test failed')).toContainText('Backend execution failed');
    await page.getByLabel('Call Name').fill('Left');

    await page.unrouteAll();
    await page.context().setOffline(true);
    await button(page, 'Save Configuration').click();
    const lost = toast(page, 'Save Failed').filter({ hasText: 'Unable to connect to server.' });
    await expect(lost).toBeVisible();
    await expect(page.getByLabel('Call Name')).toHaveValue('Left');
    await page.context().setOffline(false);
  });

  test('so have deploying, disabling and creating', async ({ page, product }) => {
    const id = await open(page, product);
    await page.goto(`/integration/${id}/deploy`);
    await failAll(page);
    await button(page, 'Deploy').click();
    await expect(toast(page, 'Operation failed')).toContainText('Failed to update integration');
    await button(page, 'Run Test').click();
    await expect(toast(page, 'Test failed')).toContainText('Unable to run integration test.');

    await page.unrouteAll();
    await button(page, 'Deploy').click();
    await page.getByRole('link', { name: 'Disable' }).click();
    await page.getByLabel('Type DISABLE to confirm').fill('DISABLE');
    await failAll(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click();
    await expect(toast(page, 'Disable failed')).toContainText('Failed to update integration');

    await page.goto('/integration');
    await page.getByLabel('Integration Name').fill('Never made');
    await button(page, 'Continue to Setup').click();
    const failed = 'Failed to create integration. Please try again.';
    await expect(toast(page, 'Creation Failed')).toContainText(failed);
    await expect(page.getByLabel('Integration Name')).toHaveValue('Never made');
  });

  test('a name that cannot be stored is reported once, and fields that cannot be checked as they are left', async ({
    page,
    product,
  }) => {
    const id = await open(page, product);
    await page.goto(`/integration/${id}`);
    await page.getByRole('link', { name: 'Edit details' }).click();
    await page.getByLabel('Integration Name').fill('Never stored');
    await failAll(page);
    await page.getByLabel('Integration Name').press('Enter');
    await expect(toast(page, 'Save failed')).toContainText('Could not save name changes');
    await expect(page.getByRole('region', { name: 'Notifications' }).getByRole('alert')).toHaveCount(1);

    await page.route(/\/assets\/check-form-/, (route) => route.abort());
    await page.getByLabel('Call Name').fill('Left');
    await page.getByLabel('Call Name').blur();
    await expect(toast(page, 'Error')).toContainText('API call validation failed');
    await expect(page.getByLabel('Call Name')).toHaveValue('Left');
  });

  test('what was deleted meanwhile can be neither toggled nor tested', async ({ page, product }) => {
    const id = await open(page, product);
    await page.goto(`/integration/${id}/deploy`);
    const path = `/api/integrations/${id}`;
    const answer = await page.request.delete(path, { headers: { Origin: product.url } });
    expect(answer.ok()).toBe(true);
    const gone = page.getByText('Integration must be saved before toggling, testing or disabling');
    await button(page, 'Deploy').click();
    await expect(gone).toHaveCount(1);
    await expect(page.getByText('Operation failed')).toBeVisible();
    await button(page, 'Run Test').click();
    await expect(page.getByText(/^Test failed: Integration must be saved before toggling/)).toBeVisible();
  });
});

test('after a single test each mapping shows its value, or that it is not mapped', async ({
  page,
  product,
}) => {
  const server = createServer((_request, response) =>
    response.setHeader('Content-Type', 'application/json').end('{"order":{"id":7,"note":""}}'),
  );
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/`;
  const extractFields = [
    { jsonPath: '.order.id', saveAs: 'order_id' },
    { jsonPath: '.[9].id', saveAs: 'gone' },
  ];
  const id = await open(page, product, { apiCalls: [{ ...call, url, responseMapping: { extractFields } }] });
  await page.goto(`/integration/${id}`);
  await expect(page.getByText('not mapped')).toHaveCount(0);
  await page.getByRole('button', { name: /^Test API Call/ }).click();
  const paths = page.getByLabel('JSON path');
  await expect(paths.nth(0)).toHaveAccessibleDescription('Value: 7');
  await expect(paths.nth(1)).toHaveAccessibleDescription('not mapped');
  server.close();
});

test(
  'an integration needs an organization, and its name stays',
  { tag: '@html' },
  async ({ page, product }) => {
    const { email } = await startSession(page, product);
    await page.goto('/integration');
    await page.getByLabel('Integration Name').fill('Nowhere to be');
    const ofPerson = 'user_id = (select id from users where email = ?)';
    run(product, `delete from memberships where ${ofPerson}`, email);
    await button(page, 'Continue to Setup').click();
    await expect(page.getByRole('alert').getByText('Organization Required')).toBeVisible();
    await expect(page.getByText('Please select an organization first')).toBeVisible();
    await expect(page.getByLabel('Integration Name')).toHaveValue('Nowhere to be');
    // The same before a name is sent, with a way on.
    await page.goto('/integration');
    await expect(page.getByText('Please select an organization first')).toBeVisible();
    await page.getByRole('link', { name: 'Create organization' }).click();
    await expect(page).toHaveURL(/\/organization\/new$/);
  },
);
