// The editor and the step after it are heavy; whoever looks at one of them does not load the other.
import { holdRequests, test, waitForScript, expect } from './fixtures';
import { createIntegration, prepareIntegrations } from './prepared';

test.use({ isFirstVisit: true });
test.skip(({ javaScriptEnabled }) => !javaScriptEnabled, 'there is nothing to load');

test('each step loads its own script, and the other one when one goes there', async ({ page, product }) => {
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
});

test('the tab that leads to the other step keeps the focus', async ({ page, product }) => {
  await prepareIntegrations(page, product);
  const id = await createIntegration(page.request, product, { name: 'By keys' });
  const steps = page.getByRole('navigation', { name: 'Steps' });
  await page.goto(`/integration/${id}`);
  for (const name of ['Test & Deploy', 'API Call Chain']) {
    await steps.getByRole('link', { name }).press('Enter');
    await expect(steps.getByRole('link', { name })).toHaveAttribute('aria-current', 'page');
    await expect(steps.getByRole('link', { name })).toBeFocused();
  }
});

test('a panel that is opened before the script has come stays open', async ({ page, product }) => {
  await prepareIntegrations(page, product);
  const id = await createIntegration(page.request, product, { name: 'Slow network' });
  const release = await holdRequests(page, /\/entry\.client-[\w-]+\.js$/);
  await page.goto(`/integration/${id}`, { waitUntil: 'commit' });
  const panel = page.locator('details', { hasText: 'Common Error Scenarios' });
  await panel.locator('summary').click();
  release();
  await waitForScript(page, true);
  // The panels' own script comes behind the editor's. A change before that would have React draw them anew.
  await page.waitForLoadState('networkidle');
  for (const count of [1, 2]) {
    await page.getByRole('button', { name: /^Add (First )?API Call$/ }).click();
    await expect(page.getByLabel('Call Name')).toHaveCount(count);
  }
  await expect(page.getByRole('heading', { name: 'Default Behavior' })).toBeVisible();
  await expect(panel).toHaveAttribute('open', '');
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
  await page.reload();
  await expect(page.getByLabel('Call Name')).toHaveValue('Typed early');
});
