// The outline beside the form: the whole chain on one line, and one call of it open.
import type { Page } from '@playwright/test';
import { expectNoViolations, keepPictures } from './axe';
import { type Product, test, expect } from './fixtures';
import { openCall, readIntegration, urlsOf } from './editor-parts';
import { holdDrawing } from './hold-drawing';
import { createIntegration, prepareIntegrations } from './prepared';

const names = [
  'Fetch order',
  'Look up customer',
  'Check stock',
  'Approve',
  'Charge card',
  'Create shipment',
  'Update order',
  'Notify warehouse',
  'Mail the customer',
  'Post to Slack',
];

const ten = {
  name: 'Order to shipment',
  triggerConfig: {
    type: 'webhook',
    webhook: { variables: [{ name: 'order_id', jsonPath: '.order.id' }] },
  },
  apiCalls: names.map((name, index) => ({
    id: `call-${index}`,
    name,
    order: index + 1,
    method: index % 2 ? 'GET' : 'POST',
    url: `https://api.example.com/${index === 9 ? '{{nobody}}' : '{{order_id}}'}`,
    headers: index === 4 ? { 'X-One': '1', 'X-Two': '2' } : {},
    body: index % 2 ? '' : '{"order": "{{order_id}}"}',
    responseMapping: { extractFields: [{ jsonPath: '.total', saveAs: `total_${index}` }] },
  })),
  conditionalExecutionSteps: [
    {
      id: 'check',
      order: 3.5,
      nextApiCallId: 'call-5',
      conditionalExecution: {
        enabled: true,
        executionTrigger: 'conditional',
        condition: { field: 'total_2', operator: 'greater_than', value: '100' },
      },
    },
  ],
  responseHandlingSteps: [
    {
      id: 'handling',
      order: 5.5,
      nextApiCallId: 'call-4',
      responseHandling: {
        defaultAction: 'continue',
        statusCodeActions: [
          { statusCodes: ['5xx'], action: 'retry', retryConfig: { maxRetries: 3 } },
          { statusCodes: [402], action: 'stop_notify' },
        ],
      },
    },
  ],
};

async function open(page: Page, product: Product): Promise<void> {
  await prepareIntegrations(page, product);
  const id = await createIntegration(page.request, product, ten);
  await page.goto(`/integration/${id}`);
}

function outlineOf(page: Page) {
  return page.getByRole('navigation', { name: 'Outline' });
}

test(
  'the outline shows the chain with its marks, and leads to each part of the form',
  { tag: '@drawn' },
  async ({ page, product }) => {
    await open(page, product);
    const outline = outlineOf(page);
    await expect(outline.getByRole('listitem')).toHaveText([
      /Webhook trigger with 1 variable/,
      ...names.slice(0, 3).map((name) => new RegExp(name)),
      /If total_2 is greater than 100.*May jump to call 6/,
      /Approve/,
      /Charge card.*Retries up to 3 times.*May stop & notify/,
      ...names.slice(5, 9).map((name) => new RegExp(name)),
      /Post to Slack.*1 placeholder cannot be filled in/,
      'End',
    ]);
    const field = page.getByRole('textbox', { name: 'Call Name' });
    await expect(field).toHaveCount(1);
    await expect(field).toHaveValue('Fetch order');
    await openCall(page, 'Charge card');
    const opened = page.locator('[name="apiCalls[4].name"]');
    await expect(opened).toBeVisible();
    await expect(opened).toBeInViewport();
    await outline.getByRole('link', { name: /Webhook trigger/ }).click();
    await expect(page.getByRole('button', { name: 'Add variable' })).toBeVisible();
  },
);

