// Fields are checked in the browser as one leaves them: nothing is sent for it, and no press is lost to it.
import type { Page } from '@playwright/test';
import { delayRequests, startSession, test, expect } from './fixtures';

test.skip(
  ({ javaScriptEnabled }) => !javaScriptEnabled,
  'Without script no field is checked as one leaves it.',
);

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

/** The addresses that forms are sent to from now on. */
function listSent(page: Page): string[] {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(new URL(request.url()).pathname);
  });
  return sent;
}

/** Presses slowly: the page has time to change between the two ends of the press. */
async function pressSlowly(page: Page, name: string): Promise<void> {
  const box = await page.getByRole('dialog').getByText(name, { exact: true }).boundingBox();
  if (!box) throw new Error(`There is no ${name}.`);
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.evaluate(() => new Promise((resolve) => void requestIdleCallback(resolve)));
  await page.mouse.up();
}

async function fill(page: Page, values: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(values)) {
    await page.getByLabel(new RegExp(`^${label}`)).fill(value);
  }
}

test('a press in the password dialog lands, however slow the network is', async ({ page, product }) => {
  const { password } = await startSession(page, product);
  await page.goto('/?dialog=password');
  await delayRequests(page);
  const sent = listSent(page);
  const next = { 'New password': 'Difference-Engine-1', 'Confirm password': 'Difference-Engine-1' };
  await fill(page, { 'Current password': 'Not-my-password-1', ...next });
  await pressSlowly(page, 'Update password');
  await expect(page.getByText('Current password is incorrect.')).toBeVisible();
  await fill(page, { 'Current password': password, ...next });
  await pressSlowly(page, 'Update password');
  await expect(page.getByText('Your password has been changed successfully.')).toBeVisible();
  expect(sent).toEqual(['/profile.data', '/profile.data']);
});

test('a press on a link lands though the field that is left for it is wrong', async ({ page, product }) => {
  await startSession(page, product);
  await page.goto('/?dialog=profile');
  await page.getByLabel('Last name').fill('');
  await page.getByLabel('First name').fill('');
  await expect(page.getByText('Last name must be at least 2 characters')).toBeVisible();
  await pressSlowly(page, 'Cancel');
  await expect(page).toHaveURL('/');
});

test('a press that begins in a dialog and ends outside leaves it open', async ({ page, product }) => {
  await startSession(page, product);
  await page.goto('/?dialog=profile');
  const box = await page.getByLabel('First name').boundingBox();
  await page.mouse.move((box?.x ?? 0) + 5, (box?.y ?? 0) + 5);
  await page.mouse.down();
  await page.mouse.move(5, 5);
  await page.mouse.up();
  await page.getByLabel('First name').fill('Grace');
  await page.mouse.click(5, 5);
  await expect(page).toHaveURL('/');
});

test('in the billing forms an error goes with its cause, and a banner with the save', async ({
  page,
  product,
}) => {
  await startSession(page, product);
  await page.goto('/?dialog=billing-company');
  await delayRequests(page);
  const sent = listSent(page);
  await fill(page, { 'Company name': 'Analytical Engines', 'Tax ID': '1', Address: '12 St James Square' });
  const wrong = page.getByText('Tax ID must be at least 5 characters');
  await expect(wrong).toBeVisible();
  await page.getByLabel('Tax ID').pressSequentially('2345');
  await expect(wrong).toHaveCount(0);
  await fill(page, { 'Postal code': 'SW1Y 4JH', City: 'London', Country: 'United Kingdom' });
  expect(sent).toEqual([]);
  const save = page.getByRole('button', { name: 'Save company details' });
  await page.route('**/billing.data', (route) => route.abort());
  await save.click();
  const banner = page.getByText('Network error. Please check your connection and try again.');
  await expect(banner).toBeVisible();
  await page.unroute('**/billing.data');
  await save.click();
  await expect(page.getByText('Company details updated successfully')).toBeVisible();
  await expect(banner).toHaveCount(0);
  await expect(page.locator('[aria-invalid]')).toHaveCount(0);
});

test('what a form lacks is named before anything is sent', async ({ page, product }) => {
  await startSession(page, product);
  await page.goto('/?dialog=password');
  const sent = listSent(page);
  // A button that needs script: the dialog's comes behind the page's.
  await expect(page.getByRole('button', { name: 'Show new password' })).toBeVisible();
  await page.getByLabel(/^New password/).fill('short');
  await page.getByLabel(/^Confirm password/).fill('Short');
  await expect(page.getByText('Password must be at least 8 characters')).toBeVisible();
  await page.getByRole('button', { name: 'Update password' }).click();
  await expect(page.getByText('Current password is required')).toBeVisible();
  await expect(page.getByText("Passwords don't match")).toBeVisible();
  expect(sent).toEqual([]);
});

test('without the script of the checks the server checks what is sent', async ({ page, product }) => {
  await startSession(page, product);
  await page.route(/\/assets\/schemas-/, (route) => route.abort());
  await page.goto('/?dialog=profile');
  await page.getByLabel('First name').fill('A');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('First name must be at least 2 characters')).toBeVisible();
  await expect(page.getByLabel('First name')).toHaveValue('A');
});
