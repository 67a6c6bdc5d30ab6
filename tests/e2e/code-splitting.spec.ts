// The editor and the step after it are heavy; whoever looks at one of them does not load the other.
import type { Page } from '@playwright/test';
import { openCall, openFold, openPart, readIntegration, saveIntegration } from './editor-parts';
import {
  drawLate,
  expect,
  holdRequests,
  type Product,
  test,
  waitForFirstScript,
  waitForScript,
} from './fixtures';
import { createIntegration, prepareIntegrations } from './prepared';

test.skip(({ javaScriptEnabled }) => !javaScriptEnabled, 'there is nothing to load');

test('each step loads its own script, and the other one when one goes there, by a tab that keeps the focus', async ({
  page,
  product,
}) => {
  await prepareIntegrations(page, product);
  const id = await createIntegration(page.request, product, { name: 'Two steps' });
  const steps = page.getByRole('navigation', { name: 'Steps' });
  const chain = 'routes/integration.$integrationId._index';
  const deploy = 'routes/integration.$integrationId.deploy';
  const listLoaded = () =>
    page.evaluate(
      (ids) => ids.filter((route) => route in Reflect.get(window, '__remixRouteModules')),
      [chain, deploy],
    );

  await page.goto(`/integration/${id}/deploy`);
  expect(await listLoaded()).toEqual([deploy]);
  await steps.getByRole('link', { name: 'API Call Chain' }).click();
  await page.getByRole('button', { name: 'Add First API Call' }).click();
  await expect(page.getByLabel('Call Name')).toBeVisible();
  expect(await listLoaded()).toEqual([chain, deploy]);

  await page.goto(`/integration/${id}`);
  expect(await listLoaded()).toEqual([chain]);

  for (const name of ['Test & Deploy', 'API Call Chain']) {
    await steps.getByRole('link', { name }).press('Enter');
    await expect(steps.getByRole('link', { name })).toHaveAttribute('aria-current', 'page');
    await expect(steps.getByRole('link', { name })).toBeFocused();
  }
});

test('a press counts whose button moves while the fields of the trigger arrive', async ({
  page,
  product,
}) => {
  await prepareIntegrations(page, product);
  const id = await createIntegration(page.request, product, { name: 'Pressed early' });
  await page.goto(`/integration/${id}/deploy`);
  const release = await holdRequests(page, /\/assets\/trigger-fields/);
  await page.getByRole('navigation', { name: 'Steps' }).getByRole('link', { name: 'API Call Chain' }).click();
  const add = page.getByRole('button', { name: 'Add First API Call' });
  await add.hover();
  const hasCome = page.waitForResponse(/\/assets\/trigger-fields/).then((response) => response.finished());
  await page.mouse.down();
  release();
  await hasCome;
  await page.evaluate(async () => {
    for (let frame = 0; frame < 10; frame += 1) {
      await new Promise((resolve) => {
        requestAnimationFrame(resolve);
      });
    }
  });
  await page.mouse.up();
  await expect(page.getByLabel('Call Name')).toBeVisible();
  await expect(page.locator('input[type=radio][name="triggerConfig.type"]').first()).toBeAttached();
});

test('a panel that is opened before the script has come stays open', async ({ page, product }) => {
  await prepareIntegrations(page, product);
  const id = await createIntegration(page.request, product, { name: 'Slow network' });
  const release = await holdRequests(page, /\/entry\.client-[\w-]+\.js$/);
  await page.goto(`/integration/${id}`, { waitUntil: 'commit' });
  const panel = page.locator('details', { hasText: 'Common Error Scenarios' });
  await panel.locator('summary').click();
  release();
  // The panels' own script comes behind the editor's. A change before that would have React draw them anew.
  await waitForScript(page, true);
  for (const count of [1, 2]) {
    await page.getByRole('button', { name: /^Add (First )?API Call$/ }).click();
    await expect(page.getByLabel('Call Name')).toHaveCount(count);
  }
  await expect(page.getByRole('heading', { name: 'Default Behavior' })).toBeVisible();
  await expect(panel).toHaveAttribute('open', '');
});

