// Organization settings, members and invitations, the switcher and the audit log, with and without script.
import type { Locator, Page } from '@playwright/test';
import {
  type Fixtures,
  openAccountMenu,
  type Product,
  signIn,
  startSession,
  test,
  waitForModule,
  expect,
} from './fixtures';
import { createTestUser } from '../support/accounts';
import { drawEndOnly, holdDrawing } from './hold-drawing';
import { createIntegration } from './prepared';
import { addOrganization, run } from './product-file';

const settings = '/organization/settings';
const members = `${settings}/members`;

async function invite(page: Page, email: string, role: 'Member' | 'Admin' = 'Member'): Promise<void> {
  await page.goto(members);
  await inviteThere(page, email, role);
}

/** The same from the page of the members, which is open. */
async function inviteThere(page: Page, email: string, role: 'Member' | 'Admin' = 'Member'): Promise<void> {
  // The form is ready for the next invitation.
  await expect(page.getByLabel('Email')).toHaveValue('');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Role', { exact: true }).selectOption(role);
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  await expect(page.getByText(`An invitation is on its way to ${email}.`)).toBeVisible();
}

/** As if everybody had logged in 20 minutes ago: an older log-in is no proof any more. */
function makeLoginsOld(product: Product): void {
  run(product, 'update sessions set created_at = created_at - 1200000');
}

/** Types the password into the dialog that asks who gives somebody power, and sends it. */
async function prove(dialog: Locator, button: string): Promise<void> {
  await dialog.getByLabel(/^Current password/).fill('Correct-horse-7');
  await dialog.getByRole('button', { name: button }).click();
}

async function findInvitation(product: Product, email: string): Promise<string> {
  await expect.poll(() => product.findMailedLink(email)).toContain('/invitation?token=');
  return product.findMailedLink(email) ?? '';
}

/** A browser of somebody else, who follows the mailed link and makes an account. */
async function joinAsNew(
  openBrowser: Fixtures['openBrowser'],
  product: Product,
  email: string,
): Promise<Page> {
  const context = await openBrowser();
  const page = await context.newPage();
  await page.goto(await findInvitation(product, email));
  await expect(page.getByText(`You are invited as ${email}.`)).toBeVisible();
  await page.getByLabel('First name').fill('Grace');
  await page.getByLabel('Last name').fill('Hopper');
  await page.getByLabel(/^Password/).fill('Correct-horse-7');
  await page.getByRole('button', { name: 'Create account and join' }).click();
  await page.waitForURL('/');
  return page;
}

function memberRow(page: Page, email: string) {
  return page.getByRole('table', { name: 'Members' }).getByRole('row').filter({ hasText: email });
}

function switcher(page: Page) {
  return page.getByRole('banner').locator('summary').first();
}

test('the menu has four entries, and the details are changed by who may', async ({ page, product }) => {
  await signIn(page, product);
  await openAccountMenu(page);
  for (const entry of ['Edit Profile', 'Billing & Account', 'Organization Settings']) {
    await expect(page.getByRole('banner').getByRole('link', { name: entry })).toBeVisible();
  }
  await expect(page.getByRole('banner').getByRole('button', { name: 'Logout' })).toBeVisible();
  await page.getByRole('link', { name: 'Organization Settings' }).click();
  await page.waitForURL(settings);
  const details = page.getByRole('main');
  await expect(details.getByText('analytical engines').last()).toBeVisible();
  await expect(details.getByText(new Date().toISOString().slice(0, 10))).toBeVisible();

  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await page.getByRole('link', { name: 'Cancel' }).click();
  await page.waitForURL(settings);
  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await page.getByLabel('Name').fill('   ');
  await page.getByLabel('Description').fill('Looms and cards');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Please enter an organization name')).toBeVisible();
  await expect(page.getByLabel('Description')).toHaveValue('Looms and cards');
  await page.getByLabel('Name').fill('  Difference Engines ');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Organization updated')).toBeVisible();
  await expect(details.getByText('Looms and cards')).toBeVisible();
  await expect(switcher(page)).toContainText('difference engines');

  await page.getByRole('link', { name: 'Back to Dashboard' }).click();
  await page.waitForURL('/');
});

