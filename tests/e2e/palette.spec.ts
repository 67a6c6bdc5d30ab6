// Jumping anywhere by keys.
import { findViolations } from './axe';
import { holdRequests, startSession, test, expect, waitForFirstScript } from './fixtures';
import { createIntegration, prepareIntegrations } from './prepared';
import { run } from './product-file';

test.skip(({ javaScriptEnabled }) => !javaScriptEnabled, 'Without script the links are there.');

test('the palette finds integrations, pages and an execution by its id', async ({ page, product }) => {
  const { filled, execution } = await prepareIntegrations(page, product);
  await page.goto('/organization/settings');
  await expect(page.getByRole('button', { name: 'Search or jump to …' })).toBeVisible();
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: 'Search or jump to' });
  await expect(field).toBeFocused();
  // Which ones ran last is the doing of other tests, too.
  await expect(page.getByRole('group', { name: 'Integrations' }).getByRole('option')).not.toHaveCount(0);
  expect(await findViolations(page)).toEqual([]);
  await field.fill('tracker');
  await expect(page.getByRole('option')).toHaveText(['GitHub to issue tracker']);
  await page.keyboard.press('Enter');
  await page.waitForURL(`/integration/${filled}`);
  // The page that is left would take its palette with it.
  await page.getByRole('heading', { name: 'GitHub to issue tracker', level: 1 }).waitFor();

  await page.getByRole('button', { name: 'Search or jump to …' }).click();
  await field.fill(execution);
  await expect(page.getByRole('group', { name: 'Executions' }).getByRole('option')).toHaveText([execution]);
  await page.keyboard.press('Enter');
  await page.waitForURL(`/integration/${filled}/logs?execution=${execution}`);
  await expect(page).toHaveTitle(/^Execution Logs/);

  await page.getByRole('button', { name: 'Search or jump to …' }).click();
  await field.fill('documentation');
  await expect(page.getByRole('group', { name: 'Pages' }).getByRole('option')).toHaveText(['Documentation']);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Documentation' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Execution Logs' })).toBeVisible();

  await page.getByRole('button', { name: 'Search or jump to …' }).click();
  await field.fill('nobody has this');
  await expect(page.getByText('No name has these words.')).toBeVisible();
  await expect(page.getByRole('option').first()).toHaveText('Find “nobody has this” in all logs');
  await page.keyboard.press('Enter');
  await page.waitForURL('/executions?q=nobody+has+this');
  await expect(page.getByRole('searchbox', { name: 'Search' })).toHaveValue('nobody has this');
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Execution Logs' })).toBeVisible();

  await page.getByRole('button', { name: 'Search or jump to …' }).click();
  // Which pages the role may open is known from here on.
  await expect(page.getByRole('option', { name: 'Audit log' })).toBeVisible();
  // A server that answers a problem leaves the pages.
  await page.route(/\/palette\?/, (route) =>
    route.fulfill({ status: 503, json: { error: 'STORAGE_DAMAGED' } }),
  );
  await field.fill('members');
  await expect(page.getByRole('option')).toHaveText(['Members']);
  for (const name of ['Values', 'Alerts', 'Audit log']) {
    await field.fill(name.toLowerCase());
    await expect(page.getByRole('option')).toHaveText([name]);
  }
  await page.unroute(/\/palette\?/);
  await page.keyboard.press('Escape');
  await expect(field).toBeHidden();
});

test('the palette finds integrations by the host of a call, and says which', async ({ page, product }) => {
  await startSession(page, product);
  const apiCalls = [{ id: 'a', name: 'A', order: 1, method: 'GET', url: 'https://api.stripe.com/v1' }];
  const id = await createIntegration(page.request, product, { name: 'Payments', apiCalls });
  await createIntegration(page.request, product, { name: 'About stripe' });
  await page.goto('/organization/settings');
  await page.getByRole('button', { name: 'Search or jump to …' }).click();
  await page.getByRole('combobox', { name: 'Search or jump to' }).fill('Stripe');
  await expect(page.getByRole('group', { name: 'Integrations' }).getByRole('option')).toHaveText([
    'About stripe',
    'Payments · calls api.stripe.com',
  ]);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForURL(`/integration/${id}`);
});

