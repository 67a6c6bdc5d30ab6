// Who is led where, what a reset link's screens say while the link changes, and tabs that follow each other.
import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import {
  type Product,
  holdRequests,
  openAccountMenu,
  signIn,
  signInByApi,
  startSession,
  test,
  expect,
} from './fixtures';
import { createIntegration } from './prepared';
import { run } from './product-file';

const protectedScreen = { guest: '/login', unverified: '/email-not-verified' };
const anybodys = {};
const guestsOnly = { signedIn: '/', unverified: '/email-not-verified' };

/** Where each kind of person ends up; on the screen itself where nothing is said. */
const screens: { path: string; guest?: string; signedIn?: string; unverified?: string }[] = [
  { path: '/', unverified: '/email-not-verified' },
  { path: '/signup', ...guestsOnly },
  { path: '/login', ...guestsOnly },
  { path: '/forgot-password', ...guestsOnly },
  { path: '/reset-password', ...guestsOnly, guest: '/forgot-password' },
  { path: '/reset-password?token=nobodys', ...guestsOnly },
  { path: '/verify-email', ...anybodys },
  { path: '/verify-email?token=nobodys', ...anybodys },
  { path: '/restore-email?token=nobodys', ...anybodys },
  { path: '/email-not-verified', signedIn: '/' },
  { path: '/email-not-verified?status=already_verified', ...anybodys },
  { path: '/resend-email-verification', ...anybodys },
  { path: '/session-expired', ...guestsOnly },
  { path: '/integration', ...protectedScreen },
  { path: '/integration/0193aaaa-0000-7000-8000-000000000000', ...protectedScreen, signedIn: '/' },
  { path: '/integration/0193aaaa-0000-7000-8000-000000000000/logs', ...protectedScreen, signedIn: '/' },
  { path: '/nothing/here', ...anybodys },
];

test('everybody is led to the screen that is theirs', { tag: '@html' }, async ({ page, product }) => {
  const visitAll = async (kind: 'guest' | 'signedIn' | 'unverified') => {
    for (const screen of screens) {
      const { pathname, search } = new URL((await page.request.get(screen.path)).url());
      expect(pathname + search, `${screen.path}, ${kind}`).toBe(screen[kind] ?? screen.path);
    }
  };
  await visitAll('guest');
  const { email } = await startSession(page, product);
  await visitAll('signedIn');
  run(product, 'update users set email_verified_at = null where email = ?', email);
  await visitAll('unverified');
});

test('who follows a link without a session comes to its screen by logging in', async ({ page, product }) => {
  const { email, password } = await startSession(page, product);
  const id = await createIntegration(page.request, product, { name: 'Linked', apiCalls: [readIssue] });
  await page.context().clearCookies();
  const link = `/integration/${id}/logs?status=error`;
  await page.goto(link);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel(/^Password/).fill('Not-my-password-1');
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByText('Invalid email or password.').first()).toBeVisible();
  await page.getByLabel(/^Password/).fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.waitForURL(link);
  await expect(page.getByRole('heading', { name: 'Execution Logs' })).toBeVisible();
});

test(
  'whose session ends before a form is sent comes back to that form',
  { tag: '@html' },
  async ({ page, product }) => {
    const { email, password } = await startSession(page, product);
    await page.goto('/organization/settings/members');
    run(product, 'delete from sessions where user_id = (select id from users where email = ?)', email);
    await page.getByLabel('Email').fill('somebody@example.com');
    await page.getByRole('button', { name: 'Invite' }).click();
    await page.getByRole('button', { name: 'Go to Login' }).click();
    await page.getByLabel('Email').fill(email);
    await page.getByLabel(/^Password/).fill(password);
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.waitForURL('/organization/settings/members');
  },
);

test(
  'whose email is not verified logs in anew from the screen that says so',
  { tag: '@html' },
  async ({ page, product }) => {
    const { email } = await startSession(page, product);
    run(product, 'update users set email_verified_at = null where email = ?', email);
    await page.goto('/email-not-verified');
    await page.getByRole('button', { name: 'Go to Login' }).click();
    await page.waitForURL('/login');
  },
);

