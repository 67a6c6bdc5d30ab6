// How much it takes to build a chain that people really want: a push to GitHub opens an issue in a tracker and tells Slack,
// only on main, and tries again when a server fails. What is pressed and typed is counted.
import type { Locator, Page } from '@playwright/test';
import { type Product, signIn, test, expect } from './fixtures';
import { waitForDeployStep } from './editor-parts';

test.skip(
  ({ javaScriptEnabled }) => !javaScriptEnabled,
  'What is counted are the presses that script saves.',
);

/** Presses and types as a person does, and counts it. */
class Hands {
  clicks = 0;
  keys = 0;
  tabs = 0;
  /** In windows of 900 pixels. */
  longestScreen = 0;
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  async click(target: Locator): Promise<void> {
    await this.#measure();
    await target.click();
    this.clicks += 1;
  }

  async type(text: string): Promise<void> {
    await this.#page.keyboard.type(text);
    this.keys += text.length;
  }

  async press(key: string): Promise<void> {
    await this.#measure();
    await this.#page.keyboard.press(key);
    this.keys += 1;
    if (key.endsWith('Tab')) this.tabs += 1;
  }

  /** Goes there by one key alone, Tab unless another is given. */
  async reach(target: Locator, key: 'Tab' | 'Shift+Tab' | 'ArrowRight' | 'ArrowLeft' = 'Tab'): Promise<void> {
    await expect(target).toBeVisible();
    // Found once: to look for a label reads the whole page.
    const found = await target.elementHandle();
    for (let left = 60; left > 0; left -= 1) {
      if (await found?.evaluate((element) => element === document.activeElement)) return;
      await this.press(key);
    }
    throw new Error(`Not reached by ${key}: ${target}`);
  }

  async #measure(): Promise<void> {
    const height = await this.#page.evaluate(() => document.documentElement.scrollHeight);
    this.longestScreen = Math.max(this.longestScreen, height / 900);
  }
}

const push = {
  ref: 'refs/heads/main',
  head_commit: { message: 'Mend the door' },
  repository: { full_name: 'octo/hello-world' },
};
const slackUrl = 'https://hooks.slack.com/services/T00000/B00000/abcdefgh';

function bodyOf(text: string): string {
  return `{"text": "${text}"}`;
}

/** Sends what GitHub would, once the page listens. */
async function deliver(page: Page, secret: string): Promise<void> {
  await expect(page.getByText(/Listening for the next delivery/)).toBeVisible();
  const answer = await page.request.post(page.url().replace('/integration/', '/webhook/'), {
    headers: { 'X-Webhook-Signature': secret },
    data: push,
  });
  expect(answer.status()).toBe(202);
  await expect(page.getByText('Delivery captured.')).toBeVisible();
}

async function openHome(page: Page, product: Product): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 900 });
  // Their own: a home full of what other tests built is a longer screen.
  await signIn(page, product);
}

/** What was built is what was wanted. */
async function expectChain(page: Page, product: Product, id: string): Promise<void> {
  const found = await page.request.get(`/api/integrations/${id}`);
  const { triggerConfig, apiCalls, conditionalExecutionSteps, responseHandlingSteps } = await found.json();
  expect(triggerConfig.webhook.variables.map(({ name }: { name: string }) => name)).toEqual([
    'ref',
    'message',
    'full_name',
  ]);
  expect(apiCalls.map(({ method, url, body }: Record<string, string>) => [method, url, body])).toEqual([
    ['POST', `${product.sampleApiUrl}/issues`, '{"title": "{{message}}"}'],
    ['POST', slackUrl, bodyOf('{{full_name}}: {{message}}')],
  ]);
  expect(conditionalExecutionSteps).toMatchObject([
    {
      otherwise: 'end',
      conditionalExecution: { condition: { field: 'ref', operator: 'equals', value: 'refs/heads/main' } },
    },
  ]);
  expect(responseHandlingSteps).toHaveLength(2);
}

function radioOf(page: Page): Locator {
  return page.getByRole('radio', { name: /^Webhook/ });
}

function tabOf(page: Page, name: string): Locator {
  return page.locator('[data-call-card]:visible').getByRole('button', { name, exact: true });
}

test('by mouse and keys: at most 25 clicks and 260 keys, and no screen of more than two windows', async ({
  page,
  product,
}) => {
  await openHome(page, product);
  const hands = new Hands(page);
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  await hands.click(page.getByRole('link', { name: 'New Integration' }));
  await expect(page.getByLabel('Integration Name')).toBeFocused();
  await hands.type('Push to Slack');
  await hands.press('Enter');
  await page.waitForURL(/\/integration\/[0-9a-f-]{36}$/);
  const id = page.url().split('/').at(-1) ?? '';

  await hands.click(radioOf(page));
  await hands.click(button('Generate secret'));
  const secretField = page.getByRole('textbox', { name: 'Webhook Secret' });
  await expect(secretField).toHaveValue(/^whsec_/);
  const secret = await secretField.inputValue();
  await hands.press('Control+s');
  await expect(page.getByText('Configuration saved')).toBeVisible();
  await hands.click(button('Listen for a sample'));
  await deliver(page, secret);
  for (const path of ['.ref', '.head_commit.message', '.repository.full_name']) {
    await hands.click(button(`Use ${path} as variable`));
  }

  await hands.click(button('Add First API Call'));
  await expect(page.getByLabel('Call Name').first()).toBeFocused();
  await fillByMouse(page, hands, 'Issue', `${product.sampleApiUrl}/issues`, '{"title": "{{message}}"}');
  await hands.click(button('Add API Call'));
  await expect(page.getByLabel('Call Name').nth(1)).toBeFocused();
  await fillByMouse(page, hands, 'Slack', slackUrl, bodyOf('{{full_name}}: {{message}}'));

  await hands.click(page.getByRole('navigation', { name: 'Outline' }).getByRole('link', { name: /Issue/ }));
  await hands.click(button('Only continue when …'));
  await fillCondition(page, hands);
  await hands.click(button('Next: Test & Deploy'));
  await waitForDeployStep(page);
  await hands.click(button('Deploy'));
  await expect(page.getByText('Integration deployed: done')).toBeVisible();
  await expectChain(page, product, id);
  test.info().annotations.push({ type: 'effort', description: JSON.stringify(hands) });
  expect(hands.clicks).toBeLessThanOrEqual(25);
  expect(hands.keys).toBeLessThanOrEqual(260);
  expect(hands.longestScreen).toBeLessThanOrEqual(2);
});

