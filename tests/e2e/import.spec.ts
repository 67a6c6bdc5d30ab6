// Import and export, with and without script: nothing is saved before it is confirmed.
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { describeLargeApi } from '../support/large-api.js';
import { expectNoViolations } from './axe';
import { openNewIntegration, urlsOf } from './editor-parts';
import { createIntegration, prepareIntegrations } from './prepared';
import { holdRequests, test, expect } from './fixtures';

test('a pasted cURL command becomes an API call', { tag: '@html' }, async ({ page, product }) => {
  const editor = await openNewIntegration(page, product, 'From cURL');
  await page.getByRole('link', { name: 'Import', exact: true }).click();
  await page.waitForURL(/\/import$/);
  await page
    .getByLabel('Paste a cURL command')
    .fill(`curl -k 'https://a.test/orders' \\\n  --data-raw $'it\\'s\\n<b>bold</b>'`);
  await page.getByRole('button', { name: 'Show what will be added' }).click();
  await expect(page.getByText('the option -k was left out')).toBeVisible();
  await expect(page.getByRole('checkbox')).toBeChecked();
  await expect(page.getByText('This integration is live')).toHaveCount(0);
  const other = await page.context().newPage();
  await other.goto(editor);
  await expect(other.getByText('No API calls configured')).toBeVisible();
  // What passes, as a toast does, passes while its page is in front.
  await page.bringToFront();
  await page.getByRole('button', { name: /^Add (1|selected) API calls?$/ }).click();
  await page.waitForURL(editor);
  await expect(page.getByText('1 API call was added.').first()).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'URL' })).toHaveValue('https://a.test/orders');
  await expect(page.getByText("it's\n<b>bold</b>").first()).toHaveValue("it's\n<b>bold</b>");
});