test('the palette finds sections of the documents, below everything else', async ({ page, product }) => {
  await startSession(page, product);
  await createIntegration(page.request, product, { name: 'Slash command of ours' });
  await page.goto('/organization/settings');
  await page.getByRole('button', { name: 'Search or jump to …' }).click();
  const field = page.getByRole('combobox', { name: 'Search or jump to' });
  await field.fill('slash command');
  const group = page.getByRole('group', { name: 'Documentation' });
  const section = 'Recipes: A Slack slash command';
  await expect(group.getByRole('option').first()).toHaveText(section);
  await expect(page.getByRole('option').first()).toHaveText('Slash command of ours');
  expect(await findViolations(page)).toEqual([]);
  await field.press('ArrowDown');
  await expect(page.getByRole('option', { selected: true })).toHaveText(section);
  await field.press('Enter');
  await page.waitForURL('/docs/recipes#a-slack-slash-command');
  await expect(page.getByRole('heading', { name: 'A Slack slash command' })).toBeInViewport();
  // Where nothing has such a name, the logs come first.
  await page.goto('/organization/settings');
  await page.getByRole('button', { name: 'Search or jump to …' }).click();
  await field.fill('digest of nobody-has-this');
  await expect(page.getByRole('option')).toHaveText(['Find “digest of nobody-has-this” in all logs']);
  await field.fill('digest nonce');
  await expect(page.getByRole('option').first()).toHaveText('Find “digest nonce” in all logs');
  await expect(group.getByRole('option')).not.toHaveCount(0);
});

test('the palette lists the pages that the role may open', async ({ page, product }) => {
  const { email } = await startSession(page, product);
  const option = page.getByRole('group', { name: 'Pages' }).getByRole('option');
  const open = async () => {
    await page.goto('/organization/settings');
    const listed = page.waitForResponse(/\/palette\?/);
    await page.getByRole('button', { name: 'Search or jump to …' }).click();
    await listed;
  };
  const guarded = ['Connections', 'Values', 'API tokens', 'Alerts', 'Audit log', 'Data'];
  await open();
  for (const name of guarded) await expect(option.filter({ hasText: name })).toHaveCount(1);
  run(
    product,
    `update memberships set role = 'MEMBER' where user_id = (select id from users where email = ?)`,
    email,
  );
  await open();
  for (const name of ['Members', 'Stores']) await expect(option.filter({ hasText: name })).toHaveCount(1);
  for (const name of guarded) await expect(option.filter({ hasText: name })).toHaveCount(0);
});

test('what is waited for opens nothing that does not match', async ({ page, product }) => {
  const { filled } = await prepareIntegrations(page, product);
  await page.goto('/organization/settings');
  await page.getByRole('button', { name: 'Search or jump to …' }).click();
  const field = page.getByRole('combobox', { name: 'Search or jump to' });
  const found = page.getByRole('group', { name: 'Integrations' }).getByRole('option');
  // The others are the doing of other tests.
  await field.fill('track');
  await expect(found).toHaveText(['GitHub to issue tracker']);
  const release = await holdRequests(page, /\/palette\?/);
  // Former results stay as far as their names hold what is typed.
  await field.fill('tracker');
  await expect(page.getByRole('option')).toHaveText(['GitHub to issue tracker']);
  await field.fill('members');
  await expect(page.getByRole('option')).toHaveText(['Members']);
  await field.fill('nobody has this');
  await expect(page.getByRole('option')).toHaveCount(0);
  await expect(page.getByText('No name has these words.')).toHaveCount(0);
  // What the arrow keys went to stays active when more comes above it.
  await field.fill('t');
  await field.press('ArrowUp');
  const last = page.getByRole('option').last();
  await expect(last).toHaveAttribute('aria-selected', 'true');
  const chosen = await last.textContent();
  release();
  await expect(found).not.toHaveCount(1);
  await expect(page.getByRole('option', { selected: true })).toHaveText(chosen ?? '');
  await field.fill('tracker');
  await expect(page.getByRole('option')).toHaveText(['GitHub to issue tracker']);
  await field.press('Enter');
  await page.waitForURL(`/integration/${filled}`);
});

