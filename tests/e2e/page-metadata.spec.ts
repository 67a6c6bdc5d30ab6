// What search engines, password managers and readers are told by the public pages.
import { startSession, test, expect } from './fixtures';
import { createIntegration } from './prepared';

const paths = [
  '/',
  '/login',
  '/signup',
  '/forgot-password',
  '/reset-password?token=any',
  '/verify-email',
  '/restore-email',
  '/email-not-verified',
  '/resend-email-verification',
  '/session-expired',
  '/invitation?token=any',
  '/api/docs',
  '/docs',
  '/docs/webhooks',
  '/changelog',
];

test('every public page has a description of its own', { tag: '@html' }, async ({ page }) => {
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

test('a link to the product is shown with a card', { tag: '@html' }, async ({ page, product }) => {
  await page.goto('/', { waitUntil: 'load' });
  const read = (name: string) => page.locator(`meta[property="og:${name}"]`).getAttribute('content');
  expect(await read('url')).toBe(`${product.url}/`);
  const image = (await read('image')) ?? '';
  expect(image.startsWith(`${product.url}/assets/`)).toBe(true);
  const answer = await page.request.get(image);
  expect(answer.headers()['content-type']).toBe('image/png');
});

test(
  'the email that one logs in with is a username to password managers',
  { tag: '@html' },
  async ({ page }) => {
    for (const path of ['/login', '/signup', '/forgot-password']) {
      await page.goto(path);
      await expect(page.getByLabel('Email')).toHaveAttribute('type', 'email');
      await expect(page.getByLabel('Email')).toHaveAttribute('autocomplete', 'username');
    }
  },
);

test('every page of the settings has a title of its own', { tag: '@html' }, async ({ page, product }) => {
  await startSession(page, product);
  const pages = {
    '': 'Details',
    '/members': 'Members',
    '/connections': 'Connections',
    '/connections/new': 'New connection',
    '/connections/new?kind=bearer': 'New connection: Bearer token',
    '/values': 'Values',
    '/values/new': 'New value',
    '/stores': 'Stores',
    '/stores/new': 'New record · Stores',
    '/tokens': 'API tokens',
    '/alerts': 'Alerts',
    '/alerts/new': 'New channel',
    '/audit': 'Audit log',
    '/data': 'Data',
  };
  for (const [path, title] of Object.entries(pages)) {
    await page.goto(`/organization/settings${path}`);
    await expect(page).toHaveTitle(`${title} · Organization Settings · Wicked Integrations`);
  }
});

test('each step of an integration has a title of its own', { tag: '@html' }, async ({ page, product }) => {
  await startSession(page, product);
  const id = await createIntegration(page.request, product, { name: 'Orders' });
  await page.goto(`/integration/${id}`);
  await expect(page).toHaveTitle('Orders · Wicked Integrations');
  await page.getByRole('link', { name: '2. Test & Deploy' }).click();
  await expect(page).toHaveTitle('Test & Deploy · Orders · Wicked Integrations');
});

test('a followed link is announced to screen readers by the title of its page @script', async ({
  page,
  product,
}) => {
  await startSession(page, product);
  await page.goto('/organization/settings');
  const told = page.getByRole('status').last();
  await expect(told).toBeEmpty();
  await page.getByRole('link', { name: 'Members' }).click();
  await expect(told).toHaveText('Members · Organization Settings · Wicked Integrations');
  await page.getByRole('link', { name: 'Details' }).click();
  await expect(told).toHaveText('Details · Organization Settings · Wicked Integrations');
  // The same page with another part of it is no other page.
  await told.evaluate((output) => output.replaceChildren('as before'));
  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await expect(page.getByLabel('Description')).toBeVisible();
  await expect(told).toHaveText('as before');
  // Unless it has another title, as the next step has.
  await page.goto('/organization/settings/connections/new');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(told).toHaveText('New connection: Bearer token · Organization Settings · Wicked Integrations');
});
