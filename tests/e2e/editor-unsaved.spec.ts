// What is typed in the editor and not saved: an undecided draft, a log-out that fails, texts beside the form, a lost network.
import type { Page } from '@playwright/test';
import { openAccountMenu, type Product, startSession, test, expect } from './fixtures';
import { openCall, openFold, openTrigger } from './editor-parts';
import { createIntegration, prepareIntegrations } from './prepared';

test.skip(({ javaScriptEnabled }) => !javaScriptEnabled, 'Script keeps drafts and asks before one leaves.');

const calls = ['Read', 'Bill'].map((name, index) => ({
  id: name.toLowerCase(),
  name,
  order: index + 1,
  url: 'https://api.example.com/issues',
}));

async function open(page: Page, product: Product, more: object = {}): Promise<string> {
  await prepareIntegrations(page, product);
  const id = await createIntegration(page.request, product, {
    name: 'Not saved yet',
    apiCalls: calls,
    ...more,
  });
  await page.goto(`/integration/${id}`);
  return id;
}

const nameOf = (page: Page) => page.getByRole('textbox', { name: 'Call Name' });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

test('a draft that the user has not decided about is there after a save, and when what was typed since is left', async ({
  page,
  context,
  product,
}) => {
  const id = await open(page, product);
  await nameOf(page).fill('Typed before the crash');
  await expect.poll(() => readDrafts(page)).toContain('Typed before the crash');
  const again = await context.newPage();
  await page.close();
  await again.goto(`/integration/${id}`);
  const offer = again.getByText('You have unsaved changes from');
  await expect(offer).toBeVisible();

  await test.step('after a save', async () => {
    await nameOf(again).fill('Saved since');
    await press(again, 'Save Configuration');
    await expect(again.getByText('version 2 has been saved since')).toBeVisible();
    await expect(nameOf(again)).toHaveValue('Saved since');
  });

  await test.step('after leaving', async () => {
    await nameOf(again).fill('Dropped');
    again.once('dialog', (dialog) => void dialog.accept());
    await again.getByRole('link', { name: 'View All Logs' }).click();
    await again.waitForURL(/\/logs$/);
    await again.goto(`/integration/${id}`);
    await expect(offer).toBeVisible();
    await press(again, 'Restore');
    await expect(nameOf(again)).toHaveValue('Typed before the crash');
    await press(again, 'Save Configuration');
    await expect(again.getByText('Unsaved changes', { exact: true })).toHaveCount(0);
    await expect.poll(() => readDrafts(again)).toBe('');
  });
});

test('a log-out that fails gives nothing up: the draft is kept, and closing the tab asks', async ({
  page,
  product,
}) => {
  await startSession(page, product);
  const id = await createIntegration(page.request, product, { name: 'Not saved yet', apiCalls: calls });
  await page.goto(`/integration/${id}`);
  await nameOf(page).fill('Typed');
  await expect.poll(() => readDrafts(page)).toContain('Typed');
  const logOut = async () => {
    page.once('dialog', (dialog) => void dialog.accept());
    await openAccountMenu(page);
    await press(page, 'Logout');
  };
  await page.route('**/logout', (route) => route.fulfill({ status: 503 }));
  await logOut();
  await expect(page.getByText('Logout failed')).toBeVisible();
  expect(await readDrafts(page)).toContain('Typed');
  await nameOf(page).fill('Typed on');
  await expect.poll(() => readDrafts(page)).toContain('Typed on');
  const asked = page.waitForEvent('dialog');
  await page.close({ runBeforeUnload: true });
  const question = await asked;
  expect(question.type()).toBe('beforeunload');
  await question.dismiss();

  await page.unroute('**/logout');
  await logOut();
  await page.waitForURL('/login');
  expect(await readDrafts(page)).toBe('');
});

