// A failed execution is replayed without a person, as its integration says, unless somebody cancels that.
import { createServer } from 'node:http';
import { findViolations } from './axe';
import { expect, startSession, test } from './fixtures';
import { createIntegration } from './prepared';
import { run as runSql } from './product-file';

test(
  'a failed execution says when it is replayed, and then leads to its replay',
  { tag: '@drawn' },
  async ({ page, product, javaScriptEnabled }) => {
    let isDown = true;
    const server = createServer((_request, response) => {
      response.writeHead(isDown ? 503 : 200, { 'Content-Type': 'application/json' }).end('{}');
    });
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/`;
    await startSession(page, product);
    const id = await createIntegration(page.request, product, {
      name: 'Down for hours',
      triggerConfig: { type: 'manual' },
      apiCalls: [{ id: 'send', name: 'Send', order: 1, method: 'POST', url, body: '{}' }],
    });
    const headers = { Origin: product.url };
    const api = `/api/integrations/${id}`;
    expect((await page.request.patch(api, { data: { isActive: true }, headers })).status()).toBe(200);

    await page.goto(`/integration/${id}/deploy`);
    const card = page.locator('details', { has: page.getByRole('heading', { name: 'Automatic replays' }) });
    await card.locator('summary').click();
    await card.getByLabel('Replay failed executions').selectOption('5 times, over about 18 hours');
    await card.getByRole('button', { name: 'Save automatic replays' }).click();
    await expect(
      page.getByText('Failed executions are replayed 5 times, over about 18 hours.'),
    ).toBeVisible();
    await expect(card.locator('summary')).toContainText('5 times, over about 18 hours');

    const start = async () => {
      const started = await page.request.post(`${api}/run`, { data: { triggerData: 1 }, headers });
      const { executionId } = (await started.json()) as { executionId: string };
      await expect
        .poll(
          async () => (await (await page.request.get(`${api}/executions/${executionId}`)).json()) as object,
        )
        .toMatchObject({ status: 'error' });
      return executionId;
    };
    const cancelled = await start();
    await page.goto(`/integration/${id}/logs?open=${cancelled}`);
    const row = page.locator(`[data-execution="${cancelled}"]`);
    await expect(row.getByText('Replay due').filter({ visible: true })).toHaveCount(1);
    await expect(row.getByText('Will be replayed automatically (1 of 5) at')).toBeVisible();
    if (javaScriptEnabled) expect(await findViolations(page)).toEqual([]);
    await row.getByRole('button', { name: 'Cancel automatic replay' }).click();
    await expect(page.getByText('Automatic replay cancelled')).toBeVisible();
    await expect(row.getByText('Not replayed automatically (1 of 5): A member cancelled it.')).toBeVisible();
    await expect(row.getByText('Replay due')).toHaveCount(0);

    const failed = await start();
    isDown = false;
    runSql(product, 'update automatic_replays set due_at = 1 where execution_id = ?', failed);
    const findReplay = async () => {
      const log = await page.request.get(`${api}/executions/${failed}`);
      return ((await log.json()) as { nextReplay: { executionId: string | null } }).nextReplay.executionId;
    };
    await expect.poll(findReplay).toEqual(expect.any(String));
    const replay = (await findReplay()) ?? '';
    await page.goto(`/integration/${id}/logs?open=${failed}`);
    const replayed = page.locator(`[data-execution="${failed}"]`);
    await expect(replayed.getByText('Replayed automatically (1 of 5) as execution')).toBeVisible();
    await replayed.getByRole('link', { name: replay }).click();
    await expect(page.getByText('Automatic replay 1 of 5 of execution')).toBeVisible();
    await page.getByRole('link', { name: failed }).click();
    await expect(page.getByText('Replayed automatically (1 of 5) as execution')).toBeVisible();
    server.closeAllConnections();
    server.close();
  },
);
