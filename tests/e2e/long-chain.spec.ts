// A chain of many calls in the editor: what is chosen at once stays chosen.
import type { Page } from '@playwright/test';
import { openCall } from './editor-parts';
import { drawLate, expect, type Product, test, waitForFirstScript, waitForScript } from './fixtures';
import { createIntegration, prepareIntegrations } from './prepared';

test.skip(({ javaScriptEnabled }) => !javaScriptEnabled, 'Without script all calls stand below each other.');

const count = 12;

function makeCall(step: number) {
  return {
    name: `Step ${step}`,
    url: `https://api.example.com/${step}`,
    headers: { 'X-Step': `${step}` },
    body: '{\n  "note": "two lines"\n}',
  };
}

/** Opens a chain with a loop from the third call to the fourth. */
async function openChain(page: Page, product: Product, when?: 'commit'): Promise<void> {
  await prepareIntegrations(page, product);
  const id = await createIntegration(page.request, product, {
    name: 'Long chain',
    apiCalls: Array.from({ length: count }, (_, index) => ({
      ...makeCall(index + 1),
      id: `c${index + 1}`,
      order: index + 1,
      method: 'POST',
    })),
    loopSteps: [{ id: 'l1', order: 2.5, throughCallId: 'c4', items: 'trigger.orders', itemName: 'order' }],
  });
  await page.goto(`/integration/${id}`, when && { waitUntil: when });
}

const openCard = (page: Page) => page.locator('[data-call-card]:visible');

test('a call that is chosen before the page has all of its script stays open', async ({ page, product }) => {
  await drawLate(page);
  await openChain(page, product, 'commit');
  await waitForFirstScript(page);
  const live = page.locator('[data-live]');
  await expect(live).toHaveCount(0);
  await openCall(page, 'Step 9');
  // With this, the page has read which call the tab had open last.
  await expect(live).toBeVisible();
  await waitForScript(page, true);
  await expect(openCard(page).getByLabel('Call Name')).toHaveValue('Step 9');
});