test('texts that are pasted to be checked or taken as a sample stay over a save', async ({
  page,
  product,
}) => {
  await open(page, product, { triggerConfig: { type: 'webhook', webhook: { allowFrom: ['192.0.2.0/24'] } } });
  await openTrigger(page);
  await openFold(page, 'Check a request');
  const request = page.getByLabel('Request', { exact: true });
  const sender = page.getByLabel('Sender address');
  await request.fill('{"order": 7}');
  await sender.fill('192.0.2.7');
  await page.getByText('Paste a sample instead').click();
  const sample = page.getByLabel('Body of a delivery, as JSON');
  await sample.fill('{"order": 8}');
  await openCall(page, 'Read');
  await nameOf(page).fill('Saved');
  await openTrigger(page);
  await press(page, 'Save Configuration');
  await expect(page.getByText('Unsaved changes', { exact: true })).toHaveCount(0);
  await expect(request).toHaveValue('{"order": 7}');
  await expect(sender).toHaveValue('192.0.2.7');
  await expect(sample).toHaveValue('{"order": 8}');
  await expect(request).toBeVisible();
  await expect(sample).toBeVisible();

  await test.step('but not one that was taken', async () => {
    await press(page, 'Use as sample');
    await expect(page.getByText('Sample pasted.')).toBeVisible();
    await openCall(page, 'Saved');
    await nameOf(page).fill('Saved again');
    await openTrigger(page);
    await press(page, 'Save Configuration');
    await expect(page.getByText('Unsaved changes', { exact: true })).toHaveCount(0);
    await expect(request).toBeVisible();
    await expect(sample).toBeHidden();
    await expect(sample).toHaveValue('');
  });
});

test('a call that was removed, and nothing typed, keeps the page when the network is lost', async ({
  page,
  context,
  product,
}) => {
  const id = await open(page, product);
  // The code of the screen that the link leads to is there.
  await page.goto(`/integration/${id}/logs`);
  await page.goto(`/integration/${id}`);
  await openCall(page, 'Bill');
  await press(page, 'Remove Bill');
  await expect(page).toHaveTitle(/^● Unsaved changes/);
  await context.setOffline(true);
  page.on('dialog', (dialog) => void (dialog.type() === 'confirm' ? dialog.accept() : dialog.dismiss()));
  await page.getByRole('link', { name: 'View All Logs' }).click();
  await expect(page.getByText('Unable to connect to server. Please check your connection.')).toBeVisible();
  await expect(page).toHaveTitle(/^● Unsaved changes/);
  await context.setOffline(false);
});

test('an option that was chosen, and nothing typed, keeps the page when the network is lost', async ({
  page,
  context,
  product,
}) => {
  await prepareIntegrations(page, product);
  await page.goto('/');
  await page.goto('/organization/settings/members');
  const role = page.getByRole('combobox', { name: 'Role', exact: true });
  await role.selectOption('ADMIN');
  await context.setOffline(true);
  await page.getByRole('link', { name: 'Back to Dashboard' }).click();
  await expect(page.getByText('Unable to connect to server. Please check your connection.')).toBeVisible();
  await expect(role).toHaveValue('ADMIN');
  await context.setOffline(false);
});

test('the key that saves leaves a dialog and what is typed in it alone', async ({ page, product }) => {
  await open(page, product);
  await nameOf(page).fill('Typed');
  await expect(page).toHaveTitle(/^● Unsaved changes/);
  await openAccountMenu(page);
  await page.getByRole('link', { name: 'Edit Profile' }).click();
  const field = page.getByLabel('First name');
  await field.fill('Augusta');
  await page.evaluate(() => {
    const { dataset } = document.documentElement;
    dataset.submits = '0';
    window.addEventListener('submit', () => (dataset.submits = `${Number(dataset.submits) + 1}`), true);
  });
  const readSubmits = () => page.evaluate(() => document.documentElement.dataset.submits);
  await page.keyboard.press('Control+s');
  expect(await readSubmits()).toBe('0');
  await expect(field).toHaveValue('Augusta');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.keyboard.press('Control+s');
  expect(await readSubmits()).toBe('1');
  await expect(page.getByText('Unsaved changes', { exact: true })).toHaveCount(0);
});

/** All that this browser keeps of drafts. */
function readDrafts(page: Page): Promise<string> {
  return page.evaluate(() =>
    Object.entries(localStorage)
      .filter(([key]) => key.startsWith('draft:'))
      .map(([, value]) => String(value))
      .join('\n'),
  );
}
