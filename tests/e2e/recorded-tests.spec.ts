import { findViolations } from './axe';
import { test, expect } from './fixtures';
import { createIntegration, prepareIntegrations } from './prepared';

test('an execution becomes a test, which tells what a save would send otherwise', async ({
  page,
  product,
  javaScriptEnabled,
}) => {
  await prepareIntegrations(page, product);
  const call = { id: 'read', name: 'Read', order: 1, url: `${product.sampleApiUrl}/` };
  const id = await createIntegration(page.request, product, { name: 'Tested', apiCalls: [call] });
  const headers = { Origin: product.url };
  const save = (data: object) => page.request.patch(`/api/integrations/${id}`, { data, headers });
  await save({ isActive: true });
  const run = await page.request.post(`/api/integrations/${id}/run`, { data: {}, headers });
  const { executionId } = await run.json();
  await expect
    .poll(async () => {
      const read = await page.request.get(`/api/integrations/${id}/executions/${executionId}`);
      return (await read.json()).status;
    })
    .toMatch(/completed|error/);

  await page.goto(`/integration/${id}/logs?execution=${executionId}`);
  await page.getByRole('link', { name: 'Save as test' }).click();
  await page.getByRole('button', { name: 'Save as test' }).click();
  await expect(page.getByText('Name must be at least 2 characters')).toBeVisible();
  if (javaScriptEnabled) await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused();
  await page.getByRole('textbox', { name: 'Name' }).fill('Reads it all');
  await page.getByRole('button', { name: 'Save as test' }).click();
  await expect(page.getByRole('row', { name: 'Reads it all' })).toContainText('Not run yet');
  await page.getByRole('button', { name: 'Run all' }).click();
  await expect(page.getByRole('row', { name: 'Reads it all' })).toContainText('Passed');

  await save({ apiCalls: [{ ...call, method: 'POST', body: '{"sentAt": 1}' }] });
  await page.getByRole('button', { name: 'Run Reads it all' }).click();
  await expect(page.getByRole('row', { name: 'Reads it all' })).toContainText('Differs');
  await page.getByRole('link', { name: 'Details of Reads it all' }).click();
  await expect(page.getByText('Call “Read”: Method')).toBeVisible();
  if (javaScriptEnabled) expect(await findViolations(page)).toEqual([]);
  const ignored = page.getByRole('textbox', { name: 'Ignore' });
  await ignored.fill('.sentAt');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText(/Begin with \$\.body/)).toBeVisible();
  await expect(ignored).toHaveValue('.sentAt');
  await ignored.fill("$.method\n$.body\n$.headers['content-type']");
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('It sends the same and ends the same.')).toBeVisible();
  await ignored.fill('');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('button', { name: 'Accept what it sends now' }).click();
  await expect(page.getByText('It sends the same and ends the same.')).toBeVisible();
  await page.getByRole('link', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByText('No test yet')).toBeVisible();
});
