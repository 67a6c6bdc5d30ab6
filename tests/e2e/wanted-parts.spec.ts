// When the script of the editor's later parts is loaded, and what holds when it is lost.
import type { Locator, Page, Route } from '@playwright/test';
import { openFold, openTrigger, saveIntegration } from './editor-parts';
import { expect, holdRequests, type Product, test, waitForFirstScript } from './fixtures';
import { createIntegration, prepareIntegrations } from './prepared';

test.skip(({ javaScriptEnabled }) => !javaScriptEnabled, 'there is nothing to load');

const triggerScript = /\/assets\/trigger-fields/;
const secret = 'a secret of some length';
const triggerConfig = { type: 'webhook', webhook: { secret, headers: {}, variables: [] } };
const apiCalls = ['First', 'Second'].map((name, index) => ({
  id: name,
  name,
  order: index + 1,
  method: 'GET',
  url: 'https://api.example.com/',
  headers: { 'X-One': '1', 'X-Two': '2' },
}));

const isOfServer = (address: URL) => !address.pathname.startsWith('/assets/');

/** Makes an integration whose page has the trigger folded. */
async function create(page: Page, product: Product, name: string): Promise<string> {
  await prepareIntegrations(page, product);
  return createIntegration(page.request, product, { name, triggerConfig, apiCalls });
}

function findTrigger(page: Page) {
  const fold = page.locator('details', { has: page.getByRole('heading', { name: 'Trigger Configuration' }) });
  return { line: fold.locator('> summary'), field: page.locator('[name="triggerConfig.type"]').first() };
}

/** Whether React renders a field, and not the server alone. */
function isRendered(field: Locator): Promise<boolean> {
  return field.evaluate((element) => Object.keys(element).some((key) => key.startsWith('__reactProps')));
}

/** Ends when the browser has had nothing else to do, after what waited for that before. */
async function waitUntilIdle(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
}

/** Notes the requests for the trigger's script. */
function countScripts(page: Page): () => number {
  let count = 0;
  page.on('request', (request) => (count += triggerScript.test(request.url()) ? 1 : 0));
  return () => count;
}

const ways: Record<string, (page: Page, line: Locator) => Promise<void>> = {
  'by the pointer': (_page, line) => line.hover(),
  'by the focus': (_page, line) => line.focus(),
  'by its node in the outline': (page) => openTrigger(page),
};

for (const [way, come] of Object.entries(ways)) {
  test(`a user who saves data loads the folded trigger's script ${way}`, async ({ page, product }) => {
    const id = await create(page, product, `Saving data ${way}`);
    await page.addInitScript(() =>
      Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
    );
    const count = countScripts(page);
    await page.goto(`/integration/${id}`, { waitUntil: 'load' });
    await waitForFirstScript(page);
    await waitUntilIdle(page);
    const { line, field } = findTrigger(page);
    expect([count(), await isRendered(field)]).toEqual([0, false]);
    await come(page, line);
    await expect.poll(() => isRendered(field)).toBe(true);
    expect(count()).toBe(1);
  });
}

test('the script of the folded trigger comes by itself, and runs once the user has come to the form', async ({
  page,
  product,
}) => {
  const id = await create(page, product, 'Idle');
  const came = page.waitForResponse((response) => triggerScript.test(response.url()));
  const count = countScripts(page);
  await page.goto(`/integration/${id}`, { waitUntil: 'load' });
  await waitForFirstScript(page);
  await came;
  await waitUntilIdle(page);
  const { field } = findTrigger(page);
  expect(await isRendered(field)).toBe(false);
  await page.getByLabel('Call Name').first().focus();
  await expect.poll(() => isRendered(field)).toBe(true);
  expect(count()).toBe(1);
});

test('fields that come alive while a save is under way are no edit: the next step is opened', async ({
  page,
  product,
}) => {
  await prepareIntegrations(page, product);
  const webhook = { ...triggerConfig.webhook, allowFrom: ['192.0.2.0/24'] };
  const id = await createIntegration(page.request, product, {
    name: 'Late while saving',
    triggerConfig: { ...triggerConfig, webhook },
    apiCalls,
  });
  const bring = await holdRequests(page, triggerScript);
  await page.goto(`/integration/${id}`, { waitUntil: 'load' });
  await waitForFirstScript(page);
  const answer = await holdRequests(page, /\.data\b/, 'POST');
  await page.getByLabel('Call Name').first().focus();
  const sent = page.waitForRequest((request) => request.method() === 'POST');
  await page.getByRole('button', { name: 'Next: Test & Deploy' }).click();
  await sent;
  bring();
  await expect.poll(() => isRendered(findTrigger(page).field)).toBe(true);
  answer();
  await expect(page).toHaveURL(/\/deploy$/);
});

/** Adds a conditional step whose script is held. The returned function lets it through. */
async function addLateStep(page: Page, product: Product, name: string): Promise<() => void> {
  const id = await create(page, product, name);
  const release = await holdRequests(page, /\/assets\/conditional-card/);
  await page.goto(`/integration/${id}`, { waitUntil: 'load' });
  await waitForFirstScript(page);
  const add = page.getByRole('button', { name: 'Add conditional execution after First' });
  await add.press('Enter');
  await expect(add).toHaveCount(0);
  return release;
}

