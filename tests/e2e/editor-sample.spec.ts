// 'Listen for a sample': the next delivery is captured, and variables are picked from it while one goes on typing.
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { findViolations } from './axe';
import { openCall, openFold, openTrigger } from './editor-parts';
import { holdDrawing } from './hold-drawing';
import { createIntegration, prepareIntegrations } from './prepared';
import { holdRequests, type Product, test, waitForScript, expect } from './fixtures';

const delivery = {
  order: {
    id: 7,
    customerName: 'Ada',
    items: [{ id: 'a-1' }],
    status: 'paid',
    test: false,
    reference: 'R-1',
  },
};
const webhook = { secret: '', headers: {}, variables: [] };

async function openDraft(page: Page, product: Product, triggerConfig: object): Promise<string> {
  await prepareIntegrations(page, product);
  const id = await createIntegration(page.request, product, { name: 'Samples', triggerConfig });
  await page.goto(`/integration/${id}`);
  return id;
}

function variableNames(page: Page): Promise<string[]> {
  return page
    .getByLabel('Variable name')
    .evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value));
}

test('a delivery to a draft is captured and its fields become variables, and all that is typed stays', async ({
  page,
  product,
  javaScriptEnabled,
}) => {
  const id = await openDraft(page, product, { type: 'webhook', webhook });
  const panel = page.getByRole('region', { name: 'Sample delivery' });
  const listen = panel.getByRole('button', { name: 'Listen for a sample' });
  await listen.click();
  await panel.getByRole('button', { name: 'Stop' }).click();
  await expect(listen).toBeVisible();
  await page.getByRole('button', { name: 'Add variable' }).click();
  await page.getByLabel('Variable name').fill('mine');
  await listen.press('Enter');
  await expect(panel.getByText(/^Listening for the next delivery until \d/)).toBeVisible();
  // A press means the other thing by now, and the button still has the focus.
  if (javaScriptEnabled) await expect(panel.getByRole('button', { name: 'Stop' })).toBeFocused();
  await keepPicture(page, 'listening', javaScriptEnabled);

  const send = async (data: object, headers = {}) => {
    const answer = await page.request.post(`${product.url}/webhook/${id}`, { data, headers });
    expect([answer.status(), await answer.json()]).toEqual([202, { captured: true }]);
  };
  const refresh = panel.getByRole('button', { name: 'Refresh' });
  await send({ zen: 'Speak like a human.' }, { 'X-GitHub-Event': 'ping' });
  if (!javaScriptEnabled) await refresh.click();
  await expect(panel.getByText(/^Only the test of GitHub has arrived, .* Listening for the/)).toBeVisible();
  await keepPicture(page, 'tested', javaScriptEnabled);

  await send(delivery);
  if (javaScriptEnabled) await expect(refresh).toHaveCount(0);
  else await refresh.click();
  await expect(panel.getByText('Delivery captured.')).toBeVisible();
  await openFold(page, 'Payload and request');
  await expect(panel.getByText('"Ada"')).toBeVisible();
  await expect.poll(() => variableNames(page)).toEqual(['mine']);

  await panel.getByRole('button', { name: 'Use .order.customerName as variable' }).click();
  await expect.poll(() => variableNames(page)).toEqual(['mine', 'customer_name']);
  await panel.getByRole('button', { name: 'Use .order.id as variable' }).click();
  await expect.poll(() => variableNames(page)).toEqual(['mine', 'customer_name', 'id']);
  await panel.getByRole('button', { name: 'Use .order.items as variable' }).click();
  await expect.poll(() => variableNames(page)).toEqual(['mine', 'customer_name', 'id', 'items']);
  await panel.getByText('1 more field').last().click();
  await panel.getByRole('button', { name: 'Use .order.reference as variable' }).click();
  await expect.poll(() => variableNames(page)).toEqual(['mine', 'customer_name', 'id', 'items', 'reference']);
  await expect(page.getByLabel('JSON path').nth(1)).toHaveValue('.order.customerName');
  await expect(panel.getByRole('button', { name: 'Use .order.id as variable' })).toBeDisabled();
  await keepPicture(page, 'captured', javaScriptEnabled);
  if (javaScriptEnabled) expect(await findViolations(page)).toEqual([]);

  await page.getByRole('button', { name: 'Save Configuration' }).click();
  await expect(page.getByText('Configuration saved')).toBeVisible();
  await page.reload();
  await expect.poll(() => variableNames(page)).toEqual(['mine', 'customer_name', 'id', 'items', 'reference']);
  await openFold(page, 'Payload and request');
  await expect(panel.getByText('"Ada"')).toBeVisible();
});

