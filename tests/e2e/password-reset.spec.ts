// Forgetting a password and choosing a new one, with and without script.
import type { Page } from '@playwright/test';
import { holdRequests, type Product, startSession, test, expect, waitForModule } from './fixtures';

const newPassword = 'Jacquard-Loom-1804';

/** Asks for a reset link on the screen and answers the link that was mailed. */
async function requestLink(page: Page, product: Product, email: string): Promise<string> {
  await page.goto('/forgot-password');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send Reset Link' }).click();
  await expect(page.getByText('Success', { exact: true })).toBeVisible();
  const findLink = () => product.findMailedLink(email) ?? '';
  await expect.poll(findLink).toContain('/reset-password?token=');
  return findLink();
}

test('a forgotten password is replaced by way of a mailed link, once', async ({ page, product }) => {
  const { email } = await startSession(page, product);
  await page.context().clearCookies();
  await page.goto('/login');
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await page.waitForURL('/forgot-password');
  const link = await requestLink(page, product, email);

  await page.goto(link);
  await page.getByLabel(/^New password/).fill('short');
  await page.getByLabel(/^Confirm password/).fill('different');
  await page.getByRole('button', { name: 'Reset Password' }).click();
  await expect(page.getByText('Password must be at least 8 characters')).toBeVisible();
  await expect(page.getByText("Passwords don't match")).toBeVisible();
  await page.getByLabel(/^New password/).fill(newPassword);
  await page.getByLabel(/^Confirm password/).fill(newPassword);
  await page.getByRole('button', { name: 'Reset Password' }).click();
  await expect(page.getByText('Your password has been reset successfully.')).toBeVisible();
  await expect(page.locator('[name=newPassword]')).toBeDisabled();
  await expect(page.locator('[name=confirmPassword]')).toBeDisabled();
  await page.getByRole('link', { name: 'Go to Login' }).click();
  await page.waitForURL('/login');

  await page.getByLabel('Email').fill(email);
  await page.getByLabel(/^Password/).fill(newPassword);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.waitForURL('/');
  await page.context().clearCookies();
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Invalid Link' })).toBeVisible();
  await expect(page.getByText('invalid or was already used')).toBeVisible();
  await page.getByRole('link', { name: 'Request a new link' }).click();
  await page.waitForURL('/forgot-password');
});

test(
  'a user whom others locked out gets in by a reset, which offers to end API tokens',
  { tag: '@html' },
  async ({ page, product }) => {
    const { email, password } = await startSession(page, product);
    const headers = { Origin: product.url };
    const read = async (path: string) => (await page.request.get(path)).json();
    const { id } = await read('/api/users/me');
    const [{ organizationId }] = await read(`/api/organization-memberships/${id}`);
    const tokens = `/api/organizations/${organizationId}/api-tokens`;
    for (const name of ['Deployment', 'Reports']) {
      await page.request.post(tokens, { data: { name, role: 'OWNER', currentPassword: password }, headers });
    }
    await page.context().clearCookies();
    const logIn = async (typed: string) =>
      (await page.request.post('/auth/login/user', { data: { email, password: typed }, headers })).status();
    for (let count = 0; count < 5; count++) expect(await logIn('wrong')).toBe(401);
    expect(await logIn(password)).toBe(429);

    await page.goto(await requestLink(page, product, email));
    await expect(
      page.getByText('Reports (analytical engines), Deployment (analytical engines)'),
    ).toBeVisible();
    await page.getByLabel('Also end the 2 API tokens you made').check();
    await page.getByLabel(/^New password/).fill(newPassword);
    await page.getByLabel(/^Confirm password/).fill(newPassword);
    await page.getByRole('button', { name: 'Reset Password' }).click();
    await expect(page.getByText('Your password has been reset successfully.')).toBeVisible();
    expect((await page.context().cookies()).map(({ name }) => name)).toContain('known_device');
    expect(await logIn(newPassword)).toBe(200);
    expect(await read(tokens)).toEqual([]);
  },
);

test(
  'known and unknown addresses get the same words; a wrong one is named',
  { tag: '@html' },
  async ({ page, product }) => {
    await page.goto('/forgot-password');
    await page.getByLabel('Email').fill('nobody');
    await page.getByRole('button', { name: 'Send Reset Link' }).click();
    await expect(page.getByText('Invalid email address.')).toBeVisible();
    await page.getByLabel('Email').fill(`nobody-${test.info().project.name.replace(' ', '-')}@example.com`);
    await page.getByRole('button', { name: 'Send Reset Link' }).click();
    await expect(page.getByText('If this address has an account')).toBeVisible();
    expect(product.findMailedLink('nobody@example.com')).toBeUndefined();
    await page.getByRole('link', { name: 'Back to Login' }).click();
    await page.waitForURL('/login');
  },
);

test('@script a check that loads late finds no fault with a password that was accepted', async ({
  page,
  product,
}) => {
  const { email } = await startSession(page, product);
  await page.context().clearCookies();
  const link = await requestLink(page, product, email);
  const release = await holdRequests(page, /\/assets\/schemas-/);
  await page.goto(link);
  await page.getByLabel(/^New password/).fill(newPassword);
  await page.getByLabel(/^Confirm password/).fill(newPassword);
  await page.getByRole('button', { name: 'Reset Password' }).click();
  await expect(page.getByText('Your password has been reset successfully.')).toBeVisible();
  release();
  await waitForModule(page, 'schemas');
  await expect(page.getByText('Password must be at least 8 characters')).toHaveCount(0);
});

test('who is signed in, or has no link, is led on', { tag: '@html' }, async ({ page, product }) => {
  await page.goto('/reset-password');
  await page.waitForURL('/forgot-password');
  await startSession(page, product);
  for (const path of ['/forgot-password', '/reset-password?token=x', '/login', '/signup']) {
    await page.goto(path);
    await page.waitForURL('/');
  }
});

test('a lost network says so and keeps what was typed', async ({ page, javaScriptEnabled }) => {
  test.skip(!javaScriptEnabled, 'Without script the browser itself says so.');
  for (const [path, button] of [
    ['/login', 'Log in'],
    ['/forgot-password', 'Send Reset Link'],
    ['/resend-email-verification', 'Send verification email'],
  ] as const) {
    await page.goto(path);
    await page.getByLabel('Email').fill('ada@example.com');
    if (path === '/login') await page.getByLabel(/^Password/).fill('Difference-Engine-1');
    await page.context().setOffline(true);
    await page.getByRole('button', { name: button }).click();
    await expect(page.getByText('Unable to connect to server. Please check your connection.')).toBeVisible();
    await expect(page.getByLabel('Email')).toHaveValue('ada@example.com');
    await page.context().setOffline(false);
  }
});
