// Without script what was typed into a form whose session had ended by itself is in it again after the log-in.
import type { Locator, Page } from '@playwright/test';
import { expectNoViolations } from './axe';
import { expect, type Person, type Product, signIn, startSession, test } from './fixtures';
import { addOrganization } from './product-file';

interface TypedForm {
  path: string;
  typed: Record<string, string>;
  /** Kept nowhere. */
  secret?: Record<string, string>;
  press: string;
  /** What is there once it was sent again. */
  shown: string;
}

const forms: TypedForm[] = [
  {
    path: '/organization/settings/values/new',
    typed: { Name: 'shop_url', Value: 'https://shop.example.com' },
    press: 'Save Value',
    shown: 'Value created',
  },
  {
    path: '/organization/settings/connections/new?kind=basic',
    typed: { 'Base URL': 'https://shop.example.com' },
    secret: { Username: 'ada-4711', Password: 'difference-4711' },
    press: 'Save Connection',
    shown: 'https://shop.example.com',
  },
  {
    path: '/organization/settings/alerts/new',
    typed: { Name: 'On call' },
    press: 'Save',
    shown: 'On call',
  },
  {
    path: '/organization/settings/members',
    typed: { Email: 'grace-unsent@example.com' },
    press: 'Invite',
    shown: 'grace-unsent@example.com',
  },
  {
    path: '/organization/settings/tokens',
    typed: { 'Token name': 'Deployment' },
    secret: { 'Current password': 'difference-4711' },
    press: 'Create API token',
    shown: 'Current password is incorrect',
  },
  {
    path: '/organization/settings?edit',
    typed: { Name: 'navy looms', Description: 'All that weaves' },
    press: 'Save Changes',
    shown: 'navy looms',
  },
  {
    path: '/organization/new',
    typed: { 'Organization name': 'second looms' },
    press: 'Create',
    shown: 'second looms',
  },
  {
    path: '/integration',
    typed: { 'Integration Name': 'New issues' },
    press: 'Continue',
    shown: 'New issues',
  },
  {
    path: '/?dialog=profile',
    typed: { 'First name': 'Augusta', 'Last name': 'King' },
    press: 'Save Changes',
    shown: 'Your profile has been updated successfully.',
  },
  {
    path: '/profile/email',
    typed: { 'New email': 'augusta-unsent@example.com' },
    secret: { 'Current password': 'difference-4711' },
    press: 'Change email',
    shown: 'Current password is incorrect',
  },
  {
    path: '/?dialog=billing-company',
    typed: {
      'Company name': 'Analytical Engines',
      'Tax ID': 'GB123456',
      Address: '12 Marylebone Road',
      City: 'London',
      'Postal code': 'NW1 5LR',
      Country: 'United Kingdom',
    },
    press: 'Save',
    shown: 'Company details',
  },
];

function findField(page: Page, label: string): Locator {
  return page.getByLabel(new RegExp(`^${label}`)).first();
}

async function fill(page: Page, fields: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(fields)) await findField(page, label).fill(value);
}

/** As if they had been away for a day. */
async function endSession(product: Product, { email }: Person): Promise<void> {
  const { build } = product.db;
  const theirs = build.selectFrom('users').select('id').where('email', '=', email);
  const idleSince = Date.now() - 25 * 3_600_000;
  await product.db.run(
    build.updateTable('sessions').set({ last_seen_at: idleSince }).where('user_id', 'in', theirs),
  );
}

async function logIn(page: Page, { email, password }: Person): Promise<void> {
  await expect(page.getByText('What you typed is kept, and waits for you there.')).toBeVisible();
  await page.getByRole('button', { name: 'Go to Login' }).click();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel(/^Password/).fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
}

async function logInAgain(page: Page, person: Person): Promise<void> {
  await logIn(page, person);
  await expect(page.getByText('What you typed is in the form again. It is not sent yet.')).toBeVisible();
}

