// What was typed into a form whose session was over when it was sent is there again after the log-in.
import type { Page } from '@playwright/test';
import { expect, holdRequests, openAccountMenu, type Person, startSession, test } from './fixtures';
import type { Product } from './fixtures';

test.skip(({ javaScriptEnabled }) => !javaScriptEnabled, 'It is kept by script, in the tab.');

const values = '/organization/settings/values/new';

async function endSessions(product: Product, { email }: Person): Promise<void> {
  const { build } = product.db;
  const theirs = build.selectFrom('users').select('id').where('email', '=', email);
  await product.db.run(build.deleteFrom('sessions').where('user_id', 'in', theirs));
}

async function logInAgain(page: Page, { email, password }: Person): Promise<void> {
  await page.waitForURL(/\/session-expired/);
  await expect(page.getByText('What you typed is kept, and waits for you there.')).toBeVisible();
  await page.getByRole('button', { name: 'Go to Login' }).click();
  await page.waitForURL(/\/login/);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel(/^Password/).fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
}

function expectSaid(page: Page, text: string): Promise<void> {
  return expect(page.getByRole('region', { name: 'Notifications' })).toContainText(text);
}

test('a value is there again, and can be saved', async ({ page, product }) => {
  const person = await startSession(page, product);
  await page.goto(values);
  await page.getByLabel('Name').fill('shop_url');
  await page.getByLabel('Format').selectOption('json');
  await page.getByLabel('Value', { exact: true }).fill('{"region": "eu"}');
  await endSessions(product, person);
  await page.getByRole('button', { name: 'Save Value' }).click();
  await logInAgain(page, person);

  await page.waitForURL(values);
  await expect(page.getByLabel('Name')).toHaveValue('shop_url');
  await expect(page.getByLabel('Format')).toHaveValue('json');
  await expect(page.getByLabel('Value', { exact: true })).toHaveValue('{"region": "eu"}');
  await expectSaid(page, 'What you typed is in the form again.');
  await page.getByRole('button', { name: 'Save Value' }).click();
  await expect(page.getByText('Value created')).toBeVisible();
  await page.goto(values);
  await expect(page.getByLabel('Name')).toHaveValue('');
});

test('a secret is written down nowhere, and asked for again', async ({ page, product }) => {
  const person = await startSession(page, product);
  await page.goto(values);
  await page.getByLabel('Name').fill('shop_key');
  await page.getByLabel('This value is a secret').check();
  await page.getByLabel('Value', { exact: true }).fill('sk_live_4711');
  await page.getByLabel('Hosts that may receive it').fill('shop.example.com');
  await endSessions(product, person);
  await page.getByRole('button', { name: 'Save Value' }).click();
  await page.waitForURL(/\/session-expired/);
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).toContain('shop_key');
  expect(await page.evaluate(() => JSON.stringify([sessionStorage, localStorage]))).not.toContain('4711');
  await logInAgain(page, person);

  await page.waitForURL(values);
  await expect(page.getByLabel('Name')).toHaveValue('shop_key');
  await expect(page.getByLabel('This value is a secret')).toBeChecked();
  await expect(page.getByLabel('Hosts that may receive it')).toHaveValue('shop.example.com');
  await expect(page.getByLabel('Value', { exact: true })).toHaveValue('');
  await expectSaid(page, 'Secrets are not kept: please type them again.');
});

test('a connection keeps all but its credentials', async ({ page, product }) => {
  const person = await startSession(page, product);
  await page.goto('/organization/settings/connections/new?kind=basic');
  await page.getByLabel('Name', { exact: false }).first().fill('Shop API');
  await page.getByLabel('Username').fill('ada');
  await page.getByLabel('Password').fill('difference');
  await page.getByLabel('Base URL').fill('https://shop.example.com');
  await endSessions(product, person);
  await page.getByRole('button', { name: 'Save Connection' }).click();
  await page.waitForURL(/\/session-expired/);
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toMatch(/difference|"ada"/);
  await logInAgain(page, person);

  await expect(page.getByLabel('Base URL')).toHaveValue('https://shop.example.com');
  await expect(page.getByLabel('Name', { exact: false }).first()).toHaveValue('Shop API');
  await expect(page.getByLabel('Password')).toHaveValue('');
});

