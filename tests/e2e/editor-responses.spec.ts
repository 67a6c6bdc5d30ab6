// What the editor makes of a call's response: variables for later calls, a for each, and mends of placeholders. Keys alone.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { expectNoViolations, findViolations, keepPictures } from './axe';
import { openCall, openPart, saveIntegration } from './editor-parts';
import { expect, type Product, test } from './fixtures';
import { createIntegration, prepareIntegrations } from './prepared';

const answer = { order: { id: 42, customer: 'Ada' }, items: [{ sku: 'a-1' }, { sku: 'b-2' }] };

/** An API whose every response is an order. */
async function startOrders() {
  const server = createServer((_request, response) => {
    response.setHeader('Content-Type', 'application/json').end(JSON.stringify(answer));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, [Symbol.asyncDispose]: async () => void server.close() };
}

async function open(page: Page, product: Product, calls: object[]): Promise<string> {
  await prepareIntegrations(page, product);
  const apiCalls = calls.map((call, index) => ({ id: `c${index + 1}`, order: index + 1, ...call }));
  const id = await createIntegration(page.request, product, { name: 'Responses', apiCalls });
  await page.goto(`/integration/${id}`);
  return id;
}

const shown = (page: Page) => page.locator('[data-call-card]:visible');
const urlOf = (page: Page) => shown(page).getByLabel('URL', { exact: true });
const statusOf = (page: Page) => page.locator('main output.sr-only');

/** Sends the open call by its button. */
async function testCall(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: `Test API Call: ${name}` }).press('Enter');
  await expect(page.getByRole('region', { name: `Test result of ${name}` })).toContainText('200');
}

