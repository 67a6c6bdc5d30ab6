// The server does what a form says, and its response is lost: who presses the button again creates and starts nothing twice.
import type { Page } from '@playwright/test';
import { expect, type Product, startSession, test } from './fixtures';
import { createIntegration } from './prepared';
import { storeEndedExecution } from './stored-execution';

const words =
  'No response came, but the server may have done this. Please check your connection and try again.';

/** Loses the response to the next form, after the server has done what it says. */
async function loseResponse(page: Page): Promise<void> {
  let isLost = false;
  await page.route('**/*', async (route) => {
    if (isLost || route.request().method() !== 'POST') return route.fallback();
    isLost = true;
    await route.fetch({ maxRedirects: 0 });
    await route.abort('connectionreset');
  });
}

async function pressTwice(page: Page, name: string): Promise<void> {
  const button = page.getByRole('button', { name, exact: true });
  await loseResponse(page);
  await button.click();
  const toast = page.getByRole('region', { name: 'Notifications' }).getByRole('alert').first();
  await expect(toast.locator('p').first()).toHaveText('No response');
  await expect(toast).toContainText(words);
  await button.click();
}

/** Counts what the person's organizations have. */
async function count(
  { db }: Product,
  { email }: { email: string },
  table: 'integrations' | 'api_tokens' | 'executions',
): Promise<number> {
  const theirs = db.build
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'user_id')
    .select('organization_id')
    .where('email', '=', email);
  const rows = db.build.selectFrom(table).select('id').where('organization_id', 'in', theirs);
  return (await db.all(rows)).length;
}

async function prepareRun(page: Page, product: Product, isActive = false): Promise<string> {
  const call = { id: 'read', name: 'Read', order: 1, method: 'GET', url: `${product.sampleApiUrl}/tell` };
  return createIntegration(page.request, product, { name: 'Run once', apiCalls: [call], isActive });
}

