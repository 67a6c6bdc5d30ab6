// Where the focus is after rows of the editor came or went, by mouse and by keys.
import type { Locator, Page } from '@playwright/test';
import { holdRequests, type Product, test, waitForScript, expect } from './fixtures';
import { openCall, openFold, openPart, openTrigger, urlsOf } from './editor-parts';
import { createIntegration, prepareIntegrations } from './prepared';

test.skip(({ javaScriptEnabled }) => !javaScriptEnabled, 'Without script a press loads the page anew.');

const handling = {
  id: 'handling',
  order: 1.5,
  nextApiCallId: 'a',
  responseHandling: {
    defaultAction: 'continue',
    statusCodeActions: [{ statusCodes: [404], action: 'continue' }],
  },
};
const check = {
  id: 'check',
  order: 1.5,
  conditionalExecution: {
    enabled: true,
    executionTrigger: 'conditional',
    condition: { field: 'status', operator: 'equals', value: 'paid' },
  },
};

async function open(page: Page, product: Product, more: object): Promise<void> {
  await prepareIntegrations(page, product);
  const id = await createIntegration(page.request, product, { name: 'Focus', ...more });
  await page.goto(`/integration/${id}`);
}

const calls = [
  {
    id: 'a',
    name: 'One',
    method: 'POST',
    url: 'https://example.com/1',
    headers: { 'X-One': '1', 'X-Two': '2' },
    responseMapping: { extractFields: [{ jsonPath: '.status', saveAs: 'status' }] },
  },
  { id: 'b', name: 'Two', url: 'https://example.com/2' },
];

const presses: Record<string, (button: Locator) => Promise<void>> = {
  mouse: (button) => button.click(),
  key: (button) => button.press('Enter'),
};

for (const [way, press] of Object.entries(presses)) {
  test(`the first field of what a ${way} adds has the focus, and stands in the window`, async ({
    page,
    product,
  }) => {
    await open(page, product, {
      triggerConfig: { type: 'webhook', webhook: { variables: [] } },
    });
    const follow = async (name: string, field: () => Locator) => {
      await press(page.getByRole('button', { name, exact: true }).first());
      await expect(field()).toBeFocused();
      await expect(field()).toBeInViewport();
    };
    await follow('Add variable', () => page.getByLabel('Variable name').last());
    await page.keyboard.type('order_id');
    await openFold(page, 'Required Headers');
    await follow('Add header', () => page.getByLabel('Name', { exact: true }).last());
    await page.keyboard.type('X-Kind');
    await expect(page.getByLabel('Name', { exact: true }).last()).toHaveValue('X-Kind');
    await follow('Add First API Call', () => page.getByLabel('Call Name'));
    await page.keyboard.type('First');
    await follow('Add API Call', () => page.getByLabel('Call Name').nth(1));
    await page.keyboard.type('Second');
    await openCall(page, 'First');
    await follow('Insert a call after First', () => page.getByLabel('Call Name').nth(1));
    await page.keyboard.type('Between');
    await openCall(page, 'First');
    await follow('Duplicate First', () => page.getByLabel('Call Name').nth(1));
    await expect(page.getByLabel('Call Name').nth(1)).toHaveValue('First copy');
  });

  test(`the focus stays at what a ${way} adds to a call, and near what it removes and moves`, async ({
    page,
    product,
  }) => {
    await open(page, product, {
      apiCalls: [...calls, { id: 'c', name: 'Three', url: 'https://example.com/3' }],
      responseHandlingSteps: [handling],
      conditionalExecutionSteps: [check],
    });
    const chain = page.getByRole('region', { name: 'API Call Chain' });
    const button = (name: string) => page.getByRole('button', { name, exact: true });

    await test.step('what stood beside a header that is removed has it', async () => {
      const names = chain.getByLabel('Name', { exact: true });
      await press(chain.getByRole('button', { name: 'Remove header X-One' }));
      await expect(names.first()).toHaveValue('X-Two');
      await expect(names.first()).toBeFocused();
      await press(chain.getByRole('button', { name: 'Remove header X-Two' }));
      await expect(chain.getByRole('button', { name: 'Add header' }).first()).toBeFocused();
    });

    await test.step('the first field of a row that is added has it', async () => {
      await press(chain.getByRole('button', { name: 'Add header' }).first());
      await expect(chain.getByLabel('Name', { exact: true }).first()).toBeFocused();
      await openFold(page, 'Response Mapping');
      await press(chain.getByRole('button', { name: 'Add field' }).first());
      await expect(chain.getByLabel('JSON path').nth(1)).toBeFocused();
      const rules = page.getByRole('region', { name: 'Response Handling after One' });
      await rules.getByRole('heading', { name: 'Response Handling' }).click();
      await press(rules.getByRole('button', { name: 'Add rule' }));
      await expect(rules.getByLabel('Status codes').nth(1)).toBeFocused();
      const conditions = page.getByRole('region', { name: 'Conditional Execution after One' });
      await conditions.getByRole('heading', { name: 'Conditional Execution' }).click();
      await press(conditions.getByRole('button', { name: 'Add condition' }));
      await expect(conditions.getByLabel('Field to check').nth(1)).toBeFocused();
    });

    await test.step('the buttons of a call that is moved to an end of the chain have it', async () => {
      await openCall(page, 'Two');
      await press(button('Move Two up'));
      await expect(button('Move Two up')).toBeDisabled();
      await expect(button('Move Two down')).toBeFocused();
      await press(button('Move Two down'));
      await expect(button('Move Two up')).toBeEnabled();
      await expect(button('Move Two down')).toBeFocused();
      await press(button('Move Two down'));
      await expect(button('Move Two down')).toBeDisabled();
      await expect(button('Move Two up')).toBeFocused();
    });

    await test.step('what stood beside a call that is removed has it', async () => {
      await openCall(page, 'One');
      await press(button('Remove One'));
      const question = page.getByRole('dialog', { name: 'Variable In Use' });
      await press(question.getByRole('button', { name: 'Remove Anyway' }));
      const name = page.locator('[name="apiCalls[0].name"]');
      await expect(urlsOf(page)).toHaveCount(2);
      await expect(name).toHaveValue('Three');
      await expect(name).toBeFocused();
      await press(button('Remove Three'));
      await expect(urlsOf(page)).toHaveCount(1);
      await expect(name).toBeFocused();
      await press(button('Remove Two'));
      await expect(button('Add First API Call')).toBeFocused();
    });
  });
}

