// A run that waits for an answer: written in the editor, answered on its page, read in its log.
import { findViolations } from './axe';
import { openCall, openPartOf, saveIntegration } from './editor-parts';
import { expect, startSession, test } from './fixtures';
import { createIntegration } from './prepared';

test('a run waits for a person, who answers at its address', async ({
  page,
  product,
  openBrowser,
  javaScriptEnabled,
}) => {
  await startSession(page, product);
  const headers = { Origin: product.url };
  const call = { method: 'POST', url: `${product.sampleApiUrl}/issues` };
  const id = await createIntegration(page.request, product, {
    name: 'Approvals',
    apiCalls: [
      { id: 'ask', name: 'Ask', order: 1, ...call },
      { id: 'pay', name: 'Pay', order: 2, ...call },
    ],
  });
  await page.goto(`/integration/${id}`);
  await openCall(page, 'Pay');
  const second = page.locator('[data-call-card]').nth(1);
  await openPartOf(second, 'Wait');
  if (!javaScriptEnabled) await second.getByRole('button', { name: 'Wait Before This Call' }).click();
  await page.getByLabel('Before this call').selectOption('Wait for an answer');
  await page.getByLabel('Time to wait', { exact: true }).fill('2');
  await page.getByLabel('Unit').selectOption('Days');
  if (javaScriptEnabled) {
    await page.getByLabel('Message', { exact: true }).pressSequentially('Pay {{');
    await expect(page.getByRole('listbox', { name: 'Variables for Message' })).toBeVisible();
    await page.keyboard.press('Escape');
  }
  await page.getByLabel('Message', { exact: true }).fill('Pay <b>this</b> invoice?');
  await page.getByLabel('Choices').fill('Approve, approve');
  await page.getByLabel('Save answer as').fill('approval');
  await page.getByRole('button', { name: 'Save Configuration' }).click();
  await expect(page.getByText('Each choice may appear only once').first()).toBeVisible();
  if (javaScriptEnabled) expect(await findViolations(page)).toEqual([]);
  await page.getByLabel('Choices').fill('Approve, Reject');
  const wait = {
    kind: 'answer',
    seconds: 172_800,
    message: 'Pay <b>this</b> invoice?',
    choices: ['Approve', 'Reject'],
    saveAs: 'approval',
  };
  const { apiCalls } = await saveIntegration(page, id);
  expect(apiCalls[1]?.wait).toEqual(wait);
  await page.reload();
  await openCall(page, 'Pay');
  await expect(page.getByLabel('Choices')).toHaveValue('Approve, Reject');

  await page.request.patch(`/api/integrations/${id}`, { headers, data: { isActive: true } });
  const started = await page.request.post(`/api/integrations/${id}/run`, { headers, data: {} });
  const { executionId } = (await started.json()) as { executionId: string };
  const read = async () => {
    const response = await page.request.get(`/api/integrations/${id}/executions/${executionId}`);
    return (await response.json()) as { status: string; waits?: { reason: string } };
  };
  await expect.poll(async () => (await read()).waits?.reason).toBe('Pay waits for an answer');
  const log = `/integration/${id}/logs?execution=${executionId}`;
  await page.goto(log);
  await expect(page.getByText(/Waits for an answer before Pay/)).toBeVisible();
  await expect(page.getByText('Asked: Pay <b>this</b> invoice?')).toBeVisible();
  if (javaScriptEnabled) expect(await findViolations(page)).toEqual([]);
  const address = await page.getByRole('link', { name: 'Open the page to answer' }).getAttribute('href');

  const stranger = await (await openBrowser()).newPage();
  await stranger.goto(address ?? '', { waitUntil: 'load' });
  await expect(stranger.getByText('Pay <b>this</b> invoice?')).toBeVisible();
  if (javaScriptEnabled) expect(await findViolations(stranger)).toEqual([]);
  await stranger.getByLabel('Comment (optional)').fill('Not yet');
  await stranger.getByRole('button', { name: 'Reject' }).click();
  await expect(stranger.getByText('Answered: Reject')).toBeVisible();
  await stranger.goto(address ?? '', { waitUntil: 'load' });
  await expect(stranger.getByText('Answered: Reject')).toBeVisible();

  await expect.poll(async () => (await read()).status).not.toBe('running');
  await page.goto(log);
  await expect(page.getByText(/Answered “Reject” from .* before Pay/)).toBeVisible();
  await expect(page.getByText('Said: Not yet')).toBeVisible();
});
