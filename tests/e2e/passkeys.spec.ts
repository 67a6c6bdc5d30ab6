// Passkeys from adding one to logging in by it, with an authenticator of the browser's own; and what is there without script.
import { randomUUID } from 'node:crypto';
import type { CDPSession, Page } from '@playwright/test';
import { findUserByEmail } from '~/db/accounts/users';
import { insertPasskey, listPasskeys } from '~/db/accounts/passkeys';
import { findViolations } from './axe';
import { expect, type Person, type Product, startSession, test } from './fixtures';

// The tests of this file are in a worker of their own, whose product has a name; in one, since each starts a server.
test.describe.configure({ mode: 'default' });
test.use({ host: 'localhost', isFirstVisit: true });

interface Authenticator {
  /** Whether it finds that its owner is there, and who they are. */
  setPresent(isPresent: boolean): Promise<void>;
  /** Loses its passkeys. */
  forget(): Promise<void>;
}

/** Chromium's virtual authenticator, as a phone or laptop has one. */
async function addAuthenticator(page: Page): Promise<Authenticator> {
  const browser: CDPSession = await page.context().newCDPSession(page);
  await browser.send('WebAuthn.enable');
  const { authenticatorId } = await browser.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    setPresent: async (enabled) => {
      await browser.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled });
    },
    forget: async () => {
      await browser.send('WebAuthn.clearCredentials', { authenticatorId });
    },
  };
}

async function addPasskey(page: Page, { password }: Person, name: string): Promise<void> {
  await page.goto('/profile/passkeys');
  await page.getByLabel('Name').fill(name);
  await page.getByLabel(/^Current password/).fill(password);
  await page.getByLabel(/^Current password/).press('Enter');
  await expect(page.getByText('Passkey added').first()).toBeVisible();
  await expect(page.getByRole('list', { name: 'Your passkeys' })).toContainText(name);
  await expect(page.getByLabel(/^Current password/)).toBeFocused();
}

/** A passkey in the database alone: nothing signs by it. */
async function keepPasskey({ db }: Product, { email }: Person, name: string): Promise<void> {
  const user = await findUserByEmail(db, email);
  if (!user) throw new Error('nobody has this email');
  await insertPasskey(db, {
    userId: user.id,
    credentialId: randomUUID(),
    publicKey: '',
    transports: [],
    isBackupEligible: true,
    isBackedUp: true,
    host: 'localhost',
    counter: 0,
    name,
    now: Date.now(),
  });
}

async function leave(page: Page): Promise<void> {
  await page.context().clearCookies();
}

test('@script one logs in by a passkey, and to where one was going', async ({ page, product }) => {
  const person = await startSession(page, product);
  const authenticator = await addAuthenticator(page);
  await page.goto('/profile/passkeys');
  expect(await findViolations(page)).toEqual([]);
  await page.getByLabel(/^Current password/).fill('wrong');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(page.getByText('Current password is incorrect.')).toBeVisible();
  await addPasskey(page, person, 'Laptop');
  expect(await findViolations(page)).toEqual([]);

  await leave(page);
  // Else the browser fills it in at once, as if it were chosen where the email is typed.
  await authenticator.setPresent(false);
  await page.goto('/login?returnTo=/organization/settings');
  await expect(page.getByLabel('Email')).toHaveAttribute('autocomplete', 'username webauthn');
  expect(await findViolations(page)).toEqual([]);
  await authenticator.setPresent(true);
  await page.getByRole('button', { name: 'Log in with a passkey' }).click();
  await expect(page).toHaveURL('/organization/settings');
  await page.goto('/profile/passkeys');
  await expect(page.getByRole('list', { name: 'Your passkeys' })).toContainText('last used');
});

test('@script the browser offers it where the email is typed', async ({ page, product }) => {
  const person = await startSession(page, product);
  await addAuthenticator(page);
  await addPasskey(page, person, 'Laptop');
  await leave(page);
  await page.goto('/login', { waitUntil: 'commit' });
  await expect(page).toHaveURL('/');
  await expect(page.getByText('Welcome back!').first()).toBeVisible();
});

test('@script the device that holds one makes no second one', async ({ page, product }) => {
  const person = await startSession(page, product);
  await addAuthenticator(page);
  await addPasskey(page, person, 'Laptop');
  await page.getByLabel(/^Current password/).fill(person.password);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(
    page.getByText('This device or key holds a passkey of your account already.').first(),
  ).toBeVisible();
});

test('@script a passkey that was removed is refused, and the page says so', async ({ page, product }) => {
  const person = await startSession(page, product);
  const authenticator = await addAuthenticator(page);
  await addPasskey(page, person, 'Laptop');
  await keepPasskey(product, person, 'Phone');
  await page.goto('/profile/passkeys');
  await page.getByRole('link', { name: 'Change Laptop' }).click();
  await expect(page.getByRole('heading', { name: 'Laptop' })).toBeVisible();
  await page.getByLabel(/^Current password/).fill(person.password);
  await page.getByRole('button', { name: 'Remove passkey' }).click();
  await expect(page.getByText('Passkey removed').first()).toBeVisible();
  await leave(page);
  await authenticator.setPresent(false);
  await page.goto('/login');
  await authenticator.setPresent(true);
  await page.getByRole('button', { name: 'Log in with a passkey' }).click();
  await expect(page.getByText('This passkey was not accepted.')).toBeVisible();
  expect(await findViolations(page)).toEqual([]);
});

