// The API's page, closed and with all of it open: it has no script, and needs none. axe does.
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { findViolations } from './axe';
import { test, expect } from './fixtures';

/**
 * In each theme the widths in turn, and at what axe looks there. Other than on a screen of the product, nothing here is shown
 * at one width alone: a second width has other places, and nothing else that is new. At colours it looks afterwards.
 */
const visits = [
  { theme: 'light', width: 360 },
  { theme: 'light', width: 1280, about: 'places' },
  { theme: 'dark', width: 1280 },
  { theme: 'dark', width: 360, about: 'all else' },
] as const;

test('the page of the API suits every window and reader', { tag: '@script' }, async ({ page }) => {
  // Open it is longer than all other pages together.
  test.slow();
  await page.goto('/api/docs', { waitUntil: 'load' });
  // So without script it is the same page, and need not be looked at a second time.
  const forOneAlone = 'script, noscript, [style], [class*="scripted:"], [class*="noscript:"]';
  await expect(page.locator(forOneAlone)).toHaveCount(0);
  for (const visit of visits) {
    const { theme, width } = visit;
    await page.emulateMedia({ colorScheme: theme });
    await page.setViewportSize({ width, height: 900 });
    for (const open of [false, true]) {
      await page.evaluate((isOpen) => {
        for (const details of document.querySelectorAll('details')) details.open = isOpen;
      }, open);
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(overflow, `${width} px wide`).toBeLessThanOrEqual(0);
      const folder = process.env.SCREENSHOTS;
      const name = `api-docs-${width}-${theme}${open ? '-open' : ''}.png`;
      if (folder) await page.screenshot({ path: join(folder, name) });
    }
    if ('about' in visit)
      expect(await findViolations(page, visit.about), `${theme}, ${width} px`).toEqual([]);
  }
  // Of thousands of elements that look alike, one has their colours.
  expect(await keepOneOfEachLook(page)).toBeGreaterThan(50);
  for (const theme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme: theme });
    expect(await findViolations(page, 'colours'), theme).toEqual([]);
  }
});

/**
 * Removes what looks as something before it does: the same elements and classes from the body on, with text of its own as
 * that or without, and nothing within that is new. How many elements are left.
 */
function keepOneOfEachLook(page: Page): Promise<number> {
  return page.evaluate(() => {
    const looks = new Set<string>();
    /** Whether there is something new in it. */
    function keepNew(element: Element, around: string): boolean {
      const hasText = [...element.childNodes].some(
        (node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim(),
      );
      const look = `${around} > ${element.tagName}.${element.className.toString()}${hasText ? ' with text' : ''}`;
      const isNew = !looks.has(look);
      looks.add(look);
      const kept = [...element.children].filter((child) => keepNew(child, look));
      if (!isNew && kept.length === 0) element.remove();
      return isNew || kept.length > 0;
    }
    keepNew(document.body, '');
    return document.body.querySelectorAll('*').length;
  });
}

test(
  'a call is opened by keyboard, and leads to the schemas it names',
  { tag: '@script' },
  async ({ page }) => {
    await page.goto('/api/docs#createIntegration', { waitUntil: 'load' });
    const call = page.locator('#createIntegration');
    await call.locator('summary').focus();
    await page.keyboard.press('Enter');
    await expect(call.getByRole('group', { name: 'curl for createIntegration' })).toContainText(
      "curl -X POST 'http://127.0.0.1",
    );
    await call.getByRole('link', { name: 'IntegrationInput' }).click();
    await expect(page).toHaveURL(/#schema-IntegrationInput$/);
  },
);
