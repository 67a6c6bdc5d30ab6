// The second step of an integration: what is configured, tests of it and their results, deploying, and how it is doing.
import { createServer } from 'node:http';
import type { Locator, Page } from '@playwright/test';
import { findViolations, keepPicturesByWidth } from './axe';
import { createIntegration, prepareIntegrations } from './prepared';
import { holdRequests, type Product, test, expect } from './fixtures';
import { holdDrawing } from './hold-drawing';

const header = { 'Content-Type': 'application/json' };

/** A target that fails twice before it answers on /flaky, and answers /slow only when it is told to. */
async function startTarget() {
  let failures = 2;
  const held: (() => void)[] = [];
  const server = createServer((request, response) => {
    const answer = (status: number, body: object) =>
      response.writeHead(status, header).end(JSON.stringify(body));
    if (request.url === '/slow') held.push(() => answer(200, { ok: true }));
    else if (request.url === '/flaky' && failures-- > 0) answer(503, { busy: true });
    else answer(200, { id: 7, plan: 'free' });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`,
    release: () => held.splice(0).forEach((answer) => answer()),
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

const retry = {
  id: 'handle',
  order: 1.6,
  nextApiCallId: 'flaky',
  responseHandling: {
    defaultAction: 'continue',
    statusCodeActions: [
      { statusCodes: [503], action: 'retry', retryConfig: { maxRetries: 3, retryDelay: 100 } },
    ],
  },
};

const condition = {
  id: 'check',
  order: 2.5,
  nextApiCallId: 'last',
  conditionalExecution: {
    enabled: true,
    executionTrigger: 'conditional',
    condition: { field: 'plan', operator: 'equals', value: 'paid' },
  },
};

function describeChain(url: string) {
  return {
    name: 'Step two',
    triggerConfig: { type: 'manual' },
    apiCalls: [
      {
        id: 'read',
        name: 'Read plan',
        order: 1,
        method: 'POST',
        url: `${url}/plan`,
        body: '{"n": {{trigger.n}}}',
        responseMapping: { saveAs: 'account', extractFields: [{ jsonPath: '.plan', saveAs: 'plan' }] },
      },
      { id: 'flaky', name: 'Flaky', order: 2, method: 'GET', url: `${url}/flaky` },
      { id: 'only', name: 'Only paid', order: 3, method: 'GET', url: `${url}/paid` },
      { id: 'last', name: 'Last', order: 4, method: 'GET', url: `${url}/last` },
    ],
    conditionalExecutionSteps: [{ ...condition, nextApiCallId: undefined }],
    responseHandlingSteps: [retry],
  };
}

/** With script the page follows; without, one asks again. */
async function waitFor(page: Page, seen: Locator, hasScript: boolean | undefined) {
  await expect(async () => {
    if (!hasScript) await page.reload();
    await expect(seen).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: 20_000 });
}

async function open(page: Page, product: Product, integration: object): Promise<string> {
  await prepareIntegrations(page, product);
  const id = await createIntegration(page.request, product, integration);
  await page.goto(`/integration/${id}/deploy`);
  return id;
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

test(
  'an integration without calls says what is missing, and cannot be tested or deployed',
  { tag: '@html' },
  async ({ page, product }) => {
    await open(page, product, { name: 'Nothing here' });
    for (const text of ['Set', 'Configured', '0 configured', 'Some incomplete']) {
      await expect(page.getByText(text, { exact: true })).toBeVisible();
    }
    await expect(page.getByText('No saved responses configured')).toBeVisible();
    await expect(page.getByText('Save the integration first to enable testing')).toBeVisible();
    await expect(button(page, 'Run Test')).toBeDisabled();
    await expect(button(page, 'Deploy')).toBeDisabled();
    await expect(page.getByText('Nothing tested yet')).toBeVisible();
    await expect(page.getByText('No executions yet')).toBeVisible();
    await expect(page.getByText('API calls configured: not done')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Webhook Testing' })).toHaveCount(0);
    for (const state of ['Draft', 'Disabled']) {
      // The line that stays at the top when the page is scrolled says it again, for eyes alone.
      const said = page.locator('span:not([aria-hidden] *)').getByText(state, { exact: true });
      await expect(said).toHaveCount(1);
    }
    await keepPicturesByWidth(page, 'empty-without');
  },
);

function notifications(page: Page) {
  return page.getByRole('region', { name: 'Notifications' });
}

test('the focus stays in the field from which limits are saved, and goes to trigger data that is no JSON @script', async ({
  page,
  product,
}) => {
  await open(page, product, describeChain('http://127.0.0.1:9'));
  for (const [card, label] of [
    ['Limits', 'Executions at once'],
    ['Logs kept', 'MiB in the logs'],
  ] as const) {
    await page.locator('summary').filter({ hasText: card }).click();
    const field = page.getByLabel(label);
    await field.fill('7');
    await field.press('Enter');
    await expect(page.locator('summary').filter({ hasText: card })).toContainText('7');
    await expect(field).toBeFocused();
  }

  await test.step('trigger data that is no JSON has it, also far above the button', async () => {
    await page.setViewportSize({ width: 360, height: 640 });
    const typed = page.getByLabel('Trigger data');
    await typed.fill('{bad');
    await typed.blur();
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await expect(typed).not.toBeInViewport();
    await button(page, 'Run Test').click();
    await expect(page.getByText('Test failed').first()).toBeVisible();
    await expect(typed).toBeFocused();
    await expect(typed).toBeInViewport();
  });
});

test('a test is followed, and its results are grouped, filtered and opened', async ({
  page,
  product,
  javaScriptEnabled: hasScript,
}) => {
  const target = await startTarget();
  const id = await open(page, product, describeChain(target.url));
  const saved = page.getByRole('table', { name: 'Saved responses' });
  for (const text of ['Read plan', 'account', '.plan'])
    await expect(saved.getByText(text).first()).toBeVisible();

  await page.getByLabel('Trigger data').fill('{"n": ');
  await button(page, 'Run Test').click();
  await expect(page.getByText('Test failed: Invalid JSON Format').first()).toBeVisible();
  await expect(page.getByLabel('Trigger data')).toHaveValue('{"n": ');

  await page.getByLabel('Trigger data').fill('{"n": 1.10}');
  await button(page, 'Run Test').click();
  const live = page.getByRole('region', { name: 'Live results' });
  // A toast does not stay.
  if (hasScript) await expect(notifications(page).getByText('Test completed successfully')).toBeVisible();
  await waitFor(page, live.getByText('Test completed successfully'), hasScript);
  if (hasScript) await expect(live.getByRole('heading', { name: 'Live Results' })).toBeInViewport();
  else expect(page.url()).toMatch(/#live-results$/);
  await expect(page.getByLabel('Trigger data')).toHaveValue(/"n": 1\.10/);
  const steps = live.getByRole('listitem');
  await expect(steps.filter({ hasText: 'Read plan' })).toContainText(`${target.url}/plan`);
  await expect(steps.filter({ hasText: 'Read plan' })).toContainText(/\d ms\s*200/);
  const check = steps.filter({ hasText: 'Condition not met' });
  await expect(check).toContainText('Variable plan equals paid. Actual value: free');
  await expect(check).toContainText('Only paid is skipped; the run continues with Last');
  await expect(steps.filter({ hasText: 'Only paid' }).last()).toContainText('Conditional execution:');
  await keepPicturesByWidth(page, `tested-${hasScript ? 'with' : 'without'}`);

  const history = page.getByRole('group', { name: 'Logs of the newest tests' });
  for (const kind of ['API CALL', 'RETRY', 'CONDITIONAL EXECUTION']) {
    await expect(history.getByText(kind, { exact: true }).first()).toBeVisible();
  }
  // What was sent and answered comes when a line is opened.
  await expect(history.getByText('Request Details')).toHaveCount(0);
  await history.locator('summary', { hasText: 'Flaky' }).click();
  if (!hasScript)
    await history.getByRole('link', { name: 'Show request and response' }).locator('visible=true').click();
  await expect(history.getByText('Attempt 3', { exact: true })).toBeVisible();
  await expect(history.getByText('Delay 200 ms')).toBeVisible();
  await expect(history.getByText(/^Duration [\d,]+ ms$/)).toHaveCount(3);
  for (const title of ['Retry Attempts', 'Request Details', 'Response Details']) {
    await expect(history.getByRole('heading', { name: title }).first()).toBeVisible();
  }
  await keepPicturesByWidth(page, `results-${hasScript ? 'with' : 'without'}`);
  if (hasScript) {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await history.getByRole('button', { name: 'Copy Response Body', exact: true }).click();
    await expect(page.getByText('Response Body copied to clipboard')).toBeVisible();
    expect(await findViolations(page)).toEqual([]);
  }

  const groupBy = page.getByRole('navigation', { name: 'Group by' });
  const show = page.getByRole('navigation', { name: 'Show' });
  const groups = history.getByRole('heading', { level: 3 });
  await expect(groups).toHaveText([/^Execution /]);
  await groupBy.getByRole('link', { name: 'Status' }).click();
  await expect(groups).toHaveText(['Success', 'Conditional']);
  await groupBy.getByRole('link', { name: 'Date' }).click();
  await expect(groups).toHaveText([/^\d{4}-\d\d-\d\d$/]);
  await show.getByRole('link', { name: 'Warning' }).click();
  await expect(history.getByText('Only paid', { exact: true })).toBeVisible();
  await expect(history.getByText('Read plan', { exact: true })).toHaveCount(0);
  await show.getByRole('link', { name: 'Error' }).click();
  await expect(page.getByText('The newest tests have no logs of this kind.')).toBeVisible();
  await show.getByRole('link', { name: 'Success' }).click();
  await groupBy.getByRole('link', { name: 'None' }).click();
  await expect(groups).toHaveCount(0);
  await expect(history.getByText('Last', { exact: true })).toBeVisible();
  await groupBy.getByRole('link', { name: 'Execution' }).click();
  await groups.first().click();
  await expect(history.getByText('Last', { exact: true })).toBeHidden();
  await button(page, 'Refresh Test History').click();
  await expect(show.getByRole('link', { name: 'Success' })).toHaveAttribute('aria-current', 'page');

  const answer = await page.request.get(`/api/integrations/${id}`);
  expect((await answer.json()).lastTestAt).toMatch(/^\d{4}-/);
  await page.goto(`/integration/${id}/logs`);
  const row = page.getByRole('listitem').filter({ hasText: 'Execution Id:' });
  await expect(row.getByText('Test', { exact: true })).toBeVisible();
  await keepPicturesByWidth(page, `marked-${hasScript ? 'with' : 'without'}`);
  target.close();
});

test(
  'what one comes for is at hand, many variables are folded, and results go when the next test begins',
  { tag: '@drawn' },
  async ({ page, product, javaScriptEnabled: hasScript }) => {
    const target = await startTarget();
    const extractFields = ['a', 'b', 'c', 'd'].map((name) => ({ jsonPath: `$.${name}`, saveAs: name }));
    await open(page, product, {
      name: 'Saves much',
      triggerConfig: { type: 'manual' },
      apiCalls: [
        {
          id: 'a',
          name: 'First',
          order: 1,
          method: 'GET',
          url: `${target.url}/first`,
          responseMapping: { extractFields },
        },
      ],
    });
    await page.setViewportSize({ width: 1280, height: 600 });
    for (const name of ['Run Test', 'Deploy']) await expect(button(page, name)).toBeInViewport({ ratio: 1 });
    const saved = page.getByRole('table', { name: 'Saved responses' });
    await expect(saved).toBeHidden();
    await page.getByText('4 variables').click();
    await expect(saved.getByText('d', { exact: true })).toBeVisible();

    await button(page, 'Run Test').click();
    const live = page.getByRole('region', { name: 'Live results' });
    await waitFor(page, live.getByText('Test completed successfully'), hasScript);
    await expect(button(page, 'Run Test')).toBeInViewport({ ratio: 1 });
    if (hasScript) {
      const release = await holdRequests(page, /deploy\.data/);
      await button(page, 'Run Test').click();
      await expect(button(page, 'Running Test...')).toBeVisible();
      await expect(live).toHaveCount(0);
      release();
      await expect(live.getByText('Test completed successfully')).toBeVisible();
    }
    target.close();
  },
);

test('choices that are made in a row on a slow network, or before a busy browser draws the first, all count @script', async ({
  page,
  product,
}) => {
  const target = await startTarget();
  const draw = await holdDrawing(page);
  await open(page, product, {
    name: 'Slow to load and to draw',
    triggerConfig: { type: 'manual' },
    apiCalls: [{ id: 'a', name: 'First', order: 1, method: 'GET', url: `${target.url}/first` }],
  });
  await button(page, 'Run Test').click();
  await expect(page.getByText('1 test', { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/test=/);
  const release = await holdRequests(page, /\.data/);
  const show = page.getByRole('navigation', { name: 'Show' });
  const groupBy = page.getByRole('navigation', { name: 'Group by' });
  const nothing = page.getByText('The newest tests have no logs of this kind.');
  await show.getByRole('link', { name: 'Error' }).click();
  await expect(nothing).toBeVisible();
  await groupBy.getByRole('link', { name: 'None' }).click();
  release();
  await expect(page).toHaveURL(/group=none&show=error$/);

  await show.getByRole('link', { name: 'Success' }).click();
  await expect(nothing).toHaveCount(0);
  await draw(false);
  await show.getByRole('link', { name: 'Warning' }).click();
  await groupBy.getByRole('link', { name: 'Date' }).click();
  await draw(true);
  await expect(page).toHaveURL(/group=date&show=warning$/);
  await expect(nothing).toBeVisible();
  target.close();
});

test('the focus is kept when a button is pressed before the script that keeps it has come @script', async ({
  page,
  product,
}) => {
  const releaseScript = await holdRequests(page, /\/assets\/kept-focus-/);
  const releaseForm = await holdRequests(page, /\.data/, 'POST');
  await open(page, product, sentBy(tokenSender, 'whsec_of_stripe'));
  const sent = page.waitForRequest((request) => request.method() === 'POST');
  await button(page, 'Deploy').press('Enter');
  await sent;
  const subscription = await page.evaluateHandle(awaitSubscription);
  releaseScript();
  await subscription.evaluate(({ isMade }) => isMade);
  releaseForm();
  await expect(page.getByRole('region', { name: 'Test and deploy' })).toBeFocused();
});

/** In the page: `isMade` ends when a further part of it hears of navigations from its router. */
function awaitSubscription() {
  const isMade = new Promise<void>((resolve) => {
    const router = Reflect.get(window, '__remixRouter');
    const { subscribe } = router;
    router.subscribe = (onChange: Parameters<typeof subscribe>[0]) => {
      router.subscribe = subscribe;
      // After the effects that are run together with this one.
      setTimeout(resolve);
      return subscribe(onChange);
    };
  });
  return { isMade };
}

test('a test that fails says so, and one that runs shows what it has done so far', async ({
  page,
  product,
  javaScriptEnabled: hasScript,
}) => {
  const target = await startTarget();
  await open(page, product, {
    name: 'Slow',
    triggerConfig: { type: 'manual' },
    apiCalls: [
      { id: 'a', name: 'First', order: 1, method: 'GET', url: `${target.url}/first` },
      { id: 'b', name: 'Slow one', order: 2, method: 'GET', url: `${target.url}/slow` },
      { id: 'c', name: 'Broken', order: 3, method: 'GET', url: `${target.url}/{{nobody}}` },
    ],
  });
  await button(page, 'Run Test').click();
  const live = page.getByRole('region', { name: 'Live results' });
  await waitFor(page, live.getByText('Slow one'), hasScript);
  await expect(button(page, 'Running Test...')).toBeVisible();
  await expect(live.getByText('In progress').first()).toBeVisible();
  await expect(live.getByRole('link', { name: 'Refresh' })).toHaveCount(hasScript ? 0 : 1);
  await keepPicturesByWidth(page, `running-${hasScript ? 'with' : 'without'}`);
  target.release();
  // A toast does not stay.
  if (hasScript) await expect(notifications(page).getByText('Test completed with issues')).toBeVisible();
  await waitFor(page, live.getByText('Test completed with issues'), hasScript);
  await expect(live.getByText('nobody').first()).toBeVisible();
  await expect(button(page, 'Run Test')).toBeVisible();
  if (hasScript) {
    await page.route('**/integration/*/deploy.data*', (route) =>
      route.request().method() === 'POST' ? route.fulfill({ status: 500 }) : route.continue(),
    );
    await button(page, 'Run Test').click();
    const failed = notifications(page).getByText('Unable to run integration test.');
    await expect(failed).toBeVisible();
  }
  target.close();
});

function clickAndReadCookie(element: HTMLElement): string {
  element.click();
  return document.cookie;
}

test('the links of Webhook Testing lead to what they name, inside a trigger that stands folded @script', async ({
  page,
  product,
}) => {
  await open(page, product, sentBy(tokenSender, 'whsec_of_stripe'));
  await button(page, 'Deploy').press('Enter');
  // The pressed button is gone. The keyboard goes on among those in its place.
  await expect(page.getByRole('region', { name: 'Test and deploy' })).toBeFocused();
  const listen = button(page, 'Listen for a sample');
  await page.getByRole('link', { name: 'listen for a sample' }).click();
  await page.waitForURL(/#sample$/);
  await expect(listen).toBeVisible();
  // As a bookmark, too.
  await page.reload();
  await expect(listen).toBeVisible();
  await page.getByRole('link', { name: /^\d+ GET Send/ }).click();
  await expect(listen).toBeHidden();

  await page.setViewportSize({ width: 360, height: 740 });
  await page
    .getByRole('link', { name: /Test & Deploy/ })
    .first()
    .click();
  await page.getByRole('link', { name: 'Check a request' }).click();
  await page.waitForURL(/#trigger$/);
  await expect(page.getByLabel('Who sends?')).toBeVisible();
});

test(
  'a delivery that is none to run is shown as skipped, with the reason',
  { tag: '@html' },
  async ({ page, product }) => {
    const id = await open(page, product, {
      name: 'Choosy',
      triggerConfig: {
        type: 'webhook',
        webhook: {
          secret: '',
          headers: {},
          variables: [],
          onlyRunIf: [{ field: 'request.headers.x-event', operator: 'equals', value: 'issues' }],
        },
      },
      apiCalls: [{ id: 'a', name: 'Send', order: 1, method: 'GET', url: 'https://api.example.com/' }],
    });
    await button(page, 'Deploy').click();
    await expect(page.getByText('Integration deployed: done')).toBeVisible();
    const headers = { 'X-Event': 'ping' };
    const answer = await page.request.post(`${product.url}/webhook/${id}`, { headers, data: {} });
    expect([answer.status(), await answer.json()]).toEqual([200, { skipped: true }]);
    const deliveries = page.getByRole('region', { name: 'Last Deliveries' });
    await waitFor(page, deliveries.getByText('Skipped', { exact: true }), false);
    await expect(deliveries.getByRole('listitem')).toContainText(
      'Skipped: the condition “request.headers.x-event equals …” is not met.',
    );
  },
);

const stripe = { scheme: 'stripe' };
/** A sender for which no command is made. */
const tokenSender = { scheme: 'token', header: 'X-Token', prefix: '' };

function sentBy(verify: object, secret: string) {
  return {
    name: 'Payments',
    triggerConfig: { type: 'webhook', webhook: { secret, verify } },
    apiCalls: [{ id: 'a', name: 'Send', order: 1, method: 'GET', url: 'https://api.example.com/' }],
  };
}

test(
  'where the sender proves itself in its own way, the command signs, and none is shown that would be rejected',
  { tag: '@html' },
  async ({ page, product }) => {
    await open(page, product, sentBy(stripe, 'whsec_of_stripe'));
    await button(page, 'Deploy').click();
    await expect(page.getByLabel('Command', { exact: true })).toContainText('openssl dgst -sha256');
    await open(page, product, sentBy(tokenSender, 'whsec_of_stripe'));
    await button(page, 'Deploy').click();
    await expect(page.getByRole('heading', { name: 'Webhook Testing' })).toBeVisible();
    await expect(page.getByText('Let the sender send a test event')).toBeVisible();
    await expect(page.getByLabel('Command', { exact: true })).toHaveCount(0);
    await expect(page.getByText('to get the command ready to run')).toHaveCount(0);
    await expect(page.getByText('Webhook secret: ••••ripe')).toBeVisible();
    await expect(button(page, 'Copy Webhook secret')).toHaveCount(0);
    await button(page, 'Reveal secret').click();
    await expect(page.getByRole('group', { name: 'Webhook secret' })).toHaveText('whsec_of_stripe');

    await open(page, product, sentBy(stripe, ''));
    await button(page, 'Deploy').click();
    await expect(page.getByText('This webhook is closed')).toBeVisible();
    await expect(page.getByText('This webhook is open')).toHaveCount(0);
  },
);

test('a test says when a delivery with its data would be skipped; the example would not', async ({
  page,
  product,
  javaScriptEnabled: hasScript,
}) => {
  const target = await startTarget();
  const onlyRunIf = [{ field: 'trigger.type', operator: 'equals', value: 'order.paid' }];
  await open(page, product, {
    name: 'Only paid orders',
    triggerConfig: { type: 'webhook', webhook: { secret: '', onlyRunIf } },
    apiCalls: [{ id: 'a', name: 'Send', order: 1, method: 'GET', url: `${target.url}/last` }],
  });
  const live = page.getByRole('region', { name: 'Live results' });
  const skipped = page.getByText('Skipped: the condition “trigger.type equals …” is not met.');
  await expect(page.getByLabel('Trigger data')).toHaveValue(/"type": "order\.paid"/);
  await button(page, 'Run Test').click();
  await waitFor(page, live.getByText('Test completed successfully'), hasScript);
  await expect(skipped).toHaveCount(0);
  await page.getByLabel('Trigger data').fill('{"type": "order.refunded"}');
  await button(page, 'Run Test').click();
  await waitFor(page, skipped, hasScript);
  await waitFor(page, live.getByText('Test completed successfully'), hasScript);
  if (hasScript) expect(await findViolations(page)).toEqual([]);
  target.close();
});

test('a webhook is deployed, tried with a sample, rejects strangers and says so, and is disabled', async ({
  page,
  product,
  javaScriptEnabled: hasScript,
}) => {
  const target = await startTarget();
  const id = await open(page, product, {
    name: 'Door',
    triggerConfig: {
      type: 'webhook',
      webhook: {
        secret: 'a-secret-of-mine',
        headers: { 'X-Kind': 'order' },
        variables: [{ name: 'order', jsonPath: '.order', required: true }],
      },
    },
    apiCalls: [{ id: 'a', name: 'Send', order: 1, method: 'GET', url: `${target.url}/{{order}}` }],
  });
  await expect(page.getByLabel('Trigger data')).toHaveValue(/"order": "sample order"/);
  await expect(page.getByRole('heading', { name: 'Webhook Testing' })).toHaveCount(0);
  await button(page, 'Deploy').click();
  await expect(page.getByText('Integration deployed: done')).toBeVisible();
  const deliveries = page.getByRole('region', { name: 'Last Deliveries' });
  await expect(deliveries.getByText('Nothing has arrived yet')).toBeVisible();

  const url = `${product.url}/webhook/${id}`;
  const secret = { 'X-Webhook-Signature': 'a-secret-of-mine', 'X-Kind': 'order' };
  await expect(page.getByLabel('Command', { exact: true })).toContainText("-H 'X-Kind: order'");
  for (let n = 0; n < 2; n += 1) expect((await page.request.post(url, { data: {} })).status()).toBe(401);
  expect((await page.request.post(url, { headers: secret, data: {} })).status()).toBe(422);
  const broken = { ...secret, 'Content-Type': 'application/json' };
  expect((await page.request.post(url, { headers: broken, data: Buffer.from('{') })).status()).toBe(400);
  expect((await page.request.post(url, { headers: secret, data: { order: 12 } })).status()).toBe(202);
  await waitFor(page, deliveries.getByText('Completed'), hasScript);
  const items = deliveries.getByRole('listitem');
  await expect(items).toHaveCount(4);
  await expect(items.nth(0)).toContainText('Completed');
  await expect(items.nth(1)).toContainText(/Rejected 400.*The body is not valid JSON/);
  await expect(items.nth(2)).toContainText('The payload lacks the required variable order.');
  await expect(items.nth(3)).toContainText(
    /Rejected 401.*2 times.*The header X-Webhook-Signature, which carries the proof, is missing/,
  );

  const status = page.getByRole('group').filter({ hasText: 'Recent Execution Timeline' });
  await expect(page.getByText('50.0%')).toBeVisible();
  await expect(status.getByRole('listitem')).toHaveCount(2);
  await expect(
    page.getByRole('table', { name: 'Duration and result of the last executions' }),
  ).toBeAttached();
  await keepPicturesByWidth(page, `deployed-${hasScript ? 'with' : 'without'}`);
  if (hasScript) expect(await findViolations(page)).toEqual([]);

  await page.getByRole('navigation', { name: 'Start from' }).getByRole('link', { name: 'Empty' }).click();
  await expect(page.getByLabel('Trigger data')).toHaveValue('');
  await page.getByRole('link', { name: 'Last real payload' }).click();
  await expect(page.getByLabel('Trigger data')).toHaveValue('{\n  "order": 12\n}');

  const fold = page.locator('summary', { hasText: 'Recent Execution Timeline' });
  // Remembered at once, however soon one goes on.
  if (hasScript) expect(await fold.evaluate(clickAndReadCookie)).toContain('timeline=closed');
  else await fold.click();
  await expect(status.getByRole('listitem')).toHaveCount(0);
  await page.reload();
  // Only script can remember it.
  await expect(status.getByRole('listitem')).toHaveCount(hasScript ? 0 : 2);

  await page.getByRole('link', { name: 'View All Logs' }).last().click();
  await expect(page.getByText('3 deliveries were rejected')).toBeVisible();
  // 'The first came', when the machine was so slow that their times differ.
  await expect(page.getByText(/They left no execution\. The(y| first) came/)).toBeVisible();
  await expect(page.getByText('Status 400: The body is not valid JSON: it ends too early')).toBeVisible();
  await expect(page.getByText('Since then, deliveries were accepted, the last one')).toBeVisible();
  await keepPicturesByWidth(page, `rejected-${hasScript ? 'with' : 'without'}`);
  if (hasScript) expect(await findViolations(page)).toEqual([]);
  await page.getByRole('link', { name: 'Last deliveries' }).click();
  await expect(items).toHaveCount(4);

  await page.getByRole('link', { name: 'Disable' }).click();
  await page.getByLabel('Type DISABLE to confirm').fill('DISABLE');
  await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click();
  await expect(page.getByText('Integration deployed: not done')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Webhook Testing' })).toHaveCount(0);
  await page.getByRole('link', { name: 'View All Logs' }).last().click();
  await page.waitForURL(`/integration/${id}/logs`);
  target.close();
});
