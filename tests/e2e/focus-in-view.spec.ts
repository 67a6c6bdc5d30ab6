// Where the keyboard goes can be seen: bars that stay at the window's edges hide nothing that has the focus (WCAG 2.2,
// 2.4.11), which axe does not look for.
import type { Page } from '@playwright/test';
import { startSession, test, expect } from './fixtures';
import { prepareIntegrations } from './prepared';

/** At least the stops of the longest page of these. */
const stops = 120;

/** Goes on by one stop; names what has the focus now when nothing of it can be seen, and `end` when nothing has it. */
async function step(page: Page, key: 'Tab' | 'Shift+Tab'): Promise<'end' | string | undefined> {
  await page.keyboard.press(key);
  return findHidden(page);
}

function findHidden(page: Page): Promise<'end' | string | undefined> {
  return page.evaluate(() => {
    const stop = document.activeElement;
    if (!stop || stop === document.body) return 'end';
    const { left, top, width, height } = stop.getBoundingClientRect();
    const places = [
      [0.5, 0.5],
      [0.5, 0.1],
      [0.5, 0.9],
      [0.1, 0.5],
      [0.9, 0.5],
    ] as const;
    const isSeen = places.some(([across, down]) => {
      const found = document.elementFromPoint(left + width * across, top + height * down);
      return found && (stop.contains(found) || found.closest('label')?.control === stop);
    });
    return isSeen ? undefined : (stop.getAttribute('aria-label') ?? stop.textContent ?? stop.tagName).trim();
  });
}

/** Whoever is at the end of a long page of an integration sees its name and state, unless the window is very low. */
async function expectNameInView(page: Page): Promise<void> {
  const name = await page.getByRole('heading', { level: 1 }).innerText();
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  const topmost = () =>
    page.evaluate(() => {
      const texts = [20, 200].map((x) => document.elementFromPoint(x, 16)?.parentElement?.textContent);
      return texts.join('\n');
    });
  await expect.poll(topmost).toContain(name);
  await expect.poll(topmost).toMatch(/Draft|Deployed|is live/);
  await page.setViewportSize({ width: 320, height: 256 });
  const kept = page.locator('[data-top-bar], [data-bottom-bar]');
  for (const bar of await kept.all()) await expect(bar).toHaveCSS('position', 'static');
  await page.setViewportSize({ width: 360, height: 500 });
}

test(
  'nothing that has the focus is behind a bar, forwards and backwards',
  { tag: '@drawn' },
  async ({ page, product }) => {
    await startSession(page, product);
    const { filled } = await prepareIntegrations(page, product);
    await page.setViewportSize({ width: 360, height: 500 });
    for (const address of [
      '/organization/settings/connections/new?kind=bearer',
      `/integration/${filled}`,
      `/integration/${filled}/deploy`,
      `/integration/${filled}/logs`,
    ]) {
      await page.goto(address);
      if (address.endsWith('/logs')) {
        await page
          .getByRole('checkbox', { name: /^Select execution/ })
          .first()
          .check();
      }
      for (const key of ['Tab', 'Shift+Tab'] as const) {
        const hidden: string[] = [];
        for (let count = 0; count < stops; count += 1) {
          const found = await step(page, key);
          if (found === 'end') break;
          if (found) hidden.push(found);
        }
        expect(hidden, `${key} on ${address}`).toEqual([]);
      }
      if (!/\/logs$|\/new/.test(address)) await expectNameInView(page);
    }
  },
);

test('the skip link leads past the links to other screens', { tag: '@drawn' }, async ({ page, product }) => {
  await startSession(page, product);
  const { filled } = await prepareIntegrations(page, product);
  await page.setViewportSize({ width: 360, height: 500 });
  for (const [address, first] of [
    ['/organization/settings/members', page.getByLabel('Email')],
    ['/organization/settings/values/new', page.getByLabel('Name')],
    [
      `/integration/${filled}/deploy`,
      page.getByRole('main').getByRole('link', { name: 'Last real payload' }),
    ],
  ] as const) {
    await page.goto(address);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await expect(first).toBeFocused();
    // The router may still scroll to what the skip link led to.
    await expect.poll(() => findHidden(page)).toBeUndefined();
  }
});
