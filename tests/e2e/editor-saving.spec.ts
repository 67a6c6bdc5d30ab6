// Saving on a slow network and on one that is lost: nothing takes a save's place, and nothing that is typed is lost.
import type { Page } from '@playwright/test';
import { holdRequests, type Product, test, expect } from './fixtures';
import { drawEndOnly, holdDrawing } from './hold-drawing';
import { openCall, openFold, openTrigger, readIntegration, waitForDeployStep } from './editor-parts';
import { createIntegration, prepareIntegrations } from './prepared';

test.skip(({ javaScriptEnabled }) => !javaScriptEnabled, 'Without script the browser waits for each page.');

const call = {
  id: 'read',
  name: 'Read issue',
  url: 'https://api.example.com/issues',
  authConfig: { type: 'bearer', token: 'a-stored-token-1234' },
};
const address = { first: 'https://api.example.com/first', second: 'https://api.example.com/second' };

const nameOf = (page: Page) => page.getByLabel('Call Name');
const urlOf = (page: Page) => page.getByLabel('URL', { exact: true });
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click();

async function open(page: Page, product: Product): Promise<void> {
  await prepareIntegrations(page, product);
  const id = await createIntegration(page.request, product, { name: 'Slow network', apiCalls: [call] });
  await page.goto(`/integration/${id}`);
}

test('fields are checked as one leaves them, and errors stay with their rows when others come and go', async ({
  page,
  product,
}) => {
  await open(page, product);
  const sent: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.endsWith('.data')) sent.push(request.url());
  });
  await openFold(page, 'Authentication');
  await urlOf(page).fill('ftp://api.example.com');
  await nameOf(page).fill('Left');
  const wrong = page.getByText('URL must be a valid HTTP/HTTPS URL');
  await expect(wrong).toBeVisible();
  await urlOf(page).fill('https://elsewhere.example.com');
  await page.getByLabel('Token').focus();
  await expect(wrong).toHaveCount(0);
  await nameOf(page).focus();
  await expect(page.getByText('Type the token again: it would now go to another server.')).toBeVisible();
  await urlOf(page).fill(address.first);
  await nameOf(page).focus();
  await expect(page.getByText('Type the token again')).toHaveCount(0);
  // Nothing is sent for it.
  expect(sent).toEqual([]);

  await press(page, 'Add API Call');
  await urlOf(page).nth(1).fill('nowhere');
  await nameOf(page).nth(1).fill('Second');
  await expect(urlOf(page).nth(1)).toHaveAttribute('aria-invalid', 'true');
  await openCall(page, 'Left');
  await press(page, 'Insert a call after Left');
  await expect(urlOf(page)).toHaveCount(3);
  await expect(urlOf(page).nth(2)).toHaveAttribute('aria-invalid', 'true');
  await expect(urlOf(page).nth(1)).not.toHaveAttribute('aria-invalid', 'true');
});

test('a save leaves the part of a call that is shown, and the focus on its tab', async ({
  page,
  product,
}) => {
  await open(page, product);
  const tab = page.getByRole('toolbar', { name: /^Parts of / }).getByRole('button', { name: 'After' });
  await nameOf(page).fill('Read all issues');
  await tab.press('Enter');
  await page.keyboard.press('Control+s');
  // The id of the form has the version: the form of the second one is there.
  await expect(page.locator('form[id^="integration-"][id$="-2"]')).toBeAttached();
  await expect(tab).toHaveAttribute('aria-pressed', 'true');
  await expect(tab).toBeFocused();
});

test('a busy browser that draws nothing but the end of a save takes a second press for none, and then saves again', async ({
  page,
  product,
}) => {
  const draw = await holdDrawing(page);
  await open(page, product);
  const unsaved = page.getByText('Unsaved changes', { exact: true });

  await test.step('a save of which nothing but the end is drawn is followed by another', async () => {
    await nameOf(page).fill('First');
    await drawEndOnly(page, draw, () => press(page, 'Save Configuration'));
    // The end is drawn: a press before that would save the form as it was.
    await expect(unsaved).toHaveCount(0);
    await nameOf(page).fill('Second');
    const sent = page.waitForResponse((response) => response.request().method() === 'POST');
    await press(page, 'Save Configuration');
    await sent;
    await expect(unsaved).toHaveCount(0);
    expect(await readIntegration(page)).toMatchObject({ apiCalls: [{ name: 'Second' }] });
  });

  await test.step('no second press is taken for another save before the end of the first is drawn', async () => {
    await nameOf(page).fill('Third');
    const posts: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST') posts.push(request.url());
    });
    await drawEndOnly(page, draw, async () => {
      const saved = page.waitForResponse((response) => response.request().method() === 'POST');
      await press(page, 'Save Configuration');
      await saved;
      await press(page, 'Save Configuration');
    });
    await expect(unsaved).toHaveCount(0);
    expect(posts).toHaveLength(1);
    await nameOf(page).fill('Fourth');
    await press(page, 'Save Configuration');
    await expect(unsaved).toHaveCount(0);
    expect(posts).toHaveLength(2);
  });
});

