// What a screen shows only when it is asked to: its folds, menus and the parts of a call, for axe, in both themes.
import type { Locator, Page } from '@playwright/test';
import { expectNoViolationsAtEachWidth, findViolations } from './axe';
import { test, expect } from './fixtures';
import { createIntegration, makeCheck, prepareIntegrations } from './prepared';

test.skip(({ javaScriptEnabled }) => !javaScriptEnabled, 'axe is script; the folds are the same without.');

const themes = ['light', 'dark'] as const;

const full = {
  name: 'Every field',
  triggerConfig: { type: 'webhook', webhook: { variables: [{ name: 'order_id', jsonPath: '.order.id' }] } },
  apiCalls: [
    {
      id: 'list',
      name: 'List orders',
      method: 'POST',
      url: 'https://api.example.com/orders/{{order_id}}',
      headers: { Accept: 'application/json' },
      authConfig: { type: 'basic', username: 'ada', password: 'correct' },
      body: '{ "order": "{{order_id}}" }',
      repeat: {
        kind: 'pages',
        next: { by: 'cursor', path: '.next', param: 'after' },
        items: '.orders',
        saveAs: 'orders',
      },
      responseMapping: { saveAs: 'answer', extractFields: [{ jsonPath: '.state', saveAs: 'state' }] },
    },
    { id: 'read', name: 'Read order', method: 'GET', url: 'https://api.example.com/orders/1' },
    { id: 'tell', name: 'Tell', method: 'GET', url: 'https://api.example.com/told/{{nobody}}' },
  ],
  conditionalExecutionSteps: [makeCheck('state', 'paid')],
  responseHandlingSteps: [
    {
      id: 'handling',
      order: 1.5,
      nextApiCallId: 'read',
      responseHandling: {
        defaultAction: 'stop_notify',
        statusCodeActions: [{ statusCodes: ['5xx'], action: 'retry' }],
      },
    },
  ],
};

/** Opens every fold of the screen's content, also those in folds. */
async function unfold(page: Page): Promise<void> {
  await page.locator('main details').evaluateAll((folds) => {
    for (const fold of folds) fold.setAttribute('open', '');
  });
}

/** What axe finds in the window as it is: by all rules in the light, by those about colours in the dark. */
async function expectNoViolations(page: Page, state: string, within?: Locator): Promise<void> {
  for (const theme of themes) {
    await page.emulateMedia({ colorScheme: theme });
    const about = theme === 'light' ? 'all' : 'colours';
    expect.soft(await findViolations(page, about, within), `${state}, ${theme}`).toEqual([]);
  }
}

test('screens with all their folds open', async ({ page, product }) => {
  const { filled, execution, connection } = await prepareIntegrations(page, product);
  const paths = [
    ...['/deploy', `/logs?open=${execution}`, '/versions', `/tests?record=${execution}`].map(
      (end) => `/integration/${filled}${end}`,
    ),
    `/integration/${filled}/backtest?version=1&last=20`,
    `/organization/settings/connections/${connection}`,
  ];
  for (const path of paths) {
    await page.goto(path);
    await expectNoViolationsAtEachWidth(page, path, unfold);
  }
});

for (const width of [360, 1280]) {
  test.describe(`${width} px wide`, () => {
    test.beforeEach(({ page }) => page.setViewportSize({ width, height: 900 }));

    test('the menus of the top bar', async ({ page, product }) => {
      await prepareIntegrations(page, product);
      await page.goto('/');
      const banner = page.getByRole('banner');
      const menus = banner.locator('summary:visible');
      expect(await menus.count()).toBeGreaterThan(1);
      for (const menu of await menus.all()) {
        await menu.click();
        await expect(menu.locator('xpath=..')).toHaveAttribute('open');
        // An open menu may cover what is behind it, which is looked at where none is open.
        await expectNoViolations(page, await menu.innerText(), banner);
        await page.keyboard.press('Escape');
      }
    });

    test('each part of a call, and its steps', async ({ page, product }) => {
      // Axe looks fourteen times at the longest of all screens.
      test.slow();
      await prepareIntegrations(page, product);
      const id = await createIntegration(page.request, product, full);
      await page.goto(`/integration/${id}#call-1`);
      const card = page.locator('[data-call-card]:visible');
      const tabs = card
        .getByRole('toolbar', { name: /^Parts of / })
        .getByRole('button')
        .locator('visible=true');
      await expect(tabs.first()).toBeVisible();
      let changed: Locator | undefined;
      for (const tab of await tabs.all()) {
        await tab.click();
        await expect(tab).toHaveAttribute('aria-pressed', 'true');
        await unfold(page);
        await expect(card.locator('details[open]:visible').first()).toBeVisible();
        await expectNoViolations(page, await tab.innerText(), changed);
        // From the second part on, the rest of the page is as it was.
        changed = card;
      }
    });
  });
}
