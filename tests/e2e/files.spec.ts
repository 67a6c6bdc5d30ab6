// A file that one call downloads and the next uploads: written in the editor, run, and downloaded from the log.
import { createServer, type Server } from 'node:http';
import { readFile } from 'node:fs/promises';
import { findViolations } from './axe';
import { test, expect } from './fixtures';
import { openCall, openPart } from './editor-parts';
import { createIntegration, prepareIntegrations } from './prepared';

const bytes = Buffer.from(Array.from({ length: 256 }, (_, value) => value));

/** Too long for a variable. */
const scan = Buffer.alloc(1_500_000, bytes);

test(
  'a response is saved as a file and sent in a form',
  { tag: '@drawn' },
  async ({ page, product, javaScriptEnabled }) => {
    const uploads: Buffer[] = [];
    const server: Server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        if (request.method === 'POST') uploads.push(Buffer.concat(chunks));
        response
          .writeHead(200, {
            'Content-Type': 'application/pdf',
            'Content-Disposition': `attachment; filename="${request.url === '/scan' ? 'scan' : 'invoice 7'}.pdf"`,
          })
          .end(request.method === 'POST' ? '' : request.url === '/scan' ? scan : bytes);
      });
    });
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
    await prepareIntegrations(page, product);
    const id = await createIntegration(page.request, product, {
      name: 'Invoices',
      triggerConfig: { type: 'manual' },
      apiCalls: [
        { id: 'get', name: 'Download', order: 1, method: 'GET', url: `${url}/7` },
        {
          id: 'scan',
          name: 'Scan',
          order: 2,
          method: 'GET',
          url: `${url}/scan`,
          responseMapping: { saveFileAs: 'scan' },
        },
        {
          id: 'send',
          name: 'Upload',
          order: 3,
          method: 'POST',
          url: `${url}/upload`,
          body: '{"note": "Paid"}',
        },
      ],
    });

    await page.goto(`/integration/${id}`);
    await openCall(page, 'Download');
    const mapping = await openPart(page, 'Response Mapping');
    await mapping.locator('summary', { hasText: 'Save it as a file' }).click();
    await mapping.getByLabel('Save it as a file').fill('invoice');
    await openCall(page, 'Upload');
    const card = page.locator('[data-call-card]:visible').last();
    const body = javaScriptEnabled
      ? await openPart(page, 'Request Body')
      : card.locator('details', { has: page.locator('> summary :text-is("Request Body")') }).last();
    await body.getByLabel('Send as').selectOption({ label: 'A form with files' });
    if (javaScriptEnabled) await expect(body.getByText('A JSON object of the fields')).toBeVisible();
    await body.getByLabel('Body', { exact: true }).fill('{{invoice}}');
    await page.getByRole('button', { name: 'Save Configuration' }).click();
    await expect(page.getByText(/A form with files is written as a JSON object/).first()).toBeVisible();
    await body.getByLabel('Body', { exact: true }).fill('{"document": "{{invoice}}", "note": "Paid"}');
    await page.getByRole('button', { name: 'Save Configuration' }).click();
    await expect(page.getByText('Configuration saved')).toBeVisible();
    const saved = (await (await page.request.get(`/api/integrations/${id}`)).json()) as {
      apiCalls: unknown[];
    };
    expect(saved.apiCalls).toMatchObject([
      { responseMapping: { saveFileAs: 'invoice' } },
      { responseMapping: { saveFileAs: 'scan' } },
      { bodyType: 'multipart', body: '{"document": "{{invoice}}", "note": "Paid"}' },
    ]);

    const headers = { Origin: product.url };
    const run = await page.request.post(`/api/integrations/${id}/run`, { data: {}, headers });
    const { executionId } = (await run.json()) as { executionId: string };
    // While it runs, its page has the link already, but not all of the rest.
    await expect
      .poll(async () => {
        const response = await page.request.get(`/api/integrations/${id}/executions/${executionId}`);
        return ((await response.json()) as { status: string }).status;
      })
      .toBe('completed');
    await page.goto(`/integration/${id}/logs?execution=${executionId}`);
    await expect(page.getByRole('link', { name: 'Download invoice 7.pdf' })).toBeVisible();
    expect(uploads[0]?.includes(bytes)).toBe(true);
    await expect(page.getByText(/application\/pdf, 256 bytes, SHA-256 40aff2e9/).first()).toBeVisible();
    if (javaScriptEnabled) expect(await findViolations(page)).toEqual([]);
    await expect(page.getByText(/application\/pdf, 1,500,000 bytes, SHA-256/).first()).toBeVisible();
    for (const [name, content] of [
      ['invoice 7.pdf', bytes],
      ['scan.pdf', scan],
    ] as const) {
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('link', { name: `Download ${name}` }).click(),
      ]);
      expect(download.suggestedFilename()).toBe(name);
      expect((await readFile(await download.path())).equals(content)).toBe(true);
    }
    server.closeAllConnections();
    server.close();
  },
);