test(
  'the fields of a sample are offered to calls, with their values, before anything was run or saved',
  { tag: '@script' },
  async ({ page, product }) => {
    const id = await openDraft(page, product, {
      type: 'webhook',
      webhook: { ...webhook, variables: [{ name: 'customer', jsonPath: '.order.customerName' }] },
    });
    const panel = page.getByRole('region', { name: 'Sample delivery' });
    await panel.getByRole('button', { name: 'Listen for a sample' }).click();
    await expect(panel.getByText(/^Listening for the next delivery/)).toBeVisible();
    await page.getByRole('button', { name: 'Add First API Call' }).click();
    await page.getByLabel('Call Name').fill('Typed before');
    await page.request.post(`${product.url}/webhook/${id}`, { data: delivery });
    await expect(page.getByRole('button', { name: 'Insert {{customer}}' }).locator('..')).toContainText(
      'Ada',
    );
    await expect(page.getByLabel('Call Name')).toHaveValue('Typed before');
    await page.getByLabel('URL', { exact: true }).fill('https://example.com/{{trigger.order.ref');
    await page
      .getByRole('listbox')
      .getByRole('option', { name: /^trigger\.order\.reference.*R-1/ })
      .click();
    await expect(page.getByLabel('URL', { exact: true })).toHaveValue(
      'https://example.com/{{trigger.order.reference}}',
    );
  },
);

test('a body is pasted as the sample before anything can arrive, all that is typed stays, and its fields are offered to calls', async ({
  page,
  product,
  javaScriptEnabled,
}) => {
  await openDraft(page, product, { type: 'manual' });
  if (javaScriptEnabled) {
    await page.getByRole('button', { name: 'Add First API Call' }).click();
    await expect(page.getByLabel('Call Name')).toBeVisible();
    await openTrigger(page);
  }
  await page.getByText('Webhook', { exact: true }).click();
  const panel = page.getByRole('region', { name: 'Sample delivery' });
  await panel.getByText('Paste a sample instead').click();
  const body = panel.getByLabel('Body of a delivery, as JSON');
  const use = panel.getByRole('button', { name: 'Use as sample' });
  await body.fill('{"order": {"id": 7}');
  await use.click();
  await expect(panel.getByText('The body is not valid JSON: it ends too early')).toBeVisible();
  await expect(body).toHaveValue('{"order": {"id": 7}');
  await keepPicture(page, 'refused', javaScriptEnabled);
  await body.fill('{"order": {"id": 7}}');
  await use.click();
  await expect(panel.getByText('Sample pasted.')).toBeVisible();
  await expect(panel.getByText('The body is not valid JSON')).toHaveCount(0);
  if (javaScriptEnabled) {
    await expect(body).toBeHidden();
    await expect(panel.locator('summary', { hasText: 'Fields of this delivery' })).toBeFocused();
  }
  const field = panel.getByRole('button', { name: 'Use .order.id as variable' });
  await field.press('Enter');
  await expect.poll(() => variableNames(page)).toEqual(['id']);
  // The focus stays, so that the next field is one key away.
  if (javaScriptEnabled) await expect(field).toBeFocused();
  await expect(field).toBeDisabled();
  await keepPicture(page, 'pasted', javaScriptEnabled);
  if (!javaScriptEnabled) return;
  expect(await findViolations(page)).toEqual([]);

  await test.step('its fields are offered to calls while the trigger is stored as another one', async () => {
    await openCall(page, 'API Call 1');
    const url = page.getByLabel('URL', { exact: true });
    const option = page.getByRole('listbox').getByRole('option', { name: /^trigger\.order\.id.*7/ });
    await url.fill('https://example.com/{{trigger.order');
    await option.click();
    await expect(url).toHaveValue('https://example.com/{{trigger.order.id}}');
  });
});

