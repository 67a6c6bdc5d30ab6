// What the dashboard says of runs, and how somebody begins there.
import type { Page } from '@playwright/test';
import { holdRequests, type Product, startSession, test, expect } from './fixtures';
import { startExecution, storeEndedExecution } from './stored-execution';

function cardOf(page: Page, name: string) {
  return page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name, exact: true }) });
}

/** An integration of whoever is logged in, deployed and without a secret. */
async function deploy(page: Page, product: Product, name: string): Promise<string> {
  const headers = { Origin: product.url };
  const triggerConfig = { type: 'webhook', webhook: { variables: [] } };
  const apiCalls = [{ id: 'a', order: 1, method: 'POST', url: `${product.sampleApiUrl}/issues`, body: '{}' }];
  const made = await page.request.post('/api/integrations', {
    headers,
    data: { name, triggerConfig, apiCalls },
  });
  const { id } = await made.json();
  const saved = await page.request.patch(`/api/integrations/${id}`, { headers, data: { isActive: true } });
  expect(saved.ok()).toBe(true);
  return id;
}

test(
  'a card says how its runs came out, and what fails comes first',
  { tag: '@html' },
  async ({ page, product }) => {
    await startSession(page, product);
    const failing = await deploy(page, product, 'Currency rates');
    const well = await deploy(page, product, 'Orders');
    for (const error of [null, 'Rates: HTTP 503', 'Rates: HTTP 503'])
      await storeEndedExecution(product, failing, { errorMessage: error });
    await storeEndedExecution(product, well);
    await startExecution(product, await deploy(page, product, 'Stock'));
    await page.goto('/');
    await expect(page.getByText('1 integration is failing: Currency rates, 2 times in a row')).toBeVisible();
    const names = page.getByRole('main').getByRole('listitem').getByRole('heading');
    await expect(names.filter({ hasText: /Currency|Orders/ })).toHaveText(['Currency rates', 'Orders']);
    const card = cardOf(page, 'Currency rates');
    await expect(card.getByRole('img')).toHaveAccessibleName(
      'Last 3 runs: 1 completed, 2 failed. The newest failed.',
    );
    await expect(cardOf(page, 'Orders')).toContainText('100.0% completed');
    await expect(cardOf(page, 'Stock')).toContainText('No run has ended yet');
    await card.getByRole('link', { name: /^Failed .*Rates: HTTP 503/ }).click();
    await page.waitForURL(`/integration/${failing}/logs?status=error`);
    await page.goto(`/integration/${failing}`);
    await page.getByRole('link', { name: 'Last 2 executions failed' }).click();
    await page.waitForURL(`/integration/${failing}/logs?status=error`);
  },
);

test('on a phone what fails is seen at once, and all actions on its log @script', async ({
  page,
  product,
}) => {
  await startSession(page, product);
  const id = await deploy(page, product, 'Currency rates');
  await storeEndedExecution(product, id, { errorMessage: 'Rates: HTTP 503' });
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/');
  await expect(page.getByText('1 integration is failing: Currency rates')).toBeInViewport({ ratio: 1 });
  await page.getByRole('link', { name: 'View the failed executions of Currency rates' }).click();
  await page.locator('a[href*="open="]').first().click();
  const names = [
    'Replay from start',
    'Replay from failed call',
    'Test with this data',
    'Save as test…',
    'Link to this execution',
    'Download JSON',
  ];
  const actions = names.map((name) =>
    page.getByRole('button', { name, exact: true }).or(page.getByRole('link', { name, exact: true })),
  );
  for (const action of actions) await expect(action).toBeVisible();
  const tops = await Promise.all(actions.map(async (action) => (await action.boundingBox())?.y));
  expect(new Set(tops).size).toBe(3);
});

