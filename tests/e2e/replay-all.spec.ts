// After an outage of a target, everything that failed runs again.
import { createServer } from 'node:http';
import { findViolations, keepPicturesByWidth } from './axe';
import { expect, startSession, test } from './fixtures';
import { createIntegration } from './prepared';

test('all failed executions are replayed at once', async ({ page, product, javaScriptEnabled }) => {
  let isDown = true;
  const taken: string[] = [];
  const server = createServer((request, response) => {
    if (!isDown) taken.push(request.url ?? '');
    response.writeHead(isDown ? 503 : 200, { 'Content-Type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
  await startSession(page, product);
  const id = await createIntegration(page.request, product, {
    name: 'After an outage',
    triggerConfig: { type: 'manual' },
    apiCalls: [
      { id: 'send', name: 'Send', order: 1, method: 'POST', url: `${url}/{{trigger.n}}`, body: '{}' },
    ],
  });
  const headers = { Origin: product.url };
  const deployed = await page.request.patch(`/api/integrations/${id}`, {
    data: { isActive: true },
    headers,
  });
  expect(deployed.status()).toBe(200);
  for (const n of ['a', 'b', 'c']) {
    await page.request.post(`/api/integrations/${id}/run`, { data: { triggerData: { n } }, headers });
  }
  const countFailed = async () => {
    const listed = await page.request.get(`/api/integrations/${id}/executions?status=error`);
    return ((await listed.json()) as unknown[]).length;
  };
  await expect.poll(countFailed).toBe(3);
  isDown = false;

  await page.goto(`/integration/${id}/logs`);
  await expect(page.getByRole('link', { name: 'Replay all failed…' })).toHaveCount(0);
  await page.getByRole('group', { name: 'Status' }).getByRole('button', { name: 'Failed' }).click();
  await expect(page.getByText('also those on older pages')).toBeVisible();
  if (javaScriptEnabled) expect(await findViolations(page)).toEqual([]);
  await page.getByRole('link', { name: 'Replay all failed…' }).click();
  await expect(page.getByText('Replay 3 failed executions?')).toBeVisible();
  if (javaScriptEnabled) expect(await findViolations(page)).toEqual([]);
  await keepPicturesByWidth(page, `replay-all-${javaScriptEnabled}`);
  await page.getByRole('link', { name: 'Cancel' }).click();
  await expect(page.getByText('Replay 3 failed executions?')).toHaveCount(0);
  expect(taken).toEqual([]);
  await page.getByRole('link', { name: 'Replay all failed…' }).click();
  await page.getByRole('button', { name: 'Replay 3', exact: true }).click();
  await expect(page.getByText('3 executions replayed')).toBeVisible();
  await expect.poll(() => taken.toSorted()).toEqual(['/a', '/b', '/c']);
  await page.getByRole('link', { name: 'Replay all failed…' }).click();
  await expect(page.getByText('Nothing to replay')).toBeVisible();
  await expect(page.getByText('3 were replayed before.')).toBeVisible();
  server.closeAllConnections();
  server.close();
});
