// From an example of the documents to a draft of one's own: it is shown before it is made.
import type { Page } from '@playwright/test';
import { expectNoViolations } from './axe';
import { expect, startSession, test } from './fixtures';
import { run } from './product-file';

const create = { name: 'Create this integration: Leads in turn' };

test('a guest opens an example of a document, logs in, sees what will be made, and makes it', async ({
  page,
  product,
  javaScriptEnabled,
}) => {
  const { email, password } = await startSession(page, product);
  await page.context().clearCookies();
  await page.goto('/docs/recipes', { waitUntil: 'load' });
  await page.getByRole('link', create).click();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel(/^Password/).fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page).toHaveURL(/\/integration\/import\?example=recipes\.[0-9a-f]{16}$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Create from an example');
  await expect(page.getByText('A draft with 1 API call')).toBeVisible();
  await expect(
    page.getByText('It uses values that the organization does not have: {{org.team}}'),
  ).toBeVisible();
  await expect(page.getByRole('list', { name: 'What it does' }).getByRole('listitem')).toHaveText([
    'Webhook',
    /Assign the lead\s*PATCH\s*https:\/\/crm\.example\.com\/api\/leads\/\{\{trigger\.id\}\}/,
  ]);
  if (javaScriptEnabled) await expectNoViolations(page, 'an example');
  await expect(page.getByRole('link', { name: 'Back to “Leads to people in turn”' })).toHaveAttribute(
    'href',
    '/docs/recipes#leads-to-people-in-turn',
  );
  expect(await listFound(page)).toEqual([]);

  await page.getByLabel('Integration Name').fill('   ');
  await page.getByRole('button', { name: 'Create draft' }).click();
  await expect(page.getByText(/^Integration name /).first()).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Create from an example');
  await page.getByLabel('Integration Name').fill('Leads of ours');
  await page.getByRole('button', { name: 'Create draft' }).click();
  await page.waitForURL(/\/integration\/[0-9a-f-]{36}$/);
  await expect(page.getByText('Integration created').first()).toBeVisible();
  await expect(page.getByLabel('URL', { exact: true })).toHaveValue(
    'https://crm.example.com/api/leads/{{trigger.id}}',
  );
  expect(await listFound(page)).toMatchObject([{ name: 'Leads of ours' }]);
});

/** The integrations of the organization whose names have this word. */
async function listFound(page: Page): Promise<unknown> {
  const response = await page.request.get('/palette?q=leads');
  const { integrations } = (await response.json()) as { integrations: unknown };
  return integrations;
}

test('whoever only looks reads that they may not create an example', async ({ page, product }) => {
  const { email } = await startSession(page, product);
  run(
    product,
    `update memberships set role = 'MEMBER', access = 'read' where user_id = (select id from users where email = ?)`,
    email,
  );
  await page.goto('/docs/recipes', { waitUntil: 'load' });
  await page.getByRole('link', create).click();
  await page.waitForURL('/');
  await expect(
    page.getByText("You don't have permission to do this. Ask an owner or an admin."),
  ).toBeVisible();
});

test('the link to an example that has changed since makes nothing, and says so', async ({
  page,
  product,
}) => {
  await startSession(page, product);
  const response = await page.goto('/integration/import?example=recipes.0123456789abcdef');
  expect(response?.status()).toBe(404);
  await expect(
    page.getByText('This example has changed, or is no longer in the documentation. Read it there again.'),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: 'Create draft' })).toHaveCount(0);
});
