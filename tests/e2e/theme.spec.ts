// Light, dark, or as the system has it.
import type { Locator, Page } from '@playwright/test';
import { openAccountMenu, startSession, test, expect } from './fixtures';
import { prepareIntegrations } from './prepared';

function groundOf(page: Page) {
  return page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
}

/** Whether a contrast theme leaves it its colours: what a page's style says of them is not what is drawn then. */
function isOwn(part: Locator): Promise<boolean> {
  return part.evaluate((element) => getComputedStyle(element).forcedColorAdjust === 'none');
}

test(
  'a chosen theme counts at once, on every page, and can be given back to the system',
  { tag: '@drawn' },
  async ({ page, product }) => {
    await startSession(page, product);
    await page.emulateMedia({ colorScheme: 'light' });
    await page.goto('/organization/settings');
    const light = await groundOf(page);
    await openAccountMenu(page);
    await page.getByRole('button', { name: 'Dark', exact: true }).click();
    await expect.poll(() => groundOf(page)).not.toBe(light);
    const dark = await groundOf(page);
    await expect(page).toHaveURL(/\/organization\/settings$/);

    await page.goto('/');
    expect(await groundOf(page)).toBe(dark);
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await page.emulateMedia({ colorScheme: 'dark' });
    await openAccountMenu(page);
    await page.getByRole('button', { name: 'Light', exact: true }).click();
    await expect.poll(() => groundOf(page)).toBe(light);
    await openAccountMenu(page);
    await expect(page.getByRole('button', { name: 'Light', exact: true })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    await page.getByRole('button', { name: 'System', exact: true }).click();
    await expect.poll(() => groundOf(page)).toBe(dark);
    await page.reload();
    expect(await groundOf(page)).toBe(dark);
    await expect(page.locator('html:not([data-theme])')).toHaveCount(1);
  },
);

test(
  'a reader who wants no motion sees another theme at once, all over the page',
  { tag: '@script' },
  async ({ page, product }) => {
    await startSession(page, product);
    await page.emulateMedia({ colorScheme: 'light' });
    await page.goto('/organization/settings');
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
  },
);

test(
  'a contrast theme of the system shows what is chosen, and marks that are nothing but a colour',
  { tag: '@drawn' },
  async ({ page, product }) => {
    await page.emulateMedia({ forcedColors: 'active' });
    // The icons of the ways to begin.
    await startSession(page, product);
    await page.goto('/');
    await expect(page.locator('main span:has(> svg):has(+ div > h3)').first()).toHaveCSS(
      'outline-style',
      'solid',
    );
    const { filled } = await prepareIntegrations(page, product);
    const expectChosen = async (chosen: Locator, other: Locator) => {
      expect(await isOwn(chosen)).toBe(true);
      expect(await isOwn(other)).toBe(false);
    };

    await page.goto(`/integration/${filled}/logs`);
    const statuses = page.getByRole('group', { name: 'Status' });
    await expectChosen(
      statuses.getByRole('button', { name: 'All' }),
      statuses.getByRole('button', { name: 'Failed' }),
    );
    expect(await isOwn(page.locator('main li span[aria-hidden][title]').first())).toBe(true);
    // What had a ground of its own keeps its shape.
    for (const shape of [
      page.getByText(/^\d executions$/).locator('..'),
      page.getByRole('banner').locator('summary > span[aria-hidden]').first(),
      page.getByRole('banner').locator('summary > span[aria-hidden]').last(),
    ]) {
      await expect(shape).toHaveCSS('outline-style', 'solid');
    }

    await page.goto(`/integration/${filled}`);
    const method = page
      .getByRole('main')
      .locator('summary, a')
      .getByText(/^(GET|POST)$/);
    await expect(method.first()).toHaveCSS('outline-style', 'solid');

    await page.goto('/organization/settings/members');
    const tabs = page.getByRole('navigation', { name: 'Organization Settings' });
    await expectChosen(
      tabs.getByRole('link', { name: 'Members' }),
      tabs.getByRole('link', { name: 'Connections' }),
    );
    // An icon has the colour of the text around it, which the theme chose for the ground.
    const colours = await page
      .locator('svg')
      .evaluateAll((icons) =>
        icons.map((icon) => [icon, icon.parentElement ?? icon].map((each) => getComputedStyle(each).color)),
      );
    expect(colours.length).toBeGreaterThan(0);
    expect(colours.filter(([own, around]) => own !== around)).toEqual([]);
    await page.emulateMedia({ forcedColors: 'none' });
  },
);
