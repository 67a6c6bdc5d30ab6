// Another email for an account, and the way back, with and without script.
import { randomUUID } from 'node:crypto';
import { expect, signIn, test } from './fixtures';

test('another email takes the password, and its former address can take it back', async ({
  page,
  product,
  javaScriptEnabled,
}) => {
  const { email, password } = await signIn(page, product);
  const next = `augusta-${randomUUID()}@example.com`;
  await page.goto('/?dialog=profile');
  await page.getByRole('link', { name: 'Change email' }).click();
  await expect(page).toHaveURL('/profile/email');
  await page.getByLabel('New email').fill(next);
  await page.getByLabel(/^Current password/).fill('Not-my-password-1');
  await page.getByRole('button', { name: 'Change email' }).click();
  await expect(page.getByText('Current password is incorrect.')).toBeVisible();
  await expect(page.getByLabel('New email')).toHaveValue(next);
  await page.getByLabel(/^Current password/).fill(password);
  await page.getByRole('button', { name: 'Change email' }).click();
  await expect(page.getByText('A link was mailed to the new address.', { exact: false })).toBeVisible();
  // What is under way is named, and what was typed is gone: pressed once more, it would mail another link.
  await expect(page.getByText(`Waiting for ${next}`)).toBeVisible();
  await expect(page.getByLabel('New email')).toHaveValue('');
  await expect(page.getByLabel(/^Current password/)).toHaveValue('');
  await expect.poll(() => product.findMailedLink(next)).toContain('/verify-email');
  const former = new URL(product.findMailedLink(next) ?? '').searchParams.get('token');

  await page.getByRole('button', { name: 'Withdraw the change' }).click();
  await expect(page.getByText('Change withdrawn')).toBeVisible();
  await expect(page.getByText('Waiting for', { exact: false })).toHaveCount(0);
  const confirm = (token: string | null) =>
    page.request.post('/auth/verify-email', { data: { token }, headers: { Origin: product.url } });
  expect((await confirm(former)).ok()).toBe(false);
  await page.getByLabel('New email').fill(next);
  await page.getByLabel(/^Current password/).fill(password);
  await page.getByRole('button', { name: 'Change email' }).click();
  await expect(page.getByText(`Waiting for ${next}`)).toBeVisible();

  const findToken = () => new URL(product.findMailedLink(next) ?? '').searchParams.get('token');
  await expect.poll(findToken).not.toBe(former);
  await page.goto(product.findMailedLink(next) ?? '');
  if (!javaScriptEnabled) await page.getByRole('button', { name: 'Verify email' }).click();
  await expect(page.getByText(`You can now log in with ${next}.`, { exact: false })).toBeVisible();
  // This browser confirmed it, and stays signed in.
  await expect(page.getByRole('link', { name: 'Go to Home' })).toHaveAttribute('href', '/');
  await page.goto('/profile/email');
  await expect(page.getByText(`You log in with ${next}.`, { exact: false })).toBeVisible();
  await expect(page.getByText('Waiting for', { exact: false })).toHaveCount(0);

  await expect.poll(() => product.findMailedLink(email)).toContain('/restore-email');
  const restoring = product.findMailedLink(email) ?? '';
  await page.goto(restoring);
  await page.getByRole('button', { name: 'Take it back' }).click();
  await expect(page.getByRole('heading', { name: 'Your account is back' })).toBeVisible();
  await page.goto(restoring);
  await expect(
    page.getByText('If you used it, your account has this email address again', { exact: false }),
  ).toBeVisible();
  await expect(page.getByRole('link', { name: 'Reset password' })).toHaveAttribute(
    'href',
    '/forgot-password',
  );
  await expect.poll(() => product.findMailedLink(email)).toContain('/reset-password');
  await page.goto('/profile/email');
  await expect(page).toHaveURL(/session-expired/);
});

test(
  'a user who has a password alone reads so where they would confirm otherwise',
  { tag: '@html' },
  async ({ page, product }) => {
    await signIn(page, product);
    await page.goto('/profile/proof?returnTo=/profile/email');
    await expect(
      page.getByText('Type your current password into the form that asks for it', { exact: false }),
    ).toBeVisible();
    await page.getByRole('link', { name: 'Back to the form' }).click();
    await expect(page).toHaveURL('/profile/email');
  },
);
