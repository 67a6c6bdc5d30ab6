// The note on a call: typed in the editor, and shown where the call is.
import { openCall, openPart, saveIntegration } from './editor-parts';
import { expect, startSession, test } from './fixtures';
import { createIntegration } from './prepared';

test('a note on a call is typed, refused where it is too long, saved, shown, and removed', async ({
  page,
  product,
  javaScriptEnabled: hasScript,
}) => {
  await startSession(page, product);
  const url = `${product.sampleApiUrl}/issues/1`;
  const id = await createIntegration(page.request, product, {
    name: 'Noted',
    apiCalls: [{ id: 'book', name: 'Book', order: 1, url }],
  });
  await page.goto(`/integration/${id}`);
  await openCall(page, 'Book');
  await openPart(page, 'Note');
  const field = page.getByLabel('Note on this call');
  await field.fill('x'.repeat(501));
  await page.getByRole('button', { name: 'Save Configuration' }).click();
  await expect(page.getByText('A note must be 500 characters or less').first()).toBeVisible();
  await expect(field).toHaveValue('x'.repeat(501));

  const note = 'Counts in cents.\nDo not retry: it books {{twice}}.';
  await field.fill(note);
  expect(await saveIntegration(page, id)).toMatchObject({ apiCalls: [{ note }] });
  await page.reload();
  await openCall(page, 'Book');
  // The first part shows it, too.
  if (hasScript) {
    const parts = page.getByRole('toolbar', { name: 'Parts of Book' });
    await expect(parts.getByRole('button', { name: 'More (set)' })).toBeVisible();
    await parts.getByRole('button', { name: 'Request' }).click();
    await expect(field).toBeVisible();
  }
  await expect(field).toHaveValue(note);
  const heading = page.locator('[data-call-card] summary:has(h3)');
  await heading.click();
  await expect(heading.getByText('Note: Counts in cents.')).toBeVisible();
  await heading.click();

  await field.fill('');
  expect((await saveIntegration(page, id)).apiCalls[0]).not.toHaveProperty('note');
});

test('the log shows the note that a call has now', async ({ page, product }) => {
  await startSession(page, product);
  const call = { id: 'book', name: 'Book', order: 1, url: `${product.sampleApiUrl}/issues/1` };
  const id = await createIntegration(page.request, product, {
    name: 'Noted in the log',
    triggerConfig: { type: 'manual' },
    apiCalls: [call],
  });
  const headers = { Origin: product.url };
  const change = async (data: object) => {
    const answer = await page.request.patch(`/api/integrations/${id}`, { headers, data });
    expect(answer.ok(), await answer.text()).toBe(true);
  };
  await change({ isActive: true });
  const started = await page.request.post(`/api/integrations/${id}/run`, { headers, data: {} });
  const { executionId } = await started.json();
  await change({ apiCalls: [{ ...call, note: 'Counts in <b>cents</b>.\nDo not retry.' }] });
  const shown = page.getByText('Note: Counts in <b>cents</b>. Do not retry.');
  await expect(async () => {
    await page.goto(`/integration/${id}/logs?execution=${executionId}`);
    await expect(shown).toBeVisible({ timeout: 1_000 });
  }).toPass();
});
