// What makes the editor quick with script: keys, chips, a pasted command, retries by one press, and what it warns of.
import type { Page } from '@playwright/test';
import { expectNoViolations, keepPictures } from './axe';
import { openCall, openPart, saveIntegration } from './editor-parts';
import { holdRequests, type Product, test, waitForScript, expect } from './fixtures';
import { createIntegration, prepareIntegrations } from './prepared';

const names = ['Read', 'Bill', 'Ship'];

async function create(page: Page, product: Product, address = product.sampleApiUrl): Promise<string> {
  await prepareIntegrations(page, product);
  return createIntegration(page.request, product, {
    name: 'Shortcuts',
    triggerConfig: {
      type: 'webhook',
      webhook: { variables: [{ name: 'order_id', jsonPath: '.order.id' }] },
    },
    apiCalls: names.map((name, index) => ({
      id: name.toLowerCase(),
      name,
      order: index + 1,
      url: `${address}/issues`,
    })),
  });
}

async function open(page: Page, product: Product, address?: string): Promise<string> {
  const id = await create(page, product, address);
  await page.goto(`/integration/${id}`);
  return id;
}

function nameField(page: Page) {
  return page.getByRole('textbox', { name: 'Call Name' });
}

function warning(page: Page) {
  return page.locator('summary', { hasText: /^\d+ warnings?$/ });
}