test.describe('with script', () => {
  test.skip(({ javaScriptEnabled }) => !javaScriptEnabled, 'These are of use only where script runs.');

  test('one call is open, its tabs lead to its parts, and the outline leads to what is wrong and adds steps', async ({
    page,
    product,
  }) => {
    await open(page, product);
    const outline = outlineOf(page);

    await test.step('one call is open, the same after a save and a reload, and all are saved', async () => {
      const visible = page.getByRole('textbox', { name: 'Call Name' });
      const link = outline.getByRole('link', { name: /Charge card/ });
      await link.press('Enter');
      await expect(visible).toHaveCount(1);
      await expect(visible).toHaveValue('Charge card');
      await expect(link).toHaveAttribute('aria-current', 'true');
      await page.keyboard.press('Control+s');
      await expect(page.getByText('Configuration saved')).toBeVisible();
      await expect(visible).toHaveValue('Charge card');
      await page.reload();
      await expect(visible).toHaveValue('Charge card');
      await expect(urlsOf(page)).toHaveCount(10);
    });

    await test.step('tabs lead to the parts of a call, and say how much is in each', async () => {
      const parts = page.getByRole('toolbar', { name: 'Parts of Charge card' });
      await expect(parts.getByRole('button')).toHaveText([
        'Request',
        'Auth',
        'Headers2',
        'Body(set)',
        'Mapping1',
        'After1',
        'More',
      ]);
      const card = page.locator('[data-call-card]').nth(4);
      await expect(card.getByText('Authentication', { exact: true })).toBeHidden();
      await parts.getByRole('button', { name: 'Auth' }).click();
      // Not even its line, which would be a second one below the tabs.
      await expect(page.locator('[data-call-card]:visible details[data-body]')).toBeHidden();
      await expect(card.getByLabel('Type')).toBeVisible();
      await expect(card.getByRole('button', { name: 'Add header' })).toBeHidden();
      await parts.getByRole('button', { name: 'Headers' }).click();
      await expect(card.getByRole('button', { name: 'Add header' })).toBeVisible();
      await parts.getByRole('button', { name: 'After' }).click();
      await expect(card.getByRole('heading', { name: 'Response Handling' })).toBeVisible();
    });

    await test.step('a refused save opens the call in which something is wrong', async () => {
      await openCall(page, 'Approve');
      const url = page.getByRole('textbox', { name: 'URL' });
      await url.fill('ftp://nowhere');
      await openCall(page, 'Fetch order');
      await page.getByRole('button', { name: 'Save Configuration' }).click();
      await expect(url).toHaveValue('ftp://nowhere');
      await expect(url).toBeFocused();
      const wrong = outline.getByRole('listitem').filter({ hasText: /^\d.*Approve/ });
      await expect(wrong).toContainText('Needs attention');
    });

    await test.step('steps are added to the call that is open, whatever part of it is shown', async () => {
      const parts = page.getByRole('toolbar', { name: 'Parts of Approve' });
      await parts.getByRole('button', { name: 'Auth' }).click();
      await outline.getByText('Add step', { exact: true }).click();
      const add = outline.getByRole('button', { name: 'Conditional Execution after call 4' });
      await add.click();
      const step = page.getByRole('region', { name: 'Conditional Execution after Approve' });
      await expect(step).toBeVisible();
      await expect(outline.getByRole('listitem').filter({ hasText: /^If …/ })).toBeVisible();
      await expect(add).toBeHidden();
    });
  });

  test('a long outline is filtered by name, method and host', async ({ page, product }) => {
    await prepareIntegrations(page, product);
    const more = ['Refund', 'Archive', 'Report'].map((name, index) => ({
      id: `more-${index}`,
      name,
      order: 11 + index,
      method: 'DELETE',
      url: `https://${name.toLowerCase()}.example.com/`,
    }));
    const id = await createIntegration(page.request, product, {
      ...ten,
      apiCalls: [...ten.apiCalls, ...more],
    });
    await page.goto(`/integration/${id}`);
    const outline = outlineOf(page);
    const calls = outline.locator('[data-outline-call]');
    const field = outline.getByRole('searchbox', { name: 'Filter calls' });
    const count = outline.getByRole('status').filter({ hasText: 'of 13' });
    await field.fill('delete archive.ex');
    await expect(calls).toHaveText([/Archive/]);
    await expect(count).toHaveText(/^1 of 13\scalls$/);
    await expectNoViolations(page, 'filtered');
    await field.press('Enter');
    await expect(page.getByRole('textbox', { name: 'Call Name' })).toHaveValue('Archive');
    await field.fill('unheard-of');
    await expect(count).toHaveText(/^0 of 13/);
    await expect(calls).toHaveCount(0);
    await field.press('Enter');
    await field.press('Escape');
    await expect(field).toHaveValue('');
    await expect(calls).toHaveCount(13);
    await field.fill('card');
    await expect(calls).toHaveText([/Charge card/]);
    await field.press('ArrowDown');
    await expect(calls.getByRole('link')).toBeFocused();
    // Whoever adds a call sees it.
    await outline.getByRole('button', { name: 'Add API Call' }).click();
    await expect(calls).toHaveCount(14);
    // What is typed there is no change of the integration, and Enter saved nothing.
    expect((await readIntegration(page)).apiCalls).toHaveLength(13);
  });

  test('the name of a call has the room before its marks, and keys meet it before the buttons', async ({
    page,
    product,
  }) => {
    await prepareIntegrations(page, product);
    const name = 'Charge the card of a customer';
    const apiCalls = ten.apiCalls.map((call) => (call.id === 'call-4' ? { ...call, name } : call));
    const [handling] = ten.responseHandlingSteps;
    const statusCodeActions = [
      { statusCodes: ['5xx'], action: 'retry', retryConfig: { maxRetries: 3 } },
      { statusCodes: [402], action: 'stop_notify' },
      { statusCodes: [404], action: 'go_to', goToApiCallId: 'call-8' },
      { statusCodes: [409], action: 'webhook', webhookURL: 'https://api.example.com/failed' },
    ];
    const responseHandlingSteps = [
      { ...handling, responseHandling: { defaultAction: 'continue', statusCodeActions } },
    ];
    const id = await createIntegration(page.request, product, { ...ten, apiCalls, responseHandlingSteps });
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(`/integration/${id}`);
      const shown = outlineOf(page).getByText(name, { exact: true });
      await expect(shown).toBeVisible();
      // The marks of a step, of which one alone has its place kept.
      const [ofName, ofRow] = await shown.evaluate((element) => [
        element.clientWidth,
        element.closest('a')?.clientWidth ?? 0,
      ]);
      // Mark on the line, method, one mark, and what is between them.
      expect(ofName).toBeGreaterThan((ofRow ?? 0) - 24 - 52 - 14 - 3 * 10 - 12);
      await keepPictures(page, `long-name-${width}`, { fullPage: false });
    }
    await openCall(page, name);
    const heading = page.locator('[data-call-card]:visible summary', {
      has: page.getByRole('heading', { name }),
    });
    await expect(heading).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: `Move ${name} up` })).toBeFocused();
    await page.getByRole('button', { name: `Remove ${name}` }).press('Tab');
    await expect(page.getByRole('textbox', { name: 'Call Name' })).toBeFocused();
  });

  test('ten calls fit', async ({ page, product }) => {
    await page.setViewportSize({ width: 1280, height: 900 });
    await open(page, product);
    await keepPictures(page, 'outline-1280', { fullPage: false });
    await keepPictures(page, 'outline-1280-full');
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    expect(height).toBeLessThanOrEqual(1800);
    await expect(outlineOf(page)).toBeInViewport({ ratio: 1 });
    const hidden = await outlineOf(page).evaluate((element) => element.scrollHeight - element.clientHeight);
    expect(hidden).toBeLessThanOrEqual(0);
    await expectNoViolations(page, '1280 px');
    // The call with the most in it: headers, body, mapping, rules.
    await openCall(page, 'Charge card');
    await keepPictures(page, 'full-call-1280');
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(1800);
    // The trigger takes the place of the call.
    await outlineOf(page)
      .getByRole('link', { name: /Webhook trigger/ })
      .click();
    await expect(page.getByRole('button', { name: 'Add variable' })).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Call Name' })).toHaveCount(0);
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(1800);
    await openCall(page, 'Charge card');
    await expect(page.getByRole('textbox', { name: 'Call Name' })).toHaveValue('Charge card');
    await page.setViewportSize({ width: 360, height: 740 });
    await page.reload();
    const box = await outlineOf(page).boundingBox();
    expect(box?.height).toBeLessThanOrEqual(740);
    await keepPictures(page, 'outline-360');
    await openCall(page, 'Charge card');
    await expect(outlineOf(page)).toBeHidden();
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
    await keepPictures(page, 'call-360');
    await expectNoViolations(page, 'a call, 360 px');
    await page.getByRole('button', { name: 'All calls' }).click();
    await expect(outlineOf(page)).toBeVisible();
  });
});

