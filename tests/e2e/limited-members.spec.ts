// Members who run integrations, and members who only look: what their screens offer, and what is refused.
import type { Page } from '@playwright/test';
import { createTestUser } from '../support/accounts';
import { expect, type Product, startSession, test } from './fixtures';
import { createIntegration, makeCheck } from './prepared';
import { run } from './product-file';
import { startExecution } from './stored-execution';

interface Team {
  id: string;
  email: string;
}

/** Signs somebody in who has a deployed integration with an execution under way. */
async function prepare(page: Page, product: Product): Promise<Team> {
  const { email } = await startSession(page, product);
  const id = await createIntegration(page.request, product, {
    name: 'Orders',
    triggerConfig: { type: 'webhook', webhook: { secret: 'a webhook secret', headers: {}, variables: [] } },
    apiCalls: [{ id: 'a', name: 'First', order: 1, method: 'GET', url: `${product.sampleApiUrl}/issues` }],
    isActive: true,
  });
  await startExecution(product, id);
  return { id, email };
}

function limit(product: Product, { email }: Team, access: string): void {
  run(
    product,
    `update memberships set role = 'MEMBER', access = ? where user_id = (select id from users where email = ?)`,
    access,
    email,
  );
}

function button(page: Page, name: string) {
  return page.getByRole('main').getByRole('button', { name, exact: true });
}

test('who only looks is offered nothing that changes or starts anything', async ({ page, product }) => {
  const team = await prepare(page, product);
  limit(product, team, 'read');
  await page.goto('/');
  const main = page.getByRole('main');
  await expect(main.getByRole('link', { name: 'View Orders' })).toBeVisible();
  await expect(main.getByRole('link', { name: 'New Integration' })).toHaveCount(0);
  await expect(main.getByRole('link', { name: 'Delete Orders' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Duplicate' })).toHaveCount(0);

  await page.goto(`/integration/${team.id}`);
  const notice = 'You may look at this integration but not change it. Ask an owner or an admin.';
  await expect(page.getByText(notice)).toBeVisible();
  await expect(page.getByLabel('URL', { exact: true })).toHaveValue(`${product.sampleApiUrl}/issues`);
  await expect(button(page, 'Save Configuration')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Test API Call: First' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Add API Call' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Add conditional execution/ })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Duplicate First' })).toHaveCount(0);

  await page.goto(`/integration/${team.id}/deploy`);
  await expect(page.getByText('Ask an owner or an admin to set up an alert.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Set up an alert' })).toHaveCount(0);
  await expect(page.getByText(notice)).toBeVisible();
  await expect(button(page, 'Run Test')).toHaveCount(0);
  await expect(main.getByRole('link', { name: 'Disable' })).toHaveCount(0);
  await expect(button(page, 'Reveal secret')).toHaveCount(0);

  await page.goto(`/integration/${team.id}/logs`);
  await expect(main.getByRole('heading', { name: 'Live Execution History' })).toBeVisible();
  await expect(main.getByRole('button', { name: /^Cancel execution/ })).toHaveCount(0);

  await page.goto(`/integration/${team.id}/versions`);
  await expect(main).toContainText('Compare any two.');
  await expect(main).not.toContainText('estore');
  await page.goto(`/integration/${team.id}/tests`);
  await expect(main).toContainText('Members who edit save executions from the logs as tests.');
  await page.goto('/integration/deleted');
  await expect(main).toContainText('Members who edit can restore an integration');
});

/** An integration with every kind of field: of texts, choices and rows. */
function describeEverything(api: string): object {
  const first = {
    id: 'a',
    name: 'First',
    order: 1,
    method: 'POST',
    url: `${api}/issues`,
    headers: { 'X-Api-Version': '2' },
    body: '{"title": "{{nowhere}}"}',
    responseMapping: { extractFields: [{ jsonPath: '$.issue.id', saveAs: 'issue_id' }] },
  };
  return {
    name: 'Everything',
    triggerConfig: {
      type: 'webhook',
      webhook: {
        secret: 'a webhook secret',
        headers: { 'X-Event': 'issues' },
        variables: [{ name: 'repo', jsonPath: '$.repo', required: true }],
      },
    },
    apiCalls: [first, { ...first, id: 'b', name: 'Second', order: 2, responseMapping: undefined }],
    conditionalExecutionSteps: [makeCheck('issue_id', '7')],
  };
}

for (const access of ['read', 'run'])
  test(`who may ${access} only reads the form of the integration, and copies from it`, async ({
    page,
    product,
    javaScriptEnabled,
  }) => {
    const team = await prepare(page, product);
    const id = await createIntegration(page.request, product, describeEverything(product.sampleApiUrl));
    limit(product, team, access);
    await page.goto(`/integration/${id}`);
    const form = page.locator('form[id^=integration-]');
    const url = form.getByLabel('URL', { exact: true }).first();
    await expect(url).toHaveValue(`${product.sampleApiUrl}/issues`);
    await expect(url).toHaveAttribute('readonly', '');
    if (javaScriptEnabled) {
      for (const part of ['Auth', 'Headers', 'Body', 'Mapping', 'After', 'More']) {
        await form
          .getByRole('button', { name: new RegExp(`^${part}`) })
          .first()
          .click();
      }
    }
    for (const fold of ['Trigger Configuration', 'Check a request']) {
      await form.locator('summary', { hasText: fold }).click();
    }
    await expect(form.getByLabel('Webhook Secret')).toHaveAttribute('readonly', '');
    await expect(form.locator('select').first()).toBeDisabled();
    await expect(form.locator('input[type=radio]').first()).toBeDisabled();
    // What is checked here is no part of the integration.
    const writable = form.locator(
      ':is(input:not([type=hidden]), textarea, select):not([readonly], [disabled])',
    );
    await expect(writable).toHaveCount(1);
    await expect(writable).toHaveAttribute('id', 'checked-request');
    const buttons = form.locator('button[type=submit]:not([disabled])');
    await expect(buttons).toHaveText(javaScriptEnabled ? [] : ['Check a request']);
    await form.getByLabel('Request', { exact: true }).fill('{"repo": "acme/anvil"}');
    await form.getByRole('button', { name: 'Check a request' }).click();
    await expect(form.getByRole('region', { name: 'Result of the check' })).toBeVisible();
    await expect(url).toHaveValue(`${product.sampleApiUrl}/issues`);
    await expect(form.locator('input[type=radio][value=webhook]')).toBeChecked();
    if (!javaScriptEnabled) return;
    await expect(page.getByRole('button', { name: /^Reorder/ })).toHaveCount(0);
    // Nothing counts as changed, although browsers do not read disabled choices.
    await url.press('Tab');
    await expect(page.getByRole('link', { name: /POST (First|Second)/ })).toHaveCount(2);
    await expect(page).toHaveTitle('Everything · Wicked Integrations');
  });

test('only of a read-only form are disabled choices read', { tag: '@script' }, async ({ page, product }) => {
  const team = await prepare(page, product);
  const readForm = async () => {
    await page.goto(`/integration/${team.id}`);
    const form = page.locator('form[id^=integration-]');
    await expect(form.getByRole('combobox', { name: 'Method' })).toBeVisible();
    return form.evaluate((element: HTMLFormElement) => {
      const choice = element.querySelector('select');
      if (choice) choice.disabled = true;
      return new FormData(element).has(choice?.name ?? '');
    });
  };
  expect(await readForm()).toBe(false);
  limit(product, team, 'read');
  expect(await readForm()).toBe(true);
});

test('who only looks is led from a page that they may not use to the dashboard', async ({
  page,
  product,
}) => {
  const team = await prepare(page, product);
  limit(product, team, 'read');
  await page.goto('/integration/import');
  await page.waitForURL('/');
  await expect(
    page.getByText("You don't have permission to do this. Ask an owner or an admin."),
  ).toBeVisible();
});

test('who runs is offered to run and to cancel, and nothing that changes the integration', async ({
  page,
  product,
}) => {
  const team = await prepare(page, product);
  limit(product, team, 'run');
  await page.goto(`/integration/${team.id}/deploy`);
  await expect(
    page.getByText('You may run this integration but not change it. Ask an owner or an admin.'),
  ).toBeVisible();
  await expect(button(page, 'Run Test')).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: 'Disable' })).toHaveCount(0);
  await page.goto(`/integration/${team.id}/logs`);
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Cancel execution/ })
    .first()
    .click();
  const { db } = product;
  const ofTeam = db.build.selectFrom('executions').select('status').where('integration_id', '=', team.id);
  await expect.poll(() => db.all(ofTeam)).toEqual([{ status: 'cancelled' }]);
});

