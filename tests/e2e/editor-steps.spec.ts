// What stands between the calls: checks and the handling of answers, with script and without.
import type { Page } from '@playwright/test';
import { expectNoViolations, keepPictures } from './axe';
import { type Product, test, expect } from './fixtures';
import { openCall, openPart, saveIntegration } from './editor-parts';
import { createIntegration, prepareIntegrations } from './prepared';

const names = ['Read', 'Bill', 'Ship'];

const calls = names.map((name, index) => ({
  id: name.toLowerCase(),
  name,
  order: index + 1,
  url: `https://example.com/${name.toLowerCase()}`,
  responseMapping: { extractFields: name === 'Read' ? [{ jsonPath: '$.status', saveAs: 'status' }] : [] },
}));

const steps = {
  conditionalExecutionSteps: [
    {
      id: 'check',
      order: 1.5,
      nextApiCallId: 'ship',
      conditionalExecution: {
        enabled: true,
        executionTrigger: 'conditional',
        condition: { field: 'status', operator: 'equals', value: 'paid' },
      },
    },
  ],
  responseHandlingSteps: [
    {
      id: 'handling',
      order: 2.5,
      nextApiCallId: 'bill',
      responseHandling: {
        defaultAction: 'stop_notify',
        statusCodeActions: [
          { statusCodes: ['2xx'], action: 'continue' },
          { statusCodes: ['5xx', 'network'], action: 'retry', retryConfig: { maxRetries: 2 } },
          { statusCodes: [404], action: 'webhook', webhookURL: 'http://localhost:9/' },
          { statusCodes: [401], action: 'stop_notify', notificationEmail: 'ops@example.com' },
        ],
      },
    },
  ],
};

async function open(page: Page, product: Product, more: object): Promise<string> {
  await prepareIntegrations(page, product);
  const id = await createIntegration(page.request, product, { name: 'Steps', apiCalls: calls, ...more });
  await page.goto(`/integration/${id}`);
  return id;
}

function cardOf(page: Page, title: string, place: string) {
  return page.getByRole('region', { name: `${title} ${place}` });
}

/** What may happen behind a call, as its part of the form says it. */
function marksOf(page: Page) {
  return page.getByRole('list', { name: 'What may happen here' });
}

async function add(page: Page, title: string, place: string) {
  const call = /^after (.*)/.exec(place)?.[1];
  if (call) await openCall(page, call);
  await page.getByRole('button', { name: `Add ${title} ${place}` }).click();
  const card = cardOf(page, title, place);
  await expect(card).toBeVisible();
  return card;
}

test('a check is added, filled in and saved', { tag: '@html' }, async ({ page, product }) => {
  const id = await open(page, product, {});
  const card = await add(page, 'Conditional Execution', 'after Read');
  await card.getByLabel('Field to check').fill('status');
  await card.getByLabel('Value').fill('paid');
  await card.getByRole('button', { name: 'Add condition' }).click();
  await expect(card.getByLabel('Field to check')).toHaveCount(2);
  await card.getByLabel('Field to check').nth(1).fill('status');
  await card.getByLabel('Operator').nth(1).selectOption('is not empty');
  await expect(card.getByLabel('Value').nth(1)).toBeHidden();
  await card.getByLabel('When met, continue with').selectOption('Ship');
  const { conditionalExecutionSteps } = await saveIntegration(page, id);
  expect(conditionalExecutionSteps).toMatchObject([
    {
      order: 1.5,
      nextApiCallId: 'ship',
      conditionalExecution: {
        enabled: true,
        executionTrigger: 'conditional',
        condition: { field: 'status', operator: 'equals', value: 'paid' },
        conditions: [{ field: 'status', operator: 'is_not_empty', value: '' }],
      },
    },
  ]);
  const saved = cardOf(page, 'Conditional Execution', 'after Read');
  await expect(
    saved.getByText('If status equals paid and status is not empty, continue with Ship; otherwise skip Bill'),
  ).toBeVisible();
  await expect(marksOf(page).getByText('May jump to Ship')).toBeVisible();
  await expect(marksOf(page).getByText('May skip Bill')).toBeVisible();
});

