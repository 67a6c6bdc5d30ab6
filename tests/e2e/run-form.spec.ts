// The form with which people start an integration: on its own page, and for tests on the second step.
import { createServer } from 'node:http';
import type { Page } from '@playwright/test';
import { findViolations, keepPicturesByWidth } from './axe';
import { startSession, test, expect, type Product } from './fixtures';
import { createIntegration } from './prepared';

const fields = [
  {
    name: 'email',
    label: 'Email of the customer',
    description: 'As it stands in the order.',
    required: true,
  },
  { name: 'amount', label: 'Amount', type: 'number', required: true, default: '10.50' },
  { name: 'reason', label: 'Reason', type: 'choice', choices: ['damaged', 'too  late'] },
  { name: 'note', label: 'Note', type: 'long_text' },
  { name: 'due', label: 'Due on', type: 'date' },
  { name: 'notify', label: 'Mail the customer', type: 'boolean', default: 'true' },
];

/** A target that keeps the bodies that it is sent. */
async function startTarget() {
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString()));
    request.on('end', () => {
      bodies.push(body);
      response.setHeader('Content-Type', 'application/json').end('{}');
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/`,
    bodies,
    close: () => server.close(),
  };
}

/** Returns the id of a deployed integration with the form. */
async function createRefund(page: Page, product: Product, url: string, name: string): Promise<string> {
  await startSession(page, product);
  const id = await createIntegration(page.request, product, {
    name,
    description: 'Gives a customer the money back',
    triggerConfig: { type: 'manual', manual: { fields } },
    apiCalls: [
      {
        name: 'Refund',
        method: 'POST',
        url,
        body: '{"to": "{{email}}", "amount": {{amount}}, "reason": "{{reason}}", "due": "{{due}}", "notify": {{notify}}}',
      },
    ],
  });
  const headers = { Origin: product.url };
  await page.request.patch(`/api/integrations/${id}`, { headers, data: { isActive: true } });
  return id;
}

test('Run now opens the form, which keeps what was typed beside its errors, and leads to the log', async ({
  page,
  product,
  javaScriptEnabled,
}) => {
  const target = await startTarget();
  const id = await createRefund(page, product, target.url, 'Refund order');
  await page.goto(`/integration/${id}/deploy`);
  await page.getByRole('link', { name: 'Run now' }).click();
  await expect(page.getByRole('heading', { name: 'Run Refund order' })).toBeVisible();
  await expect(page.getByText(`${product.url}/integration/${id}/run`)).toBeVisible();
  if (javaScriptEnabled) expect(await findViolations(page)).toEqual([]);

  const amount = page.getByLabel('Amount');
  const email = page.getByLabel('Email of the customer');
  await expect(amount).toHaveValue('10.50');
  await expect(email).toHaveAccessibleDescription('As it stands in the order.');
  await expect(page.getByLabel('Mail the customer')).toBeChecked();
  await amount.fill('ten');
  await page.getByLabel('Reason').selectOption('too  late');
  await page.getByLabel('Mail the customer').uncheck();
  await page.getByRole('button', { name: 'Run now' }).click();
  await expect(page.getByText('“Email of the customer” is required')).toBeVisible();
  await expect(page.getByText('“Amount” must be a number')).toBeVisible();
  await expect(email).toHaveAttribute('aria-invalid', 'true');
  if (javaScriptEnabled) await expect(email).toBeFocused();
  await expect(amount).toHaveValue('ten');
  await expect(page.getByLabel('Reason')).toHaveValue('too  late');
  await expect(page.getByLabel('Mail the customer')).not.toBeChecked();
  expect(target.bodies).toEqual([]);
  await keepPicturesByWidth(page, `run-form-${javaScriptEnabled ? 'with' : 'without'}`);

  await amount.fill('12.30');
  await email.fill('ada@example.com');
  await page.getByLabel('Due on').fill('2026-01-31');
  await page.getByRole('button', { name: 'Run now' }).click();
  await expect(page.getByRole('heading', { name: 'Execution Logs' })).toBeVisible();
  await expect
    .poll(() => target.bodies)
    .toEqual([
      '{"to": "ada@example.com", "amount": 12.30, "reason": "too  late", "due": "2026-01-31", "notify": false}',
    ]);
  target.close();
});

test('Run Test has the fields of the form, filled with an example, and then with the data of the test', async ({
  page,
  product,
}) => {
  const target = await startTarget();
  const id = await createRefund(page, product, target.url, 'Refund test');
  await page.goto(`/integration/${id}/deploy`);
  await expect(page.getByLabel('Amount')).toHaveValue('10.50');
  await page.getByLabel('Email of the customer').fill('');
  await page.getByRole('button', { name: 'Run Test' }).click();
  await expect(page.getByText('“Email of the customer” is required')).toBeVisible();
  await page.getByLabel('Email of the customer').fill('eve@example.com');
  await page.getByLabel('Amount').fill('7');
  await page.getByRole('button', { name: 'Run Test' }).click();
  await expect
    .poll(() => target.bodies)
    .toEqual([
      '{"to": "eve@example.com", "amount": 7, "reason": "damaged", "due": "2026-01-31", "notify": true}',
    ]);
  await expect(page.getByLabel('Email of the customer')).toHaveValue('eve@example.com');
  target.close();
});

test(
  'an integration without a form is run with JSON on the same page',
  { tag: '@html' },
  async ({ page, product }) => {
    const target = await startTarget();
    await startSession(page, product);
    const id = await createIntegration(page.request, product, {
      name: 'Without a form',
      apiCalls: [{ name: 'Send', method: 'POST', url: target.url, body: '{"n": {{trigger.n}}}' }],
    });
    await page.goto(`/integration/${id}/run`);
    await page.getByLabel('Trigger data').fill('{');
    await page.getByRole('button', { name: 'Run now' }).click();
    await expect(page.getByText('Invalid JSON Format')).toBeVisible();
    await expect(page.getByLabel('Trigger data')).toHaveValue('{');
    await page.getByLabel('Trigger data').fill('{"n": 1.10}');
    await page.getByRole('button', { name: 'Run now' }).click();
    await expect.poll(() => target.bodies).toEqual(['{"n": 1.10}']);
    target.close();
  },
);

test(
  'an integration without calls says why it cannot be run',
  { tag: '@html' },
  async ({ page, product }) => {
    await startSession(page, product);
    const id = await createIntegration(page.request, product, { name: 'Nothing to run' });
    await page.goto(`/integration/${id}/run`);
    await expect(page.getByText('There is nothing to run yet. Add an API call first.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Run now' })).toBeDisabled();
  },
);

test('the palette finds the form by Run and the name, and a card of the dashboard leads to it @script', async ({
  page,
  product,
}) => {
  const id = await createRefund(page, product, 'http://127.0.0.1:9', 'Cancel subscription');
  await page.goto('/organization/settings');
  await page.getByRole('button', { name: 'Search or jump to …' }).click();
  const field = page.getByRole('combobox', { name: 'Search or jump to' });
  await field.fill('run cancel sub');
  const found = page.getByRole('group', { name: 'Integrations' }).getByRole('option');
  await expect(found).toHaveText(['Run Cancel subscription', 'Cancel subscription']);
  await page.keyboard.press('Enter');
  await page.waitForURL(`/integration/${id}/run`);
  await expect(page.getByRole('heading', { name: 'Run Cancel subscription' })).toBeVisible();
  await page.goto('/?q=Cancel+subscription');
  await page.locator('summary', { hasText: 'More for Cancel subscription' }).click();
  await page.getByRole('link', { name: 'Run now' }).click();
  await expect(page.getByRole('heading', { name: 'Run Cancel subscription' })).toBeVisible();
});