test('the name in a dialog is there again, but for nobody else', async ({ page, product }) => {
  const person = await startSession(page, product);
  await page.goto('/integration');
  await page.getByLabel('Integration Name').fill('New issues to the desk');
  await endSessions(product, person);
  await page.getByRole('button', { name: 'Continue to Setup' }).click();
  await page.waitForURL(/\/session-expired/);

  const other = await startSession(page, product);
  await page.goto('/integration');
  await expect(page.getByLabel('Integration Name')).toHaveValue('');
  await endSessions(product, other);
  await page.goto('/integration');
  await logInAgain(page, person);
  await expect(page.getByLabel('Integration Name')).toHaveValue('New issues to the desk');
});

test('what was typed for one organization is not put into the form of another', async ({ page, product }) => {
  const person = await startSession(page, product);
  await page.goto(values);
  await page.getByLabel('Name').fill('shop_url');
  await endSessions(product, person);
  await page.getByRole('button', { name: 'Save Value' }).click();
  await page.waitForURL(/\/session-expired/);

  const login = await page.request.post('/auth/login/user', {
    data: person,
    headers: { Origin: product.url },
  });
  expect(login.ok()).toBe(true);
  await page.goto('/organization/new');
  await page.getByLabel('Organization name').fill('Second Ltd');
  await page.getByRole('button', { name: 'Create organization' }).click();
  await page.waitForURL((url) => url.pathname !== '/organization/new');
  await page.goto(values);
  await expect(page.getByLabel('Name')).toHaveValue('');
  expect(await page.evaluate(() => sessionStorage.getItem('kept_typing'))).toContain('shop_url');
});

test('who logs out leaves nothing of it in the tab', async ({ page, product }) => {
  const person = await startSession(page, product);
  await page.goto(values);
  await page.getByLabel('Name').fill('shop_url');
  await endSessions(product, person);
  await page.getByRole('button', { name: 'Save Value' }).click();
  await page.waitForURL(/\/session-expired/);
  await startSession(page, product);
  await page.goto('/organization/settings');
  expect(await page.evaluate(() => sessionStorage.getItem('kept_typing'))).toContain('shop_url');
  await openAccountMenu(page);
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.waitForURL(/\/login/);
  expect(await page.evaluate(() => sessionStorage.getItem('kept_typing'))).toBeNull();
});

test('the text of a dialog is there again, although its script comes late', async ({ page, product }) => {
  const person = await startSession(page, product);
  await page.goto('/?dialog=profile');
  await page.getByLabel('First name').fill('Augusta');
  await endSessions(product, person);
  await page.getByRole('button', { name: 'Save' }).click();
  await logInAgain(page, person);
  await expect(page.getByLabel('First name')).toHaveValue('Augusta');
  // The page behind the dialog has a region of its own.
  await expect(page.getByText('What you typed is in the form again.').first()).toBeVisible();
});

test('a field that was left as it was shows what a colleague has stored since', async ({ page, product }) => {
  const person = await startSession(page, product);
  await page.goto('/organization/settings?edit');
  const [name, description] = [page.getByLabel(/^Name/), page.getByLabel('Description')];
  await name.fill('Looms');
  await endSessions(product, person);
  const { build } = product.db;
  const store = (changed: { description: string } | { name: string }) => {
    const theirs = build
      .selectFrom('memberships')
      .innerJoin('users', 'users.id', 'user_id')
      .select('organization_id')
      .where('email', '=', person.email);
    return product.db.run(build.updateTable('organizations').set(changed).where('id', 'in', theirs));
  };
  await store({ description: 'Weaves by card' });
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await logInAgain(page, person);
  await expect(name).toHaveValue('Looms');
  await expect(description).toHaveValue('Weaves by card');
  await expectSaid(page, 'What you typed is in the form again.');

  await endSessions(product, person);
  await store({ name: 'Mills' });
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await logInAgain(page, person);
  await expect(name).toHaveValue('Looms');
  await expectSaid(page, 'It was changed meanwhile');
});