test(
  'what is switched off needs no condition, also before the first call',
  { tag: '@html' },
  async ({ page, product }) => {
    const id = await open(page, product, {});
    const card = await add(page, 'Conditional Execution', 'before the first call');
    await card.getByLabel('Enabled').uncheck();
    await expect(card.getByLabel('Field to check')).toBeHidden();
    const { conditionalExecutionSteps } = await saveIntegration(page, id);
    expect(conditionalExecutionSteps).toMatchObject([
      { order: 0.5, conditionalExecution: { enabled: false, executionTrigger: 'conditional' } },
    ]);
  },
);

test('responses are handled by rules in their order', async ({ page, product }) => {
  const id = await open(page, product, {});
  const card = await add(page, 'Response Handling', 'after Bill');
  await expect(card.getByLabel('Status codes')).toHaveValue('2xx');
  await card.getByRole('button', { name: 'Add rule' }).click();
  await expect(card.getByLabel('Status codes')).toHaveCount(2);
  const rule = card.getByRole('group', { name: 'Rule 2' });
  await rule.getByLabel('Status codes').fill('429, 500-599');
  await expect(rule.getByText('Waits 1 s, 2 s, 3 s')).toBeVisible();
  await rule.getByLabel('Backoff strategy').selectOption('Exponential');
  await rule.getByLabel('Max retries').selectOption('2');
  await rule.getByLabel('When none is left').selectOption({ label: 'Continue with Ship' });
  await expect(rule.getByLabel('Webhook URL')).toBeHidden();
  await expect(rule.getByLabel('Notification email')).toBeHidden();
  await card.getByRole('group', { name: 'Rule 1' }).getByLabel('Action').selectOption('Stop & notify');
  await card.getByRole('group', { name: 'Rule 1' }).getByLabel('Notification email').fill('eve@example.com');
  await card.getByLabel('Default notification email').fill('ops@example.com');
  await card.getByRole('button', { name: 'Move rule 2 up' }).click();
  await expect(card.getByLabel('Status codes').first()).toHaveValue('429, 500-599');
  const { responseHandlingSteps } = await saveIntegration(page, id);
  expect(responseHandlingSteps).toMatchObject([
    {
      nextApiCallId: 'bill',
      responseHandling: {
        defaultAction: 'stop_notify',
        defaultNotificationEmail: 'ops@example.com',
        statusCodeActions: [
          {
            statusCodes: [429, '500-599'],
            action: 'retry',
            retryConfig: { maxRetries: 2, retryDelay: 1000, backoffStrategy: 'exponential' },
            goToApiCallId: 'ship',
          },
          { statusCodes: ['2xx'], action: 'stop_notify', notificationEmail: 'eve@example.com' },
        ],
      },
    },
  ]);
  await expect(marksOf(page).getByText('Retries up to 2 times')).toBeVisible();
  await expect(marksOf(page).getByText('May stop & notify', { exact: true }).first()).toBeVisible();
});

test('each is there once, and deleting it is announced', async ({ page, product }) => {
  await open(page, product, steps);
  const check = cardOf(page, 'Conditional Execution', 'after Read');
  await expect(check).toBeVisible();
  const addCheck = page.getByRole('button', { name: 'Add conditional execution after Read' });
  await expect(addCheck).toHaveCount(0);
  await page.getByRole('button', { name: 'Delete Conditional Execution after Read' }).click();
  await expect(page.getByText('Conditional execution deleted')).toBeVisible();
  await expect(check).toHaveCount(0);
  await expect(addCheck).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(check).toBeVisible();
  await expect(addCheck).toHaveCount(0);
  await openCall(page, 'Bill');
  await page.getByRole('button', { name: 'Delete Response Handling after Bill' }).click();
  await expect(page.getByText('Response handling deleted')).toBeVisible();
  await expect(cardOf(page, 'Response Handling', 'after Bill')).toHaveCount(0);
});