test('of a file, only the chosen operations are added', { tag: '@html' }, async ({ page, product }) => {
  await prepareIntegrations(page, product);
  const id = await createIntegration(page.request, product, { name: 'From OpenAPI' });
  const editor = `${product.url}/integration/${id}`;
  await page.goto(`${editor}/import`);
  const paths = Object.fromEntries(
    Array.from({ length: 12 }, (_, index) => [`/things/${index}`, { get: { summary: `Thing ${index}` } }]),
  );
  const document = { openapi: '3.1.0', servers: [{ url: 'https://a.test' }], paths };
  await page.getByLabel('Or choose a file').setInputFiles({
    name: 'api.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify(document)),
  });
  await page.getByRole('button', { name: 'Show what will be added' }).click();
  await expect(page.getByRole('checkbox')).toHaveCount(12);
  await page.getByRole('button', { name: /^Add / }).click();
  await expect(page.getByText('Choose at least one API call.')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Thing 3' }).check();
  await page.getByRole('checkbox', { name: 'Thing 7' }).check();
  await page.getByRole('button', { name: /^Add / }).click();
  await page.waitForURL(editor);
  await expect(urlsOf(page)).toHaveCount(2);
});

test('of many operations, those are found and kept that are wanted', async ({
  page,
  product,
  javaScriptEnabled,
}) => {
  await prepareIntegrations(page, product);
  const id = await createIntegration(page.request, product, { name: 'From a large document' });
  const editor = `${product.url}/integration/${id}`;
  await page.goto(`${editor}/import`);
  await page.getByLabel('Or choose a file').setInputFiles({
    name: 'api.json',
    mimeType: 'application/json',
    buffer: Buffer.from(describeLargeApi({ bytes: 1024 * 1024, format: 'json' })),
  });
  // A busy machine reads a megabyte for longer than the usual limits allow.
  const timeout = 30_000;
  await page.getByRole('button', { name: 'Show what will be added' }).click({ timeout });
  await expect(page.getByText(/^1,\d{3} API calls$/)).toBeVisible({ timeout });
  await expect(page.getByRole('checkbox')).toHaveCount(50);
  if (javaScriptEnabled) {
    await expect(page.getByRole('button', { name: 'Select all on this page' })).toBeVisible();
  }
  await page.getByRole('checkbox', { name: 'Change part of thing 3 ·' }).check();
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(page.getByText(/^Page 2 of \d+$/)).toBeVisible();
  await expect(page.getByRole('checkbox', { name: 'Change part of thing 3 ·' })).toBeChecked();
  await page.getByRole('checkbox', { name: 'Change part of thing 77 ·' }).check();
  await page.getByLabel('Search').fill('things/901 POST');
  await page.getByLabel('Search').press('Enter');
  await expect(page.getByText(/^1 of 1,\d{3} API calls$/)).toBeVisible();
  await page.getByRole('checkbox', { name: 'Change part of thing 901 ·' }).check();
  await page.getByRole('checkbox', { name: 'Change part of thing 77 ·' }).uncheck();
  await page.getByRole('button', { name: /^Add / }).click();
  await page.waitForURL(editor);
  await expect(urlsOf(page)).toHaveCount(2);
  await expect(page.locator('[name="apiCalls[0].name"]')).toHaveValue('Change part of thing 3');
  await expect(page.locator('[name="apiCalls[1].name"]')).toHaveValue('Change part of thing 901');
});

test('one is warned before calls are added to what runs', { tag: '@html' }, async ({ page, product }) => {
  const { filled } = await prepareIntegrations(page, product);
  await page.goto(`/integration/${filled}/import`);
  await page.getByLabel('Paste a cURL command').fill('curl https://a.test/orders');
  await page.getByRole('button', { name: 'Show what will be added' }).click();
  await expect(page.getByText('This integration is live')).toBeVisible();
});

test('what was read is gone after a while, and says so', { tag: '@html' }, async ({ page, product }) => {
  const { filled } = await prepareIntegrations(page, product);
  await page.goto(`/integration/${filled}/import?document=7f2d41b0-0000-4000-8000-000000000000`);
  await expect(page.getByText('What was read is no longer kept.')).toBeVisible();
  await expect(page.getByLabel('Paste a cURL command')).toBeVisible();
});

test(
  'a text that is nothing stays in its field with the reason',
  { tag: '@html' },
  async ({ page, product }) => {
    const { filled } = await prepareIntegrations(page, product);
    await page.goto(`/integration/${filled}/import`);
    await page.getByLabel('Paste a cURL command').fill('hello');
    await page.getByRole('button', { name: 'Show what will be added' }).click();
    await expect(page.getByText('This is not a cURL command')).toBeVisible();
    await expect(page.getByLabel('Paste a cURL command')).toHaveValue('hello');
  },
);

test('an exported integration becomes a draft of another name', async ({ page, product }) => {
  const { filled } = await prepareIntegrations(page, product);
  await page.goto(`/integration/${filled}`);
  const downloading = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export' }).click();
  const download = await downloading;
  const buffer = await readFile(await download.path());
  await page.goto('/');
  await page.getByRole('link', { name: 'Import integration' }).click();
  await page
    .getByLabel('Exported file')
    .setInputFiles({ name: download.suggestedFilename(), mimeType: 'application/json', buffer });
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('The webhook has no secret yet')).toBeVisible();
  await page.getByLabel('Integration Name').fill('ab');
  await page.getByRole('button', { name: 'Import as draft' }).click();
  await expect(page.getByText('Integration name must be at least 3 characters long')).toBeVisible();
  await page.getByLabel('Integration Name').fill('A copy');
  await page.getByRole('button', { name: 'Import as draft' }).click();
  await page.waitForURL(/\/integration\/[0-9a-f-]{36}$/);
  await expect(page.getByRole('heading', { name: 'A copy' })).toBeVisible();
  await expect(urlsOf(page)).toHaveCount(2);
});