test('what is typed while the palette is on its way stands in its field, and nowhere else', async ({
  page,
  product,
}) => {
  await prepareIntegrations(page, product);
  await page.goto('/');
  await expect(page.getByRole('button', { name: 'Search or jump to …' })).toBeVisible();
  const search = page.getByLabel('Search integrations');
  await search.focus();
  const release = await holdRequests(page, /\/assets\/command-palette-/);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('news');
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Enter');
  release();
  const field = page.getByRole('combobox', { name: 'Search or jump to' });
  await expect(field).toHaveValue('new');
  await expect(field).toBeFocused();
  // Integrations of other tests may be found as well.
  await expect(page.getByRole('option', { name: 'New integration', exact: true })).toBeVisible();
  await field.press('Escape');
  await expect(search).toBeFocused();
  await expect(search).toHaveValue('');
  await expect(page).toHaveURL('/');
});

test('no key is held for a palette that was closed while it was on its way, or that cannot come', async ({
  page,
  product,
}) => {
  await prepareIntegrations(page, product);
  const script = /\/assets\/command-palette-/;
  const lost = page.waitForEvent('requestfailed', (request) => script.test(request.url()));
  // A request that is under way may still come through when the browser goes offline.
  const release = await holdRequests(page, script);
  await page.goto('/');
  await waitForFirstScript(page);
  const search = page.getByLabel('Search integrations');
  await search.focus();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('new');
  await page.keyboard.press('Escape');
  await page.keyboard.type('git');
  await expect(search).toHaveValue('git');
  await page.keyboard.press('Control+k');
  await page.context().setOffline(true);
  release('lose');
  await lost;
  await expect
    .poll(async () => {
      await page.keyboard.press('h');
      return search.inputValue();
    })
    .toMatch(/^gith/);
  await page.context().setOffline(false);
});

test('an execution that was found goes with the next letter', async ({ page, product }) => {
  const { execution } = await prepareIntegrations(page, product);
  await page.goto('/organization/settings');
  await page.getByRole('button', { name: 'Search or jump to …' }).click();
  const field = page.getByRole('combobox', { name: 'Search or jump to' });
  await field.fill(execution);
  await expect(page.getByRole('option')).toHaveText([execution]);
  const release = await holdRequests(page, /\/palette\?/);
  await field.fill('documentation');
  await expect(page.getByRole('group', { name: 'Pages' }).getByRole('option')).toHaveText(['Documentation']);
  release();
});

test('on the dashboard / searches and n begins an integration', async ({ page, product }) => {
  await prepareIntegrations(page, product);
  await page.goto('/');
  await expect(page.getByRole('button', { name: 'Search or jump to …' })).toBeVisible();
  await page.keyboard.press('/');
  await expect(page.getByLabel('Search integrations')).toBeFocused();
  await page.keyboard.type('n');
  await expect(page.getByLabel('Search integrations')).toHaveValue('n');
  await page.getByRole('heading', { name: 'Your integrations' }).click();
  await page.keyboard.press('n');
  await page.waitForURL('/integration');
});

test('/ and n do nothing where single keys are switched off', async ({ page, product }) => {
  const { filled } = await prepareIntegrations(page, product);
  await page.goto(`/integration/${filled}`);
  await page.keyboard.press('?');
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(dialog).toContainText('/ on every screen and N on the dashboard');
  await dialog.getByRole('checkbox', { name: 'Single keys' }).uncheck();
  await page.goto('/');
  // What listens to the keys comes with the button.
  await expect(page.getByRole('button', { name: 'Search or jump to …' })).toBeVisible();
  await page.keyboard.press('/');
  await page.keyboard.press('n');
  // Keys with another beside them count all the same.
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox', { name: 'Search or jump to' })).toBeFocused();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('combobox', { name: 'Search or jump to' })).toHaveValue('');
});
