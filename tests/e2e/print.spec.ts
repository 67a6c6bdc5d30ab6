// What a log looks like on paper, or in the PDF that is sent to somebody without an account.
import { expect, test } from './fixtures';
import { prepareIntegrations } from './prepared';

test.use({ contextOptions: { colorScheme: 'dark' } });

test('a printed log has every call in full, in the light theme, and nothing to press @script', async ({
  page,
  product,
}) => {
  const { filled, execution } = await prepareIntegrations(page, product);
  await page.goto(`/integration/${filled}/logs?execution=${execution}`);
  await expect(page.getByText('Execution completed successfully').first()).toBeVisible();
  const bodies = page.getByText('Request Body', { exact: true });
  await expect(bodies.first()).toBeHidden();
  await page.emulateMedia({ media: 'print' });

  await expect(bodies.first()).toBeVisible();
  for (const name of ['Open issue', 'Read issue']) {
    await expect(page.locator('details').getByText(name).first()).toBeVisible();
  }
  await expect(page.getByText('Response Headers').last()).toBeVisible();
  await expect(page.getByRole('banner')).toBeHidden();
  await expect(page.getByRole('button')).toHaveCount(0);
  const ground = await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  await page.emulateMedia({ media: 'screen', colorScheme: 'light' });
  await expect
    .poll(() => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor))
    .toBe(ground);
});

test('on paper that lies across, the time of an execution covers nothing beside it @script', async ({
  page,
  product,
}) => {
  const { filled, execution } = await prepareIntegrations(page, product);
  // A4, in CSS pixels without its margins.
  await page.setViewportSize({ width: 1017, height: 688 });
  await page.goto(`/integration/${filled}/logs?execution=${execution}`);
  await page.emulateMedia({ media: 'print' });
  const row = page.locator('[data-execution] > [data-row]').first();
  const time = await row.locator('time').boundingBox();
  const beside = await row.locator('span:has(> time) + *').boundingBox();
  expect(time!.x + time!.width).toBeLessThanOrEqual(beside!.x);
});
