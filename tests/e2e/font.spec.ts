// The product's own font: where it comes from, and that nobody waits for it or sees anything move because of it.
import { test, expect } from './fixtures';
import { holdFiles, readShifts, waitForPicture, watchShifts } from './layout-shift';
import { prepareIntegrations } from './prepared';

// Letters stand where their widths put them, as on today's screens; without this each begins at a whole pixel.
test.use({ isFirstVisit: true, ownLaunch: { args: ['--font-render-hinting=none'] } });

test(
  'comes from this server alone, in one small file that the page asks for at once',
  {
    tag: '@drawn',
  },
  async ({ page, product }) => {
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
  },
);

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
        const release = await holdFiles(page, /\.woff2$/);
        await page.goto(path, { waitUntil: 'domcontentloaded' });
        await expect(page.getByRole('heading').first()).toBeVisible();
        await waitForPicture(page);
        const isThere = () => page.evaluate(() => document.fonts.check('14px Inter'));
        expect(await isThere()).toBe(false);
        release();
        await expect.poll(isThere).toBe(true);
        const { sum, moved } = await readShifts(page);
        expect(sum, `${path}: ${moved.join('\n')}`).toBeLessThan(0.02);
      };
      await look('/login');
      const { filled } = await prepareIntegrations(page, product);
      for (const path of ['/', `/integration/${filled}`, `/integration/${filled}/logs`]) await look(path);
    });
  }
});