test.describe('with script', () => {
  test.skip(({ javaScriptEnabled }) => !javaScriptEnabled, 'Without script the browser itself sends forms.');

  test('one integration', async ({ page, product }) => {
    const person = await startSession(page, product);
    await page.goto('/integration');
    await page.getByLabel('Integration Name').fill('Made once');
    await pressTwice(page, 'Continue to Setup');
    await expect(page.getByRole('heading', { name: 'Made once' })).toBeVisible();
    expect(await count(product, person, 'integrations')).toBe(1);
    // The next one may be called the same.
    await page.getByRole('link', { name: 'Wicked Integrations' }).first().click();
    await page.getByRole('link', { name: 'New integration' }).first().click();
    await page.getByLabel('Integration Name').fill('Made once');
    await page.getByRole('button', { name: 'Continue to Setup' }).click();
    await expect(page.getByRole('heading', { name: 'Made once' })).toBeVisible();
    expect(await count(product, person, 'integrations')).toBe(2);
  });

  test('another integration when its name was changed meanwhile', async ({ page, product }) => {
    const person = await startSession(page, product);
    await page.goto('/integration');
    await page.getByLabel('Integration Name').fill('First name');
    await loseResponse(page);
    await page.getByRole('button', { name: 'Continue to Setup' }).click();
    await expect(page.getByText(words)).toBeVisible();
    await page.getByLabel('Integration Name').fill('Second name');
    await page.getByRole('button', { name: 'Continue to Setup' }).click();
    await expect(page.getByRole('heading', { name: 'Second name' })).toBeVisible();
    expect(await count(product, person, 'integrations')).toBe(2);
  });

  test('one copy, and one draft of a template', async ({ page, product }) => {
    const person = await startSession(page, product);
    await page.goto('/');
    await pressTwice(page, 'Use this for Webhook to Slack');
    await page.waitForURL(/\/integration\/./);
    expect(await count(product, person, 'integrations')).toBe(1);
    await page.goto('/');
    const duplicate = page.getByRole('button', { name: 'Duplicate' });
    // The menu closes with each press.
    const press = async () => {
      await page.getByRole('main').locator('summary', { hasText: 'More for' }).click();
      await duplicate.click();
    };
    await loseResponse(page);
    await press();
    await expect(page.getByText(words)).toBeVisible();
    await press();
    await page.waitForURL(/\/integration\/./);
    expect(await count(product, person, 'integrations')).toBe(2);
  });

  test('one API token, which works', async ({ page, product }) => {
    const person = await startSession(page, product);
    await page.goto('/organization/settings/tokens');
    await page.getByLabel('Token name').fill('Deployment');
    await page.getByRole('textbox', { name: 'Current password' }).fill(person.password);
    await pressTwice(page, 'Create API token');
    await expect(page.getByText('API token created: Deployment')).toBeVisible();
    const token = (await page.getByText(/^wk_[\w-]{43}$/).textContent()) ?? '';
    const answer = await fetch(`${product.url}/api/organizations`, {
      headers: { Authorization: `Bearer ${token}` },
    });
    expect(answer.status).toBe(200);
    expect(await count(product, person, 'api_tokens')).toBe(1);
  });

  test('one organization', async ({ page, product }) => {
    await startSession(page, product);
    await page.goto('/organization/new');
    await page.getByLabel('Organization name').fill('Looms');
    await pressTwice(page, 'Create organization');
    await page.waitForURL('/');
    const answer = await page.request.get('/api/organizations');
    expect(await answer.json()).toHaveLength(2);
  });

  test('one test from the deploy page', async ({ page, product }) => {
    const person = await startSession(page, product);
    const id = await prepareRun(page, product);
    await page.goto(`/integration/${id}/deploy`);
    await pressTwice(page, 'Run Test');
    await page.waitForURL(/test=/);
    await expect(page.getByRole('region', { name: 'Live results' })).toBeVisible();
    expect(await count(product, person, 'executions')).toBe(1);
    // The next press is another test.
    await page.getByRole('button', { name: 'Run Test', exact: true }).click();
    await expect.poll(() => count(product, person, 'executions')).toBe(2);
  });

  test('one run', async ({ page, product }) => {
    const person = await startSession(page, product);
    const id = await prepareRun(page, product, true);
    await page.goto(`/integration/${id}/deploy`);
    await pressTwice(page, 'Run now');
    await page.waitForURL(/\/logs/);
    expect(await count(product, person, 'executions')).toBe(1);
  });

  test('one test from the editor, which has no unsaved changes then', async ({ page, product }) => {
    const person = await startSession(page, product);
    const id = await prepareRun(page, product);
    await page.goto(`/integration/${id}`);
    await expect(page).not.toHaveTitle(/Unsaved/);
    await page.getByLabel('Call Name').fill('Read twice');
    await expect(page).toHaveTitle(/Unsaved/);
    await pressTwice(page, 'Test');
    await page.waitForURL(/test=/);
    await expect(page.getByLabel('Call Name')).toHaveValue('Read twice');
    await expect(page).not.toHaveTitle(/Unsaved/);
    expect(await count(product, person, 'executions')).toBe(1);
  });

  test('one replay, after the screen said that no response came', async ({ page, product }) => {
    const person = await startSession(page, product);
    const id = await prepareRun(page, product, true);
    const executionId = await storeEndedExecution(product, id, { errorMessage: 'It failed.' });
    await page.goto(`/integration/${id}/logs?execution=${executionId}`);
    const replay = page.getByRole('button', { name: /^Replay/ }).first();
    await loseResponse(page);
    await replay.click();
    await expect(page.getByText(words)).toBeVisible();
    await replay.click();
    await expect(page.getByText('Execution replayed')).toBeVisible();
    expect(await count(product, person, 'executions')).toBe(2);
  });

  test('one recorded test', async ({ page, product }) => {
    await startSession(page, product);
    const id = await prepareRun(page, product);
    const executionId = await storeEndedExecution(product, id);
    await page.goto(`/integration/${id}/tests?record=${executionId}`);
    await page.getByLabel('Name').fill('Kept once');
    await pressTwice(page, 'Save as test');
    await expect(page.getByText('It stays when the execution is removed.')).toBeVisible();
    const { db } = product;
    const rows = db.build.selectFrom('recorded_tests').select('id').where('integration_id', '=', id);
    expect(await db.all(rows)).toHaveLength(1);
  });
});

test('without script, a double press and a reload make one integration and one test', async ({
  page,
  product,
  javaScriptEnabled,
}) => {
  test.skip(javaScriptEnabled ?? true, 'With script a form that is under way is not sent again.');
  const person = await startSession(page, product);
  /** Sends the page's form three times, as a browser does that waits for none of the responses but the last. */
  const sendThrice = async (path: string, fields: Record<string, string>) => {
    const formKey = await page.locator('input[name=formKey]').first().getAttribute('value');
    const sent = { form: { formKey: formKey ?? '', ...fields }, maxRedirects: 0 };
    const send = () => page.request.post(path, { ...sent, headers: { Origin: product.url } });
    const answers = await Promise.all([send(), send()]);
    answers.push(await send());
    const places = answers.map((answer) => answer.headers().location);
    expect(new Set(places).size).toBe(1);
    return places[0] ?? '';
  };
  await page.goto('/integration');
  const made = await sendThrice('/integration?index', { name: 'Sent thrice', description: '' });
  await page.goto(made);
  await expect(page.getByRole('heading', { name: 'Sent thrice' })).toBeVisible();
  expect(await count(product, person, 'integrations')).toBe(1);

  const id = await prepareRun(page, product);
  await page.goto(`/integration/${id}/deploy`);
  await page.goto(await sendThrice(`/integration/${id}/deploy`, { intent: 'run-test', triggerData: '' }));
  await expect(page.getByText('Live Results')).toBeVisible();
  expect(await count(product, person, 'executions')).toBe(1);
});