test('a save of who may not edit any more is refused, and what was typed stays', async ({
  page,
  product,
}) => {
  const team = await prepare(page, product);
  await page.goto(`/integration/${team.id}`);
  await page.getByLabel('Call Name').fill('Renamed');
  limit(product, team, 'read');
  await button(page, 'Save Configuration').click();
  await expect(
    page.getByText("You don't have permission to do this. Ask an owner or an admin."),
  ).toBeVisible();
  await expect(page.getByLabel('Call Name')).toHaveValue('Renamed');
});

test('an owner sets what a member may do, and the audit log says it in words', async ({ page, product }) => {
  const { email } = await startSession(page, product);
  const owner = await product.db.first(
    product.db.build
      .selectFrom('memberships')
      .innerJoin('users', 'users.id', 'memberships.user_id')
      .select('organization_id')
      .where('email', '=', email),
  );
  const colleague = { email: `colleague-${email}`, role: 'MEMBER' as const };
  const context = { db: product.db, now: Date.now };
  await createTestUser(context, { ...colleague, organizationId: owner?.organization_id ?? '' });
  await page.goto('/organization/settings/members');
  const row = page.getByRole('row').filter({ hasText: colleague.email });
  await row.getByLabel('Access of Ada Lovelace').selectOption('Only looks');
  await row.getByRole('button', { name: 'Change role of Ada Lovelace' }).click();
  await expect(page.getByText('The new access applies immediately.')).toBeVisible();
  await expect(row.getByLabel('Access of Ada Lovelace')).toHaveValue('read');
  await page.goto('/organization/settings/audit');
  await expect(
    page.getByText(`${colleague.email}: Member (edits integrations) → Member (only looks)`),
  ).toBeVisible();
});