test('a log-in in another tab keeps what was typed for its user, and for nobody else', async ({
  page,
  context,
  product,
}) => {
  const person = await startSession(page, product);
  await page.goto(values);
  await page.getByLabel('Name').fill('shop_url');
  await endSessions(product, person);
  await page.getByRole('button', { name: 'Save Value' }).click();
  await page.waitForURL(/\/session-expired/);
  const other = await context.newPage();
  await other.goto('/login');
  await other.getByLabel('Email').fill(person.email);
  await other.getByLabel(/^Password/).fill(person.password);
  await other.getByRole('button', { name: 'Log in' }).click();
  // The tab goes on to where a log-in of its own would have led.
  await page.waitForURL(values);
  await expect(page.getByLabel('Name')).toHaveValue('shop_url');

  await endSessions(product, person);
  await page.getByRole('button', { name: 'Save Value' }).click();
  await page.waitForURL(/\/session-expired/);
  // Nothing is typed in the other tab, which therefore goes to the log-in.
  await other.waitForURL('/login?returnTo=%2F');
  const readKept = () => page.evaluate(() => sessionStorage.getItem('kept_typing'));
  expect(await readKept()).toContain('shop_url');
  await startSession(other, product);
  // The tab follows the other user by itself.
  const followed = page.waitForEvent('load');
  await other.goto('/');
  await followed;
  expect(await readKept()).toBeNull();
});

test('what is typed in other tabs stays when one notices the end of the session, and goes with a log-out', async ({
  page,
  context,
  product,
}) => {
  const person = await startSession(page, product);
  await page.goto(values);
  await page.getByLabel('Name').fill('shop_url');
  const untouched = await context.newPage();
  await untouched.goto('/organization/settings/values');
  const other = await context.newPage();
  await other.goto('/');
  await endSessions(product, person);
  await other.goto('/organization/settings');
  await other.waitForURL(/\/session-expired/);
  await untouched.waitForURL('/login?returnTo=%2Forganization%2Fsettings%2Fvalues');
  await expect(page.getByLabel('Name')).toHaveValue('shop_url');
  await page.getByRole('button', { name: 'Save Value' }).click();
  await logInAgain(page, person);
  await page.waitForURL(values);
  await expect(page.getByLabel('Name')).toHaveValue('shop_url');
  await untouched.waitForURL('/organization/settings/values');

  await openAccountMenu(untouched);
  await untouched.getByRole('button', { name: 'Logout' }).click();
  await page.waitForURL('/login');
  expect(await page.evaluate(() => JSON.stringify([sessionStorage, localStorage]))).not.toContain('shop_url');
});

test('what is typed in a page for guests stays when somebody logs in in another tab', async ({
  page,
  context,
  product,
}) => {
  const person = await startSession(page, product);
  await context.clearCookies();
  await page.goto('/login');
  const untouched = await context.newPage();
  await untouched.goto('/login?returnTo=%2Forganization%2Fsettings');
  await page.getByLabel('Email').fill('grace@example.com');
  const other = await context.newPage();
  await other.goto('/login');
  await other.getByLabel('Email').fill(person.email);
  await other.getByLabel(/^Password/).fill(person.password);
  await other.getByRole('button', { name: 'Log in' }).click();
  await untouched.waitForURL('/organization/settings');
  await expect(page.getByLabel('Email')).toHaveValue('grace@example.com');
});

test('a form whose session cookie has come to its end is kept, too', async ({ page, context, product }) => {
  const person = await startSession(page, product);
  await page.goto(values);
  await page.getByLabel('Name').fill('shop_url');
  await context.clearCookies({ name: 'session_token' });
  await page.getByRole('button', { name: 'Save Value' }).click();
  await page.waitForURL(/\/login/);
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel(/^Password/).fill(person.password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.waitForURL(values);
  await expect(page.getByLabel('Name')).toHaveValue('shop_url');
});

test('a log-in of another user in another tab is followed once, and keeps nothing for them', async ({
  page,
  context,
  product,
}) => {
  await startSession(page, product);
  await page.goto(values);
  await page.getByLabel('Name').fill('shop_url');
  const release = await holdRequests(page, /\/$/);
  const ways: string[] = [];
  page.on('request', (request) => request.isNavigationRequest() && ways.push(request.url()));
  // A script that would keep the form has been asked for before this one, and comes before it.
  await page.evaluate((key) => {
    window.addEventListener('storage', (event) => {
      if (event.key === key) void fetch('/healthz').then(() => console.info('Seen'));
    });
  }, 'selectedOrgMembership');
  const seen = page.waitForEvent('console', (message) => message.text() === 'Seen');
  const other = await context.newPage();
  await startSession(other, product);
  await other.goto('/');
  await seen;

  const followed = page.waitForEvent('load');
  release();
  await followed;
  expect(await page.evaluate(() => sessionStorage.getItem('kept_typing'))).toBeNull();
  expect(ways).toEqual([`${product.url}/`]);
});
