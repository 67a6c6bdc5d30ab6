// What people see of the installation as a whole: paused after a restore, a backup that failed; with and without script.
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { findViolations } from './axe';
import { startSession, test, expect } from './fixtures';
import { run } from './product-file';

const pictures = process.env.SCREENSHOTS;

test.afterEach(({ product }) => {
  run(product, 'update installation set paused_at = null');
});

test('the administrator resumes what a restore paused, and nobody else', async ({
  page,
  product,
  javaScriptEnabled,
  openBrowser,
}) => {
  const { email } = await startSession(page, product);
  // While everything is paused no mail goes out, so the other account is made before.
  const other = await (await openBrowser()).newPage();
  await startSession(other, product);
  run(product, 'update users set first_verified_at = 0 where email = ?', email);
  run(
    product,
    `update installation set paused_at = ?, restored_from = 'wicked-20260105T030000Z-nightly.db',
      backup_error = 'The backup failed. /data/backups has no room for 4096 bytes more.'`,
    Date.now() - 180_000,
  );
  await other.goto('/');
  await expect(other.getByText('until an administrator of this installation resumes')).toBeVisible();
  await expect(other.getByRole('button', { name: 'Resume' })).toBeHidden();
  await expect(other.getByText('has no room for 4096 bytes more')).toBeHidden();
  await page.goto('/organization/settings');
  await expect(page.getByText('Everything is paused')).toBeVisible();
  await page.goto('/');
  await expect(page.getByText('wicked-20260105T030000Z-nightly.db')).toBeVisible();
  await expect(page.getByText('has no room for 4096 bytes more')).toBeVisible();
  if (javaScriptEnabled) await expectToSuitWindows(page);
  await page.getByRole('button', { name: 'Resume' }).press('Enter');
  await expect(page.getByText('Everything that waited starts now.')).toBeVisible();
  await expect(page.getByText('Everything is paused')).toBeHidden();
  run(product, 'update installation set backup_error = null');
  await page.goto('/organization/settings/audit');
  await expect(page.getByRole('rowheader', { name: 'Installation resumed' })).toBeVisible();
});

async function expectToSuitWindows(page: Page): Promise<void> {
  // As on every screen: all rules at the two widths that differ, those about colours in the other theme.
  for (const [width, colorScheme, about] of [
    [360, 'light', 'all'],
    [768, 'dark', 'colours'],
    [1280, 'light', 'all'],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    expect(await findViolations(page, about)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth > window.innerWidth')).toBe(false);
    if (pictures) await page.screenshot({ path: join(pictures, `paused-${width}-${colorScheme}.png`) });
  }
}
