// What signing up and in says when something is not right, with and without script.
import { openAccountMenu, signInByScreens, startSession, test, expect } from './fixtures';

test('sign-up says what is wrong with each field and keeps what was typed', async ({
  page,
  javaScriptEnabled,
}) => {
  await page.goto('/signup');
  await page.getByLabel('First name').fill('A');
  await page.getByLabel('Email').fill('not-an-address');
  await page.getByLabel(/^Password/).fill('short');
  await page.getByLabel(/^Confirm password/).fill('different');
  // With script an error stands there as soon as one leaves the field.
  if (javaScriptEnabled) await expect(page.getByText('Please enter a valid email address')).toBeVisible();
  await page.getByRole('button', { name: 'Create account' }).click();
  for (const text of [
    'First name must be at least 2 characters',
    'Last name must be at least 2 characters',
    'Please enter a valid email address',
    'Password must be at least 8 characters',
    "Passwords don't match",
  ]) {
    await expect(page.getByText(text)).toBeVisible();
  }
  await expect(page.getByLabel('First name')).toHaveValue('A');
  await expect(page.getByLabel('Email')).toHaveValue('not-an-address');
});

test('a wrong password and an unknown address get the same words', async ({
  page,
  product,
  javaScriptEnabled,
}) => {
  const { email } = await startSession(page, product);
  await page.context().clearCookies();
  for (const address of [email, 'nobody@example.com']) {
    await page.goto('/login');
    await page.getByLabel('Email').fill(address);
    if (javaScriptEnabled) {
      await page.getByLabel('Email').press('Tab');
      await expect(page.getByLabel(/^Password/)).toBeFocused();
    }
    await page.getByLabel(/^Password/).fill('Wrong-horse-7');
    await page.getByRole('button', { name: 'Log in' }).click();
    await expect(page.getByText('Invalid email or password.').first()).toBeVisible();
    await expect(page.getByLabel('Email')).toHaveValue(address);
    await expect(page.getByLabel(/^Password/)).toHaveValue(javaScriptEnabled ? 'Wrong-horse-7' : '');
  }
});

test('the owner of an unverified account reads so and can ask for another link', async ({
  page,
  product,
}) => {
  const email = `unverified-${test.info().project.name.replace(' ', '-')}@example.com`;
  const password = 'Correct-horse-7';
  await page.request.post('/auth/register/user', {
    headers: { Origin: product.url },
    data: { email, password, firstName: 'Un', lastName: 'Verified', organizationName: 'Unverified' },
  });
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel(/^Password/).fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
  const panel = page.getByRole('region', { name: 'Resend verification email' });
  await expect(panel.getByLabel('Email')).toHaveValue(email);
  await panel.getByRole('button').click();
  await expect(panel.getByText(/successfully/)).toBeVisible();
  await page.goto('/');
  await expect(page.getByRole('link', { name: 'Sign up' })).toBeVisible();
});

test(
  'guests are sent to the login, and a logout says goodbye',
  { tag: '@html' },
  async ({ page, product }) => {
    for (const path of ['/integration', '/integration/some-id', '/integration/some-id/logs']) {
      await page.goto(path);
      expect(new URL(page.url()).pathname).toBe('/login');
    }
    await signInByScreens(page, product, false);
    await expect(page.getByText('Welcome back!')).toBeVisible();
    await openAccountMenu(page);
    await page.getByRole('button', { name: 'Logout' }).click();
    await page.waitForURL('/login');
    await expect(page.getByText('You have been logged out successfully.')).toBeVisible();
    await page.goto('/integration');
    expect(new URL(page.url()).pathname).toBe('/login');
  },
);
