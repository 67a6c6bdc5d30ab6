// Logging in with an OpenID provider, with and without script: node-oidc-provider, and a server that is set to it.
import type { Page } from '@playwright/test';
import { findFreePort } from '../support/free-port';
import { clientId, clientSecret, type ProviderAccount, startLoginProvider } from '../support/login-provider';
import { createDataDir, startServer } from '../support/server';
import { findViolations } from './axe';
import { expect, type Kept, test as base } from './fixtures';

interface Installation {
  url: string;
  /** Who is signed in at the provider. */
  account: ProviderAccount;
  /** The newest mail to an address. */
  findMail(email: string): string | undefined;
}

let people = 0;

/** Somebody at the provider whom the product does not know. */
function makeAccount(givenName: string): ProviderAccount & { email: string } {
  people += 1;
  const id = `${givenName.toLowerCase()}-${people}`;
  return {
    id,
    email: `${id}@example.com`,
    email_verified: true,
    given_name: givenName,
    family_name: 'Hopper',
  };
}

// The tests of this file are in one worker, so that those with the same settings share an installation.
base.describe.configure({ mode: 'default' });

const test = base.extend<{ settings: Record<string, string>; installation: Installation; email: string }>({
  settings: [{}, { option: true }],
  installation: async ({ settings, keep }, use) => {
    const name = `single sign-on ${JSON.stringify(settings)}`;
    const installation = await keep(name, () => startInstallation(settings));
    installation.account = makeAccount('Grace');
    await use(installation);
  },
  /** Of who is signed in at the provider when the test begins. */
  email: async ({ installation }, use) => use(String(installation.account.email)),
});

async function startInstallation(settings: Record<string, string>): Promise<Kept<Installation>> {
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const installation: Installation = {
    url,
    account: makeAccount('Nobody'),
    findMail: (email) =>
      server
        .output()
        .split('\n')
        .filter((line) => line.includes('"mail":'))
        .map((line) => JSON.parse(line).mail as { to: string; text: string })
        .findLast(({ to }) => to === email)?.text,
  };
  const provider = await startLoginProvider(`${url}/login/sso/callback`, {
    account: () => installation.account,
    isIdTokenFull: true,
  });
  const server = await startServer({
    dataDir: createDataDir(),
    env: {
      PORT: String(port),
      APP_URL: url,
      OIDC_ISSUER: provider.url,
      OIDC_CLIENT_ID: clientId,
      OIDC_CLIENT_SECRET: clientSecret,
      OIDC_NAME: 'Example ID',
      ...settings,
    },
  });
  const close = async () => {
    await server.kill('SIGTERM');
    await provider.close();
  };
  return { value: installation, close };
}

async function continueAtProvider(page: Page, url: string, path = '/login'): Promise<void> {
  await page.goto(url + path);
  await page.getByRole('link', { name: 'Continue with Example ID' }).click();
}

