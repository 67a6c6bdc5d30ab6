// The dialogs of a person's own account, with and without script.
import type { Page } from '@playwright/test';
import { holdRequests, openAccountMenu, signIn, test, waitForCode, expect } from './fixtures';

async function openProfile(page: Page): Promise<void> {
  await openAccountMenu(page);
  await page.getByRole('link', { name: 'Edit Profile' }).click();
  await expect(page.getByRole('heading', { name: 'Edit Profile' })).toBeVisible();
}

test('a name is saved while one leaves the field', async ({ page, product, javaScriptEnabled }) => {
  test.skip(!javaScriptEnabled, 'Without script no field is checked as one leaves it.');
  await signIn(page, product);
  await openProfile(page);
  const field = page.getByLabel('First name');
  await field.fill('Augusta');
  const release = await holdRequests(page, /\.data/, 'POST');
  await field.press('Enter');
  await expect(page.getByRole('button', { name: 'Saving...' })).toBeVisible();
  await field.press('Tab');
  release();
  await expect(page.getByText('Your profile has been updated successfully.')).toBeVisible();
});

test('the name is changed over the screen one is on', async ({ page, product }) => {
  const { email } = await signIn(page, product);
  await openProfile(page);
  await expect(page).toHaveURL('/?dialog=profile');
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await expect(page.getByLabel('Email')).toHaveAttribute('readonly', '');
  await page.getByLabel('First name').fill('G');
  await page.getByLabel('Last name').fill('H');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('First name must be at least 2 characters')).toBeVisible();
  await expect(page.getByText('Last name must be at least 2 characters')).toBeVisible();
  await expect(page.getByLabel('First name')).toHaveValue('G');
  await page.getByLabel('First name').fill('Grace');
  await page.getByLabel('Last name').fill('Hopper');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Your profile has been updated successfully.')).toBeVisible();
  await expect(page).toHaveURL('/');
  await openAccountMenu(page);
  await expect(page.getByRole('banner').getByText('Grace Hopper').last()).toBeVisible();
});

test(
  'the password is changed by who knows it, which ends the other sessions',
  { tag: '@html' },
  async ({ page, product, openBrowser }) => {
    const { email, password } = await signIn(page, product);
    const elsewhere = await openBrowser();
    await elsewhere.addCookies(await page.context().cookies());
    await openProfile(page);
    await page.getByRole('link', { name: 'Password', exact: true }).click();
    const fill = async (current: string, next: string, confirmation = next) => {
      await page.getByLabel(/^Current password/).fill(current);
      await page.getByLabel(/^New password/).fill(next);
      await page.getByLabel(/^Confirm password/).fill(confirmation);
      await page.getByRole('button', { name: 'Update password' }).click();
    };
    for (const [next, confirmation, message] of [
      ['Short-1', 'Short-1', 'Password must be at least 8 characters'],
      ['difference-engine-1', 'difference-engine-1', 'Password must contain at least one uppercase letter'],
      ['DIFFERENCE-ENGINE-1', 'DIFFERENCE-ENGINE-1', 'Password must contain at least one lowercase letter'],
      ['Difference-Engine', 'Difference-Engine', 'Password must contain at least one number'],
      ['DifferenceEngine1', 'DifferenceEngine1', 'Password must contain at least one special character'],
      ['Difference-Engine-1', 'Difference-Engine-2', "Passwords don't match"],
    ] as const) {
      await fill(password, next, confirmation);
      await expect(page.getByText(message)).toBeVisible();
    }
    await fill('Not-my-password-1', 'Difference-Engine-1');
    await expect(page.getByText('Current password is incorrect.')).toBeVisible();
    await expect(page.getByLabel(/^Current password/)).toHaveAccessibleDescription(
      /Current password is incorrect/,
    );
    await fill(password, 'Difference-Engine-1');
    await expect(page.getByText('Your password has been changed successfully.')).toBeVisible();
    await page.goto('/integration');
    expect(new URL(page.url()).pathname).toBe('/integration');

    const other = await elsewhere.newPage();
    await other.goto('/integration');
    expect(new URL(other.url()).pathname).toBe('/session-expired');
    await expect(other.getByText('Your session has expired. Please login again.').first()).toBeVisible();
    await other.getByRole('button', { name: 'Go to Login' }).click();
    await other.waitForURL('/login?returnTo=%2Fintegration');
    await other.getByLabel('Email').fill(email);
    await other.getByLabel(/^Password/).fill('Difference-Engine-1');
    await other.getByRole('button', { name: 'Log in' }).click();
    await other.waitForURL('/integration');
  },
);

test('sessions are listed, and ended one by one or all others at once', async ({
  page,
  product,
  browser,
}) => {
  const { email, password } = await signIn(page, product);
  const logInElsewhere = async () => {
    const context = await browser.newContext({ baseURL: product.url });
    const headers = { Origin: product.url };
    await context.request.post('/auth/login/user', { headers, data: { email, password } });
    const isSignedIn = async () => (await context.request.get('/api/users/me')).ok();
    return { isSignedIn, close: () => context.close() };
  };
  const [first, second, third] = [await logInElsewhere(), await logInElsewhere(), await logInElsewhere()];
  await page.goto('/');
  await openProfile(page);
  await page.getByRole('link', { name: 'Your sessions' }).click();
  await expect(page.getByText('This device')).toHaveCount(1);
  await expect(page.getByText(/^Last seen/)).toHaveCount(4);
  const end = page.getByRole('button', { name: 'End session' }).first();
  // Several are of one kind of device.
  await expect(end).toHaveAccessibleDescription(/^Last seen .+ · [\d.]+$/);
  await end.click();
  await expect(page.getByText(/^Last seen/)).toHaveCount(3);
  const left = await Promise.all([first, second, third].map((each) => each.isSignedIn()));
  expect(left.filter(Boolean)).toHaveLength(2);
  await page.getByRole('button', { name: 'End all other sessions' }).click();
  await expect(page.getByText(/^Last seen/)).toHaveCount(1);
  await expect(page.getByText('This device')).toBeVisible();
  for (const each of [first, second, third]) {
    expect(await each.isSignedIn()).toBe(false);
    await each.close();
  }
});

test('a logout reaches the other tabs', async ({ page, product, javaScriptEnabled }) => {
  test.skip(!javaScriptEnabled, 'Tabs follow each other by script; without it the next click does.');
  const { email } = await signIn(page, product);
  const other = await page.context().newPage();
  await other.goto('/integration');
  const stored = await other.evaluate(() => [
    localStorage.getItem('session_token'),
    localStorage.getItem('selectedOrgMembership'),
  ]);
  expect(JSON.parse(stored[0] ?? '')).toMatchObject({ email, emailVerified: true });
  expect(JSON.parse(stored[1] ?? '')).toMatchObject({ role: 'OWNER' });
  await openAccountMenu(page);
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.waitForURL('/login');
  await expect(page.getByText('You have been logged out successfully.')).toBeVisible();
  await other.waitForURL('/login');
  await expect.poll(() => other.evaluate(() => localStorage.length)).toBe(0);
});

test('a lost network keeps the dialog and what was typed', async ({ page, product, javaScriptEnabled }) => {
  test.skip(!javaScriptEnabled, 'Without script the browser itself says so.');
  await signIn(page, product);
  await openProfile(page);
  await page.getByLabel('First name').fill('Grace');
  await waitForCode(page, 'routes/profile');
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(
    page.getByText('Unable to connect to server. Please check your connection.').first(),
  ).toBeVisible();
  await expect(page.getByLabel('First name')).toHaveValue('Grace');
});
