// A chain of many calls in the editor: what is chosen at once stays chosen, and the page keeps only the calls that were opened.
import type { Page } from '@playwright/test';
import { openCall } from './editor-parts';
import { drawLate, expect, type Product, test, waitForScript } from './fixtures';
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

/** Opens a chain with a loop from the third call to the fourth. Answers the integration's id. */
async function openChain(page: Page, product: Product, when?: 'commit'): Promise<string> {
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
  return id;
}

const openCard = (page: Page) => page.locator('[data-call-card]:visible');

/** Presses an entry of the outline as soon as it has its script. Returns whether the whole page had its script by then. */
function pressEarly(page: Page, name: string): Promise<boolean> {
  return page.evaluate(
    (text) =>
      new Promise<boolean>((resolve) => {
        const press = () => {
          const links = document.querySelectorAll<HTMLElement>('nav[aria-label="Outline"] a');
          const link = [...links].find(({ textContent }) => textContent?.includes(text));
          if (!link || !Object.keys(link).some((key) => key.startsWith('__reactProps')))
            return void requestAnimationFrame(press);
          resolve(document.querySelector('[data-live]') !== null);
          link.click();
        };
        press();
      }),
    name,
  );
}

test('a call that is chosen before the page has all of its script stays open', async ({ page, product }) => {
  await drawLate(page);
  await openChain(page, product, 'commit');
  expect(await pressEarly(page, 'Step 9')).toBe(false);
  // With this, the page has read which call the tab had open last.
  await expect(page.locator('[data-live]')).toBeVisible();
  await waitForScript(page, true);
  await expect(openCard(page).getByLabel('Call Name')).toHaveValue('Step 9');
});

/** Counts the fields and buttons of each call that people could use, by its index. */
function countControls(page: Page): Promise<number[]> {
  return page
    .locator('[data-call-card]')
    .evaluateAll((cards) => cards.map((card) => card.querySelectorAll(':enabled:not([type=hidden])').length));
}

/** The indexes of the calls that are more than their values. */
async function listDrawn(page: Page): Promise<number[]> {
  const controls = await countControls(page);
  expect(controls).toHaveLength(count);
  return controls.flatMap((found, index) => (found > 0 ? index : []));
}

test('a call that was not opened is in the page by its values alone, which moves and saves keep', async ({
  page,
  product,
}) => {
  const id = await openChain(page, product);
  expect(await listDrawn(page)).toEqual([0]);
  await openCall(page, 'Step 5');
  expect(await listDrawn(page)).toEqual([0, 4]);
  await page.getByRole('button', { name: 'Move Step 5 down' }).click();
  await expect(page.locator('[name="apiCalls[5].name"]')).toHaveValue('Step 5');
  expect(await listDrawn(page)).toEqual([0, 5]);
  await openCard(page).getByRole('textbox', { name: 'URL' }).fill('https://api.example.com/five');
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Configuration saved')).toBeVisible();
  await expect.poll(() => listDrawn(page)).toEqual([5]);
  const answer = await page.request.get(`${product.url}/api/integrations/${id}`);
  const { apiCalls } = (await answer.json()) as { apiCalls: Record<string, unknown>[] };
  expect(apiCalls.map(({ name, url, headers, body }) => ({ name, url, headers, body }))).toEqual([
    ...[1, 2, 3, 4, 6].map(makeCall),
    { ...makeCall(5), url: 'https://api.example.com/five' },
    ...[7, 8, 9, 10, 11, 12].map(makeCall),
  ]);
});

test('on paper, all calls are open', async ({ page, product }) => {
  await openChain(page, product);
  await page.pdf();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByLabel('Call Name')).toHaveCount(count);
  await expect(page.getByLabel('Call Name').last()).toBeVisible();
});

test('the outline has no part for each call that waits for its script while the page gets its own', async ({
  page,
  product,
}) => {
  const id = await openChain(page, product);
  const html = await (await page.request.get(`/integration/${id}`)).text();
  const [outline = ''] = /<nav aria-label="Outline".*?<\/nav>/s.exec(html) ?? [];
  expect(outline).toContain(`Step ${count}`);
  // React marks where such a part begins, and renders all of them anew when a user opens a call too early.
  expect(outline.split('<!--$').length - 1).toBeLessThan(count);
  const handle = page.getByRole('button', { name: `Reorder Step ${count}` });
  await handle.focus();
  await page.keyboard.press('ArrowUp');
  await expect(handle).toBeFocused();
  await expect(page.locator(`[name="apiCalls[${count - 2}].name"]`)).toHaveValue(`Step ${count}`);
});