test('all integrations are taken along in one file, and each is chosen', async ({ page, product }) => {
  await prepareIntegrations(page, product);
  const id = await createIntegration(page.request, product, { name: 'Moved', tags: ['moving'] });
  await page.goto('/?tag=moving');
  const downloading = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export “moving”' }).click();
  const file = JSON.parse(await readFile(await (await downloading).path(), 'utf8'));
  const [moved] = file.integrations;
  const integrations = [
    { ...moved, description: 'Moved here' },
    { ...moved, name: 'Unmoved' },
    { name: 'Odd' },
  ];
  await page.goto('/integration/import');
  await page.getByLabel('Exported file').setInputFiles({
    name: 'integrations.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify({ ...file, integrations })),
  });
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('1 new, 1 different from those here, 1 that cannot be imported')).toBeVisible();
  await expect(page.getByText('What differs (1)')).toBeVisible();
  await expect(page.getByRole('checkbox', { name: 'Unmoved' })).toBeChecked();
  await expect(page.getByRole('checkbox', { name: 'Odd' })).toHaveCount(0);
  await page.getByRole('checkbox', { name: 'Moved', exact: true }).check();
  await page.getByLabel('Selected integrations that differ').selectOption('Import as a copy');
  await page.getByLabel('How to import “Moved”').selectOption('Replace with a new version');
  await page.getByRole('button', { name: /^Import (2|selected) integrations$/ }).click();
  const result = page.getByText('1 imported, 1 replaced by a new version, 1 not imported');
  await expect(result).toBeVisible();
  await page.reload();
  await expect(result).toBeVisible();
  await expect(page.getByText('no longer kept')).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Unmoved' })).toBeVisible();
  await page.getByRole('link', { name: 'Moved', exact: true }).click();
  await page.waitForURL(`${product.url}/integration/${id}`);
  await expect(page.getByText('Moved here').first()).toBeVisible();
});

test('of many integrations in a file, each can be selected on the pages of its list', async ({
  page,
  product,
  javaScriptEnabled,
}) => {
  await prepareIntegrations(page, product);
  await createIntegration(page.request, product, { name: 'Bulk 70', description: 'Another' });
  await page.goto('/integration/import');
  await chooseBulk(page, 80);
  await expect(page.getByRole('checkbox')).toHaveCount(50);
  await expect(page.getByRole('checkbox', { name: 'Bulk 70' })).not.toBeChecked();
  await expect(page.getByRole('checkbox', { name: 'Bulk 48' })).toBeChecked();
  const count = page.getByText(/^[\d,]+ of 80 (were )?selected/);
  await expect(count).toHaveText(/^79 of 80/);
  await page.getByRole('button', { name: 'Select none' }).click();
  await expect(count).toHaveText(/^0 of 80/);
  await expect(page.getByRole('checkbox', { name: 'Bulk 48' })).not.toBeChecked();
  const submit = page.getByRole('button', { name: /^Import .* integrations?$/ });
  await submit.click();
  await expect(page.getByText('Select at least one integration.')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Bulk 70' }).check();
  await page.getByLabel('How to import “Bulk 70”').selectOption('Replace with a new version');
  await page.getByLabel('Selected integrations that differ').selectOption('Import as a copy');
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(page.getByText('80 integrations, page 2 of 2')).toBeVisible();
  await expect(page.getByRole('checkbox')).toHaveCount(30);
  if (javaScriptEnabled) {
    await expect(page.getByRole('heading', { name: 'Integrations in the file' })).toBeFocused();
  }
  await expect(count).toHaveText(/^1 of 80/);
  await page.getByRole('checkbox', { name: 'Bulk 78' }).check();
  await page.getByLabel('Search').fill('bulk 7');
  await page.getByLabel('Search').press('Enter');
  await expect(page.getByText('17 of 80 integrations')).toBeVisible();
  // Without script the form alone carries the search.
  if (javaScriptEnabled) await expect(page).toHaveURL(/[?&]search=bulk(%20|\+)7/);
  await expect(page.getByRole('checkbox', { name: 'Bulk 78' })).toBeChecked();
  await expect(page.getByLabel('How to import “Bulk 70”')).toHaveValue('replace');
  await page.getByRole('button', { name: 'Select all 17 found' }).click();
  await expect(count).toHaveText(/^17 of 80/);
  await page.getByRole('checkbox', { name: 'Bulk 71' }).uncheck();
  await page.getByLabel('Show', { exact: true }).selectOption('Differs (1)');
  await page.getByLabel('Search').fill('');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(page.getByText('1 of 80 integrations')).toBeVisible();
  await expect(count).toHaveText(/^16 of 80/);
  await expect(page.getByLabel('Selected integrations that differ')).toHaveValue('copy');
  await submit.click();
  await expect(page.getByText('15 imported, 1 replaced by a new version, 64 skipped')).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'Skipped' })).toHaveCount(45);
  await page.getByRole('link', { name: 'Next page' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Skipped' })).toHaveCount(19);
  await page.reload();
  await expect(page.getByRole('link', { name: 'Bulk 79' })).toBeVisible();
});

