// A form with a file: colleagues choose it on the form's page, and tests send it again.
import { createServer } from 'node:http';
import type { Page } from '@playwright/test';
import { findViolations, keepPicturesByWidth } from './axe';
import { expect, type Product, startSession, test } from './fixtures';
import { createIntegration } from './prepared';

const fields = [
  { name: 'supplier', label: 'Supplier', required: true },
  {
    name: 'invoice',
    label: 'Invoice',
    description: 'As it came.',
    type: 'file',
    required: true,
    accept: '.pdf, .csv',
  },
  { name: 'note', label: 'Note' },
];

const bytes = Buffer.from(Array.from({ length: 256 }, (_, value) => value));
const invoice = { name: 'März 7.pdf', mimeType: 'application/pdf', buffer: bytes };
const chooseAgain = 'Please choose the file again: browsers do not keep it';

/** A target that keeps the bodies that it is sent, as Latin-1. */
async function startTarget() {
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('latin1').on('data', (part: string) => (body += part));
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

/** Returns the id of a deployed integration that sends the file on. */
async function createUpload(page: Page, product: Product, url: string, name: string): Promise<string> {
  const body = '{"document": "{{invoice}}", "from": "{{supplier}}"}';
  const id = await createIntegration(page.request, product, {
    name,
    triggerConfig: { type: 'manual', manual: { fields } },
    apiCalls: [{ name: 'Upload', method: 'POST', url, bodyType: 'multipart', body }],
  });
  const headers = { Origin: product.url };
  await page.request.patch(`/api/integrations/${id}`, { headers, data: { isActive: true } });
  return id;
}

function holdsInvoice(body: string | undefined): boolean {
  return Boolean(body?.includes(bytes.toString('latin1')) && body.includes('application/pdf'));
}

test(
  'a file is sent on as it was chosen, and what was typed stays when it is refused',
  { tag: '@drawn' },
  async ({ page, product, javaScriptEnabled }) => {
    const target = await startTarget();
    await startSession(page, product);
    const id = await createUpload(page, product, target.url, 'Invoices');
    await page.goto(`/integration/${id}/run`);
    const file = page.getByLabel('Invoice');
    const run = page.getByRole('button', { name: 'Run now' });
    await expect(file).toHaveAttribute('accept', '.pdf, .csv');
    await expect(file).toHaveAccessibleDescription('As it came. Up to 1 MiB.');
    if (javaScriptEnabled) expect(await findViolations(page)).toEqual([]);

    await test.step('another field is wrong', async () => {
      await page.getByLabel('Note').fill('for March');
      await file.setInputFiles(invoice);
      await run.click();
      await expect(page.getByText('“Supplier” is required')).toBeVisible();
      await expect(page.getByText(chooseAgain)).toBeVisible({ visible: !javaScriptEnabled });
      await expect(page.getByLabel('Note')).toHaveValue('for March');
      await expect(file).toHaveValue(javaScriptEnabled ? /März 7\.pdf$/ : '');
      await keepPicturesByWidth(page, `run-form-file-${javaScriptEnabled ? 'with' : 'without'}`);
    });

    await test.step('the file is too large', async () => {
      await page.getByLabel('Supplier').fill('Größe & Co');
      // More than any other form may have.
      await file.setInputFiles({ ...invoice, buffer: Buffer.alloc(6 * 1024 * 1024) });
      if (javaScriptEnabled) {
        await expect(page.getByText('März 7.pdf has 6 MiB: at most 1 MiB can be sent')).toBeVisible();
        await expect(file).toHaveValue('');
      } else {
        await run.click();
        await expect(page.getByText('The file may have at most 1 MiB')).toBeVisible();
        await expect(page.getByText(chooseAgain)).toBeVisible();
      }
      await expect(page.getByLabel('Supplier')).toHaveValue('Größe & Co');
    });

    await test.step('the file is of the wrong type', async () => {
      await file.setInputFiles({ ...invoice, name: 'photo.png', mimeType: 'image/png' });
      await run.click();
      await expect(page.getByText('The type of “Invoice” must be .pdf or .csv')).toBeVisible();
      await expect(page.getByLabel('Supplier')).toHaveValue('Größe & Co');
      expect(target.bodies).toEqual([]);
    });

    await file.setInputFiles(invoice);
    await run.click();
    await expect(page.getByRole('heading', { name: 'Execution Logs' })).toBeVisible();
    await expect.poll(() => target.bodies.map(holdsInvoice)).toEqual([true]);
    expect(Buffer.from(target.bodies[0] ?? '', 'latin1').toString()).toContain('Größe & Co');
    await expect(page.getByRole('link', { name: 'Download März 7.pdf' })).toBeVisible();
    target.close();
  },
);

test('Run Test sends the file of the last test again, and a test with the data of an execution sends its file', async ({
  page,
  product,
}) => {
  const target = await startTarget();
  await startSession(page, product);
  const id = await createUpload(page, product, target.url, 'Invoice tests');
  await page.goto(`/integration/${id}/deploy`);
  const runTest = page.getByRole('button', { name: 'Run Test' });
  await page.getByLabel('Supplier').fill('Ada');
  await runTest.click();
  await expect(page.getByText('“Invoice” is required')).toBeVisible();
  await page.getByLabel('Invoice').setInputFiles(invoice);
  await runTest.click();
  await expect.poll(() => target.bodies.map(holdsInvoice)).toEqual([true]);
  const kept = 'As it came. März 7.pdf (256 bytes) is sent unless you choose another file. Up to 1 MiB.';
  await expect(page.getByLabel('Invoice')).toHaveAccessibleDescription(kept);

  const headers = { Origin: product.url };
  const data = {
    triggerData: {
      supplier: 'Eve',
      invoice: { filename: 'a.csv', contentType: 'text/csv', size: 3, base64: 'YWJj' },
    },
  };
  const started = await page.request.post(`/api/integrations/${id}/run`, { headers, data });
  const { executionId } = (await started.json()) as { executionId: string };
  await expect.poll(() => target.bodies.length).toBe(2);
  await page.goto(`/integration/${id}/deploy?of=${executionId}`);
  await expect(page.getByLabel('Supplier')).toHaveValue('Eve');
  await runTest.click();
  await expect.poll(() => target.bodies.length).toBe(3);
  expect(target.bodies[2]).toContain('filename="a.csv"');
  expect(target.bodies[2]).toContain('abc');
  target.close();
});

test('the editor offers what a file accepts, and tests with a chosen file', async ({ page, product }) => {
  const target = await startTarget();
  await startSession(page, product);
  const id = await createUpload(page, product, target.url, 'Invoice form');
  await page.goto(`/integration/${id}`);
  await page.locator('summary', { hasText: 'Trigger Configuration' }).click();
  const row = page.getByRole('group', { name: 'Field 2' });
  await expect(row.getByLabel('Accepts')).toHaveValue('.pdf, .csv');
  await expect(row.getByLabel('Default')).toBeHidden();
  await expect(page.getByRole('group', { name: 'Field 1' }).getByLabel('Accepts')).toBeHidden();
  await row.getByLabel('Accepts').fill('pdf');
  await page.getByRole('button', { name: 'Save Configuration' }).click();
  await expect(row.getByText('Write endings and types with commas between them')).toBeVisible();
  await keepPicturesByWidth(page, 'form-rows-file');
  await row.getByLabel('Accepts').fill('.pdf');
  await page.getByRole('button', { name: 'Test', exact: true }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Choose test data' });
  await dialog.getByLabel('Supplier').fill('Ada');
  await dialog.getByLabel('Invoice').setInputFiles(invoice);
  await dialog.getByRole('button', { name: 'Test', exact: true }).click();
  await expect.poll(() => target.bodies.map(holdsInvoice)).toEqual([true]);
  target.close();
});

test('what was typed beside a file is there again when the session had ended', async ({ page, product }) => {
  const { email, password } = await startSession(page, product);
  const id = await createUpload(page, product, 'http://127.0.0.1:9', 'Late invoices');
  await page.goto(`/integration/${id}/run`);
  await page.getByLabel('Supplier').fill('Ada');
  await page.getByLabel('Invoice').setInputFiles({ ...invoice, buffer: Buffer.alloc(900 * 1024) });
  const { build } = product.db;
  const theirs = build.selectFrom('users').select('id').where('email', '=', email);
  const idleSince = Date.now() - 25 * 3_600_000;
  await product.db.run(
    build.updateTable('sessions').set({ last_seen_at: idleSince }).where('user_id', 'in', theirs),
  );
  await page.getByRole('button', { name: 'Run now' }).click();
  await page.getByRole('button', { name: 'Go to Login' }).click();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel(/^Password/).fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByLabel('Supplier')).toHaveValue('Ada');
  await page.getByRole('button', { name: 'Run now' }).click();
  await expect(page.getByText('“Invoice” is required')).toBeVisible();
});
