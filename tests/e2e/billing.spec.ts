// The billing dialog of an organization, with and without script.
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { openAccountMenu, type Product, signIn, startSession, test, expect } from './fixtures';

const company = {
  'Company name': 'Analytical Engines',
  'Tax ID': 'GB-1815',
  Address: '12 St James Square',
  'Postal code': 'sw1y 4jh',
  City: 'London',
  Country: 'United Kingdom',
};

async function openBilling(page: Page): Promise<void> {
  await openAccountMenu(page);
  await page.getByRole('link', { name: 'Billing & Account' }).click();
  await expect(page.getByRole('heading', { name: 'Billing & Account Settings' })).toBeVisible();
}

/** By its address. */
async function goToBilling(page: Page, product: Product): Promise<void> {
  await startSession(page, product);
  await page.goto('/?dialog=billing');
  await expect(page.getByRole('heading', { name: 'Billing & Account Settings' })).toBeVisible();
}

async function openTab(page: Page, name: string): Promise<void> {
  const tabs = page.getByRole('navigation', { name: 'Billing & Account Settings' });
  await tabs.getByRole('link', { name }).click();
  await expect(tabs.getByRole('link', { name })).toHaveAttribute('aria-current', 'page');
}

async function fill(page: Page, values: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(values)) await page.getByLabel(label).fill(value);
}

/** The newest toast has a title, and this description. */
async function expectSuccess(page: Page, description: string): Promise<void> {
  const toasts = page.getByRole('region', { name: 'Notifications' });
  await expect(toasts.filter({ hasText: description }).locator('p').first()).toHaveText('Success');
}

async function saveCompany(page: Page): Promise<void> {
  await openTab(page, 'Company');
  await fill(page, company);
  await page.getByRole('button', { name: 'Save company details' }).click();
  await expectSuccess(page, 'Company details updated successfully');
}

test(
  'company details come before the card, which is shown by its last four digits',
  { tag: '@html' },
  async ({ page, product }) => {
    await signIn(page, product);
    await openBilling(page);
    await expect(page).toHaveURL('/?dialog=billing');
    await page.getByRole('link', { name: 'Update Payment Method' }).click();
    await expect(
      page.getByText('Please save company details first before adding payment method.'),
    ).toBeVisible();
    await expect(page.getByLabel('Card number')).toHaveCount(0);

    await openTab(page, 'Company');
    await fill(page, {
      'Company name': 'A',
      'Tax ID': '1',
      Address: 'x',
      'Postal code': '1',
      City: 'x',
      Country: 'x',
    });
    await page.getByRole('button', { name: 'Save company details' }).click();
    for (const message of [
      'Company name must be at least 2 characters',
      'Tax ID must be at least 5 characters',
      'Address must be at least 5 characters',
      'Postal code must be at least 3 characters',
      'City must be at least 2 characters',
      'Country must be at least 2 characters',
    ]) {
      await expect(page.getByText(message)).toBeVisible();
    }
    await openTab(page, 'Company');
    await saveCompany(page);
    await expect(page).toHaveURL('/?dialog=billing-company');
    await expect(page.getByLabel('Postal code')).toHaveValue('SW1Y 4JH');

    await openTab(page, 'Payment');
    await fill(page, { 'Card number': '4242', 'Expiry date': '13/27', CVV: '12', 'Cardholder name': 'A' });
    await page.getByRole('button', { name: 'Save payment method' }).click();
    for (const message of [
      'Card number must be 16 digits',
      'Use MM/YY format',
      'CVV must be 3 digits',
      'Cardholder name is required',
    ]) {
      await expect(page.getByText(message)).toBeVisible();
    }
    await expect(page.getByLabel('CVV')).toHaveAttribute('type', 'password');
    await fill(page, {
      'Card number': '4242424242424242',
      'Expiry date': '12/77',
      CVV: '123',
      'Cardholder name': 'Ada Lovelace',
    });
    await page.getByRole('button', { name: 'Save payment method' }).click();
    await expectSuccess(page, 'Payment method updated successfully');
    await expect(page).toHaveURL('/?dialog=billing');
    await expect(page.getByText('Visa')).toContainText('4242');
    await expect(page.getByText('12/77')).toBeVisible();
    expect(await page.content()).not.toContain('42424242');
  },
);