test('what changed here meanwhile is said on its page, and while that is on its way, no choice is taken that it would lose', async ({
  page,
  product,
  javaScriptEnabled,
}) => {
  await prepareIntegrations(page, product);
  await createIntegration(page.request, product, { name: 'Bulk 0', description: 'Another' });
  await page.goto('/integration/import');
  await chooseBulk(page, 60);
  await expect(page.getByRole('checkbox')).toHaveCount(50);
  await createIntegration(page.request, product, { name: 'Bulk 55', description: 'Another' });
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(page.getByText('One integration of this page changed here')).toBeVisible();
  await expect(page.getByRole('checkbox', { name: 'Bulk 55' })).not.toBeChecked();
  await expect(page.getByRole('checkbox', { name: 'Bulk 56' })).toBeChecked();
  if (javaScriptEnabled) await expectNoViolations(page, 'what changed here');
  await page.goto(page.url());
  await expect(page.getByText('60 integrations, page 2 of 2')).toBeVisible();
  await page.getByRole('button', { name: 'Previous page' }).click();
  await expect(page.getByText('60 integrations, page 1 of 2')).toBeVisible();
  await expect(page.getByText('changed here since')).toHaveCount(0);
  if (!javaScriptEnabled) return;

  await test.step('while another page is on its way, no choice is taken that it would lose', async () => {
    const treatment = page.getByLabel('How to import “Bulk 0”');
    const box = page.getByRole('checkbox', { name: 'Bulk 1', exact: true });
    await expect(treatment).toHaveValue('');
    const count = page.getByText(/^\d+ of \d+ selected$/);
    const before = await count.innerText();
    const release = await holdRequests(page, /\/integration\/import\.data\?document=/);
    await page.getByRole('button', { name: 'Next page' }).click();
    const list = page.getByRole('list', { name: 'Integrations in the file' });
    await expect(list).toHaveAttribute('aria-busy', 'true');
    await treatment.selectOption('copy');
    await box.click();
    await expect(treatment).toHaveValue('');
    await expect(box).toBeChecked();
    await expect(count).toHaveText(before);
    release();
    await expect(page.getByText('60 integrations, page 2 of 2')).toBeVisible();
    await page.getByRole('button', { name: 'Previous page' }).click();
    await expect(treatment).toHaveValue('');
    await treatment.selectOption('copy');
    await page.getByRole('button', { name: 'Next page' }).click();
    await expect(page.getByText('60 integrations, page 2 of 2')).toBeVisible();
    await page.getByRole('button', { name: 'Previous page' }).click();
    await expect(treatment).toHaveValue('copy');
  });
});

/** Uploads a file of integrations with the names `Bulk 0`, `Bulk 1` and so on. */
async function chooseBulk(page: Page, count: number) {
  const apiCalls = [{ id: 'a', order: 1, name: 'A', url: 'https://a.test' }];
  const files = Array.from({ length: count }, (_, index) => ({
    format: 'wicked-integration',
    version: 1,
    name: `Bulk ${index}`,
    definition: { apiCalls },
  }));
  await page.getByLabel('Exported file').setInputFiles({
    name: 'integrations.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify(files)),
  });
  await page.getByRole('button', { name: 'Continue' }).click();
}