test.describe('with script', () => {
  test.skip(({ javaScriptEnabled }) => !javaScriptEnabled, 'These are of use only where script runs.');

  test('keys go from call to call and along their parts, add a call and test it, and can be switched off', async ({
    page,
    product,
  }) => {
    await open(page, product);
    await waitForScript(page, true);

    await test.step('the list of keys switches the single ones off', async () => {
      await page.keyboard.press('?');
      const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
      await expect(dialog).toBeVisible();
      await keepPictures(page, 'keys', { fullPage: false });
      await expectNoViolations(page, 'the list of keys');
      await page.keyboard.press('j');
      await expect(nameField(page)).toHaveValue('Read');
      await dialog.getByRole('checkbox', { name: 'Single keys' }).uncheck();
      await page.keyboard.press('Escape');
      await expect(dialog).toHaveCount(0);
      await page.keyboard.press('j');
      await page.keyboard.press('?');
      await expect(nameField(page)).toHaveValue('Read');
      await expect(dialog).toHaveCount(0);
      await page.keyboard.press('/');
      await expect(page.getByRole('combobox', { name: 'Search or jump to' })).toHaveCount(0);
      await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
      await expect(dialog.getByRole('checkbox', { name: 'Single keys' })).not.toBeChecked();
      await dialog.getByRole('checkbox', { name: 'Single keys' }).check();
      await page.keyboard.press('Escape');
      await page.keyboard.press('j');
      await expect(nameField(page)).toHaveValue('Bill');
    });

    await test.step('keys go from call to call, add one and test it', async () => {
      await page.keyboard.press('k');
      await expect(nameField(page)).toHaveValue('Read');
      await page.keyboard.press('j');
      await expect(nameField(page)).toHaveValue('Bill');
      await page.keyboard.press('j');
      await page.keyboard.press('j');
      await expect(nameField(page)).toHaveValue('Ship');
      await page.keyboard.press('k');
      await expect(nameField(page)).toHaveValue('Bill');
      // In a field they are letters.
      await nameField(page).focus();
      await page.keyboard.press('End');
      await page.keyboard.type('jkn?');
      await expect(nameField(page)).toHaveValue('Billjkn?');
      await page.keyboard.press('Control+Enter');
      await expect(page.getByRole('region', { name: 'Test result of Billjkn?' })).toBeVisible();
      await page.getByRole('navigation', { name: 'Outline' }).getByRole('link').first().focus();
      await page.keyboard.press('n');
      await expect(page.getByLabel('Call Name')).toHaveCount(4);
      await expect(nameField(page)).toBeFocused();
      await expect(nameField(page)).toHaveValue('');
    });

    await test.step('the parts of a call are one stop of the Tab key, and arrow keys lead along them', async () => {
      await openCall(page, 'Read');
      const parts = page.getByRole('toolbar', { name: 'Parts of Read' });
      const find = (name: string) => parts.getByRole('button', { name });
      const url = page.getByRole('textbox', { name: 'URL' });
      await url.focus();
      await page.keyboard.press('Tab');
      await expect(find('Request')).toBeFocused();
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('ArrowRight');
      await expect(find('Headers')).toBeFocused();
      // A call by GET has no body, and an arrow key alone shows no other part.
      await page.keyboard.press('ArrowRight');
      await expect(find('Mapping')).toBeFocused();
      await expect(find('Request')).toHaveAttribute('aria-pressed', 'true');
      await page.keyboard.press('End');
      await expect(find('More')).toBeFocused();
      await page.keyboard.press('ArrowRight');
      await expect(find('Request')).toBeFocused();
      await page.keyboard.press('ArrowLeft');
      await page.keyboard.press('Enter');
      await expect(find('More')).toHaveAttribute('aria-pressed', 'true');
      await page.keyboard.press('Home');
      await page.keyboard.press('Shift+Tab');
      await expect(url).toBeFocused();
      await page.keyboard.press('Tab');
      await page.keyboard.press('Tab');
      await expect(parts.locator(':focus')).toHaveCount(0);
      await page.keyboard.press('Shift+Tab');
      await expect(parts.locator(':focus')).toHaveCount(1);
    });
  });

  test('a variable is put where the cursor was, and Enter goes from row to row', async ({
    page,
    product,
  }) => {
    await open(page, product);

    await test.step('a variable is put where the cursor was', async () => {
      const url = page.getByRole('textbox', { name: 'URL' });
      const chip = page.getByRole('button', { name: 'Insert {{order_id}}' });
      await chip.click();
      await expect(url).toHaveValue(`${product.sampleApiUrl}/issues{{order_id}}`);
      await expect(url).toBeFocused();
      await page.getByLabel('Method', { exact: true }).first().selectOption('POST');
      const part = await openPart(page, 'Request Body');
      const body = part.getByLabel('Body', { exact: true });
      await body.fill('{"a": 1, "b": 2}');
      await body.evaluate((field: HTMLTextAreaElement) => field.setSelectionRange(6, 7));
      await chip.press('Enter');
      await expect(body).toHaveValue('{"a": {{order_id}}, "b": 2}');
      await expect(body).toBeFocused();
      await expect(page.getByText('Unsaved changes', { exact: true })).toBeVisible();
    });

    await test.step('Enter goes from row to row, and adds one behind the last', async () => {
      const part = await openPart(page, 'Headers');
      await part.getByRole('button', { name: 'Add header' }).click();
      const field = (label: string) => part.getByLabel(label, { exact: true });
      await field('Value').fill('a');
      await field('Value').press('Enter');
      await expect(field('Name')).toHaveCount(2);
      await expect(field('Name').nth(1)).toBeFocused();
      await page.keyboard.type('X-Second');
      await field('Value').nth(1).fill('b');
      await field('Name').first().press('Enter');
      await expect(field('Name').nth(1)).toBeFocused();
      await expect(page.getByText('Configuration saved')).toHaveCount(0);
    });
  });

  test('a cURL command that is pasted into the URL fills the call', async ({ page, product, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const id = await open(page, product);
    await openCall(page, 'Bill');
    const command = [
      "curl -X POST 'https://api.example.com/orders/{{order_id}}' \\",
      "  -H 'Authorization: Bearer sk_live_1' -H 'X-Note: a' \\",
      `  -d '{"order": 7}' -H 'Content-Type: application/json'`,
    ].join('\n');
    await page.evaluate((text) => navigator.clipboard.writeText(text), command);
    const url = page.getByRole('textbox', { name: 'URL' });
    await url.selectText();
    await page.keyboard.press('Control+V');
    await expect(page.getByText('Call filled in from the cURL command')).toBeVisible();
    await expect(url).toHaveValue('https://api.example.com/orders/{{order_id}}');
    await expect(url).toBeFocused();
    await expect(nameField(page)).toHaveValue('Bill');
    const { apiCalls } = await saveIntegration(page, id);
    expect(apiCalls[1]).toMatchObject({
      id: 'bill',
      name: 'Bill',
      method: 'POST',
      headers: { 'X-Note': 'a', 'Content-Type': 'application/json' },
      authConfig: { type: 'bearer', token: '••••ve_1' },
      body: '{"order": 7}',
    });
    expect(apiCalls[0].url).toBe(`${product.sampleApiUrl}/issues`);
    // Other text is pasted as ever.
    await page.evaluate((text) => navigator.clipboard.writeText(text), 'https://curl.example.com/');
    await url.selectText();
    await page.keyboard.press('Control+V');
    await expect(url).toHaveValue('https://curl.example.com/');
  });

  test('what may go wrong is counted, and leads there', async ({ page, product }) => {
    await open(page, product, 'https://api.test');
    const ready = page.getByText('✓ Trigger and API calls configured');
    await expect(ready).toBeVisible();
    await expect(warning(page)).toHaveCount(0);
    await openCall(page, 'Ship');
    await page.getByRole('textbox', { name: 'URL' }).fill('https://api.test/{{nobody}}');
    await expect(warning(page)).toHaveText('1 warning');
    await page.getByRole('textbox', { name: 'URL' }).fill('https://example.com/{{nobody}}');
    await expect(warning(page)).toHaveText('2 warnings');
    const list = page.getByRole('list', { name: 'Warnings' });
    await warning(page).press('Enter');
    await expect(list.getByRole('link')).toHaveText([
      'Ship: {{nobody}} is not known here',
      /^Ship: the URL leads to a host that exists for/,
    ]);
    await page.keyboard.press('Escape');
    await expect(list).toBeHidden();
    await expect(warning(page)).toBeFocused();
    await page.locator('[name="apiCalls[2].method"]').selectOption('POST');
    const part = await openPart(page, 'Request Body');
    await part.getByLabel('Body', { exact: true }).fill('{"a": {{order_id}}, "b": oops}');
    await expect(warning(page)).toHaveText('3 warnings');
    await expect(part.getByText('This is not valid JSON and will be sent as is.')).toBeVisible();
    await openCall(page, 'Read');
    await page.getByRole('textbox', { name: 'URL' }).fill('https://api.test/{{no_one}}');
    await warning(page).click();
    await list.getByRole('link', { name: 'Ship: the body is not valid JSON' }).click();
    await expect(nameField(page)).toHaveValue('Ship');
    await expect(list).toBeHidden();
    await warning(page).click();
    await list.getByRole('link', { name: 'Read: {{no_one}} is not known here' }).click();
    await expect(nameField(page)).toHaveValue('Read');
    await page.getByRole('textbox', { name: 'URL' }).fill('https://api.test/');
    await openCall(page, 'Ship');
    await page.getByRole('textbox', { name: 'URL' }).fill('ftp://nowhere');
    await nameField(page).focus();
    await expect(page.getByText('URL must be a valid HTTP/HTTPS URL').first()).toBeVisible();
    await expect(ready).toHaveCount(0);
    await expect(page.getByText('Something needs attention')).toBeVisible();
  });

  test('while script has not come, links lead to every call', async ({ page, product }) => {
    const id = await create(page, product);
    const release = await holdRequests(page, /\/entry\.client-[\w-]+\.js$/);
    await page.goto(`/integration/${id}#call-3`, { waitUntil: 'commit' });
    await expect(page.getByLabel('Call Name').nth(2)).toBeVisible();
    await openCall(page, 'Bill');
    const card = page.locator('[data-call-card]').nth(1);
    await expect(card.getByLabel('Call Name')).toBeVisible();
    await card.locator('summary', { hasText: 'Authentication' }).click();
    await expect(card.getByLabel('Type')).toBeVisible();
    // Then one call is open again, the one that the address names.
    release();
    await waitForScript(page, true);
    await expect(nameField(page)).toHaveCount(1);
    await expect(nameField(page)).toHaveValue('Bill');
    await page.keyboard.press('j');
    await expect(nameField(page)).toHaveCount(1);
    await expect(nameField(page)).toHaveValue('Ship');
  });
});

test('retries of what may pass come with one press', { tag: '@html' }, async ({ page, product }) => {
  const id = await open(page, product);
  await openCall(page, 'Bill');
  await page.getByRole('button', { name: 'Retry three times, then email the owners after Bill' }).click();
  const card = page.getByRole('region', { name: 'Response Handling after Bill' });
  await expect(card).toBeVisible();
  await expect(
    page.getByRole('button', { name: 'Retry three times, then email the owners after Bill' }),
  ).toHaveCount(0);
  const { responseHandlingSteps } = await saveIntegration(page, id);
  expect(responseHandlingSteps).toMatchObject([
    {
      nextApiCallId: 'bill',
      responseHandling: {
        defaultAction: 'stop_notify',
        statusCodeActions: [
          { statusCodes: ['2xx', '3xx'], action: 'continue' },
          { statusCodes: [429, '5xx', 'network'], action: 'retry', retryConfig: { maxRetries: 3 } },
        ],
      },
    },
  ]);
});
