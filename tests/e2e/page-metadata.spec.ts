// What search engines, password managers and readers are told by the public pages.
import { findViolations } from './axe';
import { test, expect } from './fixtures';

const paths = [
  '/',
  '/login',
  '/signup',
  '/forgot-password',
  '/reset-password?token=any',
  '/verify-email',
  '/email-not-verified',
  '/resend-email-verification',
  '/session-expired',
  '/invitation?token=any',
  '/api/docs',
  '/docs',
  '/docs/webhooks',
  '/changelog',
];

test('every public page has a description of its own', async ({ page }) => {
  const descriptions = new Set<string>();
  for (const path of paths) {
    await page.goto(path, { waitUntil: 'load' });
    const description = (await page.locator('meta[name=description]').getAttribute('content')) ?? '';
    expect(description.length, path).toBeGreaterThan(50);
    expect(description.length, path).toBeLessThan(160);
    descriptions.add(description);
  }
  expect(descriptions.size).toBe(paths.length);
});

test('a link to the product is shown with a card', async ({ page, product }) => {
  await page.goto('/', { waitUntil: 'load' });
  const read = (name: string) => page.locator(`meta[property="og:${name}"]`).getAttribute('content');
  expect(await read('url')).toBe(`${product.url}/`);
  const image = (await read('image')) ?? '';
  expect(image.startsWith(`${product.url}/assets/`)).toBe(true);
  const answer = await page.request.get(image);
  expect(answer.headers()['content-type']).toBe('image/png');
});

test('the email that one logs in with is a username to password managers', async ({
  page,
  javaScriptEnabled,
}) => {
  for (const path of ['/login', '/signup', '/forgot-password']) {
    await page.goto(path);
    await expect(page.getByLabel('Email')).toHaveAttribute('type', 'email');
    await expect(page.getByLabel('Email')).toHaveAttribute('autocomplete', 'username');
    if (javaScriptEnabled) expect(await findViolations(page), path).toEqual([]);
  }
});