test("what is typed while 'Next' saves stays, and each step stands where it is to", async ({
  page,
  product,
}) => {
  await open(page, product);
  const release = await holdRequests(page, /\.data/, 'POST');
  await nameOf(page).fill('Before');
  await press(page, 'Next: Test & Deploy');
  await expect(page.getByRole('button', { name: 'Saving...' })).toBeVisible();
  await urlOf(page).fill(address.second);
  release();
  await expect(page.getByText('Configuration saved')).toBeVisible();
  await expect(page.getByText('Unsaved changes', { exact: true })).toBeVisible();
  await expect(urlOf(page)).toHaveValue(address.second);
  await press(page, 'Next: Test & Deploy');
  await waitForDeployStep(page);
  await page.getByRole('link', { name: /API Call Chain$/ }).click();
  await expect(nameOf(page)).toHaveValue('Before');
  await expect(urlOf(page)).toHaveValue(address.second);

  await test.step('the next step begins at its top, and the step before is where it was left', async () => {
    await page.setViewportSize({ width: 1280, height: 400 });
    const readPlace = () => page.evaluate(() => window.scrollY);
    const next = page.getByRole('button', { name: 'Next: Test & Deploy' });
    await next.focus();
    const left = await readPlace();
    expect(left).toBeGreaterThan(0);
    await next.press('Enter');
    await waitForDeployStep(page);
    await expect.poll(readPlace).toBe(0);
    await page.goBack();
    await expect(urlOf(page)).toBeVisible();
    await expect.poll(readPlace).toBe(left);
  });
});

test("what is typed after 'Next' has saved, and before it leads on, is offered again", async ({
  page,
  product,
}) => {
  await open(page, product);
  const release = await holdRequests(page, /deploy\.data/);
  await nameOf(page).fill('Before');
  const next = page.waitForRequest(/deploy\.data/);
  await press(page, 'Next: Test & Deploy');
  await next;
  await urlOf(page).fill(address.second);
  release();
  await waitForDeployStep(page);
  await page.getByRole('link', { name: /API Call Chain$/ }).click();
  await expect(nameOf(page)).toHaveValue('Before');
  await expect(urlOf(page)).toHaveValue(call.url);
  await press(page, 'Restore');
  await expect(urlOf(page)).toHaveValue(address.second);
  await press(page, 'Next: Test & Deploy');
  await waitForDeployStep(page);
  await page.getByRole('link', { name: /API Call Chain$/ }).click();
  await expect(urlOf(page)).toHaveValue(address.second);
  await expect(page.getByText('You have unsaved changes')).toHaveCount(0);
});

test('no button and no link that is pressed while a save is under way takes its place', async ({
  page,
  product,
}) => {
  await open(page, product);
  await nameOf(page).fill('Saved');
  const release = await holdRequests(page, /\.data/, 'POST');
  // The page says so a moment before it sends.
  const save = page.waitForRequest(/\.data/);
  await press(page, 'Save Configuration');
  await save;
  await expect(page.getByRole('button', { name: 'Saving...' })).toBeVisible();
  const sent: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.endsWith('.data')) sent.push(request.method());
  });
  await press(page, /^Test API Call/);
  await press(page, 'Next: Test & Deploy');
  await page.getByRole('link', { name: 'View All Logs' }).click();
  expect(sent).toEqual([]);
  release();
  await expect(page.getByText('Configuration saved')).toBeVisible();
  await expect(page.getByText('Unsaved changes', { exact: true })).toHaveCount(0);
  // The page knows the version that it made.
  await nameOf(page).fill('Saved again');
  await press(page, 'Save Configuration');
  await expect(page.getByText('Unsaved changes', { exact: true })).toHaveCount(0);
  await expect(page.getByText('Save Failed')).toHaveCount(0);
});