test(
  'one press makes a chain that only continues when something holds',
  { tag: '@html' },
  async ({ page, product }) => {
    const id = await open(page, product, { apiCalls: calls.slice(0, 1) });
    const filter = page.getByRole('button', { name: 'Only continue when …' });
    await filter.press('Enter');
    const card = cardOf(page, 'Conditional Execution', 'before the first call');
    const field = card.getByLabel('Field to check');
    await expect(page.getByText('More API calls needed')).toHaveCount(0);
    await expect(filter).toHaveCount(0);
    await field.fill('trigger.ref');
    await card.getByLabel('Value').fill('main');
    await expect(card.getByLabel('When not met')).toHaveValue('end');
    const { conditionalExecutionSteps } = await saveIntegration(page, id);
    expect(conditionalExecutionSteps).toMatchObject([
      {
        match: 'all',
        otherwise: 'end',
        conditionalExecution: { condition: { field: 'trigger.ref', operator: 'equals', value: 'main' } },
      },
    ]);
    await expect(marksOf(page).getByText('May end the run', { exact: true }).first()).toBeVisible();
    await expect(
      page
        .locator('[data-step]')
        .getByText('If trigger.ref equals main, continue with Read; otherwise end the run'),
    ).toBeVisible();
  },
);

test('what happens when any of its conditions is not met is chosen, and never leads nowhere', async ({
  page,
  product,
}) => {
  const id = await open(page, product, {});
  const card = await add(page, 'Conditional Execution', 'after Read');
  await card.getByLabel('Field to check').fill('status');
  await card.getByLabel('Value').fill('paid');
  await expect(card.getByLabel('Conditions that must hold')).toHaveCount(0);
  await card.getByRole('button', { name: 'Add condition' }).click();
  await card.getByLabel('Field to check').nth(1).fill('status');
  await card.getByLabel('Value').nth(1).fill('open');
  await card.getByLabel('Conditions that must hold').selectOption('Any of them');
  const otherwise = card.getByLabel('When not met');
  await expect(otherwise).toHaveValue('skip_next');
  await otherwise.selectOption('Continue with Ship');
  expect((await saveIntegration(page, id)).conditionalExecutionSteps).toMatchObject([
    { match: 'any', otherwise: 'go_to', otherwiseApiCallId: 'ship' },
  ]);
  await expect(marksOf(page).getByText('May jump to Ship')).toBeVisible();
  await expect(
    page
      .locator('[data-step]')
      .getByText(/^If status equals paid or status equals open, .+ otherwise continue with Ship$/),
  ).toBeVisible();

  await openCall(page, 'Ship');
  await page.getByRole('button', { name: 'Remove Ship' }).click();
  await expect(
    page.getByText(
      "The condition after 'Read' goes to 'Ship' when it is not met, which was deleted: choose another call.",
    ),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Save Configuration' }).click();
  await expect(otherwise).toHaveAccessibleDescription(
    'Choose the API call to continue with when the conditions are not met',
  );
  await otherwise.selectOption('End the run');
  // The toast of the save before may still be there.
  await page.getByRole('button', { name: 'Save Configuration' }).click();
  const readSaved = async () => (await page.request.get(`/api/integrations/${id}`)).json();
  await expect.poll(async () => (await readSaved()).conditionalExecutionSteps[0].otherwise).toBe('end');
  const { apiCalls, conditionalExecutionSteps } = await readSaved();
  expect(apiCalls).toHaveLength(2);
  expect(conditionalExecutionSteps[0]).not.toHaveProperty('otherwiseApiCallId');
});

test(
  'a check of a lone call is of little use, and that is said',
  { tag: '@html' },
  async ({ page, product }) => {
    await open(page, product, { apiCalls: calls.slice(0, 1) });
    await add(page, 'Conditional Execution', 'after Read');
    await expect(page.getByText('More API calls needed')).toBeVisible();
    await expect(
      page.getByText('Add at least one more API call to use conditional execution effectively.'),
    ).toBeVisible();
  },
);

test('what is wrong is said where it is', { tag: '@html' }, async ({ page, product }) => {
  await open(page, product, {});
  const check = await add(page, 'Conditional Execution', 'after Bill');
  const handling = await add(page, 'Response Handling', 'after Read');
  await handling.getByLabel('Action', { exact: true }).selectOption('Post webhook');
  await page.getByRole('button', { name: 'Save Configuration' }).click();
  await openCall(page, 'Bill');
  await expect(check.getByLabel('Field to check')).toHaveAccessibleDescription('Field to check is required');
  await expect(check.getByLabel('Value')).toHaveAccessibleDescription(
    'Comparison value is required for equals operator',
  );
  await openCall(page, 'Read');
  const url = handling.getByLabel('Webhook URL');
  await expect(url).toHaveAccessibleDescription(/^Webhook URL is required/);
  await url.fill('http//nowhere');
  await page.getByRole('button', { name: 'Save Configuration' }).click();
  await expect(url).toHaveAccessibleDescription(/^Invalid URL format/);
  await url.fill('ftp://example.com/');
  await page.getByRole('button', { name: 'Save Configuration' }).click();
  await expect(url).toHaveAccessibleDescription(/^Webhook URL must use HTTP or HTTPS protocol/);
  await url.fill(' http://localhost:3000/hook ');
  await page.getByRole('button', { name: 'Save Configuration' }).click();
  await expect(
    handling.getByText('Warning: localhost URLs may not be accessible from production environments'),
  ).toBeVisible();
  await openCall(page, 'Bill');
  await check.getByRole('button', { name: 'Remove condition 1' }).click();
  await expect(check.getByLabel('Field to check')).toHaveCount(0);
  await page.getByRole('button', { name: 'Save Configuration' }).click();
  await expect(check.getByText('Condition is required when using conditional execution')).toBeVisible();
});

test(
  'a webhook of a rule may be at a local address that the server lets calls reach',
  { tag: '@html' },
  async ({ page, product }) => {
    const { port } = new URL(product.sampleApiUrl);
    const [handling] = steps.responseHandlingSteps;
    const openWith = async (host: string) => {
      const webhookURL = `http://${host}:${port}/hook`;
      const statusCodeActions = [{ statusCodes: [404], action: 'webhook', webhookURL }];
      const responseHandling = { defaultAction: 'continue', statusCodeActions };
      await open(page, product, { responseHandlingSteps: [{ ...handling, responseHandling }] });
      await openCall(page, 'Bill');
    };
    const warning = page.getByText(/^Warning: localhost/);
    await openWith('192.168.1.7');
    await expect(warning).toHaveCount(1);
    await openWith('127.0.0.1');
    await expect(warning).toHaveCount(0);
  },
);

test('removing a call says what of the steps it breaks', { tag: '@html' }, async ({ page, product }) => {
  const id = await open(page, product, steps);
  await openCall(page, 'Ship');
  await page.getByRole('button', { name: 'Remove Ship' }).click();
  await expect(
    page.getByText(
      "The condition after 'Read' jumped to 'Ship', which was deleted: it now continues with the next call.",
    ),
  ).toBeVisible();
  await openCall(page, 'Bill');
  await page.getByRole('button', { name: 'Remove Bill' }).click();
  await expect(page.getByText("The response handling of 'Bill' was removed with it.")).toBeVisible();
  await expect(cardOf(page, 'Conditional Execution', 'after Read')).toBeVisible();
  const saved = await saveIntegration(page, id);
  expect(saved.apiCalls).toHaveLength(1);
  expect(saved.responseHandlingSteps).toEqual([]);
  expect(saved.conditionalExecutionSteps).toMatchObject([{ id: 'check', order: 1.5 }]);
  expect(saved.conditionalExecutionSteps[0].nextApiCallId).toBeUndefined();
});

test(
  'a deleted call comes back with its steps and secrets',
  { tag: '@script' },
  async ({ page, product }) => {
    const authConfig = { type: 'bearer', token: 'a token of Bill' };
    const apiCalls = calls.map((call) => Object.assign({}, call, call.name === 'Bill' && { authConfig }));
    const id = await open(page, product, { ...steps, apiCalls });
    const read = async () => (await page.request.get(`/api/integrations/${id}`)).json();
    const before = await read();
    await openCall(page, 'Bill');
    await page.getByRole('button', { name: 'Remove Bill' }).click();
    // One message says what was deleted, and what that broke.
    await expect(page.locator('[data-toast]')).toContainText([
      /^Deleted Bill.*The response handling of 'Bill' was removed with it\./,
    ]);
    const undo = page.getByRole('button', { name: 'Undo' });
    // A toast stays while it has the focus, however long axe takes.
    await undo.focus();
    await keepPictures(page, 'deleted-call-1280', { fullPage: false });
    await expectNoViolations(page, 'deleted call');
    await undo.click();
    await expect(page.getByRole('button', { name: 'Remove Bill' })).toBeVisible();
    await expect(undo).toHaveCount(0);
    // The focus is in the call that came back.
    await expect(page.locator('input:focus')).toHaveValue('Bill');
    // The outline is drawn after the card: until then, Bill comes to where Ship is pressed.
    const outline = page.getByRole('navigation', { name: 'Outline' });
    await expect(outline.getByRole('link', { name: /^3 \S+ Ship/ })).toBeVisible();
    await openCall(page, 'Ship');
    await page.getByRole('button', { name: 'Remove Ship' }).click();
    await expect(page.getByText('Deleted Ship')).toBeVisible();
    await page.keyboard.press('Control+z');
    await expect(page.getByRole('button', { name: 'Remove Ship' })).toBeVisible();
    await openCall(page, 'Read');
    await page.getByLabel('Call Name').first().fill('Read again');
    const saved = await saveIntegration(page, id);
    expect(saved.apiCalls).toEqual([
      { ...before.apiCalls[0], name: 'Read again' },
      ...before.apiCalls.slice(1),
    ]);
    expect(saved.responseHandlingSteps).toEqual(before.responseHandlingSteps);
    expect(saved.conditionalExecutionSteps).toEqual(before.conditionalExecutionSteps);
  },
);

test('a variable that a check reads is not removed unasked', { tag: '@html' }, async ({ page, product }) => {
  await open(page, product, steps);
  const mapping = page.locator('details', { has: page.locator('> summary :text-is("Response Mapping")') });
  await expect(mapping.first().getByLabel('Variable name')).toHaveValue('status');
  await openPart(page, 'Response Mapping');
  await page.getByRole('button', { name: 'Remove field status' }).click();
  await expect(page.getByText('the condition after Read')).toBeVisible();
  await page.getByRole('button', { name: 'Remove Anyway' }).click();
  await expect(page.getByLabel('Variable name')).toHaveCount(0);
});

test('panels explain the chain', { tag: '@html' }, async ({ page, product }) => {
  await open(page, product, { triggerConfig: { type: 'webhook', webhook: { variables: [] } } });
  for (const title of [
    'Chain Indicators Guide',
    'Understanding Conditional Execution',
    'Common Error Scenarios',
    'Default Behavior',
    'Available Webhook Variables',
  ]) {
    await page.getByRole('heading', { name: title }).click();
  }
  await expect(page.getByText('429 Too Many Requests')).toBeVisible();
  await expect(page.getByText('{{trigger.order.id}}')).toBeVisible();
});

test.describe('with script', () => {
  test.skip(({ javaScriptEnabled }) => !javaScriptEnabled, 'These are of use only where script runs.');

  test('what stands between the calls is opened from the outline, keeps its bounds, and follows a call that moves', async ({
    page,
    product,
  }) => {
    await open(page, product, steps);

    await test.step('the outline leads to the card of a check, and opens it', async () => {
      await openCall(page, 'Ship');
      const outline = page.getByRole('navigation', { name: 'Outline' });
      await outline.getByRole('link', { name: /^If status equals paid/ }).press('Enter');
      const card = cardOf(page, 'Conditional Execution', 'after Read');
      await expect(card.locator('summary').first()).toBeFocused();
      await expect(card.locator('summary').first()).toBeInViewport({ ratio: 1 });
      await expect(card.getByLabel('Field to check')).toBeVisible();
    });

    await test.step('status codes that are none give way to those before, and waits stay in bounds', async () => {
      await openCall(page, 'Bill');
      const card = cardOf(page, 'Response Handling', 'after Bill');
      await card.getByRole('heading', { name: 'Response Handling' }).click();
      const rule = card.getByRole('group', { name: 'Rule 2' });
      const codes = rule.getByLabel('Status codes');
      await codes.fill('500, abc');
      await codes.blur();
      await expect(codes).toHaveValue('5xx, network');
      await expect(rule.getByText('“abc” is not a status code, so the field was reset.')).toBeVisible();
      await codes.fill('500');
      await codes.blur();
      await expect(codes).toHaveValue('500');
      const delay = rule.getByLabel('Retry delay');
      await delay.fill('5');
      await delay.blur();
      await expect(delay).toHaveValue('100');
      await expect(rule.getByText('Waits 100 ms, 200 ms')).toBeVisible();
    });

    await test.step('a call that moves before what jumps to it is announced, and keeps the focus', async () => {
      const handle = page.getByRole('button', { name: 'Reorder Ship' });
      await handle.press('Home');
      await expect(
        page.getByText("The condition after 'Read' jumped to 'Ship', which now comes before it"),
      ).toBeVisible();
      await expect(page.locator('[name="apiCalls[0].name"]')).toHaveValue('Ship');
      await expect(handle).toBeFocused();
      await expect(marksOf(page).getByText('May jump to Ship')).toHaveCount(0);
    });
  });

  test('keys alone add and delete, the focus stays near, and what follows the last retry can be read on a tablet', async ({
    page,
    product,
  }) => {
    await open(page, product, {});
    await page.getByRole('button', { name: 'Add response handling after Read' }).press('Enter');
    const card = cardOf(page, 'Response Handling', 'after Read');
    await expect(card.locator('summary').first()).toBeFocused();
    await expect(card.getByLabel('Status codes')).toBeVisible();
    await page.getByRole('button', { name: 'Delete Response Handling after Read' }).press('Enter');
    await expect(page.getByRole('button', { name: 'Add response handling after Read' })).toBeFocused();

    // It is about the style sheet, which is the same without script.
    await test.step('what happens after the last retry can be read on a tablet', async () => {
      await page.setViewportSize({ width: 768, height: 1024 });
      const outline = page.getByRole('navigation', { name: 'Outline' });
      await outline.getByRole('link', { name: /Read/ }).first().click();
      await page
        .getByRole('button', { name: /^Retry three times/ })
        .filter({ visible: true })
        .click();
      const box = await page.getByLabel('When none is left').last().boundingBox();
      expect(box?.width).toBeGreaterThan(180);
    });
  });
});

test.describe('to the eye', () => {
  test.skip(({ javaScriptEnabled }) => !javaScriptEnabled, 'axe is script itself.');

  test('fits every window', async ({ page, product }) => {
    const { conditionalExecutionSteps, ...more } = steps;
    const any = {
      id: 'any',
      order: 0,
      match: 'any',
      otherwise: 'end',
      conditionalExecution: {
        conditions: [
          { field: 'trigger.ref', operator: 'equals', value: 'main' },
          { field: 'trigger.tag', operator: 'exists' },
        ],
      },
    };
    await open(page, product, { ...more, conditionalExecutionSteps: [any, ...conditionalExecutionSteps] });
    for (const name of names) {
      await openCall(page, name);
      for (const heading of await page.locator('[data-step]:visible h3').all()) await heading.click();
    }
    for (const heading of await page.locator('aside h3').all()) await heading.click();
    for (const width of [360, 768, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      // After a resize the first layout may still hold a scrollbar.
      await expect.poll(overflow, `${width} px wide`).toBeLessThanOrEqual(0);
      await keepPictures(page, `steps-${width}`);
      await expectNoViolations(page, `${width} px`);
    }
  });
});