test.describe('what is shown before it is added', { tag: '@script' }, () => {
  test('breaks no rule of axe', async ({ page, product }) => {
    const { filled } = await prepareIntegrations(page, product);
    await page.setViewportSize({ width: 360, height: 800 });
    await page.goto(`/integration/${filled}/import`);
    await page
      .getByLabel('Paste a cURL command')
      .fill(
        "curl -k https://a.test/orders -H 'X-Api-Key: k' -F a=1 -F b=@c.png\ncurl https://a.test/{id}\nls",
      );
    await page.getByRole('button', { name: 'Show what will be added' }).click();
    await expect(page.getByText('is the file “c.png”')).toBeVisible();
    await expect(page.getByRole('checkbox')).toHaveCount(2);
    await expectNoViolations(page, 'calls');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    await page.goto('/integration/import');
    const apiCalls = [
      { id: 'a', order: 1, name: 'A', url: 'https://a.test', authConfig: { type: 'bearer', token: '' } },
    ];
    const file = {
      format: 'wicked-integration',
      version: 1,
      name: 'Compared orders',
      definition: { apiCalls },
    };
    await page.getByLabel('Exported file').setInputFiles({
      name: 'orders.json',
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify(file)),
    });
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByText('The bearer token is not part of the file')).toBeVisible();
    await expectNoViolations(page, 'an integration');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    await page.goto('/integration/import');
    const connected = [{ ...apiCalls[0], authConfig: { type: 'connection', connectionId: 'Elsewhere' } }];
    const files = [
      file,
      { ...file, name: 'Filled', definition: { apiCalls: connected } },
      { ...file, name: 'Newer', version: 99 },
    ];
    await createIntegration(page.request, product, { name: 'Compared orders' });
    await page.getByLabel('Exported file').setInputFiles({
      name: 'integrations.json',
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify(files)),
    });
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('What differs').click();
    await expectNoViolations(page, 'a file of integrations');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    await expect(page.getByRole('button', { name: 'Select the 1 that is new' })).toBeVisible();
    await page.getByRole('button', { name: 'Select all 2' }).click();
    await page.getByRole('button', { name: 'Import 2 integrations' }).click();
    await expect(page.getByText('Import finished')).toBeVisible();
    await expectNoViolations(page, 'imported integrations');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  });
});

test('a lost network keeps what was typed and chosen', async ({ page, product, javaScriptEnabled }) => {
  test.skip(!javaScriptEnabled, 'Without script the browser itself says so.');
  await prepareIntegrations(page, product);
  const { loseNetwork, findLoss } = networkOf(page);

  await page.goto('/integration');
  await page.getByLabel('Integration Name').fill('Kept');
  await loseNetwork(() => page.getByRole('button', { name: 'Continue to Setup' }).click());
  await expect(findLoss()).toBeVisible();
  await expect(page.getByLabel('Integration Name')).toHaveValue('Kept');

  await page.getByRole('button', { name: 'Continue to Setup' }).click();
  await page.waitForURL(/\/integration\/[0-9a-f-]{36}$/);
  const editor = page.url();
  await page.goto(`${editor}/import`);
  await page.getByLabel('Paste a cURL command').fill('curl https://a.test/orders; curl https://a.test/items');
  await page.getByRole('button', { name: 'Show what will be added' }).click();
  await page.getByRole('checkbox').nth(1).uncheck();
  await loseNetwork(() => page.getByRole('button', { name: /^Add / }).click());
  await expect(findLoss()).toBeVisible();
  await expect(page.getByRole('checkbox').nth(0)).toBeChecked();
  await expect(page.getByRole('checkbox').nth(1)).not.toBeChecked();
  await page.getByRole('button', { name: /^Add / }).click();
  await page.waitForURL(editor);
  await expect(page.getByLabel('Call Name')).toHaveCount(1);
});

function networkOf(page: Page) {
  return {
    /** While something is done; then it is back. */
    async loseNetwork(action: () => Promise<void>) {
      await page.context().setOffline(true);
      const lost = page.waitForEvent('requestfailed', (request) => request.method() === 'POST');
      await action();
      await lost;
      await page.context().setOffline(false);
    },
    findLoss: () => page.getByText('Unable to connect to server. Please check your connection.').first(),
  };
}
