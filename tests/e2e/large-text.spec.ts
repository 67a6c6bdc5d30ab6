// Text of twice the size, as browsers offer it without enlarging the rest (WCAG 2.2, 1.4.4), and names that are long.
import { expect, startSession, test } from './fixtures';
import { expectLargeTextFits } from './overflow';
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

test('the search field leaves the name of the organization its place', async ({
  page,
  product,
  javaScriptEnabled,
}) => {
  test.skip(!javaScriptEnabled, 'The search field is for script.');
  await prepareIntegrations(page, product);
  await page.goto('/');
  const search = page.getByRole('button', { name: 'Search or jump to …' });
  await expect(search).toBeVisible();
  for (const width of [1024, 1280, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
    const switcher = await page.locator('summary', { hasText: 'Switch organization' }).boundingBox();
    const field = await search.boundingBox();
    const menu = await page.getByRole('banner').locator('summary').last().boundingBox();
    if (!switcher || !field || !menu) throw new Error('The top bar is not drawn.');
    expect(switcher.width, `at ${width} pixels`).toBeGreaterThan(100);
    expect(switcher.x + switcher.width, `at ${width} pixels`).toBeLessThanOrEqual(field.x);
    expect(field.x + field.width, `at ${width} pixels`).toBeLessThanOrEqual(menu.x);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
});

test(
  'the fields of a call keep room beside the outline and what tries the call',
  { tag: '@drawn' },
  async ({ page, product }) => {
    const { filled } = await prepareIntegrations(page, product);
    for (const width of [1024, 1280, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(`/integration/${filled}`);
      const name = page.getByLabel('Call Name').first();
      await expect(name).toBeVisible();
      await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
      const [field, tryIt] = [
        await name.boundingBox(),
        await page
          .getByText(/^Test API Call/)
          .first()
          .boundingBox(),
      ];
      if (!field || !tryIt) throw new Error('The call is not drawn.');
      expect(field.width, `at ${width} pixels`).toBeGreaterThan(200);
      const isBeside = tryIt.x >= field.x + field.width;
      expect(isBeside || tryIt.y >= field.y + field.height, `at ${width} pixels`).toBe(true);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    }
  },
);

test('the dashboard is no wider than a phone', { tag: '@drawn' }, async ({ page, product }) => {
  await prepareIntegrations(page, product);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/');
  await expect(page.getByText('Plan Status')).toBeVisible();
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
});

test('no word of the first steps is broken', { tag: '@drawn' }, async ({ page, product }) => {
  await startSession(page, product);
  await page.goto('/');
  const steps = page.getByRole('region', { name: 'Your first integration' }).getByRole('list');
  await expect(steps).toBeVisible();
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
  for (const width of [640, 768, 1024, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    const broken = await steps.evaluate((list) => {
      const texts = document.createTreeWalker(list, NodeFilter.SHOW_TEXT);
      const found: string[] = [];
      while (texts.nextNode()) {
        const text = texts.currentNode;
        for (const { index, 0: word } of (text.textContent ?? '').matchAll(/\S+/g)) {
          const range = document.createRange();
          range.setStart(text, index);
          range.setEnd(text, index + word.length);
          if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) found.push(word);
        }
      }
      return found;
    });
    expect(broken, `at ${width} pixels`).toEqual([]);
  }
});

test(
  'one long name leaves the other columns of a list their room',
  { tag: '@drawn' },
  async ({ page, product }) => {
    await startSession(page, product);
    const { id } = await (await page.request.get('/api/users/me')).json();
    const [{ organizationId }] = await (await page.request.get(`/api/organization-memberships/${id}`)).json();
    for (const name of ['Shop', `${'Donaudampfschifffahrtsgesellschaft'.repeat(2)} ${'x'.repeat(20)}`]) {
      const answer = await page.request.post(`/api/organizations/${organizationId}/connections`, {
        headers: { Origin: product.url },
        data: { name, kind: 'bearer', baseUrl: 'https://api.shop.example.com', config: { token: 'a-token' } },
      });
      expect(answer.status(), await answer.text()).toBe(201);
    }
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.goto('/organization/settings/connections');
    for (const text of ['Bearer token', 'api.shop.example.com']) {
      const cell = await page.getByText(text, { exact: true }).first().boundingBox();
      expect(cell?.height, text).toBeLessThan(30);
    }
  },
);

test(
  'no state on the dashboard is cut off at 320 pixels, which a zoom of 400 % leaves',
  { tag: '@drawn' },
  async ({ page, product }) => {
    await prepareIntegrations(page, product);
    await page.setViewportSize({ width: 320, height: 640 });
    await page.goto('/');
    const plan = page.getByText('Healthy Usage', { exact: false });
    await expect(plan).toBeVisible();
    expect(await plan.evaluate((text) => text.scrollWidth - text.clientWidth)).toBeLessThanOrEqual(0);
  },
);

test('large text fits the buttons of billing at 320 pixels', { tag: '@drawn' }, async ({ page, product }) => {
  await prepareIntegrations(page, product);
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto('/billing');
  await expect(page.getByRole('link', { name: 'Download Test Data' })).toBeVisible();
  await expectLargeTextFits(page, 'Billing');
});

test(
  'large text on a phone cuts off no control of the members, and the top bar covers none',
  { tag: '@drawn' },
  async ({ page, product, javaScriptEnabled }) => {
    await prepareIntegrations(page, product);
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto('/organization/settings/members');
    await expect(page.getByRole('table', { name: 'Members' })).toBeVisible();
    if (javaScriptEnabled)
      await expect(page.getByRole('button', { name: 'Search or jump to …' })).toBeVisible();
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
    const cut = await page.locator('table').evaluateAll((tables) =>
      tables.flatMap((table) => {
        const { right } = table.getBoundingClientRect();
        const controls = [...table.querySelectorAll('a, button, select')];
        return controls
          .filter((control) => control.getBoundingClientRect().right > right)
          .map((control) => control.getAttribute('aria-label'));
      }),
    );
    expect(cut).toEqual([]);
    const ends = await page
      .getByRole('banner')
      .locator(':is(a, summary, button):visible')
      .evaluateAll((controls) =>
        controls.map((control) => control.getBoundingClientRect()).map(({ left, right }) => [left, right]),
      );
    expect(ends.length).toBe(javaScriptEnabled ? 4 : 3);
    for (const [index, [left = 0]] of ends.entries()) {
      expect(left).toBeGreaterThanOrEqual(ends[index - 1]?.[1] ?? 0);
    }
  },
);

test(
  'large text on a phone cuts off no state of the configuration',
  { tag: '@drawn' },
  async ({ page, product }) => {
    const { filled } = await prepareIntegrations(page, product);
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(`/integration/${filled}/deploy`);
    const states = page.locator('dl', { has: page.getByText('Trigger Config') }).locator('dd span span');
    await expect(states).toHaveCount(4);
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
    const cut = await states.evaluateAll((texts) =>
      texts.filter((text) => text.scrollWidth > text.clientWidth).map((text) => text.textContent),
    );
    expect(cut).toEqual([]);
  },
);
