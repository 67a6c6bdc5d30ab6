// A dialog over a page that scrolls, in a browser whose scrollbars take room.
import { holdRequests, test, expect } from './fixtures';
import { prepareIntegrations } from './prepared';

test.use({ ownLaunch: { ignoreDefaultArgs: ['--hide-scrollbars'] } });

for (const size of [
  { width: 360, height: 640 },
  { width: 1280, height: 500 },
  // Longer than the dashboard is with all the cards of a page.
  { width: 1280, height: 4000 },
]) {
  test(`a dialog covers a window of ${size.width} to ${size.height}, and nothing behind it jumps`, async ({
    page,
    product,
    javaScriptEnabled,
  }) => {
    test.skip(!javaScriptEnabled, 'Without script a dialog is a part of the page.');
    const { filled } = await prepareIntegrations(page, product);
    await page.setViewportSize(size);
    await page.goto('/');
    const scrolls = await page.evaluate(() => window.innerWidth > document.documentElement.clientWidth);
    expect(scrolls).toBe(size.height < 1000);
    const heading = page.getByRole('heading', { level: 1 });
    const place = async () => [await heading.boundingBox(), await page.getByRole('banner').boundingBox()];
    const before = await place();
    await page.locator(`a[href="/?delete=${filled}"]`).evaluate((link: HTMLElement) => link.click());
    const dialog = page.locator('dialog:modal');
    await expect(dialog).toBeVisible();
    expect(await place()).toEqual(before);
    expect(await dialog.evaluate((element) => element.getBoundingClientRect().toJSON())).toMatchObject({
      left: 0,
      right: size.width,
      top: 0,
      bottom: size.height,
    });
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    expect(await place()).toEqual(before);
  });
}

test('a dialog stands still when script takes it over', async ({ page, product, javaScriptEnabled }) => {
  test.skip(!javaScriptEnabled, 'Nothing takes it over.');
  const { filled } = await prepareIntegrations(page, product);
  await page.setViewportSize({ width: 1280, height: 500 });
  const release = await holdRequests(page, /\/assets\/entry\.client-[\w-]+\.js$/);
  await page.goto(`/?delete=${filled}`, { waitUntil: 'commit' });
  const title = page.getByRole('heading', { name: 'Delete integration' });
  await expect(title).toBeVisible();
  // Before its styles are there, the dialog stands at the end of the page.
  await page.waitForFunction(() => Array.from(document.styleSheets, ({ href }) => href).some(Boolean));
  const before = await title.boundingBox();
  release();
  await expect(page.locator('dialog:modal')).toBeVisible();
  expect(await title.boundingBox()).toEqual(before);
});
