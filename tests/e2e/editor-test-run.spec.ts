// 'Test' in the editor: the saved chain is run, and its outline shows what became of each node.
import type { Locator, Page } from '@playwright/test';
import { expectNoViolations, findViolations, keepPictures } from './axe';
import { openCall, readIntegration } from './editor-parts';
import { type Product, test, expect } from './fixtures';
import { createIntegration, makeCheck, prepareIntegrations } from './prepared';

/** Succeeds, lacks a variable, is left out by a check, and fails. */
function describeIntegration(api: string) {
  const title = '{"title": "{{title}}"}';
  return {
    name: 'Painted',
    triggerConfig: {
      type: 'webhook',
      webhook: { variables: [{ name: 'title', jsonPath: '.title' }] },
    },
    apiCalls: [
      { id: 'open', name: 'Open issue', order: 1, method: 'POST', url: `${api}/issues`, body: title },
      {
        id: 'again',
        name: 'Open another',
        order: 2,
        method: 'POST',
        url: `${api}/issues`,
        body: title,
        responseMapping: { extractFields: [{ jsonPath: '.nothing', saveAs: 'missing' }] },
      },
      { id: 'tell', name: 'Tell', order: 3, method: 'GET', url: `${api}/tell` },
      { id: 'look', name: 'Look', order: 4, method: 'GET', url: `${api}/nowhere` },
      { id: 'never', name: 'Never', order: 5, method: 'GET', url: `${api}/never` },
    ],
    conditionalExecutionSteps: [makeCheck('title', 'urgent')],
  };
}

async function open(page: Page, product: Product): Promise<string> {
  await prepareIntegrations(page, product);
  const id = await createIntegration(page.request, product, describeIntegration(product.sampleApiUrl));
  await page.goto(`/integration/${id}`);
  return id;
}

function outlineOf(page: Page): Locator {
  return page.getByRole('navigation', { name: 'Outline' });
}

function testButtonOf(page: Page): Locator {
  return outlineOf(page).getByRole('button', { name: 'Test', exact: true });
}

/** Where nothing came yet, the page asks what to run with, and offers an example. */
async function giveData(page: Page, title: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Choose test data' });
  const field = dialog.getByRole('textbox', { name: 'Trigger data' });
  await expect(field).toHaveValue(/"title":/);
  await field.fill(JSON.stringify({ title }));
  await dialog.getByRole('button', { name: 'Test' }).click();
}

/** Script follows the test by itself; without it one asks again. */
async function awaitEnd(page: Page, hasScript: boolean): Promise<void> {
  await page.waitForURL(/\?test=/);
  const end = outlineOf(page).getByText(/Test completed/);
  if (hasScript) return expect(end).toBeVisible();
  await expect(async () => {
    const refresh = outlineOf(page).getByRole('link', { name: 'Refresh' });
    if (!(await end.isVisible())) await refresh.click();
    await expect(end).toBeVisible({ timeout: 1000 });
  }).toPass();
}

const painted = [
  /Webhook trigger with 1 variable.*Last test: succeeded/,
  /Open issue.*Last test: succeeded, HTTP 201, [\d.]+ m?s/,
  /Open another.*Last test: continued with a warning, HTTP 201, [\d.]+ m?s/,
  /If title equals urgent.*Last test: not met, title: rain; Tell is skipped/,
  /Tell.*Last test: skipped/,
  /Look.*Last test: failed, HTTP 404, [\d.]+ m?s/,
  /Never$/,
  /End\s*Last test: failed/,
];

test('a test paints each node with what became of it, and a call shows what it sent and got', async ({
  page,
  product,
  javaScriptEnabled,
}) => {
  await open(page, product);
  await testButtonOf(page).click();
  await giveData(page, 'rain');
  await awaitEnd(page, javaScriptEnabled);
  await expect(outlineOf(page).getByRole('listitem')).toHaveText(painted);
  await expect(outlineOf(page).getByText(/1 of 5 calls succeeded/)).toBeVisible();
  await openCall(page, 'Open another');
  const result = page.getByRole('region', { name: 'Test result of Open another' });
  await expect(result).toContainText('201');
  await expect(result).toContainText('not mapped: missing');
  await result.getByText('Sent', { exact: true }).click();
  await expect(result).toContainText(`POST ${product.sampleApiUrl}/issues`);
  await expect(result).toContainText('"title": "rain"');
  // What a response holds becomes a variable.
  await result.getByRole('button', { name: 'Map .issue.id' }).click();
  await expect(page.getByRole('textbox', { name: 'Variable name' }).last()).toHaveValue('id');
});

