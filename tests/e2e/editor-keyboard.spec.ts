// Ten calls with mappings, checks and rules, built with nothing but keys; and five without script, where each is a page anew.
import type { Locator, Page } from '@playwright/test';
import { test, expect } from './fixtures';
import { createIntegration, prepareIntegrations } from './prepared';

const numbersUpTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

/** Goes from field to field until the focus is there. */
async function reach(page: Page, target: Locator): Promise<void> {
  // Found once: to look for a label reads the whole page.
  const found = await target.elementHandle();
  await found?.waitForElementState('visible');
  // A guess of how far it is may be wrong, as within radio buttons, so it is made again from where it led.
  for (let guesses = 0; guesses < 20; guesses += 1) {
    const way = await found?.evaluate((element) => {
      const focused = document.activeElement as HTMLElement | null;
      // A toolbar is a single stop, from where arrow keys lead on.
      const strip = element.closest('[role=toolbar]');
      const buttons: Element[] = strip
        ? [...strip.querySelectorAll('button')].filter((each) => each.checkVisibility())
        : [element];
      const [stop] = buttons;
      const at = focused ? buttons.indexOf(focused) : -1;
      if (at >= 0) return { keys: 'Arrow', steps: buttons.indexOf(element) - at };
      const fields = 'a[href], button:enabled, input:enabled, select, textarea, summary';
      const all = [...document.querySelectorAll<HTMLElement>(fields)].filter(
        (each) =>
          each === stop ||
          each === focused ||
          (each.tabIndex >= 0 &&
            each.checkVisibility({ visibilityProperty: true }) &&
            !each.matches('[role=toolbar] > :not(:first-child) button')),
      );
      // What is built is near the end of the page, and backwards from its beginning is its end.
      const from = focused && all.includes(focused) ? all.indexOf(focused) : all.length;
      return { keys: 'Tab', steps: all.indexOf(stop as HTMLElement) - from };
    });
    const { keys = '', steps = 0 } = way ?? {};
    if (keys === 'Arrow') {
      await hold(page, steps > 0 ? 'ArrowRight' : 'ArrowLeft', Math.abs(steps));
      return;
    }
    await hold(page, steps > 0 ? 'Tab' : 'Shift+Tab', Math.abs(steps));
  }
  throw new Error(`No key leads to ${target}`);
}

/** Holds a key down until it has counted so often: each time is one event, where presses are two. */
async function hold(page: Page, keys: string, times: number): Promise<void> {
  const [key = '', modifier] = keys.split('+').toReversed();
  if (modifier) await page.keyboard.down(modifier);
  for (let time = 0; time < times; time += 1) await page.keyboard.down(key);
  await page.keyboard.up(key);
  if (modifier) await page.keyboard.up(modifier);
}

async function type(page: Page, field: Locator, text: string): Promise<void> {
  await reach(page, field);
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type(text);
  await expect(page.locator(':focus')).toHaveValue(text);
}

async function choose(page: Page, field: Locator, label: string): Promise<void> {
  await reach(page, field);
  const focused = page.locator(':focus');
  const steps = await focused.evaluate((element, wanted) => {
    const { options, selectedIndex } = element as HTMLSelectElement;
    return [...options].findIndex((option) => option.textContent === wanted) - selectedIndex;
  }, label);
  for (let step = 0; step < Math.abs(steps); step += 1) {
    await page.keyboard.press(steps > 0 ? 'ArrowDown' : 'ArrowUp');
  }
  await expect(focused.locator('option:checked')).toHaveText(label);
}

/** Presses a button, and waits for what it makes. */
async function press(page: Page, pressed: Locator, made: Locator): Promise<void> {
  await reach(page, pressed);
  await page.keyboard.press('Enter');
  await made.waitFor();
}

function findButton(page: Page, name: string): Locator {
  return page.getByRole('button', { name, exact: true });
}

/** The button is the further the more calls there are: later ones are added by the key for it. */
const addedByButton = 5;

async function addCall(page: Page, number: number): Promise<void> {
  const card = page.locator('[data-call-card]').nth(number - 1);
  if (number <= addedByButton) {
    await press(page, findButton(page, number === 1 ? 'Add First API Call' : 'Add API Call'), card);
  } else {
    // In a field it is a letter.
    const field = page.locator(':is(input, select):focus');
    while (await field.count()) await page.keyboard.press('Tab');
    await page.keyboard.press('n');
    await card.waitFor();
  }
  await type(page, card.getByLabel('Call Name'), `Call ${number}`);
  await choose(page, card.getByLabel('Method', { exact: true }), number % 2 ? 'GET' : 'DELETE');
  const before = number > 1 ? `{{id_${number - 1}}}` : 'first';
  await type(page, card.getByRole('textbox', { name: 'URL' }), `https://a.b/${before}`);
  const tab = card.getByRole('button', { name: 'Mapping', exact: true });
  const fold = card.locator('summary', { hasText: 'Response Mapping' });
  await press(page, (await tab.isVisible()) ? tab : fold, card.getByRole('button', { name: 'Add field' }));
  await press(page, card.getByRole('button', { name: 'Add field' }), card.getByLabel('JSON path'));
  await type(page, card.getByLabel('JSON path'), '.id');
  await type(page, card.getByLabel('Variable name'), `id_${number}`);
}

/** To what stands behind a call: with script by its tab. */
async function goBehind(page: Page, number: number, made: Locator): Promise<void> {
  const card = page.locator('[data-call-card]').nth(number - 1);
  const tab = card.getByRole('button', { name: /^After/ });
  if (await tab.isVisible()) await press(page, tab, made);
}

