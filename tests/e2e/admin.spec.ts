// The administration of the installation: who gets in, accounts that need help, the office, and a pause.
import type { Locator, Page } from '@playwright/test';
import { findViolations } from './axe';
import { type Product, startSession, test, expect } from './fixtures';
import { run } from './product-file';

/** Signs somebody in and makes them an administrator, whoever was there before. Returns their address. */
async function signInAdministrator(page: Page, product: Product): Promise<string> {
  const { email } = await startSession(page, product);
  run(
    product,
    'insert into administrators (user_id, created_at) select id, 0 from users where email = ?',
    email,
  );
  return email;
}

/** As if everybody had logged in 20 minutes ago: an older log-in is no proof any more. */
function makeLoginsOld(product: Product): void {
  run(product, 'update sessions set created_at = created_at - 1200000');
}

/** Types a password into the dialog that asks the administrator who they are, and sends it. */
async function prove(dialog: Locator, button: string, password = 'Correct-horse-7'): Promise<void> {
  await dialog.getByLabel(/^Current password/).fill(password);
  await dialog.getByRole('button', { name: button }).click();
}

test.afterEach(({ product }) => {
  run(product, 'update installation set paused_at = null');
  run(product, 'delete from administrators');
});

test('others do not find it', { tag: '@html' }, async ({ page, product, openBrowser }) => {
  await signInAdministrator(page, product);
  const stranger = await (await openBrowser()).newPage();
  await startSession(stranger, product);
  const response = await stranger.goto('/admin');
  expect(response?.status()).toBe(404);
  await stranger.goto('/organization/settings');
  await expect(stranger.getByRole('link', { name: 'Members' })).toBeVisible();
  await expect(stranger.getByRole('link', { name: 'Installation' })).toHaveCount(0);
});

test('everything is paused and resumed, with a banner in between, and organizations are listed by their size alone', async ({
  page,
  product,
  javaScriptEnabled,
}) => {
  await signInAdministrator(page, product);
  await page.goto('/organization/settings');
  await page.getByRole('link', { name: 'Installation' }).click();
  await page.waitForURL('/admin');
  await expect(page.getByRole('heading', { name: 'Everything is running' })).toBeVisible();
  await expect(page.getByRole('main')).toContainText('RETENTION_DAYS');
  if (javaScriptEnabled) expect(await findViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Pause everything' }).click();
  await expect(page.getByRole('heading', { name: 'Everything is paused' })).toBeVisible();
  await page.goto('/organization/settings');
  await expect(page.getByRole('main')).toContainText('An administrator paused it');
  await page.goto('/admin');
  await page.getByRole('button', { name: 'Resume' }).click();
  await expect(page.getByRole('heading', { name: 'Everything is running' })).toBeVisible();

  await page.goto('/admin?view=organizations');
  const table = page.getByRole('table', { name: 'Organizations' });
  await expect(table.getByRole('row')).not.toHaveCount(1);
  await expect(table.getByRole('columnheader')).toHaveText([
    'Name',
    'Members',
    'Integrations',
    'Quota',
    'Created',
  ]);
  if (javaScriptEnabled) expect(await findViolations(page)).toEqual([]);
});

test('an account is found, verified, mailed a link, and given the office', async ({
  page,
  product,
  openBrowser,
  javaScriptEnabled,
}) => {
  const own = await signInAdministrator(page, product);
  const { email: other } = await startSession(await (await openBrowser()).newPage(), product);
  run(product, 'update users set email_verified_at = null where email = ?', other);
  await page.goto('/admin?view=users');
  await page.getByLabel('Email or name').fill(other);
  await page.getByRole('main').getByRole('button', { name: 'Search' }).click();
  const row = page.getByRole('table', { name: 'Users' }).getByRole('row').filter({ hasText: other });
  await expect(row).toContainText('Not verified');
  if (javaScriptEnabled) expect(await findViolations(page)).toEqual([]);
  await page.getByRole('button', { name: `Verify: ${other}` }).click();
  await expect(row).not.toContainText('Not verified');
  await page.getByRole('button', { name: `Email reset link: ${other}` }).click();
  await expect.poll(() => product.findMailedLink(other)).toContain('/reset-password?token=');
  await page.getByRole('button', { name: `End sessions: ${other}` }).press('Enter');
  await expect(row).toContainText('Not signed in');
  makeLoginsOld(product);
  // The toast lies over the buttons for a while where the list is short.
  await page.getByRole('link', { name: `Make administrator: ${other}` }).press('Enter');
  await expect(page.getByRole('dialog', { name: 'New administrator' })).toContainText(other);
  if (javaScriptEnabled) expect(await findViolations(page)).toEqual([]);
  await page.getByRole('link', { name: 'Cancel' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(row).not.toContainText('Administrator');
  await page.getByRole('link', { name: `Make administrator: ${other}` }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'New administrator' });
  await prove(dialog, 'Make administrator', 'Another-horse-7');
  await expect(dialog).toContainText('Current password is incorrect.');
  await expect(row).not.toContainText('Administrator');
  await prove(dialog, 'Make administrator');
  await expect(row).toContainText('Administrator');
  // The search stays, so that the same account is at hand.
  await expect(page.getByLabel('Email or name')).toHaveValue(other);
  await page.goto(`/admin?view=users&search=${encodeURIComponent(own)}`);
  await page.getByRole('link', { name: `Remove administrator: ${own}` }).press('Enter');
  await prove(page.getByRole('dialog', { name: 'Remove administrator' }), 'Remove');
  await page.waitForURL('/');
  expect((await page.goto('/admin'))?.status()).toBe(404);
});

test('a second factor is removed once the administrator has confirmed it, by a password when the log-in became old', async ({
  page,
  product,
  openBrowser,
}) => {
  await signInAdministrator(page, product);
  const { email } = await startSession(await (await openBrowser()).newPage(), product);
  run(
    product,
    `insert into two_factor (user_id, secret, last_step, created_at) select id, 'sealed', 0, 1 from users where email = ?`,
    email,
  );
  await page.goto(`/admin?view=users&search=${encodeURIComponent(email)}`);
  const row = page.getByRole('table', { name: 'Users' }).getByRole('row').filter({ hasText: email });
  await page.getByRole('link', { name: `Remove two-factor: ${email}` }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Remove two-factor authentication' });
  await expect(dialog).toContainText('their recovery codes stop working');
  await expect(row).toContainText('Two-factor');
  await expect(dialog).toContainText('You have just confirmed that it is you.');
  makeLoginsOld(product);
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await prove(dialog, 'Remove');
  await expect(page.getByText('Second factor removed').first()).toBeVisible();
  await expect(row).not.toContainText('Two-factor');
  await expect(page.getByLabel('Email or name')).toHaveValue(email);
});

test('the search for accounts keeps the focus', async ({ page, product, javaScriptEnabled }) => {
  test.skip(!javaScriptEnabled, 'Without script each search is a page of its own.');
  const own = await signInAdministrator(page, product);
  await page.goto('/admin?view=users');
  const search = page.getByLabel('Email or name');
  await search.fill(own);
  await search.press('Enter');
  await page.waitForURL(/search=/);
  await expect(search).toBeFocused();
  await search.fill('nobody');
  await search.blur();
  await page.goBack();
  await expect(search).toHaveValue('');
});
