// What stands around the editor's form: names, the mark of what is not saved, two people saving, a crashed tab.
import type { Page } from '@playwright/test';
import { findViolations } from './axe';
import { drawLate, holdRequests, test, expect } from './fixtures';
import { openCall, openPart, readIntegration, waitForDeployStep } from './editor-parts';
import { createIntegration, prepareIntegrations } from './prepared';

const call = {
  id: 'read',
  name: 'Read issue',
  url: 'https://api.example.com/issues',
  authConfig: { type: 'bearer', token: 'a-stored-token-1234' },
};

/** An integration of the test's own with one call, open in the editor. */
async function openOwn(page: Page, product: Parameters<typeof prepareIntegrations>[1], more: object = {}) {
  await prepareIntegrations(page, product);
  const name = `Shell ${test.info().title.slice(0, 40)}`;
  const id = await createIntegration(page.request, product, { name, apiCalls: [call], ...more });
  await page.goto(`/integration/${id}`);
  return { id, name };
}

async function saveAsSomebodyElse(page: Page, origin: string, id: string, change: object) {
  const answer = await page.request.patch(`/api/integrations/${id}`, {
    data: change,
    headers: { Origin: origin },
  });
  expect(answer.ok(), await answer.text()).toBe(true);
}

test("a save over somebody's newer one shows both and asks which one counts", async ({
  page,
  product,
  javaScriptEnabled,
}) => {
  const { id } = await openOwn(page, product);
  await saveAsSomebodyElse(page, product.url, id, {
    apiCalls: [{ ...call, order: 1, url: 'https://theirs.example.com', authConfig: { type: 'none' } }],
  });
  await page.getByRole('textbox', { name: 'URL' }).fill('https://mine.example.com');
  await page.getByRole('button', { name: 'Save Configuration' }).click();
  const notice = page.getByRole('region', {
    name: 'Save Failed: This was saved elsewhere in the meantime.',
  });
  await expect(notice).toContainText('Grace Hopper saved version 2');
  const url = notice.getByRole('listitem').filter({ hasText: 'Call “Read issue”: URL' });
  await expect(url).toContainText('Yourshttps://mine.example.com');
  await expect(url).toContainText('Theirshttps://theirs.example.com');
  await expect(notice.getByRole('listitem').filter({ hasText: 'Token' })).toContainText('••••1234');
  await expect(page.getByRole('textbox', { name: 'URL' })).toHaveValue('https://mine.example.com');
  if (javaScriptEnabled) {
    await expect(notice).toBeFocused();
    expect(await findViolations(page)).toEqual([]);
  }

  await notice.getByRole('button', { name: 'Take theirs' }).press('Enter');
  await expect(page.getByRole('textbox', { name: 'URL' })).toHaveValue('https://theirs.example.com');
  await expect(notice).toHaveCount(0);
  // With the notice the pressed button is gone.
  if (javaScriptEnabled) await expect(page.locator('#panel')).toBeFocused();

  await saveAsSomebodyElse(page, product.url, id, {
    apiCalls: [{ ...call, order: 1, name: 'Theirs again' }],
  });
  await page.getByLabel('Call Name').fill('Mine again');
  await page.getByRole('button', { name: 'Save Configuration' }).click();
  if (javaScriptEnabled) await expect(notice).toBeFocused();
  await notice.getByRole('button', { name: 'Keep mine' }).press('Enter');
  await expect(notice).toHaveCount(0);
  if (javaScriptEnabled) await expect(page.locator('#panel')).toBeFocused();
  expect(await readIntegration(page)).toMatchObject({ apiCalls: [{ name: 'Mine again' }] });
});

