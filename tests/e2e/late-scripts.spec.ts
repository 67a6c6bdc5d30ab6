// Parts of a page whose own script comes late, or cannot be loaded: what the server rendered and what is typed there stays.
import type { Page } from '@playwright/test';
import { openFold, openPart, openTrigger, saveIntegration } from './editor-parts';
import {
  expect,
  holdRequests,
  openAccountMenu,
  type Product,
  startSession,
  test,
  waitForFirstScript,
  waitForScript,
} from './fixtures';
import { findRouteScript } from '../support/page-weight.js';
import { createIntegration, prepareIntegrations } from './prepared';

test.skip(({ javaScriptEnabled }) => !javaScriptEnabled, 'there is nothing to load');

const call = { id: 'a', name: 'Only', order: 1, method: 'GET', url: 'https://api.example.com/' };
const repeat = { kind: 'pages', items: '.data', saveAs: 'orders', next: { by: 'link' } };
const said = 'Part of this page did not load';

/** Has requests for a script fail, and opens a page. The returned function lets them through. */
async function openWithout(page: Page, script: RegExp, path: string): Promise<() => Promise<void>> {
  await page.route(script, (route) => route.fulfill({ status: 502, body: 'Bad Gateway' }));
  const lost = page.waitForResponse((response) => script.test(response.url()));
  await page.goto(path, { waitUntil: 'load' });
  await waitForFirstScript(page);
  await lost;
  return () => page.unroute(script);
}

test('the text of a panel stays', async ({ page, product }) => {
  await prepareIntegrations(page, product);
  const id = await createIntegration(page.request, product, { name: 'Lost text', apiCalls: [call] });
  await openWithout(page, /\/assets\/general-panels/, `/integration/${id}`);
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText(said);
  const panel = page.locator('details', { hasText: 'Common Error Scenarios' });
  await panel.locator('summary').click();
  await expect(panel.getByRole('heading', { name: 'API errors' })).toBeVisible();
});