test.describe('by a clock', () => {
  test.use({ isFirstVisit: true });

  /** After that the page is read again where script runs. */
  const readEveryMs = 5000;

  test('a run that ends moves its strip without a reload', async ({ page, product, javaScriptEnabled }) => {
    test.skip(!javaScriptEnabled, 'Without script a page is as it was loaded.');
    await startSession(page, product);
    const id = await deploy(page, product, 'Orders');
    await page.clock.install();
    await page.goto('/');
    const strip = cardOf(page, 'Orders').getByRole('img');
    await expect(strip).toHaveAccessibleName('No runs yet');
    await expect(page.getByText('No deployed integration failed in the last 24 hours.')).toBeVisible();
    await storeEndedExecution(product, id, { errorMessage: 'HTTP 500' });
    await page.clock.fastForward(readEveryMs);
    await expect(strip).toHaveAccessibleName('Last run: 1 failed. The newest failed.');
    await expect(page.getByText('1 integration is failing: Orders')).toBeVisible();
  });

  test('the first steps tick themselves off, up to the first delivery', async ({
    page,
    product,
    javaScriptEnabled,
  }) => {
    await startSession(page, product);
    if (javaScriptEnabled) await page.clock.install();
    await page.goto('/');
    await expect(page.getByRole('heading', { name: 'No integrations yet' })).toBeVisible();
    const steps = page.getByRole('region', { name: 'Your first integration' });
    await expect(steps).toContainText('0 of 4 done');
    const id = await deploy(page, product, 'Orders');
    await page.reload();
    await expect(steps).toContainText('3 of 4 done');
    await expect(steps.getByRole('status')).toHaveText('Waiting for the first delivery …');
    await expect(
      steps.getByRole('figure', { name: 'Command' }).or(steps.getByText('curl -X POST')),
    ).toContainText(`/webhook/${id}`);
    expect((await page.request.post(`/webhook/${id}`, { data: {} })).status()).toBe(202);
    await expect
      .poll(async () => (await page.request.get(`/api/integrations/${id}/executions`)).json())
      .toMatchObject([{ status: 'completed' }]);
    if (javaScriptEnabled) await page.clock.fastForward(readEveryMs);
    else await page.reload();
    const state = steps.getByRole('status');
    await expect(state).toContainText('The first delivery arrived.');
    // A time that passes would be read again and again.
    await expect(steps.locator('time')).toHaveCount(1);
    await expect(state.locator('time')).toHaveCount(0);
    await steps.getByRole('link', { name: 'Read its log' }).click();
    await page.waitForURL(/execution=/);
  });
});

