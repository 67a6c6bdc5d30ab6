// Finding an integration among others, with script and without.
import type { Page } from '@playwright/test';
import { createIntegration, prepareIntegrations } from './prepared';
import { startSession, test, expect } from './fixtures';
import { run } from './product-file';

function cardNames(page: Page) {
  return page.getByRole('main').getByRole('listitem').getByRole('heading').allTextContents();
}

test(
  'cards are searched, sorted and found again behind a dialog',
  { tag: '@html' },
  async ({ page, product }) => {
    await prepareIntegrations(page, product);
    for (const name of ['Zebra feed', 'Aardvark feed'])
      await createIntegration(page.request, product, { name });
    await page.goto('/');
    await page.getByLabel('Search integrations').fill('FEED');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await page.waitForURL(/q=FEED/);
    await expect(page.getByRole('heading', { name: 'Aardvark feed' })).toBeVisible();
    await expect.poll(() => cardNames(page)).toEqual(['Aardvark feed', 'Zebra feed']);

    await page.getByLabel('Sort by').selectOption('name');
    // With script the choice is enough.
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await page.waitForURL(/sort=name/);
    await expect.poll(() => cardNames(page).then((names) => names[0])).toBe('Aardvark feed');

    await page.getByRole('link', { name: 'Delete Zebra feed' }).first().click();
    await page.getByLabel('Type DELETE to confirm').fill('DELETE');
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(page.getByText('Integration deleted successfully')).toBeVisible();
    await expect(page.getByLabel('Search integrations')).toHaveValue('FEED');

    await page.getByLabel('Search integrations').fill('nobody has this');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await expect(page.getByText('No integrations found')).toBeVisible();
    await page.getByRole('link', { name: 'Show all integrations' }).click();
    await expect(page.getByLabel('Search integrations')).toHaveValue('');
  },
);

test(
  'integrations are found by the host of a call, and say which and who changed them',
  { tag: '@html' },
  async ({ page, product }) => {
    await startSession(page, product);
    const apiCalls = [{ id: 'a', name: 'A', order: 1, method: 'GET', url: 'https://api.stripe.com/v1' }];
    await createIntegration(page.request, product, { name: 'Payments', apiCalls });
    await createIntegration(page.request, product, { name: 'About stripe' });
    await createIntegration(page.request, product, { name: 'Other' });
    for (const path of ['/', '/integration/select']) {
      await page.goto(path);
      // A card has lists of its own.
      const cards = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Changed' });
      await expect(cards.filter({ hasText: 'Payments' })).toContainText(/Changed .* by Ada Lovelace/);
      await page.getByLabel('Search integrations').fill('stripe');
      await page.getByRole('button', { name: 'Search', exact: true }).click();
      await page.waitForURL(/q=stripe/);
      await expect(cards).toHaveCount(2);
      await expect(cards.nth(0)).toContainText('About stripe');
      await expect(cards.nth(0)).not.toContainText('Calls');
      await expect(cards.nth(1)).toContainText('Calls api.stripe.com');
    }
  },
);

test(
  'what all integrations ran stands in one list, narrowed by status and words',
  { tag: '@html' },
  async ({ page, product }) => {
    await prepareIntegrations(page, product);
    await page.goto('/');
    await page.getByRole('link', { name: 'Executions', exact: true }).click();
    const rows = page.getByRole('table', { name: 'Executions' }).getByRole('row');
    await expect(rows.nth(1)).toContainText('Execution completed successfully');
    await page.getByLabel('Status', { exact: true }).selectOption('error');
    await page.getByRole('button', { name: 'Find' }).click();
    await expect(page.getByText('No matching executions')).toBeVisible();
    await page.getByRole('link', { name: 'Show all executions' }).click();
    await expect(page.getByLabel('Status', { exact: true })).toHaveValue('');
    await page
      .getByRole('link', { name: /^View the log of / })
      .first()
      .click();
    await expect(page.getByRole('heading', { name: 'Execution Logs' })).toBeVisible();
    await expect(page).toHaveURL(/execution=/);
  },
);

test('a plan that nobody pays for is labelled as a sample', { tag: '@html' }, async ({ page, product }) => {
  await prepareIntegrations(page, product);
  await page.goto('/');
  await expect(page.locator('dl > div', { hasText: 'Plan Status' }).getByText('Sample data')).toBeVisible();
});

