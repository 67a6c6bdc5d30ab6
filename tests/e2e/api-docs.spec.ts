// The API's page, closed and with all of it open: it has no script, and needs none. axe does.
import { join } from 'node:path';
import { findViolations } from './axe';
import { test, expect } from './fixtures';

/** In each theme the widths in turn, and what axe looks at there: where only the colours are others, those. */
const visits = [
  { theme: 'light', width: 360, about: 'colours' },
  { theme: 'light', width: 1280, about: 'all' },
  { theme: 'dark', width: 1280, about: 'colours' },
  { theme: 'dark', width: 360, about: 'all' },
] as const;

test('the page of the API suits every window and reader', { tag: '@script' }, async ({ page }) => {
  // Open it is longer than all other pages together.
  test.slow();
  await page.goto('/api/docs', { waitUntil: 'load' });
  for (const { theme, width, about } of visits) {
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
    expect(await findViolations(page, about), `${theme}, ${width} px`).toEqual([]);
  }
});

test(
  'a call is opened by keyboard, and leads to the schemas it names',
  { tag: '@drawn' },
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