test(
  'a mailed invitation lets a new person in, whose role decides what they see',
  { tag: '@html' },
  async ({ page, openBrowser, product }) => {
    const owner = await startSession(page, product);
    await page.goto(members);
    await page.getByLabel('Email').fill('nobody');
    await page.getByRole('button', { name: 'Invite', exact: true }).click();
    await expect(page.getByText('Please enter a valid email address')).toBeVisible();
    const email = `grace-${owner.email}`;
    await invite(page, email);
    const theirs = await joinAsNew(openBrowser, product, email);
    await expect(theirs.getByText('You are now a member of “analytical engines”.')).toBeVisible();
    await theirs.goto(await findInvitation(product, email));
    await expect(theirs.getByText('You are a member of “analytical engines”.')).toBeVisible();
    await expect(theirs.getByRole('link', { name: 'Go to Home' })).toHaveAttribute('href', '/');

    await theirs.goto(settings);
    await expect(theirs.getByRole('heading', { name: 'Organization details' })).toBeVisible();
    await expect(theirs.getByRole('link', { name: 'Edit', exact: true })).toHaveCount(0);
    await expect(theirs.getByRole('link', { name: 'Audit log' })).toHaveCount(0);
    await theirs.goto(`${settings}?edit`);
    await expect(theirs.getByRole('button', { name: 'Save Changes' })).toHaveCount(0);
    await theirs.goto(members);
    await expect(memberRow(theirs, 'Ada Lovelace')).toContainText('Owner');
    await expect(theirs.getByRole('button', { name: 'Invite', exact: true })).toHaveCount(0);
    await expect(theirs.getByRole('link', { name: 'Remove' })).toHaveCount(0);

    await page.reload();
    await expect(page.getByText('Not accepted yet.')).toHaveCount(0);
    makeLoginsOld(product);
    await memberRow(page, email)
      .getByRole('combobox', { name: 'Role of Grace Hopper' })
      .selectOption('Admin');
    await page.getByRole('button', { name: 'Change role of Grace Hopper' }).click();
    const granting = page.getByRole('dialog', { name: 'New admin' });
    await expect(granting).toContainText(`Grace Hopper (${email}) becomes an admin of this organization.`);
    await prove(granting, 'Make admin');
    await expect(page.getByText('The new role applies immediately.')).toBeVisible();
    await theirs.goto(settings);
    await theirs.getByRole('link', { name: 'Audit log' }).click();
    await expect(theirs.getByRole('row').filter({ hasText: 'Role changed' })).toContainText('Member → Admin');

    await page.getByRole('link', { name: 'Remove Grace Hopper' }).click();
    const dialog = page.getByRole('dialog', { name: 'Remove member' });
    await dialog.getByRole('link', { name: 'Cancel' }).click();
    await expect(dialog).toHaveCount(0);
    await page.getByRole('link', { name: 'Remove Grace Hopper' }).click();
    await expect(dialog).toContainText('A mail tells them and all owners.');
    await prove(dialog, 'Remove');
    await expect(page.getByText('They no longer belong to the organization.')).toBeVisible();
    await expect(memberRow(page, email)).toHaveCount(0);
    await theirs.goto('/');
    await expect(theirs.getByRole('heading', { name: 'No Organization Found' })).toBeVisible();
  },
);

