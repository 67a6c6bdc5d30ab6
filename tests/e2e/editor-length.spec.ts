// Ten calls stay a page that one can look over: how tall the editor is with one of them open, whichever part of it.
import type { Locator, Page } from '@playwright/test';
import { openCall } from './editor-parts';
import { test, expect } from './fixtures';
import { createIntegration, makeCheck, prepareIntegrations } from './prepared';

test.skip(({ javaScriptEnabled }) => !javaScriptEnabled, 'Without script the calls stand below each other.');

const count = 10;

function makeCall(index: number) {
  return {
    id: `call-${index}`,
    name: `Call number ${index + 1}`,
    method: index % 2 === 0 ? 'GET' : 'POST',
    url: `https://api.example.com/v1/orders/{{order_id}}/steps/${index + 1}`,
    headers: { Accept: 'application/json', 'X-Request-Source': 'wicked' },
    authConfig: { type: 'bearer', token: `token-${index}` },
    ...(index % 2 === 1 && {
      body: '{\n  "order": "{{order_id}}",\n  "items": [\n    { "sku": "a-1", "count": 2 }\n  ],\n  "note": "As agreed"\n}',
    }),
    responseMapping: {
      saveAs: `answer_${index}`,
      extractFields: [
        { jsonPath: '.data.id', saveAs: `id_${index}` },
        { jsonPath: '.data.state', saveAs: `state_${index}` },
      ],
    },
  };
}

const chain = {
  name: 'Order to shipment',
  triggerConfig: { type: 'webhook', webhook: { variables: [{ name: 'order_id', jsonPath: '.order.id' }] } },
  apiCalls: Array.from({ length: count }, (_, index) => makeCall(index)),
  conditionalExecutionSteps: [makeCheck('state_1', 'paid')],
  responseHandlingSteps: [
    {
      id: 'handling',
      order: 2.5,
      nextApiCallId: 'call-1',
      responseHandling: {
        defaultAction: 'stop_notify',
        statusCodeActions: [
          { statusCodes: ['2xx'], action: 'continue' },
          { statusCodes: ['5xx'], action: 'retry' },
        ],
      },
    },
  ],
};

/** In windows. */
function pageLength(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollHeight / window.innerHeight);
}

async function height(part: Locator): Promise<number> {
  return (await part.boundingBox())?.height ?? Infinity;
}

test('ten calls: the outline in one window, and no part of a call longer than two', async ({
  page,
  product,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await prepareIntegrations(page, product);
  const id = await createIntegration(page.request, product, chain);
  await page.goto(`/integration/${id}`);
  const outline = page.getByRole('navigation', { name: 'Outline' });
  await expect(outline.getByRole('link', { name: /Call number 10/ })).toBeInViewport({ ratio: 1 });
  await expect(outline.getByText('End', { exact: true })).toBeInViewport({ ratio: 1 });
  const lengths: Record<string, number> = {};
  for (const name of ['Call number 1', 'Call number 2', 'Call number 10']) {
    await openCall(page, `${name}\\b`);
    const card = page.locator('[data-call-card]:visible');
    await expect(card.getByLabel('Call Name')).toHaveValue(name);
    const tabs = card
      .getByRole('toolbar', { name: /^Parts of / })
      .getByRole('button')
      .locator('visible=true');
    for (const tab of await tabs.all()) {
      await tab.click();
      await expect(tab).toHaveAttribute('aria-pressed', 'true');
      const label = `${name}: ${await tab.innerText()}`;
      lengths[label] = await pageLength(page);
    }
  }
  await openCall(page, 'Call number 2\\b');
  await page
    .locator('[data-call-card]:visible')
    .getByRole('button', { name: /^After/ })
    .click();
  for (const title of ['Response Handling', 'Conditional Execution']) {
    const step = page.getByRole('region', { name: `${title} after Call number 2` });
    await step.getByRole('heading').first().click();
    await expect(step.getByRole('combobox').first()).toBeVisible();
    lengths[title] = await pageLength(page);
    await step.getByRole('heading').first().click();
  }
  await outline.getByRole('link', { name: /trigger/ }).click();
  await expect(page.getByRole('button', { name: 'Listen for a sample' })).toBeVisible();
  lengths['Trigger'] = await pageLength(page);
  expect(Object.entries(lengths).filter(([, length]) => length > 2)).toEqual([]);
});

test('ten calls on a phone: the outline is one screen', async ({ page, product }) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await prepareIntegrations(page, product);
  const id = await createIntegration(page.request, product, chain);
  await page.goto(`/integration/${id}`);
  const outline = page.getByRole('navigation', { name: 'Outline' });
  const bars = page.locator('header').first();
  const saves = page.locator('.sticky', { has: page.getByRole('button', { name: 'Save Configuration' }) });
  await expect(outline.getByRole('button', { name: 'Add API Call' })).toBeVisible();
  const free = 800 - (await height(bars)) - (await height(saves));
  expect(await height(outline)).toBeLessThanOrEqual(free);
});
