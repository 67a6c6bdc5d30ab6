// What each screen says when the server fails or cannot be reached, in the words of its own intent.
import type { Page } from '@playwright/test';
import { openAccountMenu, signIn, startSession, test, waitForCode, expect } from './fixtures';
import { createIntegration, prepareIntegrations } from './prepared';

test.skip(
  ({ javaScriptEnabled }) => !javaScriptEnabled,
  'Without script the browser shows what it was answered.',
);

const lost = 'Unable to connect to server. Please check your connection.';
const failed = 'Server error. Please try again.';

/** From now on a proxy answers in the server's place. */
async function failPosts(page: Page): Promise<void> {
  await page.route('**/*', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' })
      : route.fallback(),
  );
}

async function type(page: Page, values: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(values)) {
    await page.getByLabel(new RegExp(`^${label}`)).fill(value);
  }
}

async function expectToast(page: Page, title: string, description: string): Promise<void> {
  const toast = page.getByRole('region', { name: 'Notifications' }).getByRole('alert').first();
  await expect(toast.locator('p')).toHaveText([title, description]);
}

const authentication = 'Authentication failed. Please try again.';
const password = 'Correct-horse-7';

const guests: { path: string; typed: Record<string, string>; press: string; title: string }[] = [
  {
    path: '/login',
    typed: { Email: 'ada@example.com', Password: password },
    press: 'Log in',
    title: 'Login failed',
  },
  {
    path: '/signup',
    typed: {
      'First name': 'Ada',
      'Last name': 'Lovelace',
      Email: 'ada@example.com',
      'Organization name': 'Engines',
      Password: password,
      'Confirm password': password,
    },
    press: 'Create account',
    title: 'Registration failed',
  },
];

for (const { path, typed, press, title } of guests) {
  test(`${path} without a response: ${title}`, async ({ page }) => {
    await page.goto(path);
    await type(page, typed);
    await page.context().setOffline(true);
    await page.getByRole('button', { name: press }).click();
    await expectToast(page, title, lost);
    await page.context().setOffline(false);
    await failPosts(page);
    await page.getByRole('button', { name: press }).click();
    await expectToast(page, title, authentication);
  });
}

test('a forgotten password without a response stays in the form', async ({ page }) => {
  await page.goto('/forgot-password');
  await type(page, { Email: 'ada@example.com' });
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Send Reset Link' }).click();
  const alert = page.getByRole('main').getByRole('alert');
  await expect(alert.locator('p')).toHaveText('Error');
  await expect(alert).toContainText(lost);
  await page.context().setOffline(false);
  await failPosts(page);
  await page.getByRole('button', { name: 'Send Reset Link' }).click();
  await expect(alert).toContainText('Failed to send password reset email');
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Send Reset Link' }).click();
  await expect(page.getByText('Success', { exact: true })).toBeVisible();
  await expect(alert).toHaveCount(0);
});

test('a verification without a response is shown as failed, and can be tried again', async ({ page }) => {
  await failPosts(page);
  await page.goto('/verify-email?token=any');
  await expect(page.getByRole('heading', { name: 'Email Verification Failed' })).toBeVisible();
  await expect(page.getByText('Email verification failed. Please try again.')).toBeVisible();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('This verification link is invalid or was already used.')).toBeVisible();
});

test('the two halves of the profile fail in their own words', async ({ page, product }) => {
  const { password: current } = await startSession(page, product);
  await page.goto('/?dialog=password');
  await waitForCode(page, 'routes/profile');
  await type(page, {
    'Current password': current,
    'New password': 'Difference-Engine-1',
    'Confirm password': 'Difference-Engine-1',
  });
  await failPosts(page);
  await page.getByRole('button', { name: 'Update password' }).click();
  await expectToast(page, 'Error', 'Failed to update password. Please try again.');
  await page.getByRole('link', { name: 'Profile', exact: true }).click();
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expectToast(page, 'Error', 'Failed to update profile. Please try again.');
});

test('invitation, removal and role fail in their own words', async ({ page, product }) => {
  const { member } = await prepareIntegrations(page, product);
  await page.goto('/organization/settings/members');
  await failPosts(page);
  await page.getByRole('textbox', { name: 'Email' }).fill('new@example.com');
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  await expectToast(page, 'Failed to invite member', failed);
  await page.getByRole('button', { name: /^Change role of Jean/ }).click();
  await expectToast(page, 'Failed to update organization', failed);
  await page.goto(`/organization/settings/members?remove=${member}`);
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await expectToast(page, 'Failed to remove member', failed);
});