test('a name becomes snake_case as one leaves it, unless it is stored, and an empty one is reported once', async ({
  page,
  product,
}) => {
  const variables = [{ name: 'orderNumber', jsonPath: '.number' }];
  await open(page, product, {
    triggerConfig: { type: 'webhook', webhook: { variables } },
    apiCalls: [{ ...calls[0], url: 'https://example.com/{{orderNumber}}' }],
  });
  await openTrigger(page);
  const rows = page.getByRole('group', { name: 'Webhook Variables' });
  await rows.getByRole('button', { name: 'Add variable' }).click();
  await rows.getByLabel('Variable name').nth(1).fill('Order Id');
  await rows.getByLabel('JSON path').nth(1).fill('.id');
  await expect(rows.getByLabel('Variable name').nth(1)).toHaveValue('order_id');
  await rows.getByLabel('Variable name').first().focus();
  await rows.getByLabel('Description').first().focus();
  await expect(rows.getByLabel('Variable name').first()).toHaveValue('orderNumber');
  await openCall(page, 'One');
  await expect(page.getByText('{{order_id}}').first()).toBeVisible();
  await expect(page.getByText('{{Order Id}}')).toHaveCount(0);
  await page.getByRole('button', { name: 'Save Configuration' }).click();
  await expect(page.getByText('Configuration saved')).toBeVisible();

  await test.step('an empty name is reported at the field and above', async () => {
    await openTrigger(page);
    await page.getByRole('button', { name: 'Add variable' }).click();
    await page.getByRole('button', { name: 'Save Configuration' }).click();
    await expect(
      page.getByText('Validation failed: Variable name is required', { exact: true }),
    ).toBeVisible();
    await expect(rows.getByLabel('Variable name').nth(2)).toHaveAccessibleDescription(
      'Variable name is required',
    );
  });
});

test('status codes with nothing between two commas give way to those before', async ({ page, product }) => {
  await open(page, product, { apiCalls: calls, responseHandlingSteps: [handling] });
  await page
    .getByRole('region', { name: 'Response Handling after One' })
    .getByRole('heading', { name: 'Response Handling' })
    .click();
  // The rules' own script comes behind the editor's; a field that is left before it says what is wrong, and stays.
  await waitForScript(page, true);
  const codes = page.getByLabel('Status codes');
  await codes.fill('500,,502');
  await codes.blur();
  await expect(codes).toHaveValue('404');
  await expect(page.getByText('“500,,502” is not a status code, so the field was reset.')).toBeVisible();
});