test('a link is used once, also by who opens it twice', async ({ page, product, javaScriptEnabled }) => {
  const { email } = await signInByApi(page, product);
  await page.context().clearCookies();
  await page.goto(product.findMailedLink(email) ?? '');
  if (!javaScriptEnabled) await page.getByRole('button', { name: 'Verify email' }).click();
  await page.waitForURL('/email-not-verified?status=already_verified');
  await expect(page.getByRole('heading', { name: 'Email Verification Failed' })).toBeVisible();
  await expect(page.getByText('Email is already verified.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'log in' })).toHaveAttribute('href', '/login');
});

test('a verification says that it is under way', async ({ page, javaScriptEnabled }) => {
  test.skip(!javaScriptEnabled, 'Without script the browser itself shows that it waits.');
  const release = await holdRequests(page, /\/verify-email/, 'POST');
  await page.goto('/verify-email?token=nobodys');
  await expect(page.getByRole('button', { name: 'Verifying...' })).toBeVisible();
  release();
  await expect(page.getByRole('heading', { name: 'Email Verification Failed' })).toBeVisible();
});

test('coming back to the tab looks again what the reset link is worth', async ({
  page,
  product,
  javaScriptEnabled,
}) => {
  test.skip(!javaScriptEnabled, 'Without script the link is looked at when it is used.');
  const { email } = await startSession(page, product);
  await page.context().clearCookies();
  const headers = { Origin: product.url };
  await page.request.post('/auth/forgot-password', { headers, data: { email } });
  await expect.poll(() => product.findMailedLink(email)).toContain('/reset-password');
  await page.goto(product.findMailedLink(email) ?? '');
  await expect(page.getByRole('button', { name: 'Reset Password' })).toBeEnabled();

  const release = await holdRequests(page, /\.data\b/);
  run(
    product,
    'update tokens set expires_at = 1 where user_id = (select id from users where email = ?)',
    email,
  );
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(page.getByRole('button', { name: 'Validating...' })).toBeVisible();
  release();
  await expect(page.getByRole('heading', { name: 'Link Expired' })).toBeVisible();
});

test('a form of an organization that one was removed from changes nothing in another', async ({
  page,
  product,
}) => {
  const { email } = await signIn(page, product);
  const [{ organizationId: first }] = await (await page.request.get('/api/organizations')).json();
  const second = joinSecond(product, email);
  await select(page, product, second);
  await page.goto('/integration');
  await page.getByLabel('Integration Name').fill('Typed for the second');
  run(product, 'delete from memberships where organization_id = ?', second);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(
    page.getByText('You no longer belong to the organization of that form.').first(),
  ).toBeVisible();
  await expect(page.getByLabel('Integration Name')).toHaveValue('Typed for the second');
  expect(await (await page.request.get(`/api/integrations/organization/${first}`)).json()).toEqual([]);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.waitForURL(/\/integration\/.+/);
});

test.describe('other tabs', () => {
  test.skip(({ javaScriptEnabled }) => !javaScriptEnabled, 'Tabs follow each other by script.');

  test('what was typed is offered again to who logs in after another tab logged out', async ({
    page,
    product,
  }) => {
    const { email, password } = await signIn(page, product);
    const id = await createIntegration(page.request, product, { name: 'Left open', apiCalls: [readIssue] });
    const editor = await page.context().newPage();
    await editor.goto(`/integration/${id}`);
    await editor.getByLabel('Call Name').fill('Typed before the logout');
    await expect(editor.getByText('Unsaved changes', { exact: true })).toBeVisible();
    await logOut(page);
    await editor.waitForURL('/login');

    await editor.getByLabel('Email').fill(email);
    await editor.getByLabel(/^Password/).fill(password);
    await editor.getByRole('button', { name: 'Log in' }).click();
    await editor.waitForURL('/');
    await editor.goto(`/integration/${id}`);
    await expect(editor.getByText('You have unsaved changes from')).toBeVisible();
    await editor.getByRole('button', { name: 'Restore' }).click();
    await expect(editor.getByLabel('Call Name')).toHaveValue('Typed before the logout');
  });

  test('another organization reaches every tab, and what was typed there waits until one is back', async ({
    page,
    product,
  }) => {
    const { email } = await signIn(page, product);
    const organizationId = joinSecond(product, email);
    const first = String(await page.evaluate(readOrganizationId));
    const form = await page.context().newPage();
    const values = '/organization/settings/values/new';
    await form.goto(values);
    await form.getByLabel('Name').fill('shop_url');
    await select(page, product, organizationId);
    await page.reload();
    await form.waitForURL('/');
    await expect(form.getByText('You switched it in another tab.').first()).toBeVisible();
    // The tab follows the switch back by itself, which would interrupt its next navigation.
    const followed = form.waitForEvent('load');
    await select(page, product, first);
    await page.reload();
    await followed;
    await form.goto(values);
    await expect(form.getByLabel('Name')).toHaveValue('shop_url');
    await expect(form.getByText('What you typed is in the form again.').first()).toBeVisible();

    await form.getByRole('button', { name: 'Save Value' }).click();
    await expect(form.getByText('Value created')).toBeVisible();
    await form.goto(values);
    await form.getByLabel('Name').fill('shop_url');
    await form.getByRole('button', { name: 'Save Value' }).click();
    await expect(form.getByLabel('Name')).toHaveAttribute('aria-invalid', 'true');
    await select(page, product, organizationId);
    await page.reload();
    await form.waitForURL('/');
    await expect(form.getByText('You switched it in another tab.').first()).toBeVisible();
    const followedBack = form.waitForEvent('load');
    await select(page, product, first);
    await page.reload();
    await followedBack;
    await form.close();

    const other = await page.context().newPage();
    await other.goto('/integration');
    await select(page, product, organizationId);
    await page.reload();
    await other.waitForURL('/');
    await expect
      .poll(() => other.evaluate(() => localStorage.getItem('selectedOrgMembership')))
      .toContain(organizationId);
  });
});

const readIssue = { id: 'read', name: 'Read issue', url: 'https://api.example.com/issues' };

async function logOut(page: Page): Promise<void> {
  await openAccountMenu(page);
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.waitForURL('/login');
}

/** Makes the user a member of a second organization. Returns its id. */
function joinSecond(product: Product, email: string): string {
  const id = randomUUID();
  const now = Date.now();
  run(
    product,
    'insert into organizations (id, name, created_at, updated_at) values (?, ?, ?, ?)',
    id,
    'second engines',
    now,
    now,
  );
  run(
    product,
    `insert into memberships (organization_id, user_id, role, created_at)
     select ?, id, 'MEMBER', ? from users where email = ?`,
    id,
    now,
    email,
  );
  return id;
}

function readOrganizationId(): unknown {
  return JSON.parse(localStorage.getItem('selectedOrgMembership') ?? '{}').organizationId;
}

/** What a switcher does: the cookie remembers the organization one wants to look at. */
async function select(page: Page, product: Product, organizationId: string): Promise<void> {
  const value = encodeURIComponent(Buffer.from(JSON.stringify(organizationId)).toString('base64'));
  await page.context().addCookies([{ name: 'selectedOrgMembership', value, url: product.url }]);
}