test('name, description and tags are edited by the pencil, and a tag leads to all that have it and may be watched', async ({
  page,
  product,
  javaScriptEnabled,
}) => {
  const { id, name } = await openOwn(page, product);
  await page.getByRole('link', { name: 'Edit details' }).click();
  const field = page.getByLabel('Integration Name');
  await expect(field).toHaveValue(name);
  await field.fill(' ');
  await field.press('Enter');
  await expect(page.getByText('Integration name cannot be empty').first()).toBeVisible();
  await field.fill('ab');
  const description = page.getByRole('textbox', { name: 'Description' });
  if (javaScriptEnabled) {
    await page.route('**/*.data*', async (route) => {
      await expect(description).toHaveValue('Why');
      await route.continue();
    });
  }
  await field.press('Enter');
  if (javaScriptEnabled) await description.pressSequentially('Why');
  const tooShort = page.getByText('Integration name must be at least 3 characters long');
  await expect(tooShort.first()).toBeVisible();
  if (javaScriptEnabled) {
    await expect(
      page.getByRole('region', { name: 'Notifications' }).getByText(/at least 3 characters/),
    ).toBeVisible();
    await expect(description).toBeFocused();
    await page.unroute('**/*.data*');
  }
  await description.fill('Why it is there');
  await page.getByLabel('Tags', { exact: true }).fill('x'.repeat(41));
  await field.fill('A better name');
  await field.press('Enter');
  await expect(page.getByText('A tag can have at most 40 characters').first()).toBeVisible();
  await page.getByLabel('Tags', { exact: true }).fill('Renamed, frame tests');
  await saveAsSomebodyElse(page, product.url, id, { name: 'Theirs' });
  await page.getByLabel('Tags', { exact: true }).press('Enter');
  await expect(page.getByText('Someone else has changed the name to “Theirs”').first()).toBeVisible();
  await expect(field).toHaveValue('A better name');
  await page.getByLabel('Tags', { exact: true }).press('Enter');
  await expect(page.getByRole('heading', { name: 'A better name' })).toBeVisible();
  await expect(page.getByText('Why it is there')).toBeVisible();
  await expect(field).toHaveCount(0);
  await expect(page).toHaveTitle(/^A better name/);

  await page.getByRole('link', { name: 'Integrations tagged frame tests' }).click();
  await expect(page.getByLabel('Tag', { exact: true })).toHaveValue('frame tests');
  const cards = page.getByRole('main').getByRole('listitem').getByRole('heading');
  await expect(cards).toHaveText(['A better name']);
  await page.getByLabel('Tag', { exact: true }).selectOption('');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(cards).not.toHaveCount(1);

  await page.goto('/organization/settings/alerts/new');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Frame tests');
  const watched = page.getByRole('combobox', { name: 'Integrations' });
  await watched.selectOption({ label: 'frame tests' });
  await page.getByRole('button', { name: 'Save Channel' }).click();
  await expect(page).toHaveURL(/\/alerts\/[\w-]+$/);
  await expect(page).not.toHaveURL(/\/new$/);
  await page.reload();
  await expect(watched.locator('option:checked')).toHaveText('frame tests');
});

test(
  'the step stays when the name is edited on a page of its own',
  { tag: '@html' },
  async ({ page, product }) => {
    const { id } = await openOwn(page, product);
    await page.goto(`/integration/${id}/deploy?dialog=details`);
    await page.getByLabel('Integration Name').fill('Named on step two');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page).toHaveURL(/\/deploy$/);
    await expect(page.getByRole('heading', { name: 'Named on step two' })).toBeVisible();
  },
);