test('what is typed into a new row before the focus has followed is not typed over', async ({
  page,
  product,
}) => {
  // A page that is drawn late: the row is there before its picture.
  await page.addInitScript(() => {
    const draw = window.requestAnimationFrame.bind(window);
    window.requestAnimationFrame = (run) => window.setTimeout(() => draw(run), 300);
  });
  await open(page, product, { apiCalls: calls });
  const card = page.locator('[data-call-card]').first();
  await openFold(page, 'Response Mapping');
  await card.getByRole('button', { name: 'Add field' }).press('Enter');
  const field = card.getByLabel('JSON path').nth(1);
  await field.focus();
  await page.keyboard.type('.data');
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  await page.keyboard.type('.id');
  await expect(field).toHaveValue('.data.id');
});

test('a field keeps the focus that is chosen before the picture of a call that was opened, or of a step that was added or deleted', async ({
  page,
  product,
}) => {
  await open(page, product, { apiCalls: calls });
  const opened = await holdPictures(page);
  await openCall(page, 'Two');
  const url = page.getByRole('textbox', { name: 'URL' });
  await url.focus();
  await opened();
  await page.keyboard.type('/quick');
  await expect(url).toHaveValue(/quick/);

  await openCall(page, 'One');
  await page.getByRole('button', { name: /^After/ }).click();
  const name = page.getByLabel('Call Name').first();
  const goOn = async (button: Locator, typed: string) => {
    const draw = await holdPictures(page);
    await button.press('Enter');
    await name.focus();
    await draw();
    await page.keyboard.type(typed);
    await expect(name).toHaveValue(new RegExp(typed));
  };
  await goOn(page.getByRole('button', { name: 'Add response handling after One' }), ' and only');
  const step = page.getByRole('region', { name: /^Response Handling after/ });
  await goOn(step.getByRole('button', { name: /^Delete Response Handling/ }), ' once more');
  await expect(step).toHaveCount(0);
});

/** Holds up what waits for the next picture, until the returned function is called. */
async function holdPictures(page: Page): Promise<() => Promise<unknown>> {
  await page.evaluate(() => {
    const draw = window.requestAnimationFrame.bind(window);
    const isQuick = new Promise((resolve) => window.addEventListener('quick', resolve, { once: true }));
    window.requestAnimationFrame = (run) => {
      void isQuick.then(() => draw(run));
      return 0;
    };
  });
  return () =>
    page.evaluate(() => {
      window.dispatchEvent(new Event('quick'));
      return new Promise((resolve) => requestAnimationFrame(resolve));
    });
}

test('the focus that a person has moved stays, though the script that moves it comes late', async ({
  page,
  product,
}) => {
  const release = await holdRequests(page, /\/follow-focus-/);
  await open(page, product, { triggerConfig: { type: 'webhook', webhook: { variables: [] } } });
  await page.getByRole('button', { name: 'Add variable' }).click();
  const listen = page.getByRole('button', { name: 'Listen for a sample' });
  await listen.focus();
  const followed = await notePicture(page, '/follow-focus-');
  release();
  await followed();
  await expect(listen).toBeFocused();
});

/** Returns a function that waits until a script, named by a part of its address, has done what it does with a picture. */
async function notePicture(page: Page, script: string): Promise<() => Promise<unknown>> {
  await page.evaluate((address) => {
    const draw = window.requestAnimationFrame.bind(window);
    const isDone = new Promise<void>((resolve) => {
      window.requestAnimationFrame = (run) => {
        const isOfScript = new Error('Who asks').stack?.includes(address);
        return draw((at) => {
          run(at);
          if (isOfScript) resolve();
        });
      };
    });
    Reflect.set(window, 'isDone', isDone);
  }, script);
  return () => page.evaluate(() => Reflect.get(window, 'isDone') as Promise<void>);
}

test('a call that is higher than the window is shown from its beginning', async ({ page, product }) => {
  const ids = ['a', 'b'];
  await open(page, product, {
    apiCalls: ids.map((id) => ({
      id,
      name: `Call ${id}`,
      url: 'https://example.com/',
      responseMapping: {
        extractFields: Array.from({ length: 20 }, (_, index) => ({
          jsonPath: `.f${index}`,
          saveAs: `${id}_${index}`,
        })),
      },
    })),
  });
  const summary = (name: string) =>
    page.locator('[data-call-card] summary', { has: page.getByRole('heading', { name }) });
  for (const name of ['Call a', 'Call b', 'Call a']) {
    await openCall(page, name);
    await expect(summary(name)).toBeFocused();
    await expect(summary(name)).toBeInViewport();
    // As far down in it as a user is who edits its last row.
    await openPart(page, 'Response Mapping');
    await page.getByRole('button', { name: 'Add field' }).filter({ visible: true }).scrollIntoViewIfNeeded();
    await expect(summary(name)).not.toBeInViewport();
  }
});
