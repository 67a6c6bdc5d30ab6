// What is run for each item of a list, built in the editor, with script and without.
import type { Page } from '@playwright/test';
import { expectNoViolations, keepPictures } from './axe';
import { openCall, openPartOf, saveIntegration } from './editor-parts';
import { expect, type Product, test } from './fixtures';
import { createIntegration, prepareIntegrations } from './prepared';

const names = ['Read orders', 'Pack', 'Ship', 'Report'];

/** Four calls, of which the first saves a list and the third a number. */
async function open(page: Page, product: Product, more: object = {}): Promise<string> {
  await prepareIntegrations(page, product);
  const saves: Record<number, string> = { 0: 'orders', 2: 'shipment' };
  const id = await createIntegration(page.request, product, {
    name: 'Orders',
    apiCalls: names.map((name, index) => ({
      id: `c${index + 1}`,
      name,
      order: index + 1,
      url: 'https://api.example.com/',
      responseMapping: { saveAs: saves[index] },
    })),
    ...more,
  });
  await page.goto(`/integration/${id}`);
  return id;
}

const loop = {
  id: 'l1',
  order: 1.5,
  throughCallId: 'c3',
  items: 'orders.data',
  itemName: 'order',
  atOnce: 4,
  onError: 'continue',
  collect: [{ from: 'shipment', saveAs: 'shipments' }],
};

/** Presses the button below how a call is repeated. */
async function add(page: Page, name: string): Promise<void> {
  const button = page.getByRole('button', { name: `Run this call for each item of a list from ${name}` });
  await openPartOf(page.locator('[data-call-card]', { has: page.getByRole('heading', { name }) }), 'Repeat');
  await button.click();
}

const outlineOf = (page: Page) => page.getByRole('navigation', { name: 'Outline' });
const loopFrom = (page: Page, name: string) => page.getByRole('region', { name: `For each from ${name}` });

test('a loop is added, filled in, saved and removed', async ({ page, product, javaScriptEnabled }) => {
  const id = await open(page, product);
  await openCall(page, 'Pack');
  await add(page, 'Pack');
  const card = loopFrom(page, 'Pack');
  await expect(card.locator('summary')).toBeVisible();
  if (javaScriptEnabled) await expect(card.getByLabel('List', { exact: true })).toBeFocused();
  await page.getByRole('button', { name: 'Save Configuration' }).click();
  await expect(card.getByText('Write a variable, like orders or orders.data').first()).toBeVisible();
  await card.getByLabel('List', { exact: true }).fill('{{orders.data}}');
  await card.getByLabel('Item name').fill('order');
  await card.getByLabel('Through').selectOption('Ship');
  await card.getByLabel('At once (1–10)').fill('3');
  await card.getByLabel('When an item fails').selectOption('Continue with the other items');
  await card.getByRole('button', { name: 'Add list' }).click();
  if (javaScriptEnabled) await expect(card.getByLabel('Value from each item')).toBeFocused();
  await card.getByLabel('Value from each item').fill('{{shipment.id}}');
  await card.getByLabel('Save list as').fill('shipments');
  await card.getByLabel('Only new items, by').fill('{{order.id}}');
  await expect(card.getByLabel('First run')).toHaveValue('remember');
  expect(await saveIntegration(page, id)).toMatchObject({
    loopSteps: [
      {
        order: 1.5,
        throughCallId: 'c3',
        items: 'orders.data',
        itemName: 'order',
        atOnce: 3,
        maxItems: 1000,
        onError: 'continue',
        onTooMany: 'error',
        onlyNew: { key: 'order.id', firstRun: 'remember' },
        collect: [{ from: 'shipment.id', saveAs: 'shipments' }],
      },
    ],
  });
  await expect(
    outlineOf(page).getByRole('link', {
      name: 'For each {{order}} of {{orders.data}}, through Ship; 3 at once; continues if one fails; new ones only',
    }),
  ).toBeVisible();

  await openCall(page, 'Pack');
  if (!(await card.getByLabel('Value from each item').isVisible())) await card.locator('summary').click();
  await card.getByRole('button', { name: 'Remove list 1' }).click();
  await expect(card.getByLabel('Value from each item')).toHaveCount(0);
  const usesItem = page.locator('[name="apiCalls[1].url"]');
  await usesItem.fill('https://api.example.com/{{order.id}}');
  await card.getByRole('button', { name: 'Delete For each from Pack' }).click();
  await expect(page.getByText('Variable In Use')).toBeVisible();
  await page.getByRole('button', { name: 'Remove Anyway' }).click();
  await expect(page.getByText('For each deleted').first()).toBeVisible();
  await expect(card).toHaveCount(0);
  if (javaScriptEnabled) await expect(page.locator('[data-call-card]:visible summary').first()).toBeFocused();
  expect((await saveIntegration(page, id)).loopSteps ?? []).toEqual([]);
});