test('a newcomer comes in, sets a password, and connects and disconnects', async ({
  page,
  installation,
  email,
  javaScriptEnabled: hasScript,
}) => {
  const { url } = installation;
  await page.goto(`${url}/login?returnTo=/profile/two-factor`);
  if (hasScript) expect(await findViolations(page)).toEqual([]);
  await page.getByRole('link', { name: 'Continue with Example ID' }).click();
  await expect(page).toHaveURL(`${url}/profile/two-factor`);

  await page.goto(`${url}/`);
  await expect(page.getByRole('heading', { name: 'No Organization Found' })).toBeVisible();
  await page.goto(`${url}/profile/single-sign-on`);
  await expect(page.getByText(`Example ID logs you in as ${email}.`)).toBeVisible();
  if (hasScript) expect(await findViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Mail me a link' }).click();
  await expect(page.getByText('Check your mail')).toBeVisible();
  await expect.poll(() => installation.findMail(email)).toContain('/reset-password');
  const link = /https?:\S+reset-password\S+/.exec(installation.findMail(email) ?? '')?.[0] ?? '';
  await page.goto(link);
  await page.getByLabel(/^New password/).fill('Correct-horse-7');
  await page.getByLabel(/^Confirm/).fill('Correct-horse-7');
  await page.getByRole('button', { name: 'Reset password' }).click();
  await expect(page.getByText('Your password has been reset').first()).toBeVisible();

  // Which ended the session.
  await continueAtProvider(page, url, '/login?returnTo=/profile/single-sign-on');
  await page.getByLabel(/^Current password/).fill('wrong');
  await page.getByRole('button', { name: 'Disconnect' }).click();
  await expect(page.getByText('Current password is incorrect.')).toBeVisible();
  await page.getByLabel(/^Current password/).fill('Correct-horse-7');
  await page.getByRole('button', { name: 'Disconnect' }).click();
  await page.getByLabel(/^Current password/).fill('Correct-horse-7');
  await page.getByRole('button', { name: 'Connect with Example ID' }).click();
  await page.getByRole('link', { name: 'Continue with Example ID' }).click();
  await expect(page.getByText(`Example ID logs you in as ${email}.`)).toBeVisible();
});

test('who has no password proves by single sign-on who they are, and deletes the account', async ({
  page,
  installation,
  javaScriptEnabled: hasScript,
}) => {
  const { url } = installation;
  await continueAtProvider(page, url, '/login?returnTo=/profile/two-factor');
  await expect(page.getByText('Your account has no password.').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Turn on' })).toHaveCount(0);
  await page.goto(`${url}/profile?dialog=delete-account`);
  if (hasScript) expect(await findViolations(page)).toEqual([]);
  await page.getByRole('link', { name: 'Confirm that it is you' }).click();
  await expect(page.getByRole('heading', { name: 'Confirm that it is you' })).toBeVisible();
  if (hasScript) expect(await findViolations(page)).toEqual([]);
  await page.getByRole('link', { name: 'Continue with Example ID' }).click();
  await expect(page).toHaveURL(`${url}/profile?dialog=delete-account`);
  await expect(page.getByText('You have just confirmed that it is you.')).toBeVisible();
  await page.getByRole('button', { name: 'Delete account' }).click();
  await expect(page.getByText('Your account has been deleted.').first()).toBeVisible();
  await expect(page).toHaveURL(`${url}/login`);
});

test('an address that has an account types the mailed code, once', async ({
  page,
  installation,
  email,
  javaScriptEnabled: hasScript,
}) => {
  const { url } = installation;
  const headers = { Origin: url };
  const data = {
    firstName: 'Grace',
    lastName: 'Hopper',
    organizationName: 'Navy',
    email,
    password: 'Correct-horse-7',
  };
  await page.request.post(`${url}/auth/register/user`, { data, headers });
  await continueAtProvider(page, url, '/login?returnTo=/organization/settings');
  await expect(page.getByRole('heading', { name: 'Check your mail' })).toBeVisible();
  if (hasScript) {
    await expect(page.getByLabel(/^Code/)).toBeFocused();
    expect(await findViolations(page)).toEqual([]);
  }
  await page.getByLabel(/^Code/).fill('0');
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByText('This code is wrong.').first()).toBeVisible();
  await page.getByRole('button', { name: 'Send the code again' }).click();
  await expect(page.getByText('The code was sent again').first()).toBeVisible();
  await expect.poll(() => installation.findMail(email)).toContain('The code is');
  const code = /The code is (\d{4} \d{4})/.exec(installation.findMail(email) ?? '')?.[1] ?? '';
  await page.getByLabel(/^Code/).fill(code);
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page).toHaveURL(`${url}/organization/settings`);
});

test(
  'what does not come from this browser, or too late, logs nobody in',
  { tag: '@html' },
  async ({ page, installation }) => {
    const { url } = installation;
    await page.goto(`${url}/login/sso/callback?code=x&state=y`);
    await expect(page.getByRole('heading', { name: 'Not logged in' })).toBeVisible();
    await page.getByRole('link', { name: 'Back to the login' }).click();
    await expect(page).toHaveURL(`${url}/login`);
  },
);

test.describe('where passwords log nobody in', () => {
  test.use({ settings: { PASSWORD_LOGIN: 'off' } });

  test('the login is the link alone, and so is an invitation', async ({
    page,
    installation,
    javaScriptEnabled: hasScript,
  }) => {
    const { url } = installation;
    await page.goto(`${url}/login`);
    await expect(page.getByLabel('Email')).toHaveCount(0);
    if (hasScript) expect(await findViolations(page)).toEqual([]);
    await page.goto(`${url}/signup`);
    await expect(page.getByText('Log in with single sign-on')).toBeVisible();
    await continueAtProvider(page, url, '/login?returnTo=/organization/new');
    await page.getByLabel('Organization name').fill('Navy');
    await page.getByRole('button', { name: 'Create organization' }).click();
    await expect(page.getByText('You are its owner.')).toBeVisible();
    await page.goto(`${url}/organization/settings/members`);
    const ada = makeAccount('Ada');
    await page.getByLabel('Email').fill(ada.email);
    await page.getByRole('button', { name: 'Invite', exact: true }).click();
    await expect.poll(() => installation.findMail(ada.email)).toContain('/invitation');
    const link = /https?:\S+invitation\S+/.exec(installation.findMail(ada.email) ?? '')?.[0] ?? '';

    installation.account = ada;
    await page.context().clearCookies();
    await page.goto(link);
    await page.getByRole('link', { name: 'Continue with Example ID' }).click();
    await page.getByRole('button', { name: 'Accept invitation' }).click();
    await expect(page.getByText('You are now a member of “navy”.')).toBeVisible();
  });
});