test('the fields of a part stay, are saved, let a link lead on, and come alive with their script', async ({
  page,
  product,
}) => {
  await prepareIntegrations(page, product);
  const apiCalls = [{ ...call, repeat }];
  const id = await createIntegration(page.request, product, { name: 'Lost fields', apiCalls });
  const find = await openWithout(page, /\/assets\/repeat-fields/, `/integration/${id}`);
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText(said);
  const items = page.getByRole('textbox', { name: 'Items', exact: true });

  await test.step('a link still leads on, and what is typed goes along', async () => {
    await openPart(page, 'Repeat');
    await items.fill('.typed');
    // It is rendered in a transition.
    await openAccountMenu(page);
    await page.getByRole('link', { name: 'Profile' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    expect(await saveIntegration(page, id)).toMatchObject({ apiCalls: [{ repeat: { items: '.typed' } }] });
  });

  await test.step('they come alive with their script', async () => {
    await find();
    await waitForScript(page, true);
    await openPart(page, 'Repeat');
    await expect(items).toHaveValue('.typed');
    await page.getByLabel('Save all items as').fill('all');
    const saved = { apiCalls: [{ repeat: { items: '.typed', saveAs: 'all' } }] };
    expect(await saveIntegration(page, id)).toMatchObject(saved);
  });
});

test('a dialog that the page was opened with stays, and its form is sent', async ({ page, product }) => {
  await startSession(page, product);
  await openWithout(page, /\/assets\/account-dialog/, '/?dialog=profile');
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText(said);
  await page.getByLabel('First name').fill('Augusta');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Your profile has been updated successfully.')).toBeVisible();
});

test('a dialog that is opened later leaves what is typed on the page, and then comes by itself', async ({
  page,
  product,
}) => {
  await prepareIntegrations(page, product);
  const id = await createIntegration(page.request, product, { name: 'Lost dialog', apiCalls: [call] });
  await page.route(/\/assets\/account-dialog/, (route) => route.fulfill({ status: 404, body: 'Not found' }));
  await page.goto(`/integration/${id}`);
  await page.getByLabel('Call Name').fill('Typed');
  await openAccountMenu(page);
  await page.getByRole('link', { name: 'Profile' }).click();
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText(said);
  await expect(page.getByLabel('Call Name')).toHaveValue('Typed');
  await page.unrouteAll();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  expect(await saveIntegration(page, id)).toMatchObject({ apiCalls: [{ name: 'Typed' }] });
});

test('a save asks nothing where the script of the next step is gone, and the page is loaded anew', async ({
  page,
  product,
}) => {
  await prepareIntegrations(page, product);
  const id = await createIntegration(page.request, product, { name: 'Lost step', apiCalls: [call] });
  const questions: string[] = [];
  page.on('dialog', (dialog) => {
    questions.push(dialog.type());
    void dialog.accept();
  });
  // An idle page may load the next step's script before the press.
  const step = findRouteScript('routes/integration.$integrationId.deploy');
  await page.route(`**${step}`, (route) => route.fulfill({ status: 404, body: 'Not found' }));
  await page.goto(`/integration/${id}`);
  await waitForFirstScript(page);
  await page.getByLabel('Call Name').fill('Typed');
  const reloaded = page.waitForEvent('load');
  await page.getByRole('button', { name: 'Next: Test & Deploy' }).click();
  await reloaded;
  await expect(page.getByLabel('Call Name')).toHaveValue('Typed');
  await expect(page.getByText('Unsaved changes', { exact: true })).toHaveCount(0);
  expect(questions).toEqual([]);
});

test('a part that is first shown later says so, and then comes by itself', async ({ page, product }) => {
  await prepareIntegrations(page, product);
  const id = await createIntegration(page.request, product, { name: 'Lost later' });
  await page.route(/\/assets\/general-panels/, (route) => route.abort());
  await page.goto(`/integration/${id}/deploy`);
  await page.getByRole('link', { name: /API Call Chain$/ }).click();
  const panel = page.locator('details', { hasText: 'Common Error Scenarios' });
  await panel.locator('summary').click();
  await expect(panel).toContainText('Unable to connect to server.');
  await page.unrouteAll();
  await expect(panel.getByRole('heading', { name: 'API errors' })).toBeVisible();
});

test('what is chosen stays where a text depends on it, though the script comes late', async ({
  page,
  product,
}) => {
  await prepareIntegrations(page, product);
  const triggerConfig = { type: 'webhook', webhook: { headers: {}, variables: [] } };
  const rule = { statusCodes: ['5xx'], action: 'retry', retryConfig: { maxRetries: 2, retryDelay: 500 } };
  const handling = { statusCodeActions: [rule], defaultAction: 'continue' };
  const id = await createIntegration(page.request, product, {
    name: 'Late texts',
    triggerConfig,
    apiCalls: [call],
    responseHandlingSteps: [{ order: 1.5, nextApiCallId: call.id, responseHandling: handling }],
  });
  const release = await holdRequests(page, /\/assets\/(trigger-fields|handling-card)/);
  await page.goto(`/integration/${id}`, { waitUntil: 'load' });
  await waitForFirstScript(page);
  await page.evaluate(() => {
    for (const fold of document.querySelectorAll('details')) fold.open = true;
  });
  await page.getByLabel('Who sends?').selectOption('GitHub');
  await page.getByLabel('Read bodies as').selectOption('json');
  const rules = page.getByRole('group', { name: 'Rule 1' });
  await rules.getByLabel('Max retries').selectOption('3');
  await rules.getByLabel('Status codes').fill('503');
  release();
  await waitForScript(page, true);
  await expect(page.getByLabel('Read bodies as')).toHaveValue('json');
  await expect(page.getByLabel('Who sends?')).toHaveValue('github');
  await expect(rules.getByLabel('Status codes')).toHaveValue('503');
  await expect(rules.getByLabel('Max retries')).toHaveValue('3');
});

/** Types a wrong number of minutes into the trigger while its script is held. */
async function typeWrongMinutes(page: Page, product: Product, name: string) {
  await prepareIntegrations(page, product);
  const id = await createIntegration(page.request, product, { name, apiCalls: [call] });
  const release = await holdRequests(page, /\/assets\/trigger-fields/);
  await page.goto(`/integration/${id}`, { waitUntil: 'load' });
  await waitForFirstScript(page);
  await openTrigger(page);
  await openFold(page, 'Each run');
  const minutes = page.getByLabel('Longest run (minutes)');
  await minutes.fill('soon');
  return { minutes, release };
}

test('what is wrong in a part stays as typed, and is said once its script comes', async ({
  page,
  product,
}) => {
  const { minutes, release } = await typeWrongMinutes(page, product, 'Late and wrong');
  await minutes.blur();
  await expect(page.getByText('Something needs attention')).toBeVisible();
  release();
  await waitForScript(page, true);
  await expect(minutes).toHaveValue('soon');
  await expect(minutes).toHaveAttribute('aria-invalid', 'true');
});

test('a save that is refused for a part leads there once its script comes', async ({ page, product }) => {
  const { minutes, release } = await typeWrongMinutes(page, product, 'Late and refused');
  await page.getByRole('button', { name: 'Save Configuration' }).click();
  await expect(page.getByText('Invalid Trigger Configuration')).toBeVisible();
  release();
  await expect(minutes).toHaveValue('soon');
  await expect(minutes).toBeFocused();
});

test('warnings that have changed before their script comes are those of the form as it is', async ({
  page,
  product,
}) => {
  await prepareIntegrations(page, product);
  const id = await createIntegration(page.request, product, {
    name: 'Late warnings',
    apiCalls: ['one', 'two'].map((name) => ({ id: name, name, url: `https://api.test/{{${name}}}` })),
  });
  const release = await holdRequests(page, /\/assets\/warnings-/);
  await page.goto(`/integration/${id}`, { waitUntil: 'commit' });
  await waitForFirstScript(page);
  const warnings = page.locator('summary', { hasText: /warnings?$/ });
  await expect(warnings).toHaveText('2 warnings');
  await page.getByRole('textbox', { name: 'URL' }).fill('https://api.test/');
  release();
  await expect(warnings).toHaveText('1 warning');
  await warnings.click();
  await page.getByRole('link', { name: 'two: {{two}} is not known here' }).click();
  await expect(page.getByRole('textbox', { name: 'Call Name' })).toHaveValue('two');
});