async function addHandling(page: Page, number: number): Promise<void> {
  const place = `after Call ${number}`;
  const card = page.getByRole('region', { name: `Response Handling ${place}`, exact: true });
  await goBehind(page, number, findButton(page, `Add response handling ${place}`));
  await press(page, findButton(page, `Add response handling ${place}`), card.getByLabel('Status codes'));
  const rule = card.getByRole('group', { name: 'Rule 2' });
  await press(page, card.getByRole('button', { name: 'Add rule' }), rule);
  await type(page, rule.getByLabel('Status codes'), '429, 5xx');
  await type(page, rule.getByLabel('Retry delay'), String(number * 100));
  await choose(page, rule.getByLabel('Backoff strategy'), 'Exponential');
}

async function addCheck(page: Page, number: number): Promise<void> {
  const place = `after Call ${number}`;
  const card = page.getByRole('region', { name: `Conditional Execution ${place}`, exact: true });
  await goBehind(page, number, findButton(page, `Add conditional execution ${place}`));
  await press(
    page,
    findButton(page, `Add conditional execution ${place}`),
    card.getByLabel('Field to check'),
  );
  await type(page, card.getByLabel('Field to check'), `id_${number}`);
  await choose(page, card.getByLabel('Operator'), 'is greater than');
  await type(page, card.getByLabel('Value'), String(number));
}

const hasHandling = (number: number) => number % 4 === 0;
const hasCheck = (number: number) => number % 3 === 0;
/** The first check leads on to a later call. */
const jumpFrom = 3;
const jumpTo = (count: number) => Math.min(7, count);

/** What is saved, with calls named by their place. */
const describeSaved = (numbers: number[]) => ({
  apiCalls: numbers.map((number) => ({
    id: `call ${number}`,
    order: number,
    name: `Call ${number}`,
    method: number % 2 ? 'GET' : 'DELETE',
    url: `https://a.b/${number > 1 ? `{{id_${number - 1}}}` : 'first'}`,
    headers: {},
    secretHeaders: [],
    allowedHosts: [],
    body: '',
    authConfig: { type: 'none' },
    responseMapping: { extractFields: [{ jsonPath: '.id', saveAs: `id_${number}` }] },
    timeoutMs: 30_000,
    followRedirects: false,
  })),
  conditionalExecutionSteps: numbers.filter(hasCheck).map((number) => ({
    order: number + 0.5,
    nextApiCallId: number === jumpFrom ? `call ${jumpTo(numbers.length)}` : undefined,
    match: 'all',
    otherwise: 'skip_next',
    conditionalExecution: {
      enabled: true,
      executionTrigger: 'conditional',
      condition: { field: `id_${number}`, operator: 'greater_than', value: String(number) },
    },
  })),
  responseHandlingSteps: numbers.filter(hasHandling).map((number) => ({
    order: number + 0.5,
    nextApiCallId: `call ${number}`,
    responseHandling: {
      defaultAction: 'stop_notify',
      statusCodeActions: [
        { statusCodes: ['2xx'], action: 'continue' },
        {
          statusCodes: [429, '5xx'],
          action: 'retry',
          retryConfig: { maxRetries: 3, retryDelay: number * 100, backoffStrategy: 'exponential' },
        },
      ],
    },
  })),
});

interface Saved {
  apiCalls: { id: string; order: number }[];
  conditionalExecutionSteps: { id?: string }[];
  responseHandlingSteps: { id?: string }[];
}

/** Ids are made when calls and steps are saved: calls get a name by their place, steps none. */
function withoutIds({ apiCalls, conditionalExecutionSteps, responseHandlingSteps }: Saved): unknown {
  for (const step of [...conditionalExecutionSteps, ...responseHandlingSteps]) {
    expect(step.id).toMatch(/^[0-9a-f-]{36}$/);
    delete step.id;
  }
  let text = JSON.stringify({ apiCalls, conditionalExecutionSteps, responseHandlingSteps });
  for (const { id, order } of apiCalls) text = text.replaceAll(`"${id}"`, `"call ${order}"`);
  return JSON.parse(text);
}

test(
  'calls with mappings, checks and rules are built by keys alone',
  { tag: '@drawn' },
  async ({ page, product, javaScriptEnabled }) => {
    test.setTimeout(240_000);
    const numbers = numbersUpTo(javaScriptEnabled ? 10 : 5);
    await prepareIntegrations(page, product);
    const id = await createIntegration(page.request, product, { name: 'By keys' });
    await page.goto(`/integration/${id}`);
    for (const number of numbers) {
      await addCall(page, number);
      if (hasHandling(number)) await addHandling(page, number);
      if (hasCheck(number)) await addCheck(page, number);
    }
    const place = `after Call ${jumpFrom}`;
    const check = page.getByRole('region', { name: `Conditional Execution ${place}`, exact: true });
    const node = page
      .getByRole('navigation', { name: 'Outline' })
      .getByRole('link', { name: new RegExp(` Call ${jumpFrom}\\b`) });
    await press(page, node, page.getByLabel('Call Name').nth(jumpFrom - 1));
    await choose(page, check.getByLabel('When met, continue with'), `Call ${jumpTo(numbers.length)}`);
    await press(page, findButton(page, 'Save Configuration'), page.getByText('Configuration saved'));
    const answer = await page.request.get(`/api/integrations/${id}`);
    expect(withoutIds(await answer.json())).toEqual(describeSaved(numbers));
  },
);