test(
  'the last test is painted again when it is asked for, also one that Test & Deploy began',
  { tag: '@html' },
  async ({ page, product }) => {
    const id = await open(page, product);
    const run = await page.request.post(`/api/integrations/${id}/test`, {
      headers: { Origin: product.url },
      data: { triggerData: { title: 'rain' } },
    });
    expect(run.ok(), await run.text()).toBe(true);
    await page.reload();
    await outlineOf(page).getByRole('link', { name: 'Show last test' }).click();
    await expect(outlineOf(page).getByRole('listitem')).toHaveText(painted);
    // A test is no delivery: what to run with is asked for again.
    await testButtonOf(page).click();
    await giveData(page, 'urgent');
    await awaitEnd(page, false);
    await expect(outlineOf(page).getByRole('link', { name: /Tell.*failed, HTTP 404/ })).toBeVisible();
  },
);

test('it saves first, and runs with what came last', async ({ page, product, javaScriptEnabled }) => {
  const id = await open(page, product);
  const headers = { Origin: product.url };
  await page.request.patch(`/api/integrations/${id}`, { data: { isActive: true }, headers });
  expect((await page.request.post(`/webhook/${id}`, { data: { title: 'snow' } })).status()).toBe(202);
  await expect
    .poll(async () => {
      const logs = await page.request.get(`/api/integrations/${id}/execution-logs`);
      return (await logs.json()).map((log: { status: string }) => log.status);
    })
    .toEqual(['error']);
  await page.getByLabel('Call Name').first().fill('Open it');
  await testButtonOf(page).click();
  await awaitEnd(page, javaScriptEnabled);
  await expect(outlineOf(page).getByRole('link', { name: /Open it.*succeeded/ })).toBeVisible();
  await expect(page.getByText('Unsaved changes', { exact: true })).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Test result of Open it' })).toContainText('snow');
  expect((await readIntegration(page, id)).apiCalls[0].name).toBe('Open it');
});

test('what cannot be saved is not run, and broken JSON is asked for again, with what was typed', async ({
  page,
  product,
}) => {
  await open(page, product);
  const url = page.getByLabel('URL', { exact: true }).first();
  const stored = await url.inputValue();
  await url.fill('ftp://nowhere');
  await testButtonOf(page).click();
  await expect(page.getByText('URL must be a valid HTTP/HTTPS URL').first()).toBeVisible();
  await expect(url).toHaveValue('ftp://nowhere');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(outlineOf(page).getByText(/Last test/)).toHaveCount(0);

  await url.fill(stored);
  await testButtonOf(page).click();
  const dialog = page.getByRole('dialog', { name: 'Choose test data' });
  await dialog.getByRole('textbox', { name: 'Trigger data' }).fill('{"title": ');
  await dialog.getByRole('button', { name: 'Test' }).click();
  await expect(dialog).toContainText('Invalid JSON Format');
  await expect(dialog.getByRole('textbox', { name: 'Trigger data' })).toHaveValue('{"title": ');
});

test.describe('with script', () => {
  test.skip(({ javaScriptEnabled }) => !javaScriptEnabled, 'These are of use only where script runs.');

  test('keys alone test the chain, and the focus comes back', async ({ page, product }) => {
    await open(page, product);
    const button = testButtonOf(page);
    await button.focus();
    await page.keyboard.press('Control+Shift+Enter');
    const dialog = page.getByRole('dialog', { name: 'Choose test data' });
    await expect(dialog.getByRole('textbox', { name: 'Trigger data' })).toBeFocused();
    expect(await findViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(button).toBeFocused();
    // Its script is there already.
    await page.keyboard.press('Control+Shift+Enter');
    await expect(dialog.getByRole('textbox', { name: 'Trigger data' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(button).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('textbox', { name: 'Trigger data' })).toBeFocused();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await awaitEnd(page, true);
    await expect(page.getByText('Test completed with issues', { exact: true })).toBeVisible();
    await expect(button).toBeFocused();
    await page.goto(new URL(page.url()).pathname);
    await page.getByRole('link', { name: 'Show last test' }).press('Enter');
    await expect(outlineOf(page).getByRole('link', { name: /failed, HTTP 404/ })).toBeVisible();
    await expect(button).toBeFocused();
  });

  test('a painted chain fits every window', async ({ page, product }) => {
    await open(page, product);
    await testButtonOf(page).click();
    await giveData(page, 'rain');
    await awaitEnd(page, true);
    await openCall(page, 'Open issue');
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: width === 360 ? 740 : 900 });
      const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      // After a resize the first layout may still hold a scrollbar.
      await expect.poll(overflow, `${width} px wide`).toBeLessThanOrEqual(0);
      await keepPictures(page, `painted-${width}`);
      await expectNoViolations(page, `${width} px`);
    }
    await page.getByRole('button', { name: 'All calls' }).click();
    await expect(outlineOf(page).getByRole('listitem')).toHaveText(painted);
    await keepPictures(page, 'painted-outline-360', { fullPage: false });
    await expectNoViolations(page, 'outline, 360 px');
  });
});