async function fillByMouse(page: Page, hands: Hands, name: string, url: string, body: string): Promise<void> {
  await hands.type(name);
  await hands.press('Tab');
  await hands.press('p');
  await hands.press('Tab');
  await hands.type(url);
  await hands.click(tabOf(page, 'Body'));
  await hands.click(page.locator('[data-call-card]:visible').getByLabel('Body', { exact: true }));
  await hands.type(body);
  await hands.click(tabOf(page, 'After'));
  await hands.click(page.getByRole('button', { name: /^Retry three times/ }).locator('visible=true'));
}

async function fillCondition(page: Page, hands: Hands): Promise<void> {
  await expect(page.getByRole('textbox', { name: 'Field to check' })).toBeFocused();
  await hands.type('ref');
  await hands.press('Tab');
  await hands.press('Tab');
  await hands.type('refs/heads/main');
}

test('by keys alone: at most 120 times Tab, and no screen of more than two windows', async ({
  page,
  product,
}) => {
  await openHome(page, product);
  const hands = new Hands(page);
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  await hands.reach(page.getByRole('link', { name: 'New Integration' }));
  await hands.press('Enter');
  await expect(page.getByLabel('Integration Name')).toBeFocused();
  await hands.type('Push to Slack');
  await hands.press('Enter');
  await page.waitForURL(/\/integration\/[0-9a-f-]{36}$/);
  const id = page.url().split('/').at(-1) ?? '';

  await hands.reach(page.getByRole('radio', { name: /^Manual/ }));
  await hands.press('ArrowRight');
  await expect(radioOf(page)).toBeChecked();
  await hands.reach(button('Generate secret'));
  await hands.press('Enter');
  const secretField = page.getByRole('textbox', { name: 'Webhook Secret' });
  await expect(secretField).toHaveValue(/^whsec_/);
  const secret = await secretField.inputValue();
  await hands.press('Control+s');
  await expect(page.getByText('Configuration saved')).toBeVisible();
  await hands.reach(button('Listen for a sample'), 'Shift+Tab');
  await hands.press('Enter');
  await deliver(page, secret);
  for (const path of ['.ref', '.head_commit.message', '.repository.full_name']) {
    const use = button(`Use ${path} as variable`);
    await hands.reach(use);
    await hands.press('Enter');
    await expect(use).toBeDisabled();
  }

  await hands.press('n');
  await expect(page.getByLabel('Call Name').first()).toBeFocused();
  await fillByKeys(page, hands, 'Issue', `${product.sampleApiUrl}/issues`, '{"title": "{{message}}"}');
  await hands.press('n');
  await expect(page.getByLabel('Call Name').nth(1)).toBeFocused();
  await fillByKeys(page, hands, 'Slack', slackUrl, bodyOf('{{full_name}}: {{message}}'));

  await hands.press('k');
  await hands.reach(button('Only continue when …'), 'Shift+Tab');
  await hands.press('Enter');
  await fillCondition(page, hands);
  await hands.press('Control+s');
  await expect(page.getByText('Configuration saved')).toBeVisible();
  await expectChain(page, product, id);
  test.info().annotations.push({ type: 'effort', description: JSON.stringify(hands) });
  expect(hands.tabs).toBeLessThanOrEqual(120);
  expect(hands.longestScreen).toBeLessThanOrEqual(2);
});

/** Chooses a part of a call: its toolbar is one stop of the Tab key, with arrow keys along it. */
async function choosePart(
  page: Page,
  hands: Hands,
  name: string,
  key: 'Tab' | 'Shift+Tab' = 'Tab',
): Promise<void> {
  const isAhead = key === 'Tab';
  const parts = page.locator('[data-call-card]:visible').getByRole('toolbar').getByRole('button');
  await hands.reach(isAhead ? parts.first() : parts.last(), key);
  await hands.reach(tabOf(page, name), isAhead ? 'ArrowRight' : 'ArrowLeft');
  await hands.press('Enter');
}

async function fillByKeys(page: Page, hands: Hands, name: string, url: string, body: string): Promise<void> {
  await hands.type(name);
  await hands.press('Tab');
  await hands.press('p');
  await hands.press('Tab');
  await hands.type(url);
  await choosePart(page, hands, 'Body');
  await hands.reach(page.locator('[data-call-card]:visible').getByLabel('Body', { exact: true }));
  await hands.type(body);
  await choosePart(page, hands, 'After', 'Shift+Tab');
  await hands.reach(page.getByRole('button', { name: /^Retry three times/ }).locator('visible=true'));
  await hands.press('Enter');
}