test('a row that was added and typed into before script ran stays as it is when another comes', async ({
  page,
  product,
  javaScriptEnabled,
}) => {
  test.skip(!javaScriptEnabled, 'There is no before.');
  await prepareIntegrations(page, product);
  const id = await createIntegration(page.request, product, {
    name: 'Early',
    triggerConfig: { type: 'webhook', webhook },
  });
  const release = await holdRequests(page, /\/entry\.client-[\w-]+\.js$/);
  await page.goto(`/integration/${id}`, { waitUntil: 'commit' });
  await page.getByRole('button', { name: 'Add variable' }).click();
  await page.getByLabel('Variable name').fill('mine');
  await expect(page.locator('output').getByText('Unsaved changes')).toBeVisible();
  release();
  await waitForScript(page, javaScriptEnabled);
  await expect(page).toHaveTitle(/^● Unsaved changes/);
  await page.getByRole('button', { name: 'Add variable' }).click();
  await expect.poll(() => variableNames(page)).toEqual(['mine', '']);
  await page.getByRole('button', { name: 'Remove variable mine' }).click();
  await expect.poll(() => variableNames(page)).toEqual(['']);
});

test('a name that is taken is made another one', { tag: '@html' }, async ({ page, product }) => {
  const variables = [{ name: 'id', jsonPath: '.other' }];
  const id = await openDraft(page, product, { type: 'webhook', webhook: { ...webhook, variables } });
  await page.getByRole('button', { name: 'Listen for a sample' }).click();
  await expect(page.getByRole('button', { name: 'Stop' })).toBeVisible();
  await page.request.post(`${product.url}/webhook/${id}`, { data: { order: { id: 7 } } });
  await page.reload();
  await page.getByRole('button', { name: 'Use .order.id as variable' }).click();
  await expect.poll(() => variableNames(page)).toEqual(['id', 'order_id']);
});

test('one stops listening, and a delivery is not captured', { tag: '@html' }, async ({ page, product }) => {
  const id = await openDraft(page, product, { type: 'webhook', webhook });
  const button = (name: string) => page.getByRole('button', { name });
  await button('Listen for a sample').click();
  await button('Stop').click();
  await expect(button('Listen for a sample')).toBeVisible();
  // What another answer takes the place of is not forgotten.
  await page.getByRole('button', { name: 'Add variable' }).click();
  await expect(page.getByLabel('Variable name')).toHaveCount(1);
  await expect(button('Listen for a sample')).toBeVisible();
  expect((await page.request.post(`${product.url}/webhook/${id}`, { data: delivery })).status()).toBe(404);
});

test('a trigger that is not saved yet is saved, and then listened to', async ({
  page,
  product,
  javaScriptEnabled,
}) => {
  const id = await openDraft(page, product, { type: 'manual' });
  await page.getByText('Webhook', { exact: true }).click();
  await page.getByLabel('Who sends?').selectOption('telegram');
  await page.getByRole('button', { name: 'Save and listen for a sample' }).press('Enter');
  await expect(page.getByText('Saved, but nothing can arrive')).toBeVisible();
  await expect(page.getByText(/Listening for the next delivery until/)).toBeVisible();
  // The form is rendered anew; the focus stays at the button that was pressed.
  const stop = page.getByRole('button', { name: 'Stop' });
  if (javaScriptEnabled) await expect(stop).toBeFocused();
  else await expect(stop).toBeVisible();
  await expect(page.getByText('Unsaved changes')).toBeHidden();

  const panel = page.getByRole('region', { name: 'Sample delivery' });
  await expect(panel.getByText('There is no secret yet, so every delivery is rejected.')).toBeVisible();
  await keepPicture(page, 'closed', javaScriptEnabled);
  await panel.getByRole('link', { name: 'Enter the secret' }).click();
  const secret = page.getByLabel('Webhook Secret');
  if (javaScriptEnabled) await expect(secret).toBeFocused();
  await secret.fill('telegram-secret');
  // Pressed by mouse, a button leaves the focus where it was: at the chosen trigger, not at the first one.
  if (javaScriptEnabled) await page.getByRole('radio', { name: /^Webhook/ }).focus();
  await page.getByRole('button', { name: 'Save Configuration' }).click();
  await expect(panel.getByText('There is no secret yet')).toBeHidden();
  if (javaScriptEnabled) await expect(page.getByRole('radio', { name: /^Webhook/ })).toBeFocused();
  const headers = { 'X-Telegram-Bot-Api-Secret-Token': 'telegram-secret' };
  await page.request.post(`${product.url}/webhook/${id}`, { data: delivery, headers });
  if (!javaScriptEnabled) await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(page.getByText('Delivery captured.')).toBeVisible();
});