test('a form of the settings without a response says so once, and is not busy any more', async ({
  page,
  product,
}) => {
  await startSession(page, product);
  await page.goto('/organization/settings/values/new');
  await type(page, { Name: 'shop_id', Value: '7' });
  const reads: string[] = [];
  await page.route(/\.data(\?|$)/, (route) => {
    if (route.request().method() === 'GET') reads.push(route.request().url());
    return route.abort('connectionreset');
  });
  await page.getByRole('button', { name: 'Save Value' }).click();
  await expect(page.getByRole('alert').getByText('No response', { exact: true })).toBeVisible();
  await expect
    .poll(() => page.evaluate(() => Reflect.get(window, '__remixRouter').state.navigation.state))
    .toBe('idle');
  expect(reads).toEqual([]);
  await expect(page.getByLabel(/^Value/).first()).toHaveValue('7');
});

test('a logout without a response leaves the page as it is', async ({ page, product }) => {
  await signIn(page, product);
  const logOut = async () => {
    await openAccountMenu(page);
    await page.getByRole('button', { name: 'Logout' }).click();
  };
  await page.context().setOffline(true);
  await logOut();
  await expectToast(page, 'Logout failed', lost);
  await expect(page.getByRole('heading', { name: 'No integrations yet' })).toBeVisible();
  await page.context().setOffline(false);
  await failPosts(page);
  await logOut();
  await expectToast(page, 'Logout failed', 'You are still logged in. Please try again.');
  await expect(page).toHaveURL('/');
  await page.unrouteAll();
  await logOut();
  await page.waitForURL('/login');
  await expect(page.getByText('You have been logged out successfully.')).toBeVisible();
});

test('a logout asks before it loses what is typed', async ({ page, product }) => {
  await startSession(page, product);
  const call = { id: 'read', name: 'Read issue', url: 'https://api.example.com/issues' };
  const id = await createIntegration(page.request, product, { name: 'Open', apiCalls: [call] });
  await page.goto(`/integration/${id}`);
  await page.getByLabel('Call Name').fill('Typed');
  await expect(page).toHaveTitle(/^● Unsaved changes/);
  const questions: string[] = [];
  let isAgreed = false;
  page.on('dialog', (dialog) => {
    questions.push(`${dialog.type()}: ${dialog.message()}`);
    return isAgreed ? dialog.accept() : dialog.dismiss();
  });
  const logOut = async () => {
    await openAccountMenu(page);
    await page.getByRole('button', { name: 'Logout' }).click();
  };
  const question = 'confirm: Leave without saving? What you changed here will be lost.';
  await logOut();
  expect(questions).toEqual([question]);
  expect((await page.request.get('/api/users/me')).status()).toBe(200);
  isAgreed = true;
  await logOut();
  await page.waitForURL('/login');
  expect(questions).toEqual([question, question]);
});

test('a screen that cannot be loaded says why, in its frame, and can be tried again', async ({
  page,
  product,
}) => {
  await startSession(page, product);
  // The code of the screen is there, as after a first visit.
  await page.goto('/organization/settings');
  await page.getByRole('link', { name: 'Back to Dashboard' }).click();
  await page.waitForURL('/');
  const switcher = page.getByRole('banner').locator('summary').first();
  const organization = (await switcher.locator('[dir=auto]').textContent()) ?? '';
  const open = async () => {
    // The former screen has a menu of its own, which goes with it.
    await expect(page.getByRole('heading', { level: 1, name: 'Wicked Integrations' })).toBeVisible();
    await openAccountMenu(page);
    await page.getByRole('link', { name: 'Organization Settings' }).click();
    await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible();
    await expect(page.getByRole('banner').getByText('Ada Lovelace').first()).toBeVisible();
    await expect(page.getByRole('banner').getByText(organization)).toBeVisible();
  };
  await page.route(/\.data(\?|$)/, (route) => route.fulfill({ status: 502, body: 'Bad Gateway' }));
  await open();
  await expect(page.getByText(failed)).toBeVisible();
  // Its answer is awaited: the text stands there already, and the next press is to meet a screen that is at rest.
  const answered = page.waitForResponse((response) => response.status() === 502);
  await page.getByRole('link', { name: 'Try again' }).click();
  await answered;
  await expect(page.getByText(failed)).toBeVisible();
  await page.unrouteAll();
  await page.getByRole('link', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'Organization Settings' })).toBeVisible();

  await page.getByRole('link', { name: 'Back to Dashboard' }).click();
  await page.waitForURL('/');
  await page.context().setOffline(true);
  await open();
  await expect(page.getByText(lost)).toBeVisible();
});