test('a start card opens the editor filled in', { tag: '@html' }, async ({ page, product }) => {
  await startSession(page, product);
  await page.goto('/');
  await page.getByRole('button', { name: 'Use this for Webhook to Slack' }).click();
  await page.waitForURL(/\/integration\/[^/]+$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Webhook to Slack' })).toBeVisible();
  await expect(page.locator('input[name="apiCalls[0].url"]')).toHaveValue(
    'https://hooks.slack.com/services/',
  );
});

test('a new integration begins with a template', { tag: '@html' }, async ({ page, product }) => {
  await startSession(page, product);
  await page.goto('/integration');
  await page.getByLabel('Integration Name').fill('Ours');
  await page.getByLabel('Begin with').selectOption('Call a GraphQL API');
  await page.getByRole('button', { name: 'Continue to Setup' }).click();
  await page.waitForURL(/\/integration\/[^/]+$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Ours' })).toBeVisible();
  await expect(page.locator('input[name="apiCalls[0].url"]')).toHaveValue('https://api.example.com/graphql');
});

test('a pasted cURL command becomes the first call, and one that is none stays', async ({
  page,
  product,
}) => {
  await startSession(page, product);
  await page.goto('/');
  const command = page.getByLabel('cURL command');
  await command.fill('wget https://api.example.com/');
  await page.getByRole('button', { name: 'Create from command' }).click();
  await expect(page.getByText('is not a cURL command and was left out')).toBeVisible();
  await expect(command).toHaveValue('wget https://api.example.com/');
  await command.fill(`curl https://api.example.com/orders -H 'X-Shop: 7' -d '{"n":1}'`);
  await page.getByRole('button', { name: 'Create from command' }).click();
  await page.waitForURL(/\/integration\/[^/]+$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Call api.example.com' })).toBeVisible();
  await expect(page.locator('input[name="apiCalls[0].url"]')).toHaveValue('https://api.example.com/orders');
});

test('a card makes another one like itself', { tag: '@html' }, async ({ page, product }) => {
  await startSession(page, product);
  await deploy(page, product, 'Orders');
  await page.goto('/');
  await cardOf(page, 'Orders').locator('summary').click();
  await page.getByRole('button', { name: 'Duplicate' }).click();
  await page.waitForURL(/\/integration\/[^/]+$/);
  await expect(page.getByText('Integration duplicated')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Orders (copy)' })).toBeVisible();
});

test('an organization is created from the switcher, and is the one that is looked at then', async ({
  page,
  product,
}) => {
  await startSession(page, product);
  await page.goto('/');
  const switcher = page.getByRole('banner').locator('details').first();
  await switcher.locator('summary').click();
  await switcher.getByRole('link', { name: 'Create organization' }).click();
  await page.waitForURL('/organization/new');
  await page.getByLabel('Organization name').fill('Second Looms');
  await page.getByRole('button', { name: 'Create organization' }).click();
  await page.waitForURL('/');
  await expect(switcher.locator('summary')).toContainText('second looms');
});

test(
  'after signing up the login screen says where the link went',
  { tag: '@html' },
  async ({ page, product }) => {
    await page.goto('/signup');
    const email = `check-mail-${Date.now()}@example.com`;
    await page.getByLabel('First name').fill('Ada');
    await page.getByLabel('Last name').fill('Lovelace');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Organization name').fill('Looms');
    await page.getByLabel(/^Password/).fill('Correct-horse-7');
    await page.getByLabel(/^Confirm password/).fill('Correct-horse-7');
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.waitForURL('/login');
    const panel = page.getByRole('region', { name: 'Check your mail' });
    await expect(panel).toContainText(email);
    await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(email);
    await expect.poll(() => product.findMailedLink(email)).toBeDefined();
    const first = product.findMailedLink(email);
    await panel.getByRole('button', { name: 'Resend' }).click();
    await expect.poll(() => product.findMailedLink(email)).not.toBe(first);
    // Who has followed the link is not asked to follow it.
    await page.goto(product.findMailedLink(email) ?? '');
    await page.getByRole('button', { name: 'Verify email' }).click();
    await page.getByRole('link', { name: 'Go to Login' }).click();
    await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(email);
    await expect(panel).toHaveCount(0);
  },
);

test('the search of the dashboard tells what it found, keeps the focus and what is typed, and is led by keys and by the address', async ({
  page,
  product,
  javaScriptEnabled,
}) => {
  test.skip(!javaScriptEnabled, 'Without script each search is a page of its own.');
  await startSession(page, product);
  for (const name of ['Members', 'Orders']) await deploy(page, product, name);
  await page.goto('/');
  const search = page.getByLabel('Search integrations');

  await test.step('it is sorted by the arrow keys, step by step', async () => {
    const viewport = { width: 1280, height: 720 };
    await page.setViewportSize({ ...viewport, height: 400 });
    const sort = page.getByLabel('Sort by');
    await sort.focus();
    for (const order of ['newest', 'name']) {
      await page.keyboard.press('ArrowDown');
      await page.waitForURL(new RegExp(`sort=${order}`));
      await expect(sort).toBeFocused();
      await expect(sort).toHaveValue(order);
      await expect(sort).toBeInViewport();
    }
    await page.setViewportSize(viewport);
    await page.goBack();
    await expect(sort).toHaveValue('newest');
    await page.goBack();
    await page.waitForURL('/');
  });

  await test.step('it shows the words of the address to who goes back from its field', async () => {
    await search.fill('ord');
    await search.press('Enter');
    await page.waitForURL(/q=ord/);
    await page.goBack();
    await page.waitForURL('/');
    await expect(search).toHaveValue('');
  });

  await test.step('it tells how much it found, or that it found nothing', async () => {
    const told = page.locator('main output.sr-only');
    await expect(told).toHaveText('2 integrations');
    await search.fill('embers');
    await search.press('Enter');
    await expect(told).toHaveText('1 integration');
    await search.fill('nobody has this');
    await search.press('Enter');
    await expect(told).toHaveText('No name, description, tag or host of a call contains “nobody has this”.');
    await page.getByRole('link', { name: 'Show all integrations' }).click();
    await page.waitForURL('/');
  });

  await test.step('it keeps the focus, and what is typed while cards are on their way', async () => {
    const release = await holdRequests(page, /_root\.data/);
    await search.fill('mem');
    await search.press('Enter');
    await page.keyboard.type('ber');
    release();
    await page.waitForURL(/q=mem&/);
    await expect(search).toBeFocused();
    // On the dashboard 'n' alone is a command.
    await page.keyboard.type('n');
    await expect(search).toHaveValue('membern');
    await expect(page).toHaveURL(/q=mem&/);

    // Who is in no field sees what the address says.
    await search.blur();
    await page.goBack();
    await expect(page.getByRole('heading', { name: 'Orders' })).toBeVisible();
    await expect(search).toHaveValue('');
    await page.goForward();
    await expect(search).toHaveValue('mem');
  });
});
