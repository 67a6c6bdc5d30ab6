// What starts an integration: every kind of trigger is filled in, checked and saved, with script and without.
import { findViolations } from './axe';
import { openNewIntegration, openTrigger } from './editor-parts';
import { holdRequests, test, expect } from './fixtures';
import { createIntegration, prepareIntegrations } from './prepared';

test('a schedule is said in words, with its next runs, before it is saved', async ({
  page,
  product,
  javaScriptEnabled,
}) => {
  await openNewIntegration(page, product, 'Nightly');
  await page.getByText('Scheduled', { exact: true }).click();
  await page.getByRole('button', { name: 'Monday to Friday at 09:00' }).click();
  await expect(page.getByLabel('Cron expression')).toHaveValue('0 9 * * 1-5');
  if (javaScriptEnabled) await expect(page.getByText('Next runs of 0 9 * * 1-5')).toBeVisible();
  await page.getByLabel('Cron expression').fill('30 2 * * *');
  await page.getByLabel('Time zone').fill('America/New_York');
  await page.getByRole('button', { name: 'Check schedule' }).click();
  await expect(page.getByText('At 02:30', { exact: true })).toBeVisible();
  await expect(page.getByText('Next runs of 30 2 * * * in America/New_York')).toBeVisible();
  await expect(page.getByText(/^[A-Z][a-z]+, \d+ [A-Z][a-z]+ \d{4} at 02:30$/)).not.toHaveCount(0);
  await expect(
    page.getByText(
      /^On [A-Z][a-z]+, \d+ [A-Z][a-z]+ \d{4}, clocks skip 02:00 to 03:00, and the schedule has a time in between: it runs at 03:00 instead\.$/,
    ),
  ).toBeVisible();
  await expect(page.getByLabel('Cron expression')).toHaveValue('30 2 * * *');
  if (javaScriptEnabled) expect(await findViolations(page)).toEqual([]);

  await page.getByLabel('Runs missed while the server was down').selectOption('none');
  await page.getByRole('button', { name: 'Save Configuration' }).click();
  await expect(page.getByText('Configuration saved')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Cron expression')).toHaveValue('30 2 * * *');
  await expect(page.getByLabel('Time zone')).toHaveValue('America/New_York');
  await expect(page.getByLabel('Runs missed while the server was down')).toHaveValue('none');
  await expect(page.getByText('At 02:30', { exact: true })).toBeVisible();
});

test(
  'a pattern that never fires and a zone that is none are rejected at their fields',
  { tag: '@html' },
  async ({ page, product }) => {
    await openNewIntegration(page, product, 'Never');
    await page.getByText('Scheduled', { exact: true }).click();
    await page.getByLabel('Cron expression').fill('0 9 31 2 *');
    await page.getByLabel('Time zone').fill('Europe/Nowhere');
    await page.getByRole('button', { name: 'Check schedule' }).click();
    await expect(page.getByLabel('Cron expression')).toHaveAttribute('aria-invalid', 'true');
    await expect(page.getByLabel('Time zone')).toHaveAttribute('aria-invalid', 'true');
    await expect(page.getByText('Next runs of')).toHaveCount(0);
  },
);

test('an event names the integration that is waited for, or waits for any other', async ({
  page,
  product,
  javaScriptEnabled,
}) => {
  await prepareIntegrations(page, product);
  await createIntegration(page.request, product, { name: 'Awaited one' });
  await openNewIntegration(page, product, 'Waiting one');
  await page.getByText('Event', { exact: true }).click();
  await page.getByRole('button', { name: 'Save Configuration' }).click();
  await expect(page.getByLabel('Integration', { exact: true })).toHaveAttribute('aria-invalid', 'true');
  await page.getByLabel('Integration', { exact: true }).selectOption({ label: 'Awaited one' });
  await page.getByLabel('Run when it').selectOption('error');
  if (javaScriptEnabled) expect(await findViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Save Configuration' }).click();
  await expect(page.getByText('Configuration saved')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Integration', { exact: true }).locator('option:checked')).toHaveText(
    'Awaited one',
  );
  await expect(page.getByLabel('Run when it')).toHaveValue('error');
  await expect(page.getByText('Event trigger', { exact: true })).toBeVisible();

  // Those to come included.
  await page.getByLabel('Integration', { exact: true }).selectOption({ label: 'Any other integration' });
  await page.getByRole('button', { name: 'Save Configuration' }).click();
  await expect(page.getByText('Configuration saved')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Integration', { exact: true })).toHaveValue('any');
  await expect(page.getByText('was deleted')).toHaveCount(0);
});

test('an event waits for those with a tag, which stays chosen when no integration has it any more', async ({
  page,
  product,
  javaScriptEnabled,
}) => {
  await prepareIntegrations(page, product);
  const tagged = await createIntegration(page.request, product, { name: 'Tagged', tags: ['Billing'] });
  const address = await openNewIntegration(page, product, 'Waiting for a tag');
  const source = page.getByLabel('Integration', { exact: true });
  await page.getByText('Event', { exact: true }).click();
  if (!javaScriptEnabled) await page.getByRole('button', { name: 'List the integrations' }).click();
  await source.selectOption({ label: 'Any other with the tag Billing' });
  await expect(page.getByText('{{trigger.integrationTags}}')).toBeVisible();
  if (javaScriptEnabled) expect(await findViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Save Configuration' }).click();
  await expect(page.getByText('Configuration saved')).toBeVisible();
  const headers = { Origin: product.url };
  const untagged = await page.request.patch(`/api/integrations/${tagged}`, { headers, data: { tags: [] } });
  expect(untagged.status()).toBe(200);
  await page.goto(address);
  await expect(source.locator('option:checked')).toHaveText('Any other with the tag Billing');
  await expect(page.getByText('after any other integration with the tag Billing')).toHaveCount(1);
  await page.getByLabel('Run when it').selectOption('error');
  await page.getByRole('button', { name: 'Save Configuration' }).click();
  await expect(page.getByText('Configuration saved')).toBeVisible();
  await page.reload();
  await expect(source).toHaveValue('tag:Billing');
});

test('a schedule whose next runs cannot be read stays as it was chosen @script', async ({
  page,
  product,
}) => {
  await openNewIntegration(page, product, 'Scheduled without network');
  await page.getByText('Scheduled', { exact: true }).click();
  // Both the data and a script that would be needed for it.
  const ofSchedule = /schedule[-?]/;
  await page.route(ofSchedule, (route) => route.abort());
  const lost = page.waitForEvent('requestfailed', (request) => ofSchedule.test(request.url()));
  await page.getByRole('button', { name: 'Every hour' }).click();
  await lost;
  await page.getByRole('button', { name: 'Check schedule' }).click();
  await expect(page.getByLabel('Cron expression')).toHaveValue('0 * * * *');
  await expect(page.getByText('Next runs of')).toHaveCount(0);
});

test('what an event may wait for comes with that trigger alone, and may come late', async ({
  page,
  product,
  javaScriptEnabled: hasScript,
}) => {
  await prepareIntegrations(page, product);
  const awaited = 'Listed on demand';
  await createIntegration(page.request, product, { name: awaited });
  const address = await openNewIntegration(page, product, 'Waiting for a list');
  expect(await (await page.request.get(address)).text()).not.toContain(awaited);
  const source = page.getByLabel('Integration', { exact: true });
  const when = page.getByLabel('Run when it');
  if (hasScript) {
    const release = await holdRequests(page, /\/event-sources\?/);
    await page.getByText('Event', { exact: true }).click();
    await expect(page.getByText('Loading the integrations…')).toBeVisible();
    release('lose');
    await expect(page.getByRole('alert')).toContainText('The integrations could not be loaded');
    await when.selectOption('error');
    expect(await findViolations(page)).toEqual([]);
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText('The integrations could not be loaded')).toHaveCount(0);
  } else {
    await page.getByText('Event', { exact: true }).click();
    await when.selectOption('error');
    await page.getByRole('button', { name: 'List the integrations' }).click();
  }
  await source.selectOption({ label: awaited });
  await expect(when).toHaveValue('error');
  // A press that is about something else keeps the list.
  await page
    .getByRole('button', { name: /^Add (First )?API Call$/ })
    .first()
    .click();
  await openTrigger(page);
  await expect(source.locator('option:checked')).toHaveText(awaited);
  expect(await (await page.request.get(address)).text()).not.toContain(awaited);
});

test('the line of a folded trigger names what starts the integration', async ({
  page,
  product,
  javaScriptEnabled: hasScript,
}) => {
  await prepareIntegrations(page, product);
  const apiCalls = [{ id: 'a', name: 'Send', order: 1, method: 'GET', url: 'https://api.test/' }];
  const line = page.locator('details > summary', {
    has: page.getByRole('heading', { name: 'Trigger Conf' }),
  });
  const open = async (triggerConfig: object) => {
    const named = { name: 'Named trigger', triggerConfig, apiCalls };
    await page.goto(`/integration/${await createIntegration(page.request, product, named)}`);
  };
  // The server writes the line of what is saved; with script, one kind is enough to follow what is typed.
  if (!hasScript) {
    const awaited = await createIntegration(page.request, product, { name: 'Named source' });
    await open({ type: 'event', event: { integrationId: awaited, on: 'any' } });
    await expect(line).toContainText('Event trigger · after Named source');
    await open({ type: 'webhook', webhook: { secret: 'whsec_named', verify: { scheme: 'github' } } });
    await expect(line).toContainText('Webhook trigger · GitHub · secret set');
  }
  await open({ type: 'cron', cron: { cronExpression: '0 9 * * 1-5', timezone: 'Europe/Berlin' } });
  await expect(line).toContainText('Scheduled trigger · At 09:00, Monday through Friday, Europe/Berlin');
  if (!hasScript) return;
  await openTrigger(page);
  await page.getByLabel('Cron expression').fill('30 2 * * *');
  await expect(line).toContainText('30 2 * * *, Europe/Berlin');
  await page.getByRole('button', { name: 'Save Configuration' }).click();
  await expect(line).toContainText('At 02:30, Europe/Berlin');
});

test('an empty secret is warned of, and another trigger begins anew', async ({
  page,
  product,
  javaScriptEnabled: hasScript,
}) => {
  await openNewIntegration(page, product, 'Switched');
  await page.getByText('Webhook', { exact: true }).click();
  await expect(page.getByText('This webhook is open')).toBeVisible();
  await page.getByRole('button', { name: 'Add variable' }).click();
  await page.getByLabel('Variable Name').fill('repo');
  await page.getByRole('button', { name: 'Generate secret' }).click();
  await expect(page.getByText('This webhook is open')).toBeHidden();
  if (hasScript) await expect(page.getByText('A new secret is in the field.')).toHaveCount(1);
  await page.getByRole('button', { name: 'Save Configuration' }).click();
  await expect(page.getByText('Configuration saved')).toBeVisible();
  await expect(page.getByText('Webhook trigger with 1 variable(s)').first()).toBeVisible();

  await page.getByText('Manual', { exact: true }).click();
  await page.getByRole('button', { name: 'Save Configuration' }).click();
  await expect(page.getByText('Manual trigger').first()).toBeVisible();
  // The page says what kind it is before the save has ended.
  await expect(page).not.toHaveTitle(/Unsaved changes/);
  await page.getByText('Webhook', { exact: true }).click();
  await expect(page.getByText('This webhook is open')).toBeVisible();
  await expect(page.getByLabel('Variable Name')).toHaveCount(0);
});
