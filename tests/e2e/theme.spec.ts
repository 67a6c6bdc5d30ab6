// Light, dark, or as the system has it.
import type { Page } from '@playwright/test';
import { openAccountMenu, startSession, test, expect } from './fixtures';

function groundOf(page: Page) {
  return page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
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