test('a panel that is opened before its own script has come is open again after a change', async ({
  page,
  product,
}) => {
  await prepareIntegrations(page, product);
  const id = await createIntegration(page.request, product, { name: 'Slow network' });
  const release = await holdRequests(page, /\/assets\/general-panels/);
  await openEarly(page, id);
  const panel = page.locator('details', { hasText: 'Common Error Scenarios' });
  await panel.locator('summary').click();
  await page.getByRole('button', { name: 'Add First API Call' }).click();
  await expect(page.getByLabel('Call Name')).toBeVisible();
  release();
  await expect(panel).toHaveAttribute('open', '');
  await expect(page.locator('aside details[open]')).toHaveCount(1);
  await panel.locator('summary').click();
  await expect(panel).not.toHaveAttribute('open');
  await page.getByRole('button', { name: 'Add API Call', exact: true }).click();
  await expect(page.getByLabel('Call Name')).toHaveCount(2);
  await expect(panel).not.toHaveAttribute('open');
});

test('what is typed before the script has come stays', async ({ page, product }) => {
  await prepareIntegrations(page, product);
  const id = await createIntegration(page.request, product, {
    name: 'Slow network',
    apiCalls: [{ id: 'a', name: 'First', order: 1, method: 'GET', url: 'https://api.example.com/' }],
  });
  const release = await holdRequests(page, /\/entry\.client-[\w-]+\.js$/);
  await page.goto(`/integration/${id}`, { waitUntil: 'commit' });
  await page.getByLabel('Call Name').fill('Typed early');
  release();
  await waitForScript(page, true);
  await expect(page.getByLabel('Call Name')).toHaveValue('Typed early');
  await expect(page.getByText('Unsaved changes', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Save Configuration' }).click();
  await expect(page.getByText('Configuration saved').first()).toBeVisible();
  expect(await readIntegration(page, id)).toMatchObject({ apiCalls: [{ name: 'Typed early' }] });
});

test('a page whose script starts while a key is released gets its script', async ({ page, product }) => {
  await prepareIntegrations(page, product);
  const id = await createIntegration(page.request, product, { name: 'By keys' });
  await drawLate(page);
  await page.addInitScript(() => {
    const timer = setInterval(() => {
      document.body?.dispatchEvent(new KeyboardEvent('keyup', { key: 'Enter', bubbles: true }));
      if (Object.keys(document.body ?? {}).some((key) => key.startsWith('__reactProps')))
        clearInterval(timer);
    });
  });
  await page.goto(`/integration/${id}`, { waitUntil: 'commit' });
  await page.getByRole('button', { name: 'Add First API Call' }).click();
  await expect(page.getByLabel('Call Name')).toBeVisible();
});

test('a save that is pressed while a call waits to be removed comes after it', async ({ page, product }) => {
  await prepareIntegrations(page, product);
  const apiCalls = ['First', 'Second', 'Third'].map((name, index) => ({
    id: name,
    name,
    order: index + 1,
    method: 'GET',
    url: 'https://api.example.com/',
  }));
  const id = await createIntegration(page.request, product, { name: 'Slow network', apiCalls });
  const release = await holdRequests(page, /\/assets\/edit-chain/);
  await page.goto(`/integration/${id}`);
  await page.getByRole('button', { name: 'Remove First' }).click();
  // Which calls are where is about to change.
  await page.keyboard.press('Enter');
  const sent = page.waitForResponse((response) => response.request().method() === 'POST');
  await page.getByRole('button', { name: 'Save Configuration' }).click();
  await expect(page.getByText('Deleted First')).toHaveCount(0);
  release();
  await sent;
  await expect(page.getByText('Configuration saved').first()).toBeVisible();
  const saved = await (await page.request.get(`/api/integrations/${id}`)).json();
  expect(saved.apiCalls.map(({ name }: { name: string }) => name)).toEqual(['Second', 'Third']);
});

/** Opens an integration while the script of a later part is held. */
async function openEarly(page: Page, id: string): Promise<void> {
  await page.goto(`/integration/${id}`, { waitUntil: 'load' });
  await waitForFirstScript(page);
}

/** The parts of a page whose own script comes behind the page's. */
test.describe('in a part that is loaded later', () => {
  const webhook = { secret: 'a secret of some length', headers: {}, variables: [] };
  const repeat = { kind: 'pages', items: '.data', saveAs: 'orders', next: { by: 'link' } };
  const [first, second] = ['First', 'Second'].map((name, index) => ({
    id: name,
    name,
    order: index + 1,
    method: 'GET',
    url: 'https://api.example.com/',
    repeat: index === 1 ? repeat : undefined,
  }));

  test('what is typed before any script has come stays', async ({ page, product }) => {
    await prepareIntegrations(page, product);
    const triggerConfig = { type: 'webhook', webhook };
    const responseMapping = { saveAs: 'order' };
    const authConfig = { type: 'bearer', token: 'stored' };
    const apiCalls = [{ ...first, responseMapping, authConfig, repeat, timeoutMs: 10_000 }];
    const check = { condition: { field: 'trigger.a', operator: 'equals', value: '1' } };
    const conditionalExecutionSteps = [{ order: 0.5, conditionalExecution: check }];
    const input = { name: 'Slow network', triggerConfig, apiCalls, conditionalExecutionSteps };
    const id = await createIntegration(page.request, product, input);
    const release = await holdRequests(page, /\/entry\.client-[\w-]+\.js$/);
    await page.goto(`/integration/${id}`, { waitUntil: 'commit' });
    const typed: [label: string, text: string][] = [
      ['Webhook Secret', 'another secret of some length'],
      ['Methods', 'GET, POST'],
      ['Field to check', 'unknown_name'],
      ['Token', 'typed'],
      ['Save the whole response as', 'first_order'],
      ['Seconds to wait for the response', '12'],
      ['Items', '.typed'],
    ];
    await page.waitForFunction(() => document.readyState !== 'loading');
    await page.evaluate(() => {
      for (const fold of document.querySelectorAll('details')) fold.open = true;
    });
    for (const [label, text] of typed) await page.getByLabel(label, { exact: true }).fill(text);
    await page.getByLabel('Follow redirects').check();
    release();
    await waitForScript(page, true);
    for (const [label, text] of typed)
      await expect(page.getByLabel(label, { exact: true })).toHaveValue(text);
    const saved = {
      triggerConfig: { webhook: { methods: ['GET', 'POST'], secret: '••••ngth' } },
      apiCalls: [
        {
          authConfig: { type: 'bearer', token: '••••' },
          responseMapping: { saveAs: 'first_order' },
          timeoutMs: 12_000,
          followRedirects: true,
          repeat: { items: '.typed' },
        },
      ],
      conditionalExecutionSteps: [{ conditionalExecution: { condition: { field: 'unknown_name' } } }],
    };
    expect(await saveIntegration(page, id)).toMatchObject(saved);
  });

  test('what is typed stays, whatever is typed beside it', async ({ page, product }) => {
    await prepareIntegrations(page, product);
    const apiCalls = [{ ...first, repeat }];
    const id = await createIntegration(page.request, product, { name: 'Slow network', apiCalls });
    const release = await holdRequests(page, /\/assets\/repeat-fields/);
    await openEarly(page, id);
    await openPart(page, 'Repeat');
    await page.getByLabel('Items', { exact: true }).fill('.typed');
    await page.getByLabel('Call Name').fill('Pages');
    release();
    await page.waitForLoadState('networkidle');
    await expect(page.getByLabel('Items', { exact: true })).toHaveValue('.typed');
    await page.getByLabel('Save all items as').fill('all');
    const saved = { apiCalls: [{ name: 'Pages', repeat: { items: '.typed', saveAs: 'all' } }] };
    expect(await saveIntegration(page, id)).toMatchObject(saved);
  });

  /** Types into the first call before the script of the part has come, and opens the second. */
  async function typeAndGoOn(page: Page, product: Product) {
    await prepareIntegrations(page, product);
    const apiCalls = [
      { ...first, repeat },
      { ...second, repeat: undefined },
    ];
    const id = await createIntegration(page.request, product, { name: 'Slow network', apiCalls });
    const release = await holdRequests(page, /\/assets\/repeat-fields/);
    await openEarly(page, id);
    await openPart(page, 'Repeat');
    const items = page.getByRole('textbox', { name: 'Items', exact: true });
    await items.fill('.typed');
    await openCall(page, 'Second');
    return { id, items, release };
  }

  test.describe('and another call is opened meanwhile', () => {
    const saved = { apiCalls: [{ repeat: { kind: 'pages', items: '.typed' } }, {}] };

    test('what is typed stays until its script has come', async ({ page, product }) => {
      const { id, items, release } = await typeAndGoOn(page, product);
      release();
      await page.waitForLoadState('networkidle');
      await openCall(page, 'First');
      await expect(items).toHaveValue('.typed');
      expect(await saveIntegration(page, id)).toMatchObject(saved);
    });

    test('what is typed is saved before its script has come', async ({ page, product }) => {
      const { id, release } = await typeAndGoOn(page, product);
      expect(await saveIntegration(page, id)).toMatchObject(saved);
      release();
    });
  });

  test('what is chosen stays while the server responds to something else', async ({ page, product }) => {
    await prepareIntegrations(page, product);
    const triggerConfig = { type: 'webhook', webhook };
    const id = await createIntegration(page.request, product, { name: 'Slow network', triggerConfig });
    const release = await holdRequests(page, /\/assets\/trigger-fields/);
    await openEarly(page, id);
    await openFold(page, 'Response to the sender');
    await page.getByRole('radio', { name: 'Custom' }).check();
    await page.getByLabel('Status', { exact: true }).fill('201');
    await openFold(page, 'Secret');
    const responded = page.waitForResponse((response) => response.request().method() === 'POST');
    await page.getByRole('button', { name: 'Reveal' }).click();
    await responded;
    release();
    await expect(page.getByText(webhook.secret)).toBeVisible();
    await expect(page.getByRole('radio', { name: 'Custom' })).toBeChecked();
    await expect(page.getByRole('radio', { name: 'Accepted' })).not.toBeChecked();
    const respond = { status: 201 };
    expect(await saveIntegration(page, id)).toMatchObject({ triggerConfig: { webhook: { respond } } });
  });

  test('what is sent is seen under way, and so is its response', async ({ page, product }) => {
    await prepareIntegrations(page, product);
    const triggerConfig = { type: 'webhook', webhook };
    const id = await createIntegration(page.request, product, { name: 'Slow network', triggerConfig });
    const release = await holdRequests(page, /\/assets\/trigger-fields/);
    await openEarly(page, id);
    await openFold(page, 'Response to the sender');
    await page.getByRole('radio', { name: 'Custom' }).check();
    await page.getByLabel('Status', { exact: true }).fill('201');
    const respond = await holdRequests(page, /\.data/, 'POST');
    await page.getByRole('button', { name: 'Save Configuration' }).click();
    await expect(page.getByRole('button', { name: 'Saving...' }).first()).toBeVisible();
    respond();
    await expect(page.getByText('Configuration saved').first()).toBeVisible();
    await expect(page.getByRole('button', { name: 'Saving...' })).toHaveCount(0);
    release();
    await expect(page.getByLabel('Status', { exact: true })).toHaveValue('201');
    const saved = await (await page.request.get(`/api/integrations/${id}`)).json();
    expect(saved).toMatchObject({ triggerConfig: { webhook: { respond: { status: 201 } } } });
  });

  test('what stands there goes along with its call', async ({ page, product }) => {
    await prepareIntegrations(page, product);
    const apiCalls = [first, second];
    const id = await createIntegration(page.request, product, { name: 'Slow network', apiCalls });
    const release = await holdRequests(page, /\/assets\/repeat-fields/);
    await openEarly(page, id);
    await page.getByRole('button', { name: 'Remove First' }).click();
    await expect(page.getByLabel('Call Name')).toHaveCount(1);
    expect(await saveIntegration(page, id)).toMatchObject({ apiCalls: [{ name: 'Second', repeat }] });
    release();
    await page.waitForLoadState('networkidle');
    await openCall(page, 'Second');
    await openPart(page, 'Repeat');
    await expect(page.getByLabel('Save all items as')).toHaveValue('orders');
  });
});