test('an invitation can be sent again, revoked, and used by the invited person alone', async ({
  page,
  openBrowser,
  product,
}) => {
  const { email: own, password } = await startSession(page, product);
  const email = `katherine-${own}`;
  makeLoginsOld(product);
  await page.goto(members);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Role', { exact: true }).selectOption('Admin');
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  const inviting = page.getByRole('dialog', { name: 'Invite an admin' });
  await inviting.getByRole('link', { name: 'Cancel' }).click();
  await expect(inviting).toHaveCount(0);
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await expect(page.getByLabel('Role', { exact: true })).toHaveValue('ADMIN');
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  await prove(inviting, 'Invite');
  await expect(page.getByText(`An invitation is on its way to ${email}.`)).toBeVisible();
  const first = await findInvitation(product, email);
  const resend = page.getByRole('button', { name: `Resend invitation to ${email}` });
  // By the keyboard, since the toast of the invitation lies over it for some seconds.
  await resend.press('Enter');
  await expect.poll(() => product.findMailedLink(email)).not.toBe(first);
  const second = await findInvitation(product, email);

  const context = await openBrowser();
  const guest = await context.newPage();
  await guest.goto(first);
  await expect(guest.getByRole('heading', { name: 'Invitation not valid' })).toBeVisible();
  await expect(guest.getByRole('link', { name: 'Go to Login' })).toHaveAttribute('href', '/login');
  await page.goto(first);
  await expect(page.getByRole('link', { name: 'Go to Home' })).toBeVisible();
  await guest.goto(second);
  await guest.getByLabel('First name').fill('K');
  await guest.getByLabel('Last name').fill('Johnson');
  await guest.getByLabel(/^Password/).fill('short');
  await guest.getByRole('button', { name: 'Create account and join' }).click();
  await expect(guest.getByText('First name must be at least 2 characters')).toBeVisible();
  await expect(guest.getByText('Password must be at least 8 characters')).toBeVisible();

  await page.goto(second);
  await expect(page.getByText(`This invitation was sent to ${email}.`)).toBeVisible();
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.waitForURL(second);
  await expect(page.getByRole('button', { name: 'Create account and join' })).toBeVisible();
  await expect(page.locator('input[autocomplete=username]')).toHaveValue(email);
  const headers = { Origin: product.url };
  await page.request.post('/auth/login/user', { headers, data: { email: own, password } });
  await page.goto(members);
  await page.getByRole('button', { name: `Revoke invitation to ${email}` }).click();
  await expect(page.getByText('Its link no longer works.')).toBeVisible();
  await guest.goto(second);
  await expect(guest.getByText('This invitation is invalid, was revoked or was already used.')).toBeVisible();
});

test('the focus stays near a row or a form that is gone or drawn anew @script', async ({ page, product }) => {
  const { email, password } = await startSession(page, product);
  await invite(page, `katherine-${email}`);
  await inviteThere(page, `grace-${email}`);
  // The form is ready for the next invitation.
  await expect(page.getByLabel('Email')).toHaveValue('');
  // It is emptied under the keyboard, too; leaving it then is no mistake.
  const next = page.getByLabel('Email');
  await next.fill(`alan-${email}`);
  await next.press('Enter');
  await expect(page.getByText(`An invitation is on its way to alan-${email}.`)).toBeVisible();
  await expect(next).toHaveValue('');
  await expect(next).toBeFocused();
  await next.press('Tab');
  // The check of a field that is left follows in a task of its own.
  await page.evaluate(() => new Promise((done) => setTimeout(() => requestAnimationFrame(done))));
  await expect(page.getByText('Please enter a valid email address')).toHaveCount(0);
  await next.fill('alan');
  await next.press('Tab');
  await expect(page.getByText('Please enter a valid email address')).toBeVisible();
  // What was pressed stays in view, though it is far below the window's first screen.
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto(`${settings}/members`);
  const resend = page.getByRole('button', { name: `Resend invitation to grace-${email}` });
  await resend.press('Enter');
  await expect(page.getByText(`An invitation is on its way to grace-${email}.`)).toBeVisible();
  await expect(resend).toBeFocused();
  await expect(resend).toBeInViewport();
  const change = page.getByRole('button', { name: 'Change role of' });
  await change.press('Enter');
  await expect(page.getByText('Nothing changed')).toBeVisible();
  await expect(change).toBeInViewport();
  await page.getByRole('button', { name: `Revoke invitation to grace-${email}` }).press('Enter');
  await expect(page.getByText('Its link no longer works.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Invitations' })).toBeFocused();
  const others = ['alan', 'katherine'].map((name) => `Revoke invitation to ${name}-${email}`);
  for (const name of others) {
    await page.getByRole('button', { name }).press('Enter');
    await expect(page.getByRole('button', { name })).toHaveCount(0);
  }
  await expect(page.getByRole('heading', { name: 'Invitations' })).toHaveCount(0);
  await expect(page.locator('#panel')).toBeFocused();

  await page.goto(`${settings}/tokens`);
  await page.getByLabel(/^Current password/).fill(password);
  await page.getByLabel('Token name').fill('Deployment');
  await page.getByLabel('Token name').press('Enter');
  await expect(page.getByText('Copy it now. It is not shown again.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Copy API token' })).toBeFocused();
});

