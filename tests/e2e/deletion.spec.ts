// An organization's data as a file, and the end of organizations and accounts, with and without script.
import { readFile } from 'node:fs/promises';
import { findViolations } from './axe';
import { openAccountMenu, signIn, startSession, test, expect } from './fixtures';
import { prepareIntegrations } from './prepared';
import { run } from './product-file';

test('an owner takes everything along as a file', { tag: '@html' }, async ({ page, product }) => {
  const { filled, execution } = await prepareIntegrations(page, product);
  await page.goto('/organization/settings');
  await page.getByRole('link', { name: 'Data', exact: true }).click();
  const downloading = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export data' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^wicked-integrations-export-\d{4}-\d\d-\d\d\.json$/);
  const text = await readFile(await download.path(), 'utf8');
  const { members, integrations } = JSON.parse(text);
  expect(members.map(({ email }: { email: string }) => email)).toContain('prepared@example.com');
  const found = integrations.find(({ id }: { id: string }) => id === filled);
  expect(found.executions.map(({ id }: { id: string }) => id)).toContain(execution);
});

test('a file that is asked for without a session leads to log in, and back', async ({ page, product }) => {
  const person = await startSession(page, product);
  await page.goto('/organization/settings/data');
  // Script leaves the link to the browser.
  const downloading = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export data' }).click();
  expect((await downloading).suggestedFilename()).toMatch(/^wicked-integrations-export-/);
  await page.context().clearCookies({ name: 'session_token' });
  await page.getByRole('link', { name: 'Export data' }).click();
  await page.waitForURL(/\/login\?/);
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel(/^Password/).fill(person.password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(page).toHaveURL(`${product.url}/organization/settings/data`);
  await expect(page.getByRole('link', { name: 'Export data' })).toBeVisible();
});

test('an owner deletes the organization by typing its name', async ({ page, product, javaScriptEnabled }) => {
  const { email, password } = await startSession(page, product);
  await page.goto('/organization/settings/data');
  const name = page.getByLabel('Type analytical engines to confirm');
  const button = page.getByRole('button', { name: 'Delete organization' });
  await name.fill('Analytical');
  if (javaScriptEnabled) {
    await expect(button).toBeDisabled();
    // Enter does not press a disabled button, so the field itself says what is missing.
    await expect(name).not.toHaveAttribute('aria-invalid');
    await name.press('Enter');
    await expect(name).toHaveAccessibleDescription('Type analytical engines to confirm');
    expect(await findViolations(page)).toEqual([]);
  } else {
    await button.click();
    await expect(page.getByText('Type analytical engines to confirm').last()).toBeVisible();
    await expect(name).toHaveAttribute('aria-invalid', 'true');
  }
  await name.fill('analytical engines');
  if (javaScriptEnabled) await expect(name).not.toHaveAttribute('aria-invalid');
  // The log-in became too old to be a proof since the page was drawn.
  const ofPerson = 'user_id = (select id from users where email = ?)';
  run(product, `update sessions set created_at = created_at - 1200000 where ${ofPerson}`, email);
  await button.click();
  await page.getByLabel(/^Current password/).fill(password);
  await name.fill('analytical engines');
  await button.click();
  await expect(page.getByText('analytical engines has been deleted.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'No Organization Found' })).toBeVisible();
  await expect(page).toHaveTitle('No Organization Found · Wicked Integrations');
  await page.goto('/organization/settings');
  await expect(page.getByRole('heading', { name: 'No Organization Found' })).toBeVisible();
  // The account stays.
  expect((await page.request.get('/api/users/me')).ok()).toBe(true);
});

test('an account is deleted by who knows its password', async ({ page, product, javaScriptEnabled }) => {
  const { email, password } = await signIn(page, product);
  await openAccountMenu(page);
  await page.getByRole('link', { name: 'Edit Profile' }).click();
  await page.getByRole('link', { name: 'Delete account' }).click();
  await expect(page.getByRole('heading', { name: 'Delete account' })).toBeVisible();
  await expect(page.getByText('“analytical engines” will be deleted, too')).toBeVisible();
  await page.getByLabel(/^Current password/).fill('Not-my-password-1');
  await page.getByRole('button', { name: 'Delete account' }).click();
  await expect(page.getByText('Current password is incorrect.')).toBeVisible();
  await expect(page.getByText('“analytical engines” will be deleted, too')).toBeVisible();
  await page.getByLabel(/^Current password/).fill(password);
  await page.getByRole('button', { name: 'Delete account' }).click();
  await page.waitForURL('/login');
  await expect(page.getByText('Your account has been deleted.')).toBeVisible();
  if (javaScriptEnabled) {
    await expect.poll(() => page.evaluate(() => localStorage.getItem('session_token'))).toBeNull();
  }
  await page.getByLabel('Email').fill(email);
  await page.getByLabel(/^Password/).fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByText('Invalid email or password.').first()).toBeVisible();
});

test('a user without an organization can still delete the account', async ({
  page,
  product,
  javaScriptEnabled,
}) => {
  const { email, password } = await startSession(page, product);
  run(product, 'delete from memberships where user_id = (select id from users where email = ?)', email);
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'No Organization Found' })).toBeVisible();
  if (javaScriptEnabled) expect(await findViolations(page)).toEqual([]);
  // The address of a dialog opens it here, too.
  await page.goto('/?dialog=delete-account');
  const dialog = page.getByRole('dialog', { name: 'Delete account' });
  await expect(dialog.getByLabel(/^Current password/)).toBeVisible();
  await dialog.getByRole('link', { name: 'Close' }).click();
  await expect(dialog).toHaveCount(0);
  await page.getByRole('link', { name: 'Edit Profile' }).click();
  await page.getByRole('link', { name: 'Delete account' }).click();
  await page.getByLabel(/^Current password/).fill('Not-my-password-1');
  if (javaScriptEnabled) expect(await findViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Delete account' }).click();
  await expect(page.getByText('Current password is incorrect.')).toBeVisible();
  await page.getByLabel(/^Current password/).fill(password);
  await page.getByRole('button', { name: 'Delete account' }).click();
  await page.waitForURL('/login');
  await expect(page.getByText('Your account has been deleted.')).toBeVisible();
});