test.describe('with script', { tag: '@script' }, () => {
  test('a list of the last response is proposed for the pages, where nothing that was typed is replaced, and for a for each of a new call', async ({
    page,
    product,
  }) => {
    await using orders = await startOrders();
    await open(page, product, [{ name: 'Read order', url: orders.url }]);
    await testCall(page, 'Read order');
    await openPart(page, 'Repeat');
    const kind = page.getByLabel('Send it');
    const items = page.getByLabel('Items', { exact: true });
    await kind.selectOption('For each page of a list');
    await expect(items).toHaveValue('$.items');
    await expect(page.getByLabel('Save all items as')).toHaveValue('items');
    await items.fill('$.mine');
    await page.getByLabel('Save all items as').fill('');
    await kind.selectOption('Once');
    await kind.selectOption('For each page of a list');
    await expect(items).toHaveValue('$.mine');
    await expect(page.getByLabel('Save all items as')).toHaveValue('');
    await kind.selectOption('Once');

    await test.step('a for each that is added to the last call runs a new call for each item of its list', async () => {
      const outline = page.getByRole('navigation', { name: 'Outline' });
      await outline.getByText('Add step', { exact: true }).click();
      await outline.getByRole('button', { name: 'For each item of a list: call 1' }).press('Enter');
      const loop = page.getByRole('region', { name: 'For each from API Call 2' });
      await expect(loop.getByLabel('List', { exact: true })).toBeFocused();
      await expect(loop.getByLabel('List', { exact: true })).toHaveValue('{{items}}');
      await expect(outline.getByRole('link', { name: 'For each {{item}} of {{items}}' })).toBeVisible();
      await keepPictures(page, 'response-loop-added-1280');
      // No choice of the new call looks empty.
      await expect
        .poll(() =>
          page
            .locator('select')
            .evaluateAll((choices: HTMLSelectElement[]) =>
              choices.filter((each) => each.selectedIndex < 0).map(({ name }) => name),
            ),
        )
        .toEqual([]);
    });
  });

  test('the response of a test and the open part of a call stay over a save, also the first one', async ({
    page,
    product,
  }) => {
    await using orders = await startOrders();
    const id = await open(page, product, [{ name: 'Read order', url: orders.url }]);
    await testCall(page, 'Read order');
    await page.getByRole('button', { name: 'Add API Call' }).press('Enter');
    await shown(page).getByLabel('Call Name').fill('New one');
    await urlOf(page).fill(orders.url);
    await openPart(page, 'Headers');
    await testCall(page, 'New one');
    await saveIntegration(page, id);
    await expect(page.getByRole('region', { name: 'Test result of New one' })).toContainText('200');
    await expect(shown(page).getByRole('button', { name: 'Add header' })).toBeVisible();
    await openCall(page, 'Read order');
    await expect(page.getByRole('region', { name: 'Test result of Read order' })).toContainText('200');

    // The next new call gets the id that the former one had in the form.
    await page.getByRole('button', { name: 'Add API Call' }).press('Enter');
    await shown(page).getByLabel('Call Name').fill('Another one');
    await expect(shown(page).getByRole('region', { name: /^Test result/ })).toHaveCount(0);
    await expect(shown(page).getByRole('button', { name: 'Add header' })).toHaveCount(0);
  });

  test('how to save a response is said until a call before saves one', async ({ page, product }) => {
    await open(page, product, [
      { name: 'Read order', url: 'https://example.com/', responseMapping: { saveAs: 'order' } },
      { name: 'Ship', url: 'https://example.com/ship/' },
    ]);
    const hint = shown(page).getByText(/^To use a call’s response in later calls/);
    await openCall(page, 'Read order');
    await expect(hint).toBeVisible();
    await openCall(page, 'Ship');
    await expect(shown(page).getByRole('button', { name: 'Insert {{order}}' })).toBeVisible();
    await expect(hint).toHaveCount(0);
  });

  test('a field of an earlier response is used in one press, and taken back in one', async ({
    page,
    product,
  }) => {
    await using orders = await startOrders();
    const id = await open(page, product, [
      { name: 'Read order', url: orders.url },
      { name: 'Ship', url: `${orders.url}/ship/` },
    ]);
    await openCall(page, 'Read order');
    await testCall(page, 'Read order');
    await openCall(page, 'Ship');
    const url = urlOf(page);
    await url.press('End');
    await url.pressSequentially('{{cust');
    const options = page.getByRole('listbox').getByRole('option');
    await expect(options).toHaveText([/customer.*Ada · Read order \.order\.customer/]);
    await url.press('Enter');
    await expect(url).toHaveValue(`${orders.url}/ship/{{customer}}`);
    await expect(url).toBeFocused();
    await expect(statusOf(page)).toHaveText('.order.customer of Read order is saved as customer');
    const note = page.getByText('{{customer}} is now saved from Read order: .order.customer');
    await expect(note).toBeVisible();
    await expect(page.getByText('Not known here')).toHaveCount(0);
    await page.getByRole('button', { name: 'Undo' }).press('Enter');
    await expect(url).toHaveValue(`${orders.url}/ship/`);
    await expect(url).toBeFocused();
    await expect(note).toHaveCount(0);

    await test.step('a condition offers the same fields, and names that are typed as they are stay', async () => {
      await openCall(page, 'Read order');
      await page.getByRole('button', { name: 'Add conditional execution after Read order' }).press('Enter');
      const card = page.getByRole('region', { name: 'Conditional Execution after Read order' });
      const field = card.getByRole('textbox', { name: 'Field to check' });
      await field.pressSequentially('cust');
      await expect(options).toHaveText([/customer.*Ada · Read order \.order\.customer/]);
      await keepPictures(page, 'condition-options-1280', { fullPage: false });
      expect(await findViolations(page, 'all', page.getByRole('listbox'))).toEqual([]);
      await field.press('Tab');
      await expect(field).toHaveValue('cust');
      await expect(options).toHaveCount(0);
      await field.press('End');
      await field.press('Backspace');
      await field.press('ArrowDown');
      await field.press('Enter');
      await expect(field).toHaveValue('customer');
      await expect(statusOf(page)).toHaveText('.order.customer of Read order is saved as customer');
      await card.getByRole('button', { name: 'Undo' }).press('Enter');
      await expect(field).toHaveValue('');
      await card
        .getByRole('button', { name: 'Delete Conditional Execution after Read order' })
        .press('Enter');
      await openCall(page, 'Ship');
    });

    // A save gives the form anew; what was tested before it is still offered.
    await saveIntegration(page, id);
    await url.press('End');
    await url.pressSequentially('{{');
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      await expect(options.filter({ hasText: '.order.id' })).toHaveCount(1);
      await keepPictures(page, `response-options-${width}`, { fullPage: false });
      // The list covers other parts of the page while it is open.
      expect(await findViolations(page, 'all', page.getByRole('listbox'))).toEqual([]);
    }
    await url.pressSequentially('order.id');
    await url.press('Tab');
    await expect(url).toHaveValue(`${orders.url}/ship/{{id}}`);
    await keepPictures(page, 'response-saved-1280', { fullPage: false });
    const saved = await saveIntegration(page, id);
    expect(saved.apiCalls).toMatchObject([
      { responseMapping: { extractFields: [{ jsonPath: '.order.id', saveAs: 'id' }] } },
      { url: `${orders.url}/ship/{{id}}` },
    ]);

    // The test of the later call knows the value from the response.
    await page.getByRole('button', { name: 'Test API Call: Ship' }).press('Enter');
    await expect(page.getByRole('dialog').getByRole('textbox', { name: 'id' })).toHaveValue('42');
  });

  test('the next call runs for each item of a list in one press', async ({ page, product }) => {
    await using orders = await startOrders();
    const id = await open(page, product, [
      { name: 'Read order', url: orders.url },
      { name: 'Pack', url: orders.url },
    ]);
    await openCall(page, 'Read order');
    await testCall(page, 'Read order');
    const forEach = page.getByRole('button', { name: 'Run the next call for each item of .items' });
    await forEach.scrollIntoViewIfNeeded();
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      await keepPictures(page, `response-list-${width}`);
      await expectNoViolations(page, `list, ${width} px`);
    }
    await forEach.press('Enter');
    await expect(statusOf(page)).toHaveText('Pack runs for each item of {{items}}');
    const loop = page.getByRole('region', { name: 'For each from Pack' });
    await expect(loop.getByLabel('List', { exact: true })).toHaveValue('{{items}}');
    await expect(loop.getByLabel('List', { exact: true })).toBeFocused();
    await keepPictures(page, 'response-loop-1280');
    await urlOf(page).fill(`${orders.url}/{{item.sku}}`);
    await expect(page.getByText('Not known here')).toHaveCount(0);
    expect(await saveIntegration(page, id)).toMatchObject({
      apiCalls: [{ responseMapping: { extractFields: [{ jsonPath: '.items', saveAs: 'items' }] } }, {}],
      loopSteps: [{ order: 1.5, throughCallId: 'c2', items: 'items', itemName: 'item' }],
    });
  });

  test('an unknown placeholder is mended in one press, and a renamed variable in all its uses', async ({
    page,
    product,
  }) => {
    const fields = [{ jsonPath: '.id', saveAs: 'order_id' }];
    const id = await open(page, product, [
      { name: 'Read', url: 'https://example.com/', responseMapping: { extractFields: fields } },
      { name: 'Ship', url: 'https://example.com/{{oder_id}}/{{label}}' },
      {
        name: 'Print',
        url: 'https://example.com/{{order_id}}',
        responseMapping: { extractFields: [{ jsonPath: '.x', saveAs: 'label' }] },
      },
    ]);
    await openCall(page, 'Ship');
    const url = urlOf(page);
    await expect(page.getByText('Print saves {{label}}, but runs later.')).toBeVisible();
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      await keepPictures(page, `mends-${width}`);
      await expectNoViolations(page, `mends, ${width} px`);
    }
    await page.getByRole('button', { name: 'Use {{order_id}}' }).press('Enter');
    await expect(url).toHaveValue('https://example.com/{{order_id}}/{{label}}');
    await expect(url).toBeFocused();
    await page.getByRole('button', { name: 'Move Print before this call' }).press('Enter');
    await expect(page.getByText('Print moved to position 2 of 3')).toBeAttached();
    await expect(page.getByText('Not known here')).toHaveCount(0);

    await openCall(page, 'Read');
    const part = await openPart(page, 'Response Mapping');
    const name = part.getByLabel('Variable name');
    await name.fill('number');
    await expect(part.getByText('2 fields still use {{order_id}}.')).toBeVisible();
    await keepPictures(page, 'rename-1280');
    await part.getByRole('button', { name: 'Rename there, too' }).press('Enter');
    await expect(statusOf(page)).toHaveText('{{order_id}} is now {{number}} in 2 fields');
    await expect(name).toBeFocused();
    expect((await saveIntegration(page, id)).apiCalls).toMatchObject([
      { responseMapping: { extractFields: [{ jsonPath: '.id', saveAs: 'number' }] } },
      { name: 'Print', url: 'https://example.com/{{number}}' },
      { name: 'Ship', url: 'https://example.com/{{number}}/{{label}}' },
    ]);
  });
});

test(
  'without script, an unknown placeholder says what it was probably meant to be',
  { tag: '@html' },
  async ({ page, product }) => {
    const responseMapping = { saveAs: 'order' };
    await open(page, product, [
      { name: 'Read', url: 'https://example.com/', responseMapping },
      { name: 'Ship', url: 'https://example.com/{{oder.id}}' },
    ]);
    await openCall(page, 'Ship');
    await expect(page.getByText('Did you mean {{order.id}}?')).toBeVisible();
  },
);
