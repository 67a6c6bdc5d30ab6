// Without script what was typed into a form whose session had ended by itself is there again after the log-in, and is sent by a press.
import type { Page } from '@playwright/test';
import { expect, signIn, test } from './fixtures';

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
    press: 'Create API Token',
    shown: 'Deployment',
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
    shown: 'Current password is required',
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

async function fill(page: Page, fields: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(fields))
    await page
      .getByLabel(new RegExp(`^${label}`))
      .first()
      .fill(value);
}

for (const { path, typed, secret = {}, press, shown } of forms) {
  test(`${path} loses nothing that was typed`, async ({ page, product, javaScriptEnabled }) => {
    test.skip(javaScriptEnabled ?? true, 'With script it is kept in the tab.');
    const person = await signIn(page, product);
    await page.goto(path);
    await fill(page, { ...typed, ...secret });
    const { build } = product.db;
    const theirs = build.selectFrom('users').select('id').where('email', '=', person.email);
    const idleSince = Date.now() - 25 * 3_600_000;
    await product.db.run(
      build.updateTable('sessions').set({ last_seen_at: idleSince }).where('user_id', 'in', theirs),
    );
    await page
      .getByRole('button', { name: new RegExp(`^${press}`) })
      .first()
      .click();
    await expect(page.getByText('What you typed is kept, and waits for you there.')).toBeVisible();
    await page.getByRole('button', { name: 'Go to Login' }).click();
    await page.getByLabel('Email').fill(person.email);
    await page.getByLabel(/^Password/).fill(person.password);
    await page.getByRole('button', { name: 'Log in' }).click();

    await expect(page.getByRole('heading', { name: 'Not sent yet' })).toBeVisible();
    for (const value of Object.values(typed)) await expect(page.getByText(value).first()).toBeVisible();
    if (Object.keys(secret).length > 0) await expect(page.getByText('Secrets are not kept')).toBeVisible();
    for (const value of Object.values(secret)) expect(await page.content()).not.toContain(value);
    await page.getByRole('button', { name: 'Send it now' }).click();
    await expect(page.getByRole('heading', { name: 'Not sent yet' })).toHaveCount(0);
    expect(await page.content()).toContain(shown);
  });
}
