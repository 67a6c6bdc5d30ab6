// A run that waits before a call, as its log shows it: until when, and a button that ends the wait.
import { findViolations } from './axe';
import { expect, sampleToken, test } from './fixtures';
import { createIntegration, prepareIntegrations } from './prepared';

test('a run that waits says until when, and goes on by a button', async ({
  page,
  product,
  javaScriptEnabled,
}) => {
  await prepareIntegrations(page, product);
  const url = `${product.sampleApiUrl}/issues/1`;
  const headers = { Origin: product.url };
  const call = { url, authConfig: { type: 'bearer', token: sampleToken } };
  const id = await createIntegration(page.request, product, {
    name: 'Waiting runs',
    apiCalls: [
      { id: 'look', name: 'Look', order: 1, ...call },
      { id: 'remind', name: 'Remind', order: 2, ...call, wait: { kind: 'duration', seconds: 7200 } },
    ],
  });
  await page.request.patch(`/api/integrations/${id}`, { headers, data: { isActive: true } });
  const started = await page.request.post(`/api/integrations/${id}/run`, { headers, data: {} });
  const { executionId } = await started.json();
  const read = async () => {
    const response = await page.request.get(`/api/integrations/${id}/executions/${executionId}`);
    return (await response.json()) as { status: string; waits?: object; apiCallLogs: { error: unknown }[] };
  };
  await expect
    .poll(async () => (await read()).waits ?? (await read()).apiCallLogs)
    .toMatchObject({ reason: 'Remind is not due' });
  await page.goto('/?q=Waiting+runs');
  const card = page.getByRole('listitem').filter({ hasText: 'Waiting runs' });
  await expect(card).toContainText(/Waits until \w+ \d+/);
  await expect(card.getByRole('img', { name: 'The newest is waiting.' })).toBeVisible();
  await page.goto(`/integration/${id}/logs`);
  const row = page.locator(`[data-execution="${executionId}"]`);
  await expect(row).toContainText(/Waits: Remind is not due until/);
  await expect(row.getByRole('heading')).toHaveText(/Execution waiting$/);
  await page.goto(`/integration/${id}/logs?execution=${executionId}`);
  await expect(page.getByText(/Waits: Remind is not due until/).last()).toBeVisible();
  await expect(page.getByText(/Waits 2 hours before Remind/)).toBeVisible();
  if (javaScriptEnabled) expect(await findViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Continue now' }).click();
  await expect(page.getByText('The execution goes on').first()).toBeVisible();
  await expect.poll(async () => (await read()).status).not.toBe('running');
});