test('a link that is pressed without network loses nothing that is typed', async ({
  page,
  context,
  product,
}) => {
  await open(page, product);
  await nameOf(page).fill('Typed');
  await openFold(page, 'Authentication');
  await page.getByLabel('Token').fill('typed-token');
  const opened = page.url();
  await context.setOffline(true);
  page.on('dialog', (dialog) => void (dialog.type() === 'confirm' ? dialog.accept() : dialog.dismiss()));
  const lost = page.getByText('Unable to connect to server. Please check your connection.').first();
  for (const name of ['View All Logs', /Test & Deploy$/]) {
    await page.getByRole('link', { name }).click();
    await expect(lost).toBeVisible();
    await expect(nameOf(page)).toHaveValue('Typed');
    expect(page.url()).toBe(opened);
  }
  await page.getByRole('banner').locator('summary').last().click();
  await page.getByRole('link', { name: 'Edit Profile' }).click();
  await expect(nameOf(page)).toBeVisible();
  await context.setOffline(false);
  await press(page, 'Save Configuration');
  await expect(page.getByText('Configuration saved')).toBeVisible();
  await expect(page).not.toHaveTitle(/Unsaved changes/);
  const saved = { name: 'Typed', authConfig: { token: '••••oken' } };
  expect(await readIntegration(page)).toMatchObject({ apiCalls: [saved] });
});

test('a network that is lost between a save and what is read after it loses nothing', async ({
  page,
  product,
}) => {
  await open(page, product);
  await nameOf(page).fill('Saved');
  let isLost = true;
  await page.route(/\.data/, (route) =>
    isLost && route.request().method() === 'GET' ? route.abort('internetdisconnected') : route.continue(),
  );
  await press(page, 'Save Configuration');
  await expect(page.getByText('Unable to connect to server. Please check your connection.')).toBeVisible();
  await urlOf(page).fill(address.first);
  isLost = false;
  await expect(page.getByText('Configuration saved')).toBeVisible();
  await expect(nameOf(page)).toHaveValue('Saved');
  await expect(urlOf(page)).toHaveValue(address.first);
  await press(page, 'Save Configuration');
  await expect(page.getByText('Unsaved changes', { exact: true })).toHaveCount(0);
  expect(await readIntegration(page)).toMatchObject({ apiCalls: [{ url: address.first }] });
});

test('what is chosen in the moment in which a save ends stays chosen', async ({ page, product }) => {
  await open(page, product);
  await openTrigger(page);
  await page.getByText('Webhook', { exact: true }).click();
  // No hand is quick enough to do it each time: the page itself presses, one task after the button is free again.
  await page.evaluate(() => {
    let wasSaving = false;
    const observer = new MutationObserver(() => {
      const isSaving = document.body.textContent.includes('Saving...');
      wasSaving ||= isSaving;
      if (!wasSaving || isSaving) return;
      observer.disconnect();
      const { port1, port2 } = new MessageChannel();
      port1.addEventListener(
        'message',
        () => document.querySelector<HTMLElement>('input[type=radio][value=manual]')?.click(),
        { once: true },
      );
      port1.start();
      port2.postMessage(undefined);
    });
    observer.observe(document, { subtree: true, childList: true, characterData: true });
  });
  await press(page, 'Save Configuration');
  await expect(page.getByText('Configuration saved')).toBeVisible();
  await expect(page.getByText('Unsaved changes', { exact: true })).toBeVisible();
  await expect(page.getByRole('radio', { name: 'Manual' })).toBeChecked();
  await press(page, 'Save Configuration');
  await expect(page.getByText('Unsaved changes', { exact: true })).toHaveCount(0);
  await expect(page).not.toHaveTitle(/Unsaved changes/);
  expect(await readIntegration(page)).toMatchObject({ triggerConfig: { type: 'manual' } });
});

test.describe('in a process of its own, which has little to look through', () => {
  test.use({ isFirstVisit: true });

  test('the form that was sent last does not stay in memory', async ({ page, product }) => {
    await open(page, product);
    await nameOf(page).fill('Sent and forgotten');
    const release = await holdRequests(page, /\.data\b/, 'POST');
    const sent = page.waitForRequest((request) => request.method() === 'POST');
    await press(page, 'Save Configuration');
    await sent;
    expect(await countForms(page, 'Sent and forgotten')).toBeGreaterThan(0);
    release();
    await expect(page.getByText('Unsaved changes', { exact: true })).toHaveCount(0);
    await expect.poll(() => countForms(page, 'Sent and forgotten')).toBe(0);
  });
});

/** How many forms that hold such a text can still be reached by any code of the page. */
async function countForms(page: Page, text: string): Promise<number> {
  const browser = await page.context().newCDPSession(page);
  const { result: prototype } = await browser.send('Runtime.evaluate', { expression: 'FormData.prototype' });
  // What nothing leads to is collected first.
  const { objects } = await browser.send('Runtime.queryObjects', {
    prototypeObjectId: prototype.objectId ?? '',
  });
  const { result } = await browser.send('Runtime.callFunctionOn', {
    objectId: objects.objectId ?? '',
    functionDeclaration:
      'function (text) { return this.filter((form) => [...form.values()].includes(text)).length; }',
    arguments: [{ value: text }],
    returnByValue: true,
  });
  await browser.detach();
  return Number(result.value);
}
