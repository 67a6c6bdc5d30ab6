// A form whose button is pressed twice is sent once, also while a busy browser has not rendered that it is under way.
import type { Locator, Page } from '@playwright/test';
import { expect, startSession, test } from './fixtures';
import { holdDrawing, sendToEnd } from './hold-drawing';

test.skip(({ javaScriptEnabled }) => !javaScriptEnabled, 'Without script the browser itself sends forms.');

/** The addresses that forms are sent to from now on. */
function listSent(page: Page): string[] {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(new URL(request.url()).pathname);
  });
  return sent;
}

/** Presses as a hand does, without a look at what the page makes of it. */
async function pressTwice(button: Locator): Promise<void> {
  await button.dispatchEvent('click');
  await button.dispatchEvent('click');
}

for (const { path, label, text, press, sentTo, shown } of [
  {
    path: '/integration',
    label: 'Integration Name',
    text: 'Pressed twice',
    press: 'Continue to Setup',
    sentTo: '/integration.data',
    shown: (page: Page) => page.getByRole('heading', { name: 'Pressed twice' }),
  },
  {
    path: '/organization/settings/members',
    label: 'Email',
    text: 'pressed-twice@example.com',
    press: 'Invite',
    sentTo: '/organization/settings/members.data',
    shown: (page: Page) => page.getByText('An invitation is on its way to pressed-twice@example.com.'),
  },
  {
    path: '/?dialog=profile',
    label: 'First name',
    text: 'Augusta',
    press: 'Save Changes',
    sentTo: '/profile.data',
    shown: (page: Page) => page.getByText('Your profile has been updated successfully.'),
  },
]) {
  test(`${path} is sent once by two presses`, async ({ page, product }) => {
    await startSession(page, product);
    const draw = await holdDrawing(page);
    await page.goto(path);
    await page.getByLabel(new RegExp(`^${label}`)).fill(text);
    const sent = listSent(page);
    await draw(false);
    await pressTwice(page.getByRole('button', { name: press }));
    await draw(true);
    await expect(shown(page)).toBeVisible();
    expect(sent).toEqual([sentTo]);
  });
}

test('a form whose end is not rendered yet is not sent again, and after that it is', async ({
  page,
  product,
}) => {
  await startSession(page, product);
  const draw = await holdDrawing(page);
  await page.goto('/organization/settings/members');
  const email = page.getByLabel(/^Email/);
  const invite = page.getByRole('button', { name: 'Invite' });
  await email.fill('late@example.com');
  const sent = listSent(page);
  await draw(false);
  await sendToEnd(page, () => invite.dispatchEvent('click'));
  await invite.dispatchEvent('click');
  await draw(true);
  await expect(email).toHaveValue('');
  expect(sent).toHaveLength(1);
  await email.fill('late@example.com');
  await sendToEnd(page, () => invite.click());
  expect(sent).toHaveLength(2);
});
