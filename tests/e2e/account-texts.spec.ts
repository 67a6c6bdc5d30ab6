// Every text of the screens around accounts, to the letter: a situation, and the words that are expected there.
import type { Page } from '@playwright/test';
import { test, expect } from './fixtures';

interface Situation {
  name: string;
  path: string;
  /** What is typed, by label, and the button that is pressed then. */
  typed?: Record<string, string>;
  press?: string;
  /** Texts that stand there, each as it is. */
  words: string[];
  /** Texts that must not. */
  absent?: string[];
  /** Whether script sends the form and shows the response, so that it is looked at with script, too. */
  isSentByScript?: boolean;
}

const situations: Situation[] = [
  {
    name: 'the landing page',
    path: '/',
    words: ['Easy API Configuration', 'Visual Field Mapping', 'Smart Triggers'],
  },
  {
    name: 'early access without an email',
    path: '/',
    press: 'Get early access',
    words: ['Email is required.'],
    isSentByScript: true,
  },
  {
    name: 'early access with an email',
    path: '/',
    typed: { Email: 'early@example.com' },
    press: 'Get early access',
    words: ['Thank you for signing up!'],
    isSentByScript: true,
  },
  {
    name: 'an address of nothing',
    path: '/nothing/here',
    words: ['404 Page Not Found'],
  },
  {
    name: 'an expired session',
    path: '/session-expired',
    words: ['Session Expired', 'Go to Login'],
  },
  {
    name: 'an email that is not verified',
    path: '/email-not-verified',
    words: [
      'Email Verification Failed',
      'Your account is not active yet. Please check your inbox and verify your email address.',
      'Go to Login',
      'Go to Home',
    ],
  },
  {
    name: 'an email that is verified already',
    path: '/email-not-verified?status=already_verified',
    words: ['Email Verification Failed', 'Email is already verified.', 'You can now log in to your account.'],
    absent: ['Go to Login', 'Go to Home'],
  },
  {
    name: 'a verification without a token',
    path: '/verify-email',
    words: ['Verification link required'],
  },
  {
    name: 'a verification link that nobody sent',
    path: '/verify-email?token=nobodys',
    words: ['Email Verification Failed', 'This verification link is invalid or was already used.'],
  },
  {
    name: 'a reset link that nobody sent',
    path: '/reset-password?token=nobodys',
    words: ['Invalid Link', 'Request a new link', 'Back to Login'],
  },
  {
    name: 'a forgotten password',
    path: '/forgot-password',
    words: [
      'Forgot Password',
      'Enter your email to receive a password reset link.',
      'Send Reset Link',
      'Back to Login',
    ],
  },
  {
    name: 'a forgotten password of a wrong address',
    path: '/forgot-password',
    typed: { Email: 'ada' },
    press: 'Send Reset Link',
    words: ['Invalid email address.'],
  },
  {
    name: 'a login without anything',
    path: '/login',
    press: 'Log in',
    words: ['Please enter a valid email address', 'Password is required'],
    isSentByScript: true,
  },
  {
    name: 'a login of nobody',
    path: '/login',
    typed: { Email: 'nobody@example.com', Password: 'Wrong-horse-7' },
    press: 'Log in',
    words: ['Login failed', 'Invalid email or password.'],
  },
  {
    name: 'a resend to a wrong address',
    path: '/resend-email-verification',
    typed: { Email: 'ada' },
    press: 'Send verification email',
    words: ['Please enter a valid email address.'],
  },
  {
    name: 'a resend',
    path: '/resend-email-verification',
    typed: { Email: 'nobody@example.com' },
    press: 'Send verification email',
    words: ['Verification Email Sent'],
    isSentByScript: true,
  },
];

for (const { name, path, typed = {}, press, words, absent = [], isSentByScript } of situations) {
  test(`${name} says what it should`, { tag: isSentByScript ? [] : '@html' }, async ({ page }) => {
    await page.goto(path);
    // Script presses it by itself.
    if (path.includes('verify-email?token')) await page.getByRole('button', { name: 'Verify email' }).click();
    for (const [label, text] of Object.entries(typed)) {
      await page.getByLabel(new RegExp(`^${label}`)).fill(text);
    }
    if (press) await page.getByRole('button', { name: press }).click();
    for (const text of words) await expect(findText(page, text)).toBeVisible();
    for (const text of absent) await expect(page.getByText(text, { exact: true })).toHaveCount(0);
  });
}

/** The element whose whole text it is, however much of it stands in a link. */
function findText(page: Page, text: string) {
  return page.getByText(text, { exact: true }).first();
}

test('the sixth login in 15 minutes has to wait', { tag: '@html' }, async ({ page, product }) => {
  const email = `guessed-${test.info().project.name.replace(' ', '-')}@example.com`;
  const headers = { Origin: product.url };
  for (let count = 0; count < 5; count++) {
    await page.request.post('/auth/login/user', { headers, data: { email, password: 'Guess-1' } });
  }
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel(/^Password/).fill('Guess-1');
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByText('Too many login attempts. Please try again later.').first()).toBeVisible();
});

test.describe('by a clock', () => {
  test.use({ isFirstVisit: true });

  test('the message of a rejected login leaves after 5 seconds', async ({ page, javaScriptEnabled }) => {
    test.skip(!javaScriptEnabled, 'Without script nothing leaves a page by itself.');
    await page.goto('/login');
    await page.clock.install();
    await page.getByLabel('Email').fill('nobody@example.com');
    await page.getByLabel(/^Password/).fill('Wrong-horse-7');
    await page.getByRole('button', { name: 'Log in' }).click();
    const message = page.getByRole('main').getByText('Invalid email or password.');
    await expect(message).toBeVisible();
    // The toast alone: a screen reader would speak both.
    await expect(page.getByRole('alert')).toHaveCount(1);
    await page.clock.fastForward(5100);
    await expect(message).toHaveCount(0);
  });
});