test('where the browser draws late, a press on an entry opens the call that it names, and new calls have ids of their own @script', async ({
  page,
  product,
}) => {
  const draw = await holdDrawing(page);
  await open(page, product);
  await openCall(page, 'Look up customer');
  await page.getByRole('button', { name: 'Remove Look up customer' }).click();
  const outline = page.getByRole('navigation', { name: 'Outline' });
  const third = outline.getByRole('link', { name: /^3 \S+ Approve/ });
  await expect(third).toBeVisible();
  await draw(false);
  await page.keyboard.press('Control+z');
  const approve = page.locator('[name="apiCalls[3].name"]');
  await expect(approve).toHaveValue('Approve');
  await third.click();
  await expect(approve).toBeVisible();
  await draw(true);
  await expect(approve).toBeVisible();

  await openCall(page, 'Fetch order');
  await draw(false);
  const insert = page.getByRole('button', { name: 'Insert a call after Fetch order' });
  await insert.click();
  await openCall(page, 'Fetch order');
  await insert.click();
  const ids = await page
    .locator('input[name^=apiCalls]')
    .evaluateAll((inputs) =>
      (inputs as HTMLInputElement[])
        .filter(({ name }) => /^apiCalls\[\d+\]\.id$/.test(name))
        .map(({ value }) => value),
    );
  expect(ids).toEqual(['call-0', 'new:2', 'new:1', ...ten.apiCalls.slice(1).map(({ id }) => id)]);
  await draw(true);
});
