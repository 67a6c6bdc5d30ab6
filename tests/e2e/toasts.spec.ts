// Toasts in the browser: how many, in which order, for how long, and to whom they are announced.
import { signInByScreens, startSession, test, expect } from './fixtures';
import { createIntegration, prepareIntegrations } from './prepared';

test.describe('by a clock', () => {
  test.use({ isFirstVisit: true });

  test('at most five toasts stand there, newest first, and each leaves after its time', async ({
    page,
    javaScriptEnabled,
  }) => {
    test.skip(!javaScriptEnabled, 'Without script a toast is a banner of the next page.');
    let isLost = false;
    await page.route('**/*', (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      return isLost ? route.abort() : route.fulfill({ status: 502, body: 'Bad Gateway' });
    });
    await page.goto('/login');
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    await page.getByLabel('Email').fill('ada@example.com');
    await page.getByLabel(/^Password/).fill('Correct-horse-7');
    const region = page.getByRole('region', { name: 'Notifications' });
    await expect(region).toHaveAttribute('aria-live', 'polite');
    const toasts = region.getByRole('alert');
    const press = async () => {
      const answered = isLost ? page.waitForEvent('requestfailed') : page.waitForEvent('requestfinished');
      await page.getByRole('button', { name: 'Log in' }).click();
      await answered;
      await expect(page.getByRole('button', { name: 'Log in' })).toBeEnabled();
    };
    for (let count = 1; count <= 5; count++) {
      await press();
      await expect(toasts).toHaveCount(count);
    }
    await expect(toasts.first()).toContainText('Authentication failed. Please try again.');
    isLost = true;
    await press();
    await expect(toasts.first()).toContainText('No response came, but the server may have done this.');
    await expect(toasts).toHaveCount(5);
    await expect(toasts.last()).toContainText('Authentication failed. Please try again.');
    // What gets the focus is scrolled to a place that no toast covers.
    const root = page.locator(':root');
    await expect(root).toHaveCSS('scroll-padding-bottom', '128px');

    await page.clock.runFor(2900);
    await expect(toasts.first()).toBeVisible();
    await page.clock.runFor(200);
    // Four are leaving, and no longer read out; the long one is shown for as long as it takes to read.
    await expect(toasts).toHaveCount(1);
    await expect(region.locator(':scope > div')).toHaveCount(5);
    await page.clock.runFor(2000);
    await expect(region.locator(':scope > div')).toHaveCount(1);
    await page.clock.runFor(3000);
    await expect(toasts).toHaveCount(0);
    await page.clock.runFor(2000);
    await expect(region.locator(':scope > div')).toHaveCount(0);
    await expect(root).toHaveCSS('scroll-padding-bottom', 'auto');
  });

  test('a toast over the button that was pressed leaves, although the pointer rests there', async ({
    page,
    product,
    javaScriptEnabled,
  }) => {
    test.skip(!javaScriptEnabled, 'Without script a toast is a banner of the next page.');
    await startSession(page, product);
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.goto('/organization/settings/connections/new?kind=bearer');
    await page.route(/\.data(\?|$)/, (route) => route.abort('connectionreset'));
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    const save = page.getByRole('button', { name: 'Save Connection' });
    const isCovered = () =>
      save.evaluate((button) => {
        const { x, y, width, height } = button.getBoundingClientRect();
        return document.elementFromPoint(x + width / 2, y + height / 2)?.closest('[data-toast]') !== null;
      });
    await save.click();
    await expect(page.getByRole('alert')).toContainText('No response came');
    await expect.poll(isCovered).toBe(true);
    await page.clock.runFor(12_000);
    await expect(page.getByRole('alert')).toHaveCount(0);
    expect(await isCovered()).toBe(false);
  });
});

test(
  'a toast is carried over a redirect, once, and a banner without script',
  { tag: '@drawn' },
  async ({ page, product, javaScriptEnabled }) => {
    await signInByScreens(page, product, javaScriptEnabled);
    const region = page.getByRole('region', { name: 'Notifications' });
    await expect(region.getByText('Welcome back!')).toBeVisible();
    await expect(region.getByText('You have been logged in successfully.')).toBeVisible();
    const position = await region.evaluate((element) => getComputedStyle(element).position);
    expect(position).toBe(javaScriptEnabled ? 'fixed' : 'static');
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Wicked Integrations' }).first()).toBeVisible();
    await expect(region.getByText('You have been logged in successfully.')).toHaveCount(0);
  },
);

test('a toast stands above the bar at the lower edge of the window, and covers none of its buttons', async ({
  page,
  product,
  javaScriptEnabled,
}) => {
  test.skip(!javaScriptEnabled, 'Without script a toast is a banner of the next page.');
  const { filled } = await prepareIntegrations(page, product);
  const id = await createIntegration(page.request, product, {
    name: 'Bar',
    triggerConfig: { type: 'manual' },
  });
  await page.goto(`/integration/${id}`);
  const region = page.getByRole('region', { name: 'Notifications' });
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await page.getByRole('button', { name: 'Save Configuration' }).click();
    const toast = region.locator(':scope > div', { hasText: 'Configuration saved' }).first();
    await expect(toast).toBeVisible();
    // It stays while it is looked at.
    await toast.getByText('Configuration saved').hover();
    const bar = page.locator('[data-bottom-bar]');
    const [shown, below] = [await toast.boundingBox(), await bar.boundingBox()];
    expect((shown?.y ?? 800) + (shown?.height ?? 0), `${width} px wide`).toBeLessThanOrEqual(below?.y ?? 0);
    await toast.getByRole('button', { name: 'Dismiss' }).click();
    await expect(toast).toHaveCount(0);
  }
  // The bar of what is ticked comes with the first tick.
  await page.goto(`/integration/${filled}/logs`);
  const bottom = () =>
    region.evaluate((element) => window.innerHeight - element.getBoundingClientRect().bottom);
  expect(await bottom()).toBe(0);
  await page
    .getByRole('checkbox', { name: /^Select execution/ })
    .first()
    .check();
  const bar = page
    .getByRole('button', { name: /^Replay/ })
    .locator('visible=true')
    .first();
  const height = (await bar.boundingBox())?.height ?? Infinity;
  // The place of toasts is measured in the frame after that of the bar.
  await expect.poll(bottom).toBeGreaterThan(height);
});

test('on a phone a toast stands above the dialog that is opened after it', async ({
  page,
  product,
  javaScriptEnabled,
}) => {
  test.skip(!javaScriptEnabled, 'Without script a toast is a banner of the next page.');
  await startSession(page, product);
  for (const name of ['First', 'Second']) await createIntegration(page.request, product, { name });
  await page.setViewportSize({ width: 360, height: 800 });
  await page.goto('/');
  await page.getByRole('link', { name: 'Delete First' }).click();
  const field = page.getByLabel('Type DELETE to confirm');
  await field.fill('DELETE');
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  const toast = page.getByText('Integration deleted successfully');
  await expect(toast).toBeVisible();
  await page.getByRole('link', { name: 'Delete Second' }).click();
  await expect(field).toBeFocused();
  // The dialog rises, and the toast moves with its first frame.
  await expect
    .poll(async () => {
      const [above, below] = [await toast.boundingBox(), await field.boundingBox()];
      return (above?.y ?? Infinity) + (above?.height ?? 0) < (below?.y ?? 0);
    })
    .toBe(true);
});
