// What a person does with executions: start one by hand, cancel it, run it again.
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { Locator, Page } from '@playwright/test';
import { startSession, test, expect } from './fixtures';
import { createIntegration, prepareIntegrations } from './prepared';

/** A target that answers a request only when it is told to. */
async function startSlowTarget() {
  const held: ServerResponse[] = [];
  const state = { status: 200 };
  const server: Server = createServer((_request, response) => {
    if (state.status === 0) held.push(response);
    else response.writeHead(state.status, { 'Content-Type': 'application/json' }).end('{"ok":true}');
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  return {
    url: `http://127.0.0.1:${port}/`,
    /** What the next requests are answered; 0 leaves them without an answer. */
    answerWith: (status: number) => void (state.status = status),
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function findExecution(page: Page, hasScript: boolean | undefined, status: string): Promise<Locator> {
  const row = page.getByRole('listitem').filter({ hasText: status }).first();
  // With script the page follows; without, one asks again.
  await expect(async () => {
    if (!hasScript) await page.reload();
    await expect(row).toBeVisible({ timeout: 1_000 });
  }).toPass();
  return row;
}

test('an execution is started by hand, cancelled, and run again', async ({
  page,
  product,
  javaScriptEnabled: hasScript,
}) => {
  await prepareIntegrations(page, product);
  const target = await startSlowTarget();
  const id = await createIntegration(page.request, product, {
    name: 'By hand',
    triggerConfig: { type: 'manual' },
    apiCalls: [
      { id: 'send', name: 'Send', order: 1, method: 'POST', url: target.url, body: '{"n": {{trigger.n}}}' },
    ],
  });

  await page.goto(`/integration/${id}/deploy`);
  await page.getByRole('button', { name: 'Deploy', exact: true }).click();
  await page.getByLabel('Trigger data').fill('{"n": ');
  await page.getByRole('button', { name: 'Run now' }).click();
  await expect(page.getByText('Invalid JSON Format')).toBeVisible();
  await expect(page.getByLabel('Trigger data')).toHaveValue('{"n": ');

  target.answerWith(0);
  await page.getByLabel('Trigger data').fill('{"n": 1.10}');
  await page.getByRole('button', { name: 'Run now' }).press('Enter');
  await page.waitForURL(/\/logs\?open=/);
  if (hasScript) await expect(page.locator('[data-execution]').first()).toBeFocused();
  const running = await findExecution(page, hasScript, 'Execution in progress');
  await running.getByRole('button', { name: /^Cancel/ }).click();
  const cancelled = await findExecution(page, hasScript, 'Execution cancelled');
  await expect(cancelled.getByText('The execution was cancelled.').first()).toBeVisible();
  await expect(cancelled.getByText('"n": 1.10').first()).toBeVisible();

  target.answerWith(500);
  await cancelled.getByRole('button', { name: 'Replay from start' }).click();
  const failed = await findExecution(page, hasScript, 'Execution failed');
  await failed.getByRole('link', { name: /^Details of execution/ }).click();
  target.answerWith(200);
  await failed.getByRole('button', { name: 'Replay from failed call' }).click();
  await findExecution(page, hasScript, 'Execution completed successfully');
  const replayed = page.getByText(/^Replayed as execution .*: Execution completed successfully$/);
  await expect(replayed).toBeVisible();
  const marks = page.locator('[data-row]').getByText('Replayed', { exact: true }).filter({ visible: true });
  await expect(marks).toHaveCount(2);

  // The toast leads to the new execution, whatever the list is filtered by.
  const [{ id: newest }] = await (
    await page.request.get(`/api/integrations/${id}/executions?limit=1`)
  ).json();
  await page.goto(`/integration/${id}/logs?status=cancelled&execution=${newest}`);
  await page.getByRole('button', { name: 'Replay from start' }).click();
  await page.getByRole('link', { name: 'Open the new execution' }).click();
  await page.waitForURL(/logs\?execution=[\da-f-]{36}$/);
  expect(page.url()).not.toContain(newest);
  await expect(page.getByRole('link', { name: 'All executions' })).toBeVisible();
  target.close();
});

test(
  'the list of all executions says for how long it keeps them, and where the first one begins',
  { tag: '@html' },
  async ({ page, product }) => {
    await startSession(page, product);
    await page.goto('/executions');
    await expect(page.getByText('No executions yet')).toBeVisible();
    await expect(page.getByText('Finished ones are removed after 14 days')).toBeVisible();
    await page.getByRole('link', { name: 'Choose an integration to test' }).click();
    await expect(page.getByText('No integrations yet')).toBeVisible();
  },
);