test('@script a passkey takes the place of the current password', async ({ page, product }) => {
  const person = await startSession(page, product);
  await addAuthenticator(page);
  await addPasskey(page, person, 'Laptop');
  await page.goto('/profile/two-factor?returnTo=/organization/settings');
  await page.getByRole('link', { name: 'Confirm without the password' }).first().click();
  expect(await findViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page).toHaveURL('/profile/two-factor?returnTo=%2Forganization%2Fsettings');
  await expect(page.getByText('You have just confirmed that it is you.').first()).toBeVisible();
  await page.getByRole('button', { name: 'Turn on with passkeys' }).click();
  await expect(page.getByText('Keep your recovery codes now')).toBeVisible();
});

test('@script the button of a page whose session has ended leads to the login', async ({ page, product }) => {
  const person = await startSession(page, product);
  await addAuthenticator(page);
  await addPasskey(page, person, 'Laptop');
  await page.goto('/profile/proof');
  await page.context().clearCookies();
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible();
});

test('@script a passkey is the second step, and turns it on without an app', async ({ page, product }) => {
  const person = await startSession(page, product);
  const authenticator = await addAuthenticator(page);
  await addPasskey(page, person, 'Laptop');
  await page.goto('/profile/two-factor');
  expect(await findViolations(page)).toEqual([]);
  const offer = page.getByRole('region', { name: 'With your passkeys' });
  await offer.getByLabel(/^Current password/).fill(person.password);
  await offer.getByRole('button', { name: 'Turn on with passkeys' }).click();
  await expect(page.getByText('Keep your recovery codes now')).toBeVisible();
  await expect(page.getByText('should you lose your passkeys')).toBeVisible();
  expect(await findViolations(page)).toEqual([]);
  const codes = (await page.getByRole('group', { name: 'Recovery codes' }).textContent())?.trim();

  const toSecondStep = async () => {
    await leave(page);
    await authenticator.setPresent(false);
    await page.goto('/login');
    await page.getByLabel('Email').fill(person.email);
    await page.getByLabel(/^Password/).fill(person.password);
    await page.getByRole('button', { name: 'Log in', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Second step' })).toBeVisible();
    await expect(page).toHaveTitle('Second step · Wicked Integrations');
  };
  await toSecondStep();
  expect(await findViolations(page)).toEqual([]);
  await authenticator.setPresent(true);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page).toHaveURL('/');

  await toSecondStep();
  await authenticator.forget();
  await authenticator.setPresent(true);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page.getByText('this device has no passkey that fits')).toBeVisible();
  await page.getByLabel('Recovery code').fill(codes?.split(/\s+/)[0] ?? '');
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(page).toHaveURL('/');
});

test('it is renamed and removed by plain forms', { tag: '@html' }, async ({ page, product }) => {
  const person = await startSession(page, product);
  await keepPasskey(product, person, 'Phone');
  await page.goto('/profile/passkeys');
  const list = page.getByRole('list', { name: 'Your passkeys' });
  await expect(list).toContainText('Synced');
  await list.getByRole('link', { name: 'Change Phone' }).click();
  await expect(page.getByRole('heading', { name: 'Phone' })).toBeVisible();
  await page.getByLabel('Name').fill('Old phone');
  await page.getByRole('button', { name: 'Rename' }).click();
  await expect(list).toContainText('Old phone');
  await list.getByRole('link', { name: 'Change Old phone' }).click();
  await expect(page.getByRole('heading', { name: 'Old phone' })).toBeVisible();
  await page.getByLabel(/^Current password/).fill('wrong');
  await page.getByRole('button', { name: 'Remove passkey' }).click();
  await expect(page.getByText('Current password is incorrect.')).toBeVisible();
  await page.getByLabel(/^Current password/).fill(person.password);
  await page.getByRole('button', { name: 'Remove passkey' }).click();
  await expect(page.getByText('Passkey removed').first()).toBeVisible();
  await expect(list).toBeHidden();
  const user = await findUserByEmail(product.db, person.email);
  expect(await listPasskeys(product.db, user?.id ?? '')).toEqual([]);
});

test('without script the screens say that passkeys need it, and the password logs in', async ({
  page,
  product,
  javaScriptEnabled,
}) => {
  test.skip(javaScriptEnabled, 'there is script');
  const person = await startSession(page, product);
  await keepPasskey(product, person, 'Phone');
  await page.goto('/profile/passkeys');
  await expect(page.getByText('Passkeys need JavaScript')).toBeVisible();
  await leave(page);
  await page.goto('/login');
  await expect(page.getByText('Passkeys need JavaScript')).toBeVisible();
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel(/^Password/).fill(person.password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(page).toHaveURL('/');
});