test('a step that is added before its script has come takes the focus when it comes', async ({
  page,
  product,
}) => {
  const release = await addLateStep(page, product, 'Late step');
  release();
  const step = page.getByRole('region', { name: 'Conditional execution after First' });
  await expect(step.locator('summary').first()).toBeFocused();
});

test('a step that comes late leaves the focus where the user went meanwhile', async ({ page, product }) => {
  const release = await addLateStep(page, product, 'Late and elsewhere');
  const name = page.getByLabel('Call Name').first();
  await name.focus();
  release();
  await expect(page.getByRole('region', { name: 'Conditional execution after First' })).toBeVisible();
  await expect(name).toBeFocused();
});

test('a deletion is offered again by Ctrl+Z though the script for that was lost at first', async ({
  page,
  product,
}) => {
  const id = await create(page, product, 'Lost undo');
  const script = /\/assets\/offer-undo/;
  const lost = page.waitForEvent('requestfailed', (request) => script.test(request.url()));
  await page.route(script, (route) => route.abort());
  await page.goto(`/integration/${id}`, { waitUntil: 'load' });
  await waitForFirstScript(page);
  await lost;
  await page.unroute(script);
  await page.getByRole('button', { name: 'Remove First' }).press('Enter');
  await expect(page.getByText('Deleted First')).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(page.getByRole('button', { name: 'Remove First' })).toHaveCount(1);
});

/** Opens the editor without the trigger's script, and types into the trigger. */
async function typeWithout(page: Page, product: Product, name: string) {
  const id = await create(page, product, name);
  await page.route(triggerScript, (route) => route.fulfill({ status: 404, body: 'Not Found' }));
  await page.goto(`/integration/${id}`, { waitUntil: 'load' });
  await waitForFirstScript(page);
  await openTrigger(page);
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText('did not load');
  await openFold(page, 'Each run');
  const minutes = page.getByLabel('Longest run (minutes)');
  await minutes.fill('7');
  return { id, minutes };
}

test.describe('when the script of the trigger is lost for good', () => {
  test('the response to a press inside is shown, and what is typed stays', async ({ page, product }) => {
    const { minutes } = await typeWithout(page, product, 'Lost press');
    await openFold(page, 'Secret');
    await page.getByRole('button', { name: 'Reveal' }).click();
    await expect(page.getByText(secret)).toBeVisible();
    await expect(minutes).toHaveValue('7');
  });

  const losses: Record<string, (route: Route) => Promise<void>> = {
    'nothing answers': (route) => route.abort('connectionrefused'),
    'a proxy answers for a server that is gone': (route) =>
      route.fulfill({ status: 502, body: 'Bad Gateway' }),
  };
  for (const [loss, lose] of Object.entries(losses)) {
    test(`what is typed stays after a press inside while ${loss}, and a save waits for the server`, async ({
      page,
      product,
    }) => {
      const { id, minutes } = await typeWithout(page, product, 'Lost server');
      await openFold(page, 'Secret');
      // The router asks for it as soon as the page has its script.
      await page.route(/__manifest/, lose);
      await page.getByRole('button', { name: 'Reveal' }).click();
      await expect(page.getByText(secret)).toBeVisible();
      await expect(page.getByText('did not load').first()).toBeVisible();
      await page.route(isOfServer, lose);
      await page.getByRole('button', { name: 'Save Configuration' }).click();
      await expect(page.getByText('Unable to connect to server.').first()).toBeVisible();
      await expect(minutes).toHaveValue('7');
      await page.unrouteAll();
      await expect(page.getByText('Configuration saved')).toBeVisible();
      const saved = await page.request.get(`/api/integrations/${id}`);
      expect(await saved.json()).toMatchObject({ runSettings: { maxMinutes: 7 } });
    });
  }

  test('what is typed stays without network, a save leaves the trigger with its fields, and other buttons need no other page', async ({
    page,
    product,
  }) => {
    const { id, minutes } = await typeWithout(page, product, 'Lost save');

    await test.step('what is typed stays on the page while there is no network', async () => {
      await page.context().setOffline(true);
      await page.getByRole('button', { name: 'Save Configuration' }).click();
      await expect(page.getByText('Unable to connect to server.').first()).toBeVisible();
      await expect(minutes).toHaveValue('7');
      await page.context().setOffline(false);
    });

    await test.step('a save leaves the trigger with its fields', async () => {
      const saved = await saveIntegration(page, id);
      expect(saved).toMatchObject({ runSettings: { maxMinutes: 7 } });
      await openTrigger(page);
      await openFold(page, 'Each run');
      await expect(minutes).toHaveValue('7');
    });

    await test.step('what other buttons of the form do needs no other page', async () => {
      await page.evaluate(() => document.body.setAttribute('data-same', ''));
      await page.getByRole('button', { name: 'Add API Call', exact: true }).click();
      await expect(page.locator('[name="apiCalls[2].name"]')).toBeVisible();
      await expect(page.locator('body[data-same]')).toHaveCount(1);
    });
  });
});