test('calls that are moved and removed leave a loop its others', async ({ page, product }) => {
  const id = await open(page, product, { loopSteps: [loop] });
  await openCall(page, 'Pack');
  await page.getByRole('button', { name: 'Move Pack down' }).click();
  await expect(outlineOf(page).getByRole('link', { name: /^2 GET Ship/ })).toBeVisible();
  await openCall(page, 'Ship');
  await expect(loopFrom(page, 'Ship')).toBeVisible();
  expect(await saveIntegration(page, id)).toMatchObject({
    loopSteps: [{ order: 1.5, throughCallId: 'c2' }],
  });
  await openCall(page, 'Pack');
  await page.getByRole('button', { name: 'Remove Pack' }).click();
  await openCall(page, 'Ship');
  await page.getByRole('button', { name: 'Remove Ship' }).click();
  await page.getByRole('button', { name: 'Remove Anyway' }).click();
  await expect(page.getByText("The for each of 'Ship' was removed with it.").first()).toBeVisible();
  await expect(loopFrom(page, 'Ship')).toHaveCount(0);
});

test.describe('with script', { tag: '@script' }, () => {
  test('its names are offered, the menu of the outline adds one, and a call says which it belongs to', async ({
    page,
    product,
  }) => {
    await open(page, product, { loopSteps: [loop] });

    await test.step('its names are offered inside, what it collects behind', async () => {
      const chips = page.locator('[data-call-card]:visible [data-chips]').last();
      await openCall(page, 'Ship');
      await expect(chips.getByRole('button', { name: 'Insert {{order}}' })).toBeVisible();
      await chips.getByRole('button', { name: 'Insert {{loop.index}}' }).click();
      await expect(page.getByLabel('URL').and(page.locator(':visible'))).toHaveValue(/{{loop\.index}}$/);
      await expect(page.getByText('Not known here')).toHaveCount(0);
      await openCall(page, 'Report');
      await expect(chips.getByRole('button', { name: 'Insert {{shipments}}' })).toBeVisible();
      await expect(chips.getByRole('button', { name: /order}}|loop|shipment}}/ })).toHaveCount(0);
    });

    await test.step('the menu of the outline adds one, and a call of a loop says which it belongs to', async () => {
      await openCall(page, 'Report');
      await outlineOf(page).getByText('Add step', { exact: true }).click();
      await outlineOf(page).getByRole('button', { name: 'For each item of a list: call 4' }).click();
      await expect(loopFrom(page, 'Report')).toBeVisible();
      await expect(loopFrom(page, 'Report').getByLabel('List', { exact: true })).toBeFocused();
      await openCall(page, 'Ship');
      await expect(page.getByRole('button', { name: /^Run this call for each item of a list/ })).toBeHidden();
      await page
        .getByRole('link', { name: /^For each {{order}} of {{orders\.data}}/ })
        .last()
        .click();
      await expect(loopFrom(page, 'Pack')).toBeVisible();
    });
  });

  test('a chip of its own card fills the list in', async ({ page, product }) => {
    await open(page, product);
    await openCall(page, 'Pack');
    await add(page, 'Pack');
    const card = loopFrom(page, 'Pack');
    await card.getByRole('button', { name: 'Insert {{orders}}' }).click();
    await expect(card.getByLabel('List', { exact: true })).toHaveValue('{{orders}}');
    await expect(outlineOf(page).getByRole('link', { name: 'For each … of {{orders}}' })).toBeVisible();
  });

  test('is accessible and fits', async ({ page, product }) => {
    const goTo = { statusCodes: ['404'], action: 'go_to', goToApiCallId: 'c4' };
    const responseHandling = { defaultAction: 'continue', statusCodeActions: [goTo] };
    const handling = { id: 'h1', order: 1, nextApiCallId: 'c1', responseHandling };
    await open(page, product, { loopSteps: [loop], responseHandlingSteps: [handling] });
    await openCall(page, 'Pack');
    await loopFrom(page, 'Pack').locator('summary').click();
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      for (const name of ['Ship', 'Pack']) {
        if (width === 360) await page.getByRole('button', { name: 'All calls' }).click();
        if (width === 360) await keepPictures(page, `loop-outline-${width}`);
        await openCall(page, name);
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        expect(overflow, `${width} px wide`).toBeLessThanOrEqual(0);
        await keepPictures(page, `loop-${name}-${width}`);
        await expectNoViolations(page, `${name}, ${width} px`);
      }
    }
  });
});