test('fields take their form while one types', async ({ page, product, javaScriptEnabled }) => {
  test.skip(!javaScriptEnabled, 'Without script the server brings them into form.');
  await goToBilling(page, product);
  await saveCompany(page);
  await page.getByLabel('Postal code').fill('');
  await page.getByLabel('Postal code').pressSequentially('ab_1-2!');
  await expect(page.getByLabel('Postal code')).toHaveValue('AB1-2');
  await openTab(page, 'Payment');
  const card = page.getByLabel('Card number');
  await card.pressSequentially('4242a42424242424299');
  await expect(card).toHaveValue('4242 4242 4242 4242');
  for (let count = 0; count < 7; count++) await page.keyboard.press('Backspace');
  await expect(card).toHaveValue('4242 4242 4');
  await page.getByLabel('Expiry date').pressSequentially('1277');
  await expect(page.getByLabel('Expiry date')).toHaveValue('12/77');
  await page.getByLabel('CVV').pressSequentially('12x345');
  await expect(page.getByLabel('CVV')).toHaveValue('1234');
});

test('a lost network keeps what was typed and says why', async ({ page, product, javaScriptEnabled }) => {
  test.skip(!javaScriptEnabled, 'Without script the browser itself says so.');
  await signIn(page, product);
  await openBilling(page);
  await openTab(page, 'Company');
  await fill(page, company);
  // What the save makes the page read again has to be there, and its toast may lie over the button.
  const read = page.waitForResponse(
    (response) => response.request().method() === 'GET' && response.url().includes('.data'),
  );
  await page.getByRole('button', { name: 'Save company details' }).click();
  await read;
  await fill(page, { City: 'Turin' });
  const dismiss = page.getByRole('button', { name: 'Dismiss' });
  await dismiss.click();
  await expect(dismiss).toHaveCount(0);
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Save company details' }).click();
  await expect(page.getByText('Network error. Please check your connection and try again.')).toBeVisible();
  await expect(page.getByLabel('City')).toHaveValue('Turin');
  await page.context().setOffline(false);
  await page.getByRole('button', { name: 'Save company details' }).click();
  await expectSuccess(page, 'Company details updated successfully');
  await expect(page.getByRole('dialog').getByText('Network error')).toHaveCount(0);
  await openTab(page, 'Payment');
  await fill(page, {
    'Card number': '4242424242424242',
    'Expiry date': '12/77',
    CVV: '123',
    'Cardholder name': 'Ada Lovelace',
  });
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Save payment method' }).click();
  await expect(page.getByText('Failed to update payment method. Please try again.')).toBeVisible();
  await page.context().setOffline(false);
  await page.getByRole('button', { name: 'Save payment method' }).click();
  await expectSuccess(page, 'Payment method updated successfully');
  await expect(page).toHaveURL('/?dialog=billing');
  await expect(page.getByText('Visa')).toContainText('4242');
});

test('the samples say so, and each invoice is a PDF', async ({ page, product }) => {
  await goToBilling(page, product);
  for (const text of [
    'Sample data',
    'Pro Plan',
    '$29/month',
    '10,000 triggers per month',
    'Unlimited integrations',
  ]) {
    await expect(page.getByRole('dialog').getByText(text, { exact: true })).toBeVisible();
  }
  await openTab(page, 'Invoices');
  await expect(page.getByRole('dialog').getByText('Sample data')).toBeVisible();
  await expect(page.getByText('$29.00')).toHaveCount(3);
  const download = page.waitForEvent('download');
  await page
    .getByRole('link', { name: /^Download INV-/ })
    .first()
    .click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^INV-\d{4}-\d{2}\.pdf$/);
  expect(
    readFileSync(await file.path())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-');
});

test('the account can be tested', async ({ page, product }) => {
  await goToBilling(page, product);
  await page.getByRole('button', { name: 'Test Payment' }).click();
  await expect(
    page.getByText('There is no payment method: a charge would fail. Nothing was charged.'),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Test Webhook' }).click();
  await expect(page.getByText('Please enter a webhook URL')).toBeVisible();
  await page.getByLabel('Webhook URL').fill(`${product.sampleApiUrl}/nothing-here`);
  await page.getByRole('button', { name: 'Test Webhook' }).click();
  await expect(page.getByText(/^The sample event was answered \d{3}/)).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download Test Data' }).click();
  const file = await download;
  expect(JSON.parse(readFileSync(await file.path(), 'utf8'))).toMatchObject({
    organization: { name: 'analytical engines' },
    integrations: [],
  });
});
