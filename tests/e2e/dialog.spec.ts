// A dialog is the same element before script runs, while it starts and after.
import { holdRequests, openAccountMenu, startSession, test, expect } from './fixtures';
import { prepareIntegrations } from './prepared';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

test('what is typed before script runs stays, and so does the place', async ({
  page,
  product,
  javaScriptEnabled,
}) => {
  test.skip(!javaScriptEnabled, 'Nothing starts without script');
  await prepareIntegrations(page, product);
  const release = await holdRequests(page, /\/assets\/entry\.client-[\w-]+\.js$/);
  await page.goto('/integration', { waitUntil: 'commit' });
  const name = page.getByLabel('Integration Name');
  await name.fill('Typed early');
  expect(await page.locator('dialog:modal').count()).toBe(0);
  release();
  await expect(page.locator('dialog:modal')).toBeVisible();
  await expect(name).toHaveValue('Typed early');
  await expect(name).toBeFocused();
});

test('a dialog takes the focus, gives it back, and closes by Escape and by a press outside', async ({
  page,
  product,
  javaScriptEnabled,
}) => {
  test.skip(!javaScriptEnabled, 'Modal dialogs need script');
  await prepareIntegrations(page, product);
  await page.goto('/');
  const opener = page.getByRole('link', { name: 'New Integration' });
  const dialog = page.getByRole('dialog', { name: 'Name Your Integration' });
  await page.goto('/integration');
  await expect(page.locator('dialog:modal')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  // Nothing had the focus before: the link that leads to the dialog gets it.
  await expect(opener).toBeFocused();
  await opener.press('Enter');
  await expect(page.getByLabel('Integration Name')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(opener).toBeFocused();
  await page.goto('/');
  await page.keyboard.press('n');
  await expect(page.getByLabel('Integration Name')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(opener).toBeFocused();
  await opener.click();
  await expect(page.getByLabel('Integration Name')).toBeFocused();
  await page.mouse.click(5, 5);
  await expect(dialog).toBeHidden();

  // Where there is no field.
  await page.goto('/?dialog=billing');
  await expect(page.getByRole('dialog', { name: 'Billing & Account' })).toBeFocused();
});

test('the first field of a dialog has the focus', async ({ page, product, javaScriptEnabled }) => {
  test.skip(!javaScriptEnabled, 'Without script a dialog is a part of the page.');
  const { filled } = await prepareIntegrations(page, product);
  const fields = {
    '/?dialog=profile': 'First name',
    '/?dialog=password': 'Current password',
    '/?dialog=billing-company': 'Company name',
    [`/?delete=${filled}`]: 'Type DELETE to confirm',
    [`/integration/${filled}/deploy?dialog=disable`]: 'Type DISABLE to confirm',
    [`/integration/${filled}/deploy?dialog=details`]: 'Integration Name',
    '/integration': 'Integration Name',
  };
  for (const [path, label] of Object.entries(fields)) {
    await page.goto(path);
    const dialog = page.getByRole('dialog');
    await expect.soft(dialog.getByLabel(label).first(), path).toBeFocused();
  }
});

test('Enter says which word is missing', async ({ page, product, javaScriptEnabled }) => {
  test.skip(!javaScriptEnabled, 'Without script the server says it.');
  const { filled } = await prepareIntegrations(page, product);
  const words = {
    [`/?delete=${filled}`]: 'DELETE',
    [`/integration/${filled}/deploy?dialog=disable`]: 'DISABLE',
  };
  for (const [path, word] of Object.entries(words)) {
    await page.goto(path);
    const field = page.getByRole('dialog').getByLabel(`Type ${word} to confirm`);
    await field.fill(word.toLowerCase());
    await field.press('Enter');
    await expect(field).toHaveAccessibleDescription(`Type ${word} to confirm`);
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    await field.fill(word);
    await expect(field).not.toHaveAttribute('aria-invalid');
  }
});

test('a dialog that is closed before the route of its form is known leaves the page as it is', async ({
  page,
  product,
  javaScriptEnabled,
}) => {
  test.skip(!javaScriptEnabled, 'Without script each dialog is a page of its own.');
  await startSession(page, product);
  const release = await holdRequests(page, /\/__manifest\?p=%2F(profile|billing)&/);
  for (const name of ['Edit Profile', 'Billing & Account']) {
    await page.goto('/organization/settings/members');
    await page.getByRole('textbox', { name: 'Email' }).fill('Typed before');
    await openAccountMenu(page);
    await page.getByRole('link', { name }).click();
    await expect(page.locator('dialog:modal')).toBeVisible();
    await page.keyboard.press('Escape');
    await page.waitForURL('/organization/settings/members');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue('Typed before');
  }
  release();
});
