// The product's own font: where it comes from, and that nobody waits for it or sees anything move because of it.
import { EventEmitter, once } from 'node:events';
import { expect, type Page } from '@playwright/test';
import { launchOptions } from '../support/chromium.js';
import { test } from './fixtures';
import { prepareIntegrations } from './prepared';

// Letters stand where their widths put them, as on today's screens; without this each begins at a whole pixel.
test.use({
  launchOptions: { ...launchOptions, args: [...launchOptions.args, '--font-render-hinting=none'] },
});

test('comes from this server alone, in one small file that the page asks for at once', async ({
  page,
  product,
}) => {
  const answer = await page.request.get('/login');
  expect(answer.headers()['content-security-policy']).toContain("font-src 'self';");
  const [, address = ''] =
    /<link rel="preload" href="([^"]+\.woff2)" as="font"/.exec(await answer.text()) ?? [];
  const font = await page.request.get(address);
  expect(font.headers()).toMatchObject({
    'content-type': 'font/woff2',
    'cache-control': 'public, max-age=31536000, immutable',
  });
  expect((await font.body()).length).toBeLessThan(60_000);

  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'font') asked.push(request.url());
  });
  await page.goto('/login');
  expect(new Set(asked)).toEqual(new Set([`${product.url}${address}`]));
});

test.describe('with script', () => {
  test.skip(({ javaScriptEnabled }) => !javaScriptEnabled, 'The browser says by script what it drew.');

  test('is drawn with, in both weights', async ({ page }) => {
    await page.goto('/login');
    const drawn = await page.evaluate(async () => {
      await document.fonts.ready;
      return [...document.fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family);
    });
    expect(drawn).toEqual(['Inter']);
    const weights = await page.evaluate(() => {
      const all = [...document.querySelectorAll('body *')].map((element) => getComputedStyle(element));
      return [...new Set(all.map(({ fontWeight }) => fontWeight))].toSorted();
    });
    expect(weights).toEqual(['400', '560']);
  });

  for (const width of [360, 1280]) {
    test(`lets text stand there before it is loaded, and moves nothing then, ${width} px wide`, async ({
      page,
      product,
    }) => {
      await page.setViewportSize({ width, height: 900 });
      await watchShifts(page);
      const look = async (path: string) => {
        const release = await holdFont(page);
        await page.goto(path, { waitUntil: 'domcontentloaded' });
        await expect(page.getByRole('heading').first()).toBeVisible();
        await waitForPicture(page);
        const isThere = () => page.evaluate(() => document.fonts.check('14px Inter'));
        expect(await isThere()).toBe(false);
        release();
        await expect.poll(isThere).toBe(true);
        await waitForPicture(page);
        expect(await page.evaluate(() => Reflect.get(window, 'shifted')), path).toBeLessThan(0.02);
      };
      await look('/login');
      const { filled } = await prepareIntegrations(page, product);
      for (const path of ['/', `/integration/${filled}`, `/integration/${filled}/logs`]) await look(path);
    });
  }
});

function waitForPicture(page: Page): Promise<unknown> {
  return page.evaluate(
    () => new Promise((resolve) => void requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
}

/** Adds up in each page what moved without anybody having done anything: https://web.dev/articles/cls */
async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Reflect.set(window, 'shifted', 0);
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const value = Number(Reflect.get(entry, 'value'));
        Reflect.set(window, 'shifted', Number(Reflect.get(window, 'shifted')) + value);
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** Keeps the font on its way until what is returned is called. */
async function holdFont(page: Page): Promise<() => void> {
  const gate = new EventEmitter();
  const opened = once(gate, 'open');
  // Where requests are intercepted there is no cache, so each page asks anew.
  await page.unrouteAll({ behavior: 'wait' });
  await page.route('**/*.woff2', async (route) => {
    await opened;
    await route.continue();
  });
  return () => void gate.emit('open');
}