test.describe('with script', () => {
  test.skip(({ javaScriptEnabled }) => !javaScriptEnabled, 'These are of use only where script runs.');

  test('what is not saved is marked and has room, Ctrl-S saves it, and closing the tab asks', async ({
    page,
    product,
  }) => {
    await openOwn(page, product);
    await test.step('what is not saved is marked, and Ctrl-S saves without taking the caret away', async () => {
      await expect(page.getByText('Unsaved changes')).toHaveCount(0);
      await expect(page).toHaveTitle(/^Shell/);
      const name = page.getByLabel('Call Name');
      await name.fill('Typed');
      await expect(page.getByText('Unsaved changes')).toBeVisible();
      await expect(page).toHaveTitle(/^● Unsaved changes · Shell/);
      await name.press('Home');
      await page.keyboard.press('Control+s');
      await expect(page.getByText('Configuration saved')).toBeVisible();
      await expect(page.getByText('Unsaved changes')).toHaveCount(0);
      await expect(page).toHaveTitle(/^Shell/);
      await expect(name).toBeFocused();
      await page.keyboard.type('Re');
      await expect(name).toHaveValue('ReTyped');
    });

    await test.step('on a tablet the bar below has room for what it says', async () => {
      await page.setViewportSize({ width: 768, height: 900 });
      await expect(page.getByText('Unsaved changes', { exact: true })).toBeVisible();
      const readiness = page.locator('[data-bottom-bar] p').last();
      expect((await readiness.boundingBox())?.width).toBeGreaterThan(140);
    });

    await test.step('on a phone, where the outline is short, the bar stands at the window’s edge all the same', async () => {
      await page.setViewportSize({ width: 360, height: 1000 });
      const bar = await page.locator('[data-bottom-bar]').boundingBox();
      expect(bar && Math.round(bar.y + bar.height)).toBe(1000);
    });

    await test.step('closing the tab asks', async () => {
      const asked = page.waitForEvent('dialog');
      await page.close({ runBeforeUnload: true });
      expect((await asked).type()).toBe('beforeunload');
      await (await asked).accept();
    });
  });

  test('a name is left as it was by Escape and by a lost network, the last one that is saved counts, and what is typed stays', async ({
    page,
    context,
    product,
  }) => {
    await openOwn(page, product);
    await test.step('Escape leaves the name as it was, and the focus returns to the pencil', async () => {
      const pencil = page.getByRole('link', { name: 'Edit details' });
      const before = await page.getByRole('heading', { level: 1 }).textContent();
      await pencil.press('Enter');
      await expect(page.getByLabel('Integration Name')).toBeFocused();
      expect(await findViolations(page)).toEqual([]);
      await page.keyboard.type('Something else');
      await page.keyboard.press('Escape');
      await expect(pencil).toBeFocused();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(before ?? '');
    });

    await test.step('a name that cannot be stored is as it was, and a toast says so', async () => {
      const before = await page.getByRole('heading', { level: 1 }).textContent();
      await page.getByLabel('Call Name').fill('Typed before');
      await page.getByRole('link', { name: 'Edit details' }).click();
      await page.getByLabel('Integration Name').fill('Never stored');
      await context.setOffline(true);
      await page.getByLabel('Integration Name').press('Enter');
      await expect(page.getByText('Could not save name changes')).toBeVisible();
      await expect(page.getByText('Save failed')).toBeVisible();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(before ?? '');
      await expect(page.getByLabel('Call Name')).toHaveValue('Typed before');
      await context.setOffline(false);
    });

    await test.step('a name that is saved before the last one had its response takes its place', async () => {
      await page.getByRole('link', { name: 'Edit details' }).click();
      const field = page.getByLabel('Integration Name');
      const release = await holdRequests(page, /\.data/, 'POST');
      await field.fill('ab');
      await field.press('Enter');
      await expect(page.getByRole('button', { name: 'Saving...' })).toBeVisible();
      await field.fill('A better name');
      await field.press('Enter');
      release();
      await expect(page.getByRole('heading', { name: 'A better name' })).toBeVisible();
    });

    await test.step('a rename leaves what is typed alone, whatever was saved meanwhile', async () => {
      const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
      await page.getByLabel('Call Name').fill('Still mine');
      await saveAsSomebodyElse(page, product.url, id, { apiCalls: [{ ...call, order: 1, name: 'Theirs' }] });
      await page.getByRole('link', { name: 'Edit details' }).click();
      await page.getByLabel('Integration Name').fill('Renamed meanwhile');
      await page.getByLabel('Integration Name').press('Enter');
      await expect(page.getByRole('heading', { name: 'Renamed meanwhile' })).toBeVisible();
      await expect(page.getByLabel('Call Name')).toHaveValue('Still mine');
      await page.getByRole('button', { name: 'Save Configuration' }).click();
      await expect(page.getByRole('button', { name: 'Take theirs' })).toBeVisible();
    });
  });

  test('a save goes on while one leaves the field, and what is typed meanwhile stays', async ({
    page,
    product,
  }) => {
    await openOwn(page, product);
    const name = page.getByLabel('Call Name');
    const url = page.getByLabel('URL', { exact: true });
    await name.fill('Typed before');
    const release = await holdRequests(page, /\.data/, 'POST');
    await page.keyboard.press('Control+s');
    await expect(page.getByRole('button', { name: 'Saving...' })).toBeVisible();
    await name.press('Tab');
    await page.getByRole('button', { name: 'Add API Call' }).click();
    await name.nth(1).fill('Added meanwhile');
    await openCall(page, 'Typed before');
    await url.first().fill('https://api.example.com/typed-meanwhile');
    release();
    await expect(page.getByText('Configuration saved')).toBeVisible();
    await expect(page.getByText('Unsaved changes', { exact: true })).toBeVisible();
    await expect(url.first()).toBeFocused();
    await page.keyboard.type('?on');
    await expect(url.first()).toHaveValue('https://api.example.com/typed-meanwhile?on');
    await expect(page.getByLabel('Token').first()).toHaveValue('••••1234');
    await openCall(page, 'Added meanwhile');
    await url.nth(1).fill('https://api.example.com/second');
    await page.keyboard.press('Control+s');
    await expect(page.getByText('Unsaved changes', { exact: true })).toHaveCount(0);
    const saved = [
      { name: 'Typed before', url: 'https://api.example.com/typed-meanwhile?on' },
      { name: 'Added meanwhile' },
    ];
    expect(await readIntegration(page)).toMatchObject({ apiCalls: saved });
  });

  test('another screen is only opened when one agrees to lose what was typed, and the next step saves it', async ({
    page,
    product,
  }) => {
    await openOwn(page, product);
    await page.getByLabel('Call Name').fill('Typed');
    const press = () => page.getByRole('link', { name: 'View All Logs' }).click();
    await Promise.all([page.waitForEvent('dialog').then((dialog) => dialog.dismiss()), press()]);
    await expect(page.getByLabel('Call Name')).toHaveValue('Typed');
    await Promise.all([page.waitForEvent('dialog').then((dialog) => dialog.accept()), press()]);
    await page.waitForURL(/\/logs$/);
    await expect(page.getByRole('heading', { name: 'Execution Logs' })).toBeVisible();
    await page.getByRole('link', { name: 'Back to Integration' }).first().click();
    await expect(page.getByLabel('Call Name')).toHaveValue('Read issue');
    await expect(page.getByText('You have unsaved changes')).toHaveCount(0);

    await test.step('going to the next step saves, and stays with what cannot be saved', async () => {
      const toNext = page.getByRole('link', { name: /Test & Deploy$/ });
      const url = page.getByRole('textbox', { name: 'URL' });
      const stored = await url.inputValue();
      page.on('dialog', (dialog) => void dialog.accept());
      await page.getByLabel('Call Name').fill('Typed');
      await url.fill('ftp://nowhere');
      await toNext.click();
      await expect(page.getByText('Save Required')).toBeVisible();
      await expect(url).toHaveValue('ftp://nowhere');
      await url.fill(stored);
      await toNext.press('Enter');
      await waitForDeployStep(page);
      await expect(page.getByRole('heading', { name: 'Configuration Summary' })).toBeVisible();
      await page.getByRole('link', { name: /API Call Chain$/ }).click();
      await expect(page.getByLabel('Call Name')).toHaveValue('Typed');
      await expect(page.getByText('Unsaved changes', { exact: true })).toHaveCount(0);
    });
  });

  test('who leaves a field for another screen is asked, however late the response to its check is', async ({
    page,
    product,
  }) => {
    await drawLate(page);
    await openOwn(page, product);
    await page.getByLabel('Call Name').fill('Typed');
    await expect(page).toHaveTitle(/^● Unsaved changes/);
    const asked = page.waitForEvent('dialog').then((dialog) => dialog.accept());
    await page.getByRole('link', { name: 'View All Logs' }).click();
    await asked;
    await page.waitForURL(/\/logs$/);
  });

  test('headers that are secret by their names are no change to an integration that is opened', async ({
    page,
    product,
  }) => {
    await openOwn(page, product, {
      triggerConfig: { type: 'webhook', webhook: { headers: { 'X-Auth-Token': 'a-required-token' } } },
      apiCalls: [{ ...call, headers: { 'X-Api-Key': 'a-stored-key-5678' } }],
    });
    await expect(page.getByText('Unsaved changes', { exact: true })).toHaveCount(0);
    await page.getByRole('link', { name: /Test & Deploy$/ }).click();
    await waitForDeployStep(page);
  });

  test('a draft survives a crash, without its secrets', async ({ page, context, product }) => {
    await openOwn(page, product);
    const url = page.url();
    await page.getByLabel('Call Name').fill('Typed before the crash');
    await page.getByLabel('Method', { exact: true }).selectOption('POST');
    await openPart(page, 'Request Body');
    await page.getByLabel('Body', { exact: true }).fill('{"a": 1}');
    await openPart(page, 'Authentication');
    await page.getByLabel('Token').fill('a-typed-secret-token');
    await expect.poll(() => readDrafts(page)).toContain('{\\"a\\": 1}');
    await expect.poll(() => readDrafts(page)).toContain('Token');
    expect(await readDrafts(page)).not.toMatch(/a-typed-secret|1234/);

    const again = await context.newPage();
    await page.close();
    await again.goto(url);
    await expect(again.getByText('You have unsaved changes from')).toBeVisible();
    await expect(again.getByText('Please type again: Call “Typed before the crash”: Token')).toBeVisible();
    expect(await findViolations(again)).toEqual([]);
    await again.getByRole('button', { name: 'Restore' }).click();
    await expect(again.getByLabel('Call Name')).toHaveValue('Typed before the crash');
    await expect(again.getByLabel('Body', { exact: true })).toHaveValue('{"a": 1}');
    await expect(again.getByLabel('Token')).toHaveValue('••••1234');
    await expect(again.getByText('Unsaved changes', { exact: true })).toBeVisible();
    await again.getByRole('button', { name: 'Save Configuration' }).click();
    await expect(again.getByText('Configuration saved')).toBeVisible();
    await again.reload();
    await expect(again.getByLabel('Call Name')).toHaveValue('Typed before the crash');
    await expect(again.getByText('You have unsaved changes')).toHaveCount(0);
    await expect.poll(() => readDrafts(again)).toBe('');
  });

  test('an older draft is compared with what was saved since', async ({ page, context, product }) => {
    await openOwn(page, product);
    const url = page.url();
    const id = new URL(url).pathname.split('/').at(-1) ?? '';
    await page.getByLabel('Call Name').fill('Draft name');
    await expect.poll(() => readDrafts(page)).toContain('Draft name');
    const again = await context.newPage();
    await page.close();
    await saveAsSomebodyElse(again, product.url, id, {
      apiCalls: [{ ...call, order: 1, name: 'Newer name' }],
    });
    await again.goto(url);
    await expect(again.getByText('version 2 has been saved since')).toBeVisible();
    const difference = again.getByRole('listitem').filter({ hasText: 'Call “Draft name”: Name' });
    await expect(difference).toContainText('SavedNewer name');
    await again.getByRole('button', { name: 'Discard' }).click();
    await expect(again.getByLabel('Call Name')).toHaveValue('Newer name');
    await expect.poll(() => readDrafts(again)).toBe('');
  });
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
