// What stands in the place of a screen or a list that is waited for.
import { holdRequests, startSession, test, expect } from './fixtures';
import { prepareIntegrations } from './prepared';

test.use({ isFirstVisit: true });
test.skip(({ javaScriptEnabled }) => !javaScriptEnabled, 'Without script the browser shows that it loads.');

const skeletonCards = '[aria-hidden].grid > div';

test('a dashboard that is waited for has six cards without content', async ({ page, product }) => {
  await startSession(page, product);
  await page.goto('/organization/settings');
  const release = await holdRequests(page, /_root\.data/);
  await page.getByRole('link', { name: 'Back to Dashboard' }).click();
  await expect(page.locator(skeletonCards)).toHaveCount(6);
  await expect(page.getByRole('heading', { name: 'Organization Settings' })).toBeHidden();
  await expect(page.getByRole('banner')).toContainText('Ada Lovelace');
  const spoken = page.locator('[aria-live=polite]', { hasText: 'Loading' });
  await expect(spoken).toHaveText(['Loading']);
  release();
  await expect(page.getByRole('heading', { name: 'No integrations yet' })).toBeVisible();
  await expect(page.locator(skeletonCards)).toHaveCount(0);
  await expect(spoken).toHaveCount(0);
});

test('a list that is searched waits by itself, and keeps what is typed', async ({ page, product }) => {
  await prepareIntegrations(page, product);
  await page.goto('/');
  const release = await holdRequests(page, /_root\.data/);
  const search = page.getByLabel('Search integrations');
  await search.fill('tracker');
  await search.press('Enter');
  await expect(page.locator(skeletonCards)).toHaveCount(6);
  await expect(search).toHaveValue('tracker');
  await expect(page.getByRole('heading', { name: 'Nothing yet' })).toBeHidden();
  release();
  await expect(page.getByRole('heading', { name: 'GitHub to issue tracker' })).toBeVisible();
  await expect(page.locator(skeletonCards)).toHaveCount(0);
});

test('the parts of the settings wait below their tabs', async ({ page, product }) => {
  await startSession(page, product);
  await page.goto('/organization/settings');
  const release = await holdRequests(page, /settings\/members\.data/);
  await page.getByRole('link', { name: 'Members' }).click();
  await expect(page.locator('[aria-live=polite]', { hasText: 'Loading' })).toHaveCount(1);
  await expect(page.getByRole('heading', { name: 'Organization details' })).toBeHidden();
  await expect(page.locator('[data-skeleton-row]')).toHaveCount(8);
  await expect(page.getByRole('link', { name: 'API tokens' })).toBeVisible();
  release();
  await expect(page.getByRole('heading', { name: 'Invite a member' })).toBeVisible();
});

test('what is waited for shortly does not flash', async ({ page, product }) => {
  await startSession(page, product);
  await page.goto('/organization/settings');
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  const release = await holdRequests(page, /_root\.data/);
  await page.getByRole('link', { name: 'Back to Dashboard' }).click();
  // Where the sign will stand is drawn at once, and its clock begins with that.
  await expect(page.locator('main p[aria-live=polite]')).toHaveCount(1);
  await page.clock.runFor(250);
  await expect(page.getByRole('heading', { name: 'Organization Settings' })).toBeVisible();
  await expect(page.locator(skeletonCards)).toHaveCount(0);
  // On a busy machine React may start the clock a moment after it drew.
  await expect(async () => {
    await page.clock.runFor(100);
    await expect(page.locator(skeletonCards)).toHaveCount(6, { timeout: 500 });
  }).toPass();
  release();
  await expect(page.locator(skeletonCards)).toHaveCount(0);
});