test('what ended in the last days stands in a chart and in a table', async ({ page, product }) => {
  await prepareIntegrations(page, product);
  await page.goto('/');
  const chart = page.getByRole('figure', { name: 'Executions of the last 14 days' });
  await expect(chart).toContainText('By the day they ended, in UTC.');
  const rows = chart.getByRole('table').getByRole('row');
  await expect(rows).toHaveCount(15);
  const today = new Date().toISOString().slice(0, 10);
  await expect(rows.last().getByRole('rowheader')).toHaveText(today);
  await expect(rows.last().getByRole('cell')).toHaveText(['2', '0', '0']);
  const columns = chart.locator('g > rect:first-of-type');
  await expect(columns).toHaveCount(14);
  await expect(columns.first()).toHaveAttribute('x', '0%');
  await expect(columns.last()).toHaveAttribute('x', '92.86%');
  await expect(columns.last()).toHaveAttribute('width', '7.14%');
  // One day has a bar, and it can be seen.
  await expect(chart.locator('svg rect.fill-good').last()).toBeVisible();
});

test('the focus is in the page when the dialog goes whose integration is deleted @script', async ({
  page,
  product,
}) => {
  await prepareIntegrations(page, product);
  await createIntegration(page.request, product, { name: 'Doomed feed' });
  await page.goto('/');
  await page.getByRole('link', { name: 'Delete Doomed feed' }).first().press('Enter');
  await page.getByLabel('Type DELETE to confirm').fill('DELETE');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Integration deleted successfully')).toBeVisible();
  await expect(page.getByRole('main')).toBeFocused();
});

test(
  'the address of an integration that does not exist leads to the dashboard, which says so',
  { tag: '@html' },
  async ({ page, product }) => {
    await prepareIntegrations(page, product);
    for (const end of ['', '/deploy', '/import']) {
      await page.goto(`/integration/6f1c0a52-0000-4000-8000-000000000000${end}`);
      await expect(page).toHaveURL('/');
      const toast = page.getByRole('region', { name: 'Notifications' });
      await expect(toast.getByText('Integration not found')).toBeVisible();
      await expect(toast.getByText('It was deleted, or you do not have access to it.')).toBeVisible();
    }
  },
);

test.describe('by a clock', () => {
  test.use({ isFirstVisit: true });

  test('a press on a card counts although the card moves meanwhile @script', async ({ page, product }) => {
    await startSession(page, product);
    const ids: Record<string, string> = {};
    for (const name of ['Oldest', 'Middle', 'Newest'])
      ids[name] = await createIntegration(page.request, product, { name });
    await page.setViewportSize({ width: 1280, height: 1400 });
    await page.clock.install();
    await page.goto('/');
    await expect.poll(() => cardNames(page)).toEqual(['Newest', 'Middle', 'Oldest']);
    /** The page is read every five seconds. */
    const readAgain = async () => {
      const read = page.waitForResponse(/_root\.data\?/);
      await page.clock.fastForward(5000);
      await read;
    };
    const link = page.getByRole('link', { name: 'View Middle' });
    await link.scrollIntoViewIfNeeded();
    const view = await link.boundingBox();
    if (!view) throw new Error('The card is not drawn.');
    await page.mouse.move(view.x + view.width / 2, view.y + view.height / 2);
    await page.mouse.down();
    run(
      product,
      'update integrations set is_active = 1, failures_in_row = 1, last_failed_at = ? where id = ?',
      Date.now(),
      ids.Oldest ?? '',
    );
    // The second read begins when the first one is rendered.
    for (const _ of [1, 2]) await readAgain();
    await page.mouse.up();
    await page.waitForURL(`/integration/${ids.Middle}`);
    await page.goto('/');
    await expect.poll(() => cardNames(page)).toEqual(['Oldest', 'Newest', 'Middle']);
  });

  test('a dashboard whose session is over does not look live for ever @script', async ({ page, product }) => {
    const { email } = await startSession(page, product);
    await page.clock.install();
    await page.goto('/?sort=name');
    await expect(page.getByRole('heading', { name: 'Integrations' }).first()).toBeVisible();
    run(product, 'delete from sessions where user_id = (select id from users where email = ?)', email);
    await page.clock.fastForward(5000);
    await page.waitForURL('/session-expired?returnTo=%2F%3Fsort%3Dname');
    await expect(page.getByRole('button', { name: 'Go to Login' })).toBeVisible();
  });
});