test('after a row is removed by a dialog the focus is at the title of its list @script', async ({
  page,
  product,
}) => {
  const { password } = await startSession(page, product);
  await page.goto(`${settings}/tokens`);
  await waitForModule(page, 'kept-focus');
  await page.getByLabel(/^Current password/).fill(password);
  await page.getByLabel('Token name').fill('Deployment');
  await page.getByLabel('Token name').press('Enter');
  await page.getByRole('link', { name: 'Revoke Deployment' }).press('Enter');
  await page.locator('dialog:modal').getByRole('button', { name: 'Revoke' }).press('Enter');
  await expect(page.getByText('It no longer works.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'API tokens', exact: true })).toBeFocused();
});

test('the focus stays near a row that is gone, also in a browser that focuses no button by mouse @script', async ({
  page,
  product,
}) => {
  const { email } = await startSession(page, product);
  await invite(page, `dorothy-${email}`);
  await inviteThere(page, `hedy-${email}`);
  // As Safari does.
  await page.addInitScript(() =>
    document.addEventListener(
      'mousedown',
      (event) => {
        if (!(event.target instanceof Element && event.target.closest('button'))) return;
        event.preventDefault();
        if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
      },
      true,
    ),
  );
  await page.goto(members);
  await waitForModule(page, 'kept-focus');
  await page.getByRole('button', { name: `Revoke invitation to hedy-${email}` }).click();
  await expect(page.getByText('Its link no longer works.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Invitations' })).toBeFocused();
  await page.getByRole('button', { name: `Revoke invitation to dorothy-${email}` }).click();
  await expect(page.getByRole('heading', { name: 'Invitations' })).toHaveCount(0);
  await expect(page.locator('#panel')).toBeFocused();
});

test('a busy browser draws the end alone of a form: it is emptied, and the focus stays near @script', async ({
  page,
  product,
}) => {
  const { email } = await startSession(page, product);
  const draw = await holdDrawing(page);
  await page.goto(members);
  await page.getByLabel('Email').fill(`grace-${email}`);
  await drawEndOnly(page, draw, () => page.getByLabel('Email').press('Enter'));
  await expect(page.getByText(`An invitation is on its way to grace-${email}.`)).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue('');
  const revoke = page.getByRole('button', { name: `Revoke invitation to grace-${email}` });
  await drawEndOnly(page, draw, () => revoke.press('Enter'));
  await expect(page.getByText('Its link no longer works.')).toBeVisible();
  await expect(page.locator('#panel')).toBeFocused();
});

test(
  'who has an account joins with its password, or at once when logged in',
  { tag: '@html' },
  async ({ page, openBrowser, product }) => {
    const { email: own, password } = await startSession(page, product);
    const email = `mary-${own}`;
    await invite(page, email, 'Admin');
    const theirs = await joinAsNew(openBrowser, product, email);
    await theirs.goto(members);
    await theirs.getByRole('link', { name: 'Leave' }).click();
    await theirs.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
    await expect(theirs.getByRole('heading', { name: 'No Organization Found' })).toBeVisible();

    const accepted = await findInvitation(product, email);
    await invite(page, email, 'Admin');
    await expect.poll(() => product.findMailedLink(email)).not.toBe(accepted);
    await theirs.goto(await findInvitation(product, email));
    await theirs.getByRole('button', { name: 'Accept invitation' }).click();
    await theirs.waitForURL('/');
    await theirs.goto(members);
    await theirs.getByRole('link', { name: 'Leave' }).click();
    await theirs.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
    await theirs.getByRole('heading', { name: 'No Organization Found' }).waitFor();
    await theirs.context().clearCookies();

    const former = await findInvitation(product, email);
    await invite(page, email);
    await expect.poll(() => product.findMailedLink(email)).not.toBe(former);
    await theirs.goto(await findInvitation(product, email));
    await theirs.getByLabel(/^Password/).fill('Wrong-horse-7');
    await theirs.getByRole('button', { name: 'Log in and join' }).click();
    await expect(theirs.getByText('Invalid email or password.')).toBeVisible();
    await theirs.getByLabel(/^Password/).fill(password);
    await theirs.getByRole('button', { name: 'Log in and join' }).click();
    await theirs.waitForURL('/');
    await theirs.goto(members);
    await expect(memberRow(theirs, email)).toContainText('Member');
  },
);

test('a phone shows the tab of the page that is open', { tag: '@drawn' }, async ({ page, product }) => {
  await startSession(page, product);
  await page.setViewportSize({ width: 360, height: 640 });
  for (const [address, label] of [
    ['data', 'Data'],
    ['alerts', 'Alerts'],
    ['members', 'Members'],
  ]) {
    await page.goto(`${settings}/${address}`);
    const tab = page.getByRole('link', { name: label, exact: true });
    await expect(tab).toHaveAttribute('aria-current', 'page');
    await expect(tab).toBeInViewport({ ratio: 0.9 });
  }
});

test(
  'a phone labels nothing beside a member with whom one can do nothing',
  { tag: '@drawn' },
  async ({ page, product, openBrowser }) => {
    const { email } = await startSession(page, product);
    const invited = `grace-${email}`;
    await invite(page, invited);
    const theirs = await joinAsNew(openBrowser, product, invited);
    const demote =
      "update memberships set role = 'ADMIN' where user_id = (select id from users where email = ?)";
    run(product, demote, email);
    await theirs.setViewportSize({ width: 360, height: 640 });
    await theirs.goto(members);
    const labelOf = (name: string) => memberRow(theirs, name).getByText('Actions', { exact: true });
    await expect(labelOf('Grace Hopper')).toBeVisible();
    await expect(memberRow(theirs, 'Ada Lovelace')).toContainText('Admin');
    await expect(labelOf('Ada Lovelace')).toBeHidden();
  },
);

test(
  'a short address of the organization leads to its settings',
  { tag: '@html' },
  async ({ page, product }) => {
    await startSession(page, product);
    await page.goto('/organization');
    await expect(page).toHaveURL(`${product.url}${settings}`);
  },
);

test('the last owner stays one, and of many members those are found who are searched by name and address', async ({
  page,
  product,
}) => {
  const { email } = await startSession(page, product);
  const refusal = 'An organization needs an owner. Make someone else an owner first.';
  await page.goto(members);
  await expect(memberRow(page, email)).toContainText('Last owner');
  await expect(page.getByRole('link', { name: 'Leave' })).toHaveCount(0);
  await memberRow(page, email).getByRole('combobox', { name: 'Role of Ada Lovelace' }).selectOption('Member');
  await page.getByRole('button', { name: 'Change role of Ada Lovelace' }).click();
  await expect(page.getByText(refusal)).toBeVisible();
  await expect(memberRow(page, email).getByRole('combobox', { name: 'Role of Ada Lovelace' })).toHaveValue(
    'OWNER',
  );

  await expect(page.getByRole('searchbox')).toHaveCount(0);
  const { build } = product.db;
  const own = await product.db.first(
    build
      .selectFrom('memberships')
      .innerJoin('users', 'users.id', 'user_id')
      .select('organization_id')
      .where('email', '=', email),
  );
  for (let each = 0; each < 9; each++) {
    await createTestUser(
      { db: product.db, now: Date.now },
      { organizationId: own?.organization_id ?? '', role: 'MEMBER', email: `colleague-${each}-${email}` },
    );
  }
  await page.goto(members);
  await page.getByRole('searchbox', { name: 'Name or email' }).fill('COLLEAGUE-4');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await page.waitForURL(/search=COLLEAGUE-4/);
  await expect(page.getByRole('row')).toHaveCount(2);
  await expect(memberRow(page, `colleague-4-${email}`)).toBeVisible();
  await expect(page.locator('search output')).toHaveText('1 member found for “COLLEAGUE-4”');
  await page.getByRole('searchbox', { name: 'Name or email' }).fill('nobody');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(page.getByText('No member has “nobody” in their name or email.')).toBeVisible();
});

test('a link into another organization of the same user offers to switch to it', async ({
  page,
  product,
}) => {
  const { email } = await startSession(page, product);
  await page.goto('/');
  const id = await createIntegration(page.request, product, { name: 'Orders' });
  addOrganization(product, email, 'bletchley park', 'ADMIN');
  const { build } = product.db;
  const other = await product.db.first(
    build
      .selectFrom('memberships')
      .innerJoin('users', 'users.id', 'user_id')
      .innerJoin('organizations', 'organizations.id', 'organization_id')
      .select('organization_id as id')
      .where('email', '=', email)
      .where('name', '=', 'bletchley park'),
  );
  for (const screen of [
    `/integration/${id}`,
    `/integration/${id}/deploy`,
    `/integration/${id}/logs?status=error`,
  ]) {
    await page.request.post('/organization/switch', {
      form: { organizationId: other?.id ?? '' },
      headers: { Origin: product.url },
    });
    const response = await page.goto(screen);
    expect(response?.status()).toBe(404);
    await expect(
      page.getByRole('heading', { name: 'This page belongs to analytical engines' }),
    ).toBeVisible();
    await expect(page).toHaveTitle('This page belongs to analytical engines · Wicked Integrations');
    await page.getByRole('button', { name: 'Switch to analytical engines' }).click();
    await page.waitForURL(screen);
    await expect(page.getByText('Organization switched')).toBeVisible();
    await expect(page.getByRole('heading', { name: /^This page belongs to/ })).toHaveCount(0);
  }

  await startSession(page, product);
  for (const screen of [`/integration/${id}`, `/integration/${id}/deploy`, `/integration/${id}/logs`]) {
    await page.goto(screen);
    await page.waitForURL(product.url + '/');
  }
});

test('the switcher shows every organization with the role in it, and switches', async ({
  page,
  product,
  javaScriptEnabled,
}) => {
  const { email } = await startSession(page, product);
  addOrganization(product, email, 'bletchley park', 'ADMIN');
  addOrganization(product, email, 'zuse works', 'MEMBER');
  await page.goto('/');
  await switcher(page).click();
  const banner = page.getByRole('banner');
  const choice = (name: RegExp) => banner.getByRole(javaScriptEnabled ? 'option' : 'button', { name });
  for (const name of [/analytical engines\s*Owner/, /bletchley park\s*Admin/, /zuse works\s*Member/]) {
    await expect(choice(name)).toBeVisible();
  }
  const chosen = javaScriptEnabled ? '[aria-selected=true]' : '[aria-current=true]';
  await expect(banner.locator(chosen)).toHaveText(/analytical engines/);
  await expect(banner.locator(`${chosen} svg`)).toHaveCount(1);
  await choice(/bletchley park/).click();
  await expect(page.getByText('Organization switched')).toBeVisible();
  await expect(page.getByText('Successfully switched to the selected organization.')).toBeVisible();
  await expect(switcher(page)).toContainText('bletchley park');
  await page.goto(settings);
  await expect(page.getByRole('main').getByText('bletchley park').first()).toBeVisible();
});

test('the switcher is searched and worked by keys alone', async ({ page, product, javaScriptEnabled }) => {
  test.skip(!javaScriptEnabled, 'Without script it is a list of buttons.');
  const { email } = await startSession(page, product);
  for (const name of ['bletchley park', 'zuse works']) addOrganization(product, email, name, 'MEMBER');
  const other = await page.context().newPage();
  await other.goto(settings);
  await page.goto('/');
  await switcher(page).focus();
  await page.keyboard.press('Enter');
  const search = page.getByRole('combobox', { name: 'Search organizations' });
  await expect(search).toBeFocused();
  await expect(search).toHaveAttribute('placeholder', 'Search organizations...');
  await page.keyboard.type('nothing like it');
  await expect(page.getByText('No organizations found.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(search).toHaveCount(0);
  await expect(switcher(page)).toBeFocused();

  await page.keyboard.press('Enter');
  await expect(search).toBeFocused();
  await page.keyboard.type('PARK');
  await expect(page.getByRole('option')).toHaveCount(1);
  await search.fill('');
  const last = page.getByRole('option', { name: /zuse works/ });
  await expect(last).toBeVisible();
  await page.keyboard.press('ArrowUp');
  await expect(search).toHaveAttribute('aria-activedescendant', (await last.getAttribute('id')) ?? '');
  await page.keyboard.press('Enter');
  await expect(switcher(page)).toContainText('zuse works');
  // The other tab follows, and leaves the screen of the former organization.
  await other.waitForURL('/');
  await expect(switcher(other)).toContainText('zuse works');
});

test(
  'an API token is shown once, opens the API, and is revoked',
  { tag: '@html' },
  async ({ page, playwright, product }) => {
    const { password } = await startSession(page, product);
    await page.goto(settings);
    await page.getByRole('link', { name: 'API tokens' }).click();
    await expect(page.getByText('No API tokens yet.')).toBeVisible();
    await page.getByLabel('Token name').fill('x');
    await page.getByRole('button', { name: 'Create API token' }).click();
    await expect(page.getByText('Token name must be at least 2 characters')).toBeVisible();
    await page.getByLabel(/^Current password/).fill(password);
    await page.getByLabel('Token name').fill('Deployment');
    await page.getByLabel('Role').selectOption('Admin');
    await page.getByRole('button', { name: 'Create API token' }).click();
    await expect(page.getByText('Copy it now. It is not shown again.')).toBeVisible();
    const token = (await page.getByText(/^wk_[\w-]{43}$/).textContent()) ?? '';
    const row = page.getByRole('table', { name: 'API tokens' }).getByRole('row', { name: /Deployment/ });
    await expect(row).toContainText(`wk_••••${token.slice(-4)}`);
    await expect(row).toContainText('Never');
    await expect(page.getByLabel('Token name')).toHaveValue('');

    const command = await page.getByText(/^curl -H/).textContent();
    const address = /'(http[^']+)'/.exec(command ?? '')?.[1] ?? '';
    const program = await playwright.request.newContext({
      extraHTTPHeaders: { Authorization: `Bearer ${token}` },
    });
    expect(await (await program.get(address)).json()).toEqual([]);
    // The use is written while the program already has its response.
    await expect(async () => {
      await page.goto(`${settings}/tokens`);
      await expect(row).not.toContainText('Never');
    }).toPass();
    await expect(page.getByText(token)).toHaveCount(0);
    await page.getByRole('link', { name: 'Revoke Deployment' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await expect(page.getByText('It no longer works.')).toBeVisible();
    await expect(row).toHaveCount(0);
    const refused = await program.get(address);
    expect(refused.status()).toBe(401);
    expect(await refused.json()).toMatchObject({ message: 'Invalid or expired token' });
    await program.dispose();

    await page.getByRole('link', { name: 'Audit log' }).click();
    for (const kind of ['API token created', 'API token revoked']) {
      await expect(page.getByRole('row').filter({ hasText: kind })).toContainText('Deployment: Admin');
    }
  },
);

test(
  'the audit log is filtered by kind, text and day and turned page by page',
  { tag: '@html' },
  async ({ page, product }) => {
    const { email } = await startSession(page, product);
    run(
      product,
      `with recursive numbers (n) as (select 101 union all select n + 1 from numbers where n < 160)
     insert into audit (id, organization_id, user_id, kind, detail, created_at)
     select '0193aaaa-0000-7000-8000-000000000' || n, organization_id, user_id, 'integration-disabled', 'Number ' || n, 0
     from numbers, memberships where user_id = (select id from users where email = ?)`,
      email,
    );
    await page.goto(settings);
    await page.getByRole('link', { name: 'Audit log' }).click();
    const entries = page.getByRole('table', { name: 'Audit log' }).locator('tbody tr');
    await expect(entries).toHaveCount(50);
    await expect(entries.first()).toContainText('Sign up');
    await expect(entries.first()).toContainText(email);
    await page.getByLabel('Event').selectOption({ label: 'Integration disabled' });
    await page.getByRole('button', { name: 'Filter' }).click();
    await expect(entries.first()).toContainText('Number 160');
    await page.getByRole('link', { name: 'Older' }).click();
    await expect(entries).toHaveCount(10);
    await expect(entries.last()).toContainText('Number 101');
    await expect(page.getByLabel('Event')).toHaveValue('integration-disabled');
    await expect(page.getByRole('link', { name: 'Older' })).toHaveCount(0);
    await page.getByRole('link', { name: 'Newest' }).click();
    await expect(entries.first()).toContainText('Number 160');
    await page.getByLabel('Person, integration or detail').fill('number 15');
    await page.getByRole('button', { name: 'Filter' }).click();
    await expect(entries).toHaveCount(10);
    await page.getByLabel('From (UTC)').fill('2999-01-01');
    await page.getByRole('button', { name: 'Filter' }).click();
    await expect(page.getByText('No entries match these filters.')).toBeVisible();
    await expect(page.getByLabel('Person, integration or detail')).toHaveValue('number 15');
    await page.getByRole('link', { name: 'Clear' }).click();
    await expect(entries).toHaveCount(50);
  },
);

test('members behind the first page can be found, changed and removed', async ({
  page,
  product,
  javaScriptEnabled,
}) => {
  const { email } = await startSession(page, product);
  const domain = email.replace(/.*@|\W/g, '-');
  run(
    product,
    `with recursive numbers (n) as (select 101 union all select n + 1 from numbers where n < 160)
     insert into users (id, email, first_name, last_name, password_hash, created_at, updated_at)
     select ? || n, 'z' || n || ?, 'Number', n, '', 0, 0 from numbers`,
    domain,
    email,
  );
  run(
    product,
    `insert into memberships (organization_id, user_id, role, created_at)
     select organization_id, users.id, 'MEMBER', 0 from users, memberships
     where users.id like ? || '%' and memberships.user_id = (select id from users where email = ?)`,
    domain,
    email,
  );
  await page.goto(members);
  await expect(memberRow(page, `z160${email}`)).toHaveCount(0);
  await page.getByRole('link', { name: 'Next page' }).press('Enter');
  await expect(memberRow(page, `z160${email}`)).toHaveCount(1);
  if (javaScriptEnabled)
    await expect(page.getByRole('heading', { name: 'Members', exact: true })).toBeFocused();
  await page.getByRole('link', { name: 'Remove Number 160' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('They no longer belong to the organization.')).toBeVisible();
  await expect(memberRow(page, `z159${email}`)).toHaveCount(1);
  await expect(memberRow(page, `z160${email}`)).toHaveCount(0);

  const row = memberRow(page, `z159${email}`);
  await row.getByRole('button', { name: 'Change role of Number 159' }).click();
  await expect(page.getByText('Their role is Member already.')).toBeVisible();
  await row.getByLabel('Role of Number 159', { exact: true }).selectOption('Admin');
  // A recent log-in is proof enough; with script an older one asks in a dialog over the list.
  if (javaScriptEnabled) makeLoginsOld(product);
  await row.getByRole('button', { name: 'Change role of Number 159' }).click();
  if (javaScriptEnabled) await prove(page.getByRole('dialog', { name: 'New admin' }), 'Make admin');
  await expect(page.getByText('The new role applies immediately.')).toBeVisible();
  await expect(row.getByLabel('Role of Number 159', { exact: true })).toHaveValue('ADMIN');
  await page.getByRole('link', { name: 'First page' }).press('Enter');
  await expect(page.getByRole('table', { name: 'Members' }).getByText('You', { exact: true })).toBeVisible();
});
