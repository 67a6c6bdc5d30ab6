// Two-factor authentication from turning it on to turning it off, with and without script.
import type { Page } from '@playwright/test';
import { showCode } from '../support/two-factor';
import { findViolations } from './axe';
import { expect, type Person, type Product, startSession, test } from './fixtures';

/** The code of the step after this one, which is accepted, too: one is used to turn it on, the next to log in. */
const nextStep = () => Date.now() + 30_000;

async function turnOn(page: Page, { password }: Person): Promise<{ key: string; codes: string[] }> {
  await page.goto('/profile/two-factor');
  const key = ((await page.getByRole('group', { name: 'Key' }).textContent()) ?? '').replace(/\s/g, '');
  await page.getByLabel(/^Code/).fill(showCode(key, Date.now()));
  await page.getByLabel(/^Current password/).fill(password);
  await page.getByRole('button', { name: 'Turn on' }).click();
  await expect(page.getByText('Keep your recovery codes now')).toBeVisible();
  const codes = ((await page.getByRole('group', { name: 'Recovery codes' }).textContent()) ?? '')
    .trim()
    .split(/\s+/);
  expect(codes).toHaveLength(10);
  return { key, codes };
}

async function logIn(page: Page, { email, password }: Person): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel(/^Password/).fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByRole('heading', { name: 'Enter your code' })).toBeVisible();
}

test('a login takes the password and a code, and leads to where one was going', async ({
  page,
  product,
  javaScriptEnabled,
}) => {
  const person = await startSession(page, product);
  const { key, codes } = await turnOn(page, person);
  await page.context().clearCookies();
  await page.goto('/login?returnTo=/organization/settings');
  await logIn(page, person);
  if (javaScriptEnabled) {
    await expect(page.getByLabel(/^Code/)).toBeFocused();
    expect(await findViolations(page)).toEqual([]);
  }
  await page.getByLabel(/^Code/).fill('000000');
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByText('This code is wrong or was used already.').first()).toBeVisible();
  await expect(page.getByLabel(/^Code/)).toHaveAccessibleDescription(
    /an administrator of this installation can remove the second step/,
  );
  await page.getByLabel(/^Code/).fill(showCode(key, nextStep()));
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page).toHaveURL('/organization/settings');

  await page.context().clearCookies();
  await page.goto('/login');
  await logIn(page, person);
  // As after ten minutes, when the browser forgets the first step.
  await page.context().clearCookies();
  await page.getByLabel(/^Code/).fill(codes[0] ?? '');
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page).toHaveURL('/login');
  await expect(page.getByText('The second step took longer than 10 minutes').first()).toBeVisible();
  await logIn(page, person);
  await page.getByLabel(/^Code/).fill(codes[0] ?? '');
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page).toHaveURL('/');
  await page.goto('/profile/two-factor');
  await expect(page.getByText('9 recovery codes are left.')).toBeVisible();
});

test('it is turned on with the key that was shown, however often something is mistyped', async ({
  page,
  product,
  javaScriptEnabled,
}) => {
  const { password } = await startSession(page, product);
  await page.goto('/profile/two-factor');
  const shown = page.getByRole('group', { name: 'Key' });
  const key = (await shown.textContent()) ?? '';
  await page.getByRole('button', { name: 'Turn on' }).click();
  await expect(page.getByText('Code is required')).toBeVisible();
  await expect(page.getByText('Current password is required')).toBeVisible();
  await page.getByLabel(/^Code/).fill('000000');
  await page.getByLabel(/^Current password/).fill(password);
  await page.getByRole('button', { name: 'Turn on' }).click();
  await expect(page.getByLabel(/^Code/)).toHaveAccessibleDescription(
    /This code is wrong\. Enter the one that the app shows now\./,
  );
  if (javaScriptEnabled) await expect(page.getByLabel(/^Code/)).toBeFocused();
  await expect(shown).toHaveText(key);
  await page.getByLabel(/^Code/).fill(showCode(key.replace(/\s/g, ''), Date.now()));
  await page.getByLabel(/^Current password/).fill(password);
  await page.getByRole('button', { name: 'Turn on' }).click();
  await expect(page.getByText('Keep your recovery codes now')).toBeVisible();
  if (!javaScriptEnabled) return;
  await expect(page.getByRole('button', { name: 'Copy Recovery codes' })).toBeFocused();
  await expect(page.getByText('Keep your recovery codes now')).toBeInViewport();
});

