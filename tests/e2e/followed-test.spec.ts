// The second step while a test runs that it was opened with, when a read fails, and when it goes on to another integration.
import { createServer } from 'node:http';
import type { Page } from '@playwright/test';
import { expect, type Product, startSession, test } from './fixtures';
import { createIntegration } from './prepared';

/** A target that answers 503 to each request when `answer` is called, once it is there. */
async function startTarget() {
  const held: (() => void)[] = [];
  let arrived: (() => void) | undefined;
  const server = createServer((_request, response) => {
    held.push(() => response.writeHead(503).end());
    arrived?.();
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`,
    async answer() {
      if (held.length === 0) await new Promise<void>((resolve) => void (arrived = resolve));
      held.shift()?.();
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

function create(page: Page, product: Product, name: string, url: string, steps: object = {}) {
  const apiCalls = [{ id: 'a', name: 'Send', order: 1, method: 'GET', url }];
  return createIntegration(page.request, product, {
    name,
    triggerConfig: { type: 'manual' },
    apiCalls,
    ...steps,
  });
}

function startTest(page: Page, product: Product, id: string) {
  return page.request.post(`${product.url}/api/integrations/${id}/test?wait=0`, {
    headers: { Origin: product.url },
    data: {},
  });
}

test('a test that ran as the page was opened keeps its results when it ends, and a toast says so @script', async ({
  page,
  product,
}) => {
  await startSession(page, product);
  const target = await startTarget();
  const id = await create(page, product, 'Opened meanwhile', target.url);
  await startTest(page, product, id);
  await page.goto(`/integration/${id}/deploy`);
  const live = page.getByRole('region', { name: 'Live results' });
  await expect(live.getByText('In progress').first()).toBeVisible();
  await target.answer();
  const notifications = page.getByRole('region', { name: 'Notifications' });
  await expect(notifications.getByText('Test completed with issues')).toBeVisible();
  await expect(live.getByText('Test completed with issues')).toBeVisible();
  target.close();
});

test('an opened line says when it could not be read again, and is read with its next change or by a press @script', async ({
  page,
  product,
}) => {
  await startSession(page, product);
  const target = await startTarget();
  const statusCodeActions = [
    { statusCodes: [503], action: 'retry', retryConfig: { maxRetries: 2, retryDelay: 100 } },
  ];
  const id = await create(page, product, 'Retried', target.url, {
    responseHandlingSteps: [
      {
        id: 'handle',
        order: 0.5,
        nextApiCallId: 'a',
        responseHandling: { defaultAction: 'continue', statusCodeActions },
      },
    ],
  });
  await startTest(page, product, id);
  await page.goto(`/integration/${id}/deploy`);
  const history = page.getByRole('group', { name: 'Logs of the newest tests' });
  const attempt = (number: number) => history.getByText(`Attempt ${number}`, { exact: true });
  const failed = history.getByText('What it sent and got since then could not be loaded.');
  const reads = '**/test-log?*';
  await history.locator('summary', { hasText: 'Send' }).click();
  await expect(history.getByRole('heading', { name: 'Request Details' })).toBeVisible();

  await page.route(reads, (route) => route.fulfill({ status: 500 }));
  await target.answer();
  await expect(failed).toBeVisible();
  await expect(history.getByRole('heading', { name: 'Request Details' })).toBeVisible();
  await page.unroute(reads);
  await target.answer();
  await expect(attempt(2)).toBeVisible();
  await expect(failed).toHaveCount(0);

  await page.route(reads, (route) => route.fulfill({ status: 500 }));
  await target.answer();
  await expect(page.getByRole('region', { name: 'Live results' }).getByText(/^Test completed/)).toBeVisible();
  await expect(failed).toBeVisible();
  await page.unroute(reads);
  await history.getByRole('button', { name: 'Try again' }).click();
  await expect(attempt(3)).toBeVisible();
  await expect(failed).toHaveCount(0);
  target.close();
});

test('what was typed at one integration does not stand at the one that history leads to @script', async ({
  page,
  product,
}) => {
  await startSession(page, product);
  const ids = [];
  for (const name of ['First of two', 'Second of two']) {
    ids.push(await create(page, product, name, 'https://api.example.com/'));
  }
  await page.goto(`/integration/${ids[0]}/deploy`);
  const typed = page.getByLabel('Trigger data');
  const former = await typed.inputValue();
  const next = `/integration/${ids[1]}/deploy`;
  await page.evaluate((address) => Reflect.get(window, '__remixRouter').navigate(address), next);
  await page.waitForURL(next);
  await expect(page.getByRole('heading', { name: 'Second of two' })).toBeVisible();
  await typed.fill('{"of": "the second"}');
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'First of two' })).toBeVisible();
  await expect(typed).toHaveValue(former);
});