for (const { path, typed, secret = {}, press, shown } of forms) {
  test(`${path} loses nothing that was typed`, async ({ page, product, javaScriptEnabled }) => {
    test.skip(javaScriptEnabled ?? true, 'With script it is kept in the tab.');
    const button = page.getByRole('button', { name: new RegExp(`^${press}`) }).first();
    const person = await signIn(page, product);
    await page.goto(path);
    await fill(page, { ...typed, ...secret });
    await endSession(product, person);
    await button.click();
    await logInAgain(page, person);

    for (const [label, value] of Object.entries(typed))
      await expect(findField(page, label)).toHaveValue(value);
    for (const [label, value] of Object.entries(secret)) {
      await expect(findField(page, label)).toHaveValue('');
      await expect(findField(page, label)).toHaveAttribute('placeholder', 'Not kept: please type it again');
      expect(await page.content()).not.toContain(value);
      await findField(page, label).fill(value);
    }
    await button.click();
    await expect(page.getByText('What you typed is in the form again.')).toHaveCount(0);
    expect(await page.content()).toContain(shown);
  });
}

test('what was sent before the script was there is in the form also with it', async ({
  page,
  product,
  javaScriptEnabled,
}) => {
  test.skip(!javaScriptEnabled, 'The others are without script.');
  const person = await startSession(page, product);
  await endSession(product, person);
  const path = '/organization/settings/values/new';
  const sent = await page.request.post(path, {
    form: {
      intent: 'save',
      name: 'shop_key',
      format: 'json',
      value: '4711',
      isSecret: 'on',
      allowedHosts: '',
    },
    headers: { Origin: product.url, Referer: product.url + path, Accept: 'text/html' },
  });
  await page.goto(sent.url());
  await logInAgain(page, person);
  await expect(page.getByText('Secrets are not kept: please type them again.')).toBeVisible();
  // By then React has drawn the fields as they are stored.
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('/kept-focus-')),
  );
  await expect(page.getByLabel('Name')).toHaveValue('shop_key');
  await expect(page.getByLabel('Format')).toHaveValue('json');
  await expect(page.getByLabel('This value is a secret')).toBeChecked();
  await expect(page.getByLabel('Value', { exact: true })).toHaveAttribute('placeholder', /Not kept/);
});

test('a form that was drawn for another organization is refused, and is there again in its own', async ({
  page,
  product,
  javaScriptEnabled,
}) => {
  const { email } = await startSession(page, product);
  const otherId = addOrganization(product, email, 'bletchley park', 'OWNER');
  await page.goto('/organization/settings/values/new');
  await fill(page, { Name: 'shop_url', Value: 'https://shop.example.com' });
  // As another tab does, without telling this one.
  await page.request.post('/organization/switch', {
    form: { organizationId: otherId },
    headers: { Origin: product.url },
  });
  await page.getByRole('button', { name: 'Save Value' }).click();
  if (javaScriptEnabled) {
    await expect(page.getByText('“bletchley park” is selected now, but the form was')).toBeVisible();
  } else {
    await expect(
      page.getByText('“bletchley park” is selected now, but this form was for “analytical engines”.'),
    ).toBeVisible();
    await expect(page.getByRole('definition').filter({ hasText: 'https://shop.example.com' })).toBeVisible();
    await page.getByRole('button', { name: 'Switch to analytical engines' }).click();
    await expect(page.getByLabel('Name')).toHaveValue('shop_url');
    await page.getByRole('button', { name: 'Save Value' }).click();
    await expect(page.getByText('Value created')).toBeVisible();
  }
  const { build } = product.db;
  const values = build.selectFrom('organization_values').select('name');
  expect(await product.db.all(values.where('organization_id', '=', otherId))).toEqual([]);
});

test('what its screen cannot show is listed, for every reader', async ({
  page,
  product,
  javaScriptEnabled,
}) => {
  test.skip(!javaScriptEnabled, 'axe is script.');
  const person = await startSession(page, product);
  await endSession(product, person);
  const sent = await page.request.post('/organization/settings/values/new', {
    form: { intent: 'save', name: 'shop_url', value: 'https://shop.example.com', allowedHosts: '' },
    // The screen has no field of that name.
    headers: {
      Origin: product.url,
      Referer: `${product.url}/organization/settings/data`,
      Accept: 'text/html',
    },
  });
  await page.goto(sent.url());
  await logIn(page, person);
  await page.waitForURL('/unsent?kept=*');
  await expect(page.getByText('What you typed is in the form again.')).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Not sent yet' })).toBeVisible();
  await expect(page.getByRole('definition').filter({ hasText: 'https://shop.example.com' })).toBeVisible();
  await expectNoViolations(page, 'a form that is not sent');
});
