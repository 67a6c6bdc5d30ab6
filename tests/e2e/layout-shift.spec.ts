// No screen moves while it opens: the page that the server sent stands there, then script comes and takes it over.
import type { Page } from '@playwright/test';
import { expect, holdRequests, startSession, test, waitForScript } from './fixtures';
import { holdScript, readShifts, waitForPicture, watchShifts } from './layout-shift';
import { prepareIntegrations } from './prepared';
import { run } from './product-file';

test.use({ isFirstVisit: true });
test.skip(({ javaScriptEnabled }) => !javaScriptEnabled, 'Without script nothing comes after the page.');

const settings = '/organization/settings';

/** What moved by more than a fiftieth of the window's height, while each of the pages opened. */
async function findMoving(page: Page, paths: string[]): Promise<Record<string, string[]>> {
  const moving: Record<string, string[]> = {};
  const hold = await holdScript(page);
  for (const path of paths) {
    const release = hold.begin();
    await page.goto(path, { waitUntil: 'commit' });
    await page.locator('main, h1').first().waitFor();
    // So that the page is drawn once as it was sent.
    await waitForPicture(page);
    await release();
    await page.waitForLoadState();
    await waitForScript(page, true);
    const { sum, moved } = await readShifts(page);
    if (sum >= 0.02) moving[`${path} ${sum.toFixed(3)}`] = moved;
  }
  await hold.end();
  return moving;
}

for (const width of [360, 1280]) {
  test.describe(`${width} px wide`, () => {
    test.use({ viewport: { width, height: 900 } });
    test.beforeEach(async ({ page }) => watchShifts(page));

    test('nothing moves while a page for everybody opens', async ({ page }) => {
      const paths = ['/', '/login', '/signup', '/forgot-password', '/nothing/here'];
      expect(await findMoving(page, paths)).toEqual({});
    });

    test('nothing moves while home, full or empty, or a dialog opens', async ({ page, product }) => {
      const { filled } = await prepareIntegrations(page, product);
      const paths = ['/', `/?delete=${filled}`, '/?dialog=profile', '/?dialog=billing', '/integration'];
      expect(await findMoving(page, paths)).toEqual({});
      await startSession(page, product);
      expect(await findMoving(page, ['/'])).toEqual({});
    });

    test('nothing moves while a screen of an integration opens', async ({ page, product }) => {
      const { empty, filled, execution } = await prepareIntegrations(page, product);
      const ends = [
        '',
        '/deploy',
        '/logs',
        `/logs?open=${execution}`,
        `/logs?execution=${execution}`,
        '/logs?q=zebra',
        '/versions',
        '/tests',
        `/tests?record=${execution}`,
        '/backtest?version=1&last=20',
        '/import',
      ];
      const paths = ends.map((end) => `/integration/${filled}${end}`);
      expect(await findMoving(page, [...paths, `/integration/${empty}`])).toEqual({});
    });

    test('nothing moves while a screen of the organization opens', async ({ page, product }) => {
      const { connection, failingConnection } = await prepareIntegrations(page, product);
      const ends = [
        '',
        '/members',
        '/data',
        '/tokens',
        '/values',
        '/audit',
        '/connections',
        '/connections/new?kind=api_key',
        `/connections/${connection}`,
        `/connections/${failingConnection}`,
      ];
      expect(
        await findMoving(
          page,
          ends.map((end) => settings + end),
        ),
      ).toEqual({});
    });

    test('nothing moves while a list is waited for', async ({ page, product }) => {
      const { filled } = await prepareIntegrations(page, product);
      const email = 'prepared@example.com';
      const statement =
        'insert into administrators (user_id, created_at) select id, 0 from users where email = ?';
      run(product, statement, email);
      const waits: [from: string, pressed: string][] = [
        [settings, 'Members'],
        [settings, 'Connections'],
        [settings, 'Values'],
        [settings, 'API tokens'],
        [settings, 'Alerts'],
        [settings, 'Audit log'],
        ['/admin', 'Users'],
        ['/admin', 'Organizations'],
        ['/admin', 'Alerts'],
        [`/integration/${filled}/logs`, 'Failed'],
        [`/integration/${filled}/deploy`, 'View All Logs'],
        [`/integration/${filled}/tests`, 'Back to Versions'],
      ];
      let [open, title] = ['', ''];
      for (const [from, name] of waits) {
        if (from === open) {
          await page.goBack();
          await expect(page).toHaveTitle(title);
        } else {
          await page.goto(from);
          [open, title] = [from, await page.title()];
        }
        const before = (await readShifts(page)).sum;
        const release = await holdRequests(page, /\.data(\?|$)/);
        const main = page.getByRole('main');
        const named = { name, exact: true };
        await main.getByRole('link', named).or(main.getByRole('button', named)).first().click();
        await expect(page.locator('[data-skeleton-row]').first(), name).toBeVisible();
        const waited = await readShifts(page);
        release();
        await expect(page.locator('[data-skeleton-row]'), name).toHaveCount(0);
        // A list of fewer rows is shorter: that is what was asked for.
        const { sum, moved } = name === 'Failed' ? waited : await readShifts(page);
        // The gap between two parts of a page is 0.0109 on a wide screen.
        expect.soft(sum - before, `${from}, ${name}: ${moved.join('\n')}`).toBeLessThan(0.01);
        await page.unrouteAll({ behavior: 'wait' });
      }
      run(product, 'delete from administrators');
    });

    test('nothing moves while the administration opens', async ({ page, product }) => {
      const { email } = await startSession(page, product);
      const statement =
        'insert into administrators (user_id, created_at) select id, 0 from users where email = ?';
      run(product, statement, email);
      const moving = await findMoving(page, ['/admin']);
      run(product, 'delete from administrators');
      expect(moving).toEqual({});
    });
  });
}
