// What the product says of itself: pages that come without script. axe has its own.
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { findViolations } from './axe';
import { openAccountMenu, startSession, test, expect } from './fixtures';
import { expectLargeTextFits } from './overflow';

/** A short page, what a search finds, one with wide tables, one with long examples, and the longest list. */
const paths = [
  '/docs',
  '/docs?search=cursor',
  '/docs/concepts',
  '/docs/senders',
  '/docs/webhooks',
  '/changelog',
];

/** In each theme the widths in turn, and what axe looks at there: where only the colours are others, those. */
const visits = [
  { theme: 'light', width: 360, about: 'colours' },
  { theme: 'light', width: 1280, about: 'all' },
  { theme: 'dark', width: 1280, about: 'colours' },
  { theme: 'dark', width: 360, about: 'all' },
] as const;

function open(page: Page, path: string) {
  return page.goto(path, { waitUntil: 'load' });
}

for (const path of paths) {
  test(`${path} suits every window and reader`, { tag: '@script' }, async ({ page }) => {
    await open(page, path);
    for (const { theme, width, about } of visits) {
      await page.emulateMedia({ colorScheme: theme });
      await page.setViewportSize({ width, height: 900 });
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(overflow, `${width} px wide`).toBeLessThanOrEqual(0);
      const folder = process.env.SCREENSHOTS;
      if (folder) {
        await page.screenshot({
          path: join(folder, `${path.slice(1).replace('/', '-')}-${width}-${theme}.png`),
        });
      }
      expect(await findViolations(page, about), `${theme}, ${width} px`).toEqual([]);
    }
    await expect(page.locator('h1')).toHaveCount(1);
    await expect(page.locator('script, [style]')).toHaveCount(0);
    await expectLargeTextFits(page, '360 px');
  });
}

test(
  'a signed-in reader scrolls no page sideways, however narrow',
  { tag: '@drawn' },
  async ({ page, product }) => {
    await startSession(page, product);
    await page.setViewportSize({ width: 320, height: 640 });
    for (const path of ['/docs', '/changelog']) {
      await open(page, path);
      await expect(page.getByRole('link', { name: 'Dashboard' })).toBeVisible();
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(320);
    }
  },
);

test('a guest comes from the footer to a document, to a section of it, and to the changelog', async ({
  page,
}) => {
  await page.goto('/');
  const footer = page.getByRole('contentinfo');
  await expect(footer.getByRole('link')).toHaveText(['Docs', 'API', 'Changelog']);
  await footer.getByRole('link', { name: 'Docs' }).click();
  await expect(page).toHaveURL('/docs');
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Webhooks/ })
    .click();
  await expect(page).toHaveURL('/docs/webhooks');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Webhooks');
  await page.getByRole('main').getByRole('link', { name: 'conditional step' }).first().click();
  await expect(page).toHaveURL('/docs/conditions#only-continue-when-');
  await page.getByRole('banner').getByRole('link', { name: 'Changelog' }).click();
  await expect(page).toHaveURL('/changelog');
  await expect(page.getByRole('heading', { level: 2, name: 'Unreleased' })).toBeVisible();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Log in' })).toHaveAttribute(
    'href',
    '/login',
  );
});

test(
  'a section is opened by its address, and from the list of sections',
  { tag: '@drawn' },
  async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 700 });
    await open(page, '/docs/operations#restore');
    const restore = page.getByRole('heading', { name: 'Restore', exact: true });
    await expect(restore).toBeInViewport();
    const sections = page.getByRole('navigation', { name: 'On this page' });
    await sections.getByRole('link', { name: 'Watching it' }).click();
    await expect(page).toHaveURL(/#watching-it$/);
    await expect(page.getByRole('heading', { name: 'Watching it' })).toBeInViewport();
    await expect(restore).not.toBeInViewport();
    await page.setViewportSize({ width: 360, height: 700 });
    await expect(sections).toBeHidden();
    await page.getByText('On this page').locator('visible=true').click();
    await sections.getByRole('link', { name: 'Restore', exact: true }).click();
    await expect(restore).toBeInViewport();
  },
);

test('a long example scrolls by itself, and by keys', { tag: '@drawn' }, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 700 });
  await open(page, '/docs/webhooks');
  const example = page.getByRole('group', { name: 'Example' }).filter({ hasText: 'createHmac' }).first();
  await example.focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => example.evaluate((element) => element.scrollLeft)).toBeGreaterThan(0);
});

test('a guest finds a section by words, and reads what is said when no section has them', async ({
  page,
}) => {
  await open(page, '/docs');
  const words = page.getByRole('searchbox', { name: 'Search the documentation' });
  await words.fill('merge two lists');
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(page.getByRole('heading', { name: 'Sections found for “merge two lists”' })).toBeVisible();
  await expect(words).toHaveValue('merge two lists');
  await page.getByRole('link', { name: 'Filters: Two lists by a key' }).click();
  await expect(page).toHaveURL('/docs/filters#two-lists-by-a-key');
  await open(page, '/docs?search=xyzzy+weekdays');
  await expect(page.getByText('No section has all of these words.')).toBeVisible();
  await open(page, '/docs?search=xyzzy');
  await expect(page.getByRole('heading', { name: 'Nothing found for “xyzzy”' })).toBeVisible();
  await page.getByRole('link', { name: 'All documents' }).click();
  await expect(page.getByRole('heading', { name: 'Start here' })).toBeVisible();
});

test('who reads a document searches all of them from there', async ({ page }) => {
  await open(page, '/docs/webhooks');
  await page.getByRole('searchbox', { name: 'Search the documentation' }).fill('merge two lists');
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(page).toHaveURL('/docs?search=merge+two+lists');
  await expect(page.getByRole('link', { name: 'Filters: Two lists by a key' })).toBeVisible();
});

test('a document that nobody wrote is not found', { tag: '@html' }, async ({ page }) => {
  const answer = await page.goto('/docs/nothing');
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible();
});

test('who is signed in finds the documents in the account menu, and the way back', async ({
  page,
  product,
}) => {
  await startSession(page, product);
  await page.goto('/');
  await openAccountMenu(page);
  await page.getByRole('link', { name: 'Documentation' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Documentation' })).toBeVisible();
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Quick start/ })
    .click();
  await expect(page.getByRole('heading', { level: 1, name: 'Quick start' })).toBeVisible();
  await page.getByRole('banner').getByRole('link', { name: 'Dashboard' }).click();
  await page.waitForURL('/');
});