test('without a sample the last delivery that was executed is offered', async ({
  page,
  product,
  javaScriptEnabled,
}) => {
  const { filled } = await prepareIntegrations(page, product);
  await page.goto(`/integration/${filled}`);
  await openTrigger(page);
  const panel = page.getByRole('region', { name: 'Sample delivery' });
  await expect(panel.getByText('From the last delivery that was run')).toBeVisible();
  await openFold(page, 'Payload and request');
  await expect(panel.getByText('"octo/<b>bold</b>"')).toBeVisible();
  await expect(panel.getByRole('button', { name: 'Use .repository.full_name as variable' })).toBeDisabled();
  await panel.getByRole('button', { name: 'Use .action as variable' }).click();

  // The test of a call does not ask for what the sample has, saved or not.
  await openCall(page, 'Open issue');
  const call = page.locator('[data-call-card]').first();
  await call.getByRole('textbox', { name: 'URL' }).fill(`${product.sampleApiUrl}/{{action}}`);
  await call.getByRole('button', { name: /^Test API Call: / }).click();
  const asked = page.getByRole('dialog', { name: 'Test Variables' });
  await expect(asked.getByRole('textbox', { name: 'action' })).toHaveValue('opened');

  if (!javaScriptEnabled) return;
  // When the script that shows the delivery cannot be loaded, only that is missing.
  await page.route(/\/assets\/sample-preview-/, (route) => route.abort());
  await page.goto(`/integration/${filled}/logs`);
  const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('/sample-preview-'));
  await page.getByRole('link', { name: 'Back to Integration' }).click();
  await openTrigger(page);
  await failed;
  await openCall(page, 'Open issue');
  await expect(call.getByRole('textbox', { name: 'URL' })).toBeVisible();
});

test('a busy browser that draws nothing of a look for deliveries looks again @script', async ({
  page,
  product,
}) => {
  await page.route(/\/execution-logs\/stream$/, (route) => route.abort());
  const draw = await holdDrawing(page);
  const id = await openDraft(page, product, { type: 'webhook', webhook });
  await page.getByRole('button', { name: 'Listen for a sample' }).click();
  await expect(page.getByText(/^Listening for the next delivery until \d/)).toBeVisible();
  const looked = page.waitForResponse(/\/sample$/);
  // An idle page has begun to wait for the time of its look.
  await waitForScript(page, true);
  await draw(false);
  await (await looked).finished();
  await draw(true);
  expect((await page.request.post(`${product.url}/webhook/${id}`, { data: delivery })).status()).toBe(202);
  await expect(page.getByText('Delivery captured.')).toBeVisible();
});

/** With SCREENSHOTS=folder: the panel at two widths and in both themes. */
async function keepPicture(page: Page, name: string, hasScript: boolean): Promise<void> {
  const folder = process.env.SCREENSHOTS;
  if (!folder) return;
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [360, 1280]) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      const path = join(folder, `${name}-${hasScript ? 'script' : 'plain'}-${width}-${colorScheme}.png`);
      await page.getByRole('region', { name: 'Sample delivery' }).screenshot({ path });
    }
  }
}
