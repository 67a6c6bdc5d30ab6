// Text of twice the size, as browsers offer it without enlarging the rest (WCAG 2.2, 1.4.4).
import { expect, test } from './fixtures';
import { prepareIntegrations } from './prepared';

test('a title is not squeezed by the buttons beside it @drawn', async ({ page, product }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  const { filled } = await prepareIntegrations(page, product);
  await page.goto(`/integration/${filled}/deploy`);
  const title = page.getByRole('heading', { level: 1 });
  const usual = await title.boundingBox();
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
  const large = await title.boundingBox();
  // On one line, as before.
  expect(large?.height).toBeCloseTo((usual?.height ?? 0) * 2, -1);
});
