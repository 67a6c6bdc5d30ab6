// A form without files, as Twilio takes it: pasted encoded, saved as its fields, and sent encoded.
import { createServer } from 'node:http';
import { findViolations } from './axe';
import { openCall, openPart } from './editor-parts';
import { test, expect } from './fixtures';
import { createIntegration, prepareIntegrations } from './prepared';

test('an encoded form becomes its fields, which are sent encoded', async ({
  page,
  product,
  javaScriptEnabled,
}) => {
  const received: { type: string | undefined; body: string }[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => (body += text));
    request.on('end', () => {
      received.push({ type: request.headers['content-type'], body });
      response.writeHead(201, { 'Content-Type': 'application/json' }).end('{"sid":"SM1"}');
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/Messages.json`;
  await prepareIntegrations(page, product);
  const id = await createIntegration(page.request, product, {
    name: 'Text messages',
    triggerConfig: { type: 'manual' },
    apiCalls: [
      {
        id: 'send',
        name: 'Send',
        order: 1,
        method: 'POST',
        url,
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
        body: 'To=+49170&Body=Hi & bye',
      },
    ],
  });
  const warnings = await page.request.get(`/api/integrations/${id}/warnings`);
  expect(await warnings.text()).toContain('a form has text that is not encoded');

  await page.goto(`/integration/${id}`);
  await openCall(page, 'Send');
  const card = page.locator('[data-call-card]:visible').last();
  const part = javaScriptEnabled
    ? await openPart(page, 'Request Body')
    : card.locator('details', { has: page.locator('> summary :text-is("Request Body")') }).last();
  await part.getByLabel('Send as').selectOption({ label: 'A form' });
  if (javaScriptEnabled) await expect(part.getByText('The server encodes them.')).toBeVisible();
  await part.getByLabel('Body', { exact: true }).fill('To only');
  await page.getByRole('button', { name: 'Save Configuration' }).click();
  await expect(page.getByText(/A form is written as a JSON object/).first()).toBeVisible();
  await part.getByLabel('Body', { exact: true }).fill('To=%2B49170&Body=Hi+%26+bye, {{run.id}}');
  await page.getByRole('button', { name: 'Save Configuration' }).click();
  await expect(page.getByText('Configuration saved')).toBeVisible();
  const body = '{\n  "To": "+49170",\n  "Body": "Hi & bye, {{run.id}}"\n}';
  await expect(part.getByLabel('Body', { exact: true })).toHaveValue(body);
  if (javaScriptEnabled) expect(await findViolations(page)).toEqual([]);
  const saved: unknown = await (await page.request.get(`/api/integrations/${id}`)).json();
  expect(saved).toMatchObject({ apiCalls: [{ bodyType: 'form', body }] });

  const run = await page.request.post(`/api/integrations/${id}/test`, {
    data: {},
    headers: { Origin: product.url },
  });
  const { executionId, success } = (await run.json()) as { executionId: string; success: boolean };
  expect(success).toBe(true);
  expect(received).toEqual([
    {
      type: 'application/x-www-form-urlencoded',
      body: `To=%2B49170&Body=Hi%20%26%20bye%2C%20${executionId}`,
    },
  ]);
  server.closeAllConnections();
  server.close();
});