test(
  'the only administrator is asked to make somebody else one',
  { tag: '@html' },
  async ({ page, product, openBrowser }) => {
    const { email } = await startSession(page, product);
    const { email: other } = await startSession(await (await openBrowser()).newPage(), product);
    const appoint =
      'insert into administrators (user_id, created_at) select id, 0 from users where email = ?';
    const warning = page.getByText('You are the only administrator of this installation');
    run(product, appoint, email);
    await page.goto('/?dialog=delete-account');
    await expect(warning).toBeVisible();
    run(product, appoint, other);
    await page.goto('/?dialog=delete-account');
    await expect(page.getByRole('button', { name: 'Delete account' })).toBeVisible();
    await expect(warning).toHaveCount(0);
    run(product, 'delete from administrators');
  },
);

test('the last owner of others cannot go', { tag: '@html' }, async ({ page, product }) => {
  const { email } = await startSession(page, product);
  const other = crypto.randomUUID();
  run(
    product,
    `insert into users (id, email, first_name, last_name, password_hash, created_at, updated_at)
     values (?, ?, 'Grace', 'Hopper', '', 1, 1)`,
    other,
    `${other}@example.com`,
  );
  run(
    product,
    `insert into memberships (organization_id, user_id, role, created_at)
     select organization_id, ?, 'MEMBER', 1 from memberships join users on users.id = user_id where email = ?`,
    other,
    email,
  );
  await page.goto('/?dialog=delete-account');
  await expect(page.getByText('You are the last owner of “analytical engines”')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Delete account' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Make someone else an owner' }).click();
  await expect(page.getByRole('table', { name: 'Members' })).toBeVisible();
});
