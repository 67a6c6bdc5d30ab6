// What people meet who come too late, to the wrong place, or while the server fails.
import Database from '../../app/db/core/sqlite.js';
import { type Product, test, expect } from './fixtures';

/** Does something to the product's file from outside of its process. */
function change<Value>({ file }: Product, work: (db: Database.Database) => Value): Value {
  const db = new Database(file);
  try {
    return work(db);
  } finally {
    db.close();
  }
}

async function signUp(
  request: import('@playwright/test').APIRequestContext,
  product: Product,
  email: string,
) {
  const answer = await request.post('/auth/register/user', {
    headers: { Origin: product.url },
    data: {
      email,
      password: 'Correct-horse-7',
      firstName: 'Ada',
      lastName: 'Lovelace',
      organizationName: 'Engines',
    },
  });
  expect(answer.ok()).toBe(true);
  await expect.poll(() => product.findMailedLink(email)).toBeDefined();
}

function ownAddress(name: string): string {
  return `${name}-${test.info().project.name.replace(' ', '-')}@example.com`;
}

const failures = [
  {
    path: '/login',
    typed: { Email: 'ada@example.com', Password: 'Correct-horse-7' },
    press: 'Log in',
    text: 'Authentication failed. Please try again.',
  },
  {
    path: '/forgot-password',
    typed: { Email: 'ada@example.com' },
    press: 'Send Reset Link',
    text: 'Failed to send password reset email',
  },
  {
    path: '/resend-email-verification',
    typed: { Email: 'ada@example.com' },
    press: 'Send verification email',
    text: 'Failed to send verification email. Please try again.',
  },
  {
    path: '/',
    typed: { Email: 'ada@example.com' },
    press: 'Get early access',
    text: 'Failed to submit early access form.',
  },
  {
    path: '/verify-email?token=any',
    typed: {},
    press: undefined,
    text: 'Email verification failed. Please try again.',
  },
];

for (const { path, typed, press, text } of failures) {
  test(`${path} says so when the server fails, and keeps what was typed`, async ({
    page,
    javaScriptEnabled,
  }) => {
    test.skip(
      !javaScriptEnabled,
      'Without script the browser shows what it was answered; Back keeps the form.',
    );
    await page.route('**/*', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' })
        : route.continue(),
    );
    await page.goto(path);
    for (const [label, value] of Object.entries(typed))
      await page.getByLabel(new RegExp(`^${label}`)).fill(value);
    if (press) await page.getByRole('button', { name: press }).click();
    await expect(page.getByText(text)).toBeVisible();
    for (const [label, value] of Object.entries(typed)) {
      await expect(page.getByLabel(new RegExp(`^${label}`))).toHaveValue(value);
    }
  });
}

test('links that are too old say so, and lead to new ones', { tag: '@html' }, async ({ page, product }) => {
  const email = ownAddress('late');
  await signUp(page.request, product, email);
  const verification = product.findMailedLink(email) ?? '';
  await page.request.post('/auth/forgot-password', { headers: { Origin: product.url }, data: { email } });
  await expect.poll(() => product.findMailedLink(email)).toContain('/reset-password');
  const reset = product.findMailedLink(email) ?? '';
  change(product, (db) =>
    db
      .prepare('update tokens set expires_at = ? where user_id = (select id from users where email = ?)')
      .run(Date.now() - 1, email),
  );

  await page.goto(reset);
  await expect(page.getByRole('heading', { name: 'Link Expired' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Back to Login' })).toBeVisible();
  await page.getByRole('button', { name: 'Send a new link' }).click();
  await page.waitForURL('/forgot-password');
  await expect(page.getByText('a password reset link has been sent to it')).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue('');
  await expect.poll(() => product.findMailedLink(email)).not.toBe(reset);
  expect(product.findMailedLink(email)).toContain('/reset-password');

  await page.goto(verification);
  await page.getByRole('button', { name: 'Verify email' }).click();
  await expect(page.getByRole('heading', { name: 'Email Verification Failed' })).toBeVisible();
  await expect(page.getByText('This verification link has expired. Please request a new one.')).toBeVisible();
  await page.getByRole('button', { name: 'Send a new link' }).click();
  await page.waitForURL('/resend-email-verification');
  await expect(page.getByRole('heading', { name: 'Verification Email Sent' })).toBeVisible();
  await expect.poll(() => product.findMailedLink(email)).toContain('/verify-email');
  expect(product.findMailedLink(email)).not.toBe(verification);
});

const protectedPaths = [
  '/integration',
  '/integration/import',
  '/integration/deleted',
  '/integration/select',
  '/integration/0193aaaa-0000-7000-8000-000000000000',
  '/integration/0193aaaa-0000-7000-8000-000000000000/logs',
  '/profile',
];

test('guests are led away from protected screens', { tag: '@html' }, async ({ page }) => {
  for (const path of protectedPaths) {
    await page.goto(path);
    await expect(page, path).toHaveURL(`/login?${new URLSearchParams({ returnTo: path }).toString()}`);
  }
});

test(
  'people whose email is not verified read so when they log in',
  { tag: '@html' },
  async ({ page, product }) => {
    const email = ownAddress('unverified');
    await signUp(page.request, product, email);
    await page.goto('/login');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel(/^Password/).fill('Correct-horse-7');
    await page.getByRole('button', { name: 'Log in' }).click();
    await expect(page.getByText('Your email is not verified.', { exact: false }).first()).toBeVisible();
  },
);