test(
  'recovery codes are replaced and it is turned off with the password',
  { tag: '@html' },
  async ({ page, product }) => {
    const person = await startSession(page, product);
    const { password } = person;
    const { codes } = await turnOn(page, person);
    await page.goto('/profile/two-factor');
    const renewal = page.getByRole('region', { name: 'New recovery codes' });
    await renewal.getByLabel(/^Current password/).fill('wrong');
    await renewal.getByRole('button', { name: 'Get new codes' }).click();
    await expect(renewal.getByText('Current password is incorrect.')).toBeVisible();
    await renewal.getByLabel(/^Current password/).fill(password);
    await renewal.getByRole('button', { name: 'Get new codes' }).click();
    await expect(page.getByText('Keep your recovery codes now')).toBeVisible();
    await expect(page.getByRole('group', { name: 'Recovery codes' })).not.toContainText(codes[0] ?? '');
    const end = page.getByRole('region', { name: 'Turn off' });
    await end.getByLabel(/^Current password/).fill(password);
    await end.getByRole('button', { name: 'Turn off' }).click();
    await expect(page.getByText('Two-factor authentication is off').first()).toBeVisible();
    await expect(page.getByRole('button', { name: 'Turn on' })).toBeVisible();
  },
);

test('the profile leads there', { tag: '@html' }, async ({ page, product }) => {
  await startSession(page, product);
  await page.goto('/?dialog=profile');
  await page.getByRole('link', { name: 'Two-factor authentication' }).click();
  await expect(page).toHaveURL('/profile/two-factor');
  await expect(page.getByRole('heading', { name: 'Two-factor authentication' })).toBeVisible();
});

/** Makes another organization of theirs, whose name is one long word, and goes back to the first. */
async function joinLongNamed(page: Page, product: Product): Promise<void> {
  const headers = { Origin: product.url };
  const { id } = await (await page.request.get('/api/users/me')).json();
  const [{ organizationId }] = await (await page.request.get(`/api/organization-memberships/${id}`)).json();
  await page.request.post('/organization/new', { form: { name: 'w'.repeat(60) }, headers });
  await page.request.post('/organization/switch', { form: { organizationId }, headers });
}

test('an organization requires it, and lets nobody in who has turned it off', async ({
  page,
  product,
  javaScriptEnabled,
}) => {
  const person = await startSession(page, product);
  await joinLongNamed(page, product);
  await page.goto('/organization/settings');
  await page.getByRole('button', { name: 'Require it' }).click();
  await expect(page.getByText('Turn on two-factor authentication for your own account first.')).toBeVisible();
  await turnOn(page, person);
  await page.goto('/organization/settings');
  await expect(page.getByText('No member logs in with a password alone.')).toBeVisible();
  await page.getByRole('button', { name: 'Require it' }).click();
  await expect(page.getByRole('button', { name: 'No longer require it' })).toBeVisible();

  await page.goto('/profile/two-factor');
  if (javaScriptEnabled) expect(await findViolations(page)).toEqual([]);
  const off = page.getByRole('region', { name: 'Turn off' });
  await off.getByLabel(/^Current password/).fill(person.password);
  await off.getByRole('button', { name: 'Turn off' }).click();
  await expect(page.getByText('asks its members for a second factor')).toBeVisible();
  await page.goto('/organization/settings/members');
  await expect(page).toHaveURL(/\/profile\/two-factor\?returnTo=/);
  if (javaScriptEnabled) {
    expect(await findViolations(page)).toEqual([]);
    await page.setViewportSize({ width: 360, height: 740 });
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    await expect.poll(overflow).toBeLessThanOrEqual(0);
  }
  await page.getByText(/^Leave .* instead$/).click();
  await page.getByRole('button', { name: 'Leave', exact: true }).click();
  await expect(page.getByText('An organization needs an owner.')).toBeVisible();
  if (javaScriptEnabled) expect(await findViolations(page)).toEqual([]);
});
