// The call cards: each thing that can be done with one, with script and without, with pointer and keys.
import type { Page } from '@playwright/test';
import { drawLate, type Product, test, expect } from './fixtures';
import { findViolations } from './axe';
import { openCall, openNewIntegration, openPart } from './editor-parts';
import { createIntegration, prepareIntegrations } from './prepared';

/** An integration of saved calls, open in the editor. */
async function openWithCalls(
  page: Page,
  product: Product,
  calls: { name: string; [more: string]: unknown }[],
): Promise<void> {
  await prepareIntegrations(page, product);
  const apiCalls = calls.map((call, index) => ({
    id: call.name,
    order: index + 1,
    method: 'GET',
    url: 'https://example.com/',
    ...call,
  }));
  const id = await createIntegration(page.request, product, { name: 'Saved calls', apiCalls });
  await page.goto(`/integration/${id}`);
}

const three = [{ name: 'One' }, { name: 'Two' }, { name: 'Three' }];

/** A call at the end of the chain. */
async function addCall(page: Page, name: string, url: string): Promise<void> {
  const count = await page.getByLabel('Call Name').count();
  await page.getByRole('button', { name: /^Add (First )?API Call$/ }).click();
  await expect(page.getByLabel('Call Name')).toHaveCount(count + 1);
  await page.getByLabel('Call Name').nth(count).fill(name);
  await page.getByLabel('URL', { exact: true }).nth(count).fill(url);
}

function callNames(page: Page): Promise<string[]> {
  // Only an opened call has a field that people see.
  return page
    .locator('input')
    .evaluateAll((inputs) =>
      (inputs as HTMLInputElement[]).flatMap(({ name, value }) =>
        /^apiCalls\[\d+\]\.name$/.test(name) ? value : [],
      ),
    );
}

async function addMapping(page: Page, path: string, name: string): Promise<void> {
  const part = await openPart(page, 'Response Mapping');
  await part.getByRole('button', { name: 'Add field' }).click();
  await expect(part.getByLabel('JSON path')).toHaveCount(1);
  await part.getByLabel('JSON path').fill(path);
  await part.getByLabel('Variable name').fill(name);
}

test('a call is copied with variables of its own, and one in use is not removed unasked', async ({
  page,
  product,
}) => {
  const responseMapping = { extractFields: [{ jsonPath: '.id', saveAs: 'item_id' }] };
  await openWithCalls(page, product, [
    { name: 'Fetch', url: 'https://example.com/a', responseMapping },
    { name: 'Use', url: 'https://example.com/{{item_id}}' },
  ]);
  const variables = page.getByLabel('Variable name');
  await openCall(page, 'Fetch');
  await page.getByRole('button', { name: 'Duplicate Fetch' }).click();
  await expect.poll(() => callNames(page)).toEqual(['Fetch', 'Fetch copy', 'Use']);
  await expect(variables.nth(1)).toHaveValue('item_id_2');
  await expect(page.getByLabel('URL', { exact: true }).nth(1)).toHaveValue('https://example.com/a');
  await page.getByRole('button', { name: 'Save Configuration' }).click();
  await expect(page.getByText('Configuration saved')).toBeVisible();

  const outline = page.getByRole('navigation', { name: 'Outline' });
  await outline.getByRole('link', { name: '1 GET Fetch' }).click();
  await openPart(page, 'Response Mapping');
  await page.getByRole('button', { name: 'Remove field item_id', exact: true }).click();
  await expect(page.getByText('Variable In Use')).toBeVisible();
  await page.getByRole('button', { name: 'Remove Anyway' }).click();
  await expect(variables).toHaveCount(1);
  await expect(variables).toHaveValue('item_id_2');
  await expect(page.getByText('Variable In Use')).toHaveCount(0);
});

test('a body is laid out, and one that is no JSON is left alone; headers are named, complete and different', async ({
  page,
  product,
  javaScriptEnabled,
}) => {
  await openWithCalls(page, product, [{ name: 'Send' }]);
  await expect(page.getByText('Request Body')).toBeHidden();
  await page.getByLabel('Method', { exact: true }).selectOption('POST');
  // Nothing has to be opened first.
  const body = page.getByLabel('Body', { exact: true });
  await expect(body).toBeVisible();
  const bodyPart = await openPart(page, 'Request Body');
  await body.fill('{"n":1.0,"all":{{trigger}}}');
  await bodyPart.getByRole('button', { name: 'Beautify JSON' }).click();
  await expect(page.getByText('JSON Beautified').first()).toBeVisible();
  await expect(body).toHaveValue('{\n  "n": 1.0,\n  "all": {{trigger}}\n}');
  await body.fill('{"n":');
  await bodyPart.getByRole('button', { name: 'Beautify JSON' }).click();
  await expect(page.getByText('Invalid JSON Format').first()).toBeVisible();
  await expect(page.getByText('Please check your JSON syntax and try again.').first()).toBeVisible();
  await expect(body).toHaveValue('{"n":');

  const part = await openPart(page, 'Headers');
  await part.getByRole('button', { name: 'Add header' }).click();
  await expect(part.getByLabel('Name')).toHaveValue('Header-1');
  await part.getByRole('button', { name: 'Add header' }).click();
  await expect(
    part.getByText('Please fill in both header name and value before adding another header'),
  ).toBeVisible();
  await expect(part.getByLabel('Name')).toHaveCount(1);
  await part.getByLabel('Value').fill('one');
  await part.getByRole('button', { name: 'Add header' }).click();
  await expect(part.getByLabel('Name').nth(1)).toHaveValue('Header-2');
  if (!javaScriptEnabled) return;
  await part.getByLabel('Name').nth(1).fill('Header-3');
  await part.getByLabel('Value').nth(1).fill('two');
  await part.getByRole('button', { name: 'Add header' }).click();
  await expect(part.getByLabel('Name').nth(2)).toHaveValue('Header-2');
});

test('a GET has a body where one is asked for', { tag: '@html' }, async ({ page, product }) => {
  await openWithCalls(page, product, [{ name: 'Search' }]);
  const asked = page.getByLabel('Send a body');
  for (const method of ['HEAD', 'OPTIONS', 'GET']) {
    await page.getByLabel('Method', { exact: true }).selectOption(method);
    await expect(page.getByText('Request Body')).toBeHidden();
  }
  await asked.check();
  const part = await openPart(page, 'Request Body');
  await part.getByLabel('Body', { exact: true }).fill('{"query":1}');
  await page.getByLabel('Method', { exact: true }).selectOption('DELETE');
  await expect(asked).toBeHidden();
  await expect(page.getByText('Request Body')).toBeVisible();
  await page.getByLabel('Method', { exact: true }).selectOption('GET');
  await page.getByRole('button', { name: 'Save Configuration' }).click();
  await expect(page.getByText('Configuration saved')).toBeVisible();
  await page.reload();
  await expect(asked).toBeChecked();
  await expect(page.getByLabel('Body', { exact: true })).toHaveValue('{"query":1}');
});

test('a call has a user name and a password of its own', { tag: '@html' }, async ({ page, product }) => {
  await openWithCalls(page, product, [{ name: 'Read' }]);
  const part = await openPart(page, 'Authentication');
  await expect(part.getByLabel('Password')).toBeHidden();
  await part.getByLabel('Type').selectOption('basic');
  await expect(part.getByLabel('Token')).toBeHidden();
  await part.getByLabel('Username').fill('ada:1');
  await part.getByLabel('Password').fill('open-sesame-1234');
  await page.getByRole('button', { name: 'Save Configuration' }).click();
  await expect(part.getByText('A username must not contain a colon')).toBeVisible();
  await part.getByLabel('Username').fill('ada/{{trigger.id}}');
  await page.getByRole('button', { name: 'Save Configuration' }).click();
  await expect(page.getByText('Configuration saved')).toBeVisible();
  await page.reload();
  await expect(part.getByLabel('Username')).toHaveValue('ada/{{trigger.id}}');
  await expect(part.getByLabel('Password')).toHaveValue('••••1234');
});

test('a call is tested as typed, asks for its variables and offers its fields', async ({
  page,
  product,
  javaScriptEnabled,
}) => {
  await openNewIntegration(page, product, 'Tests');
  await addCall(page, 'Fetch', `${product.sampleApiUrl}/{{place}}`);
  const chainStatus = page.locator('main output.sr-only');
  if (javaScriptEnabled) await expect(chainStatus).toHaveText('');
  await page.getByRole('button', { name: /^Test API Call/ }).click();
  await expect(page.getByText('Missing Variables: Please provide values for: place')).toBeVisible();
  await page.getByRole('textbox', { name: 'place' }).fill('nowhere');
  await page.getByRole('button', { name: 'Test with these values' }).click();
  const result = page.getByRole('region', { name: /^Test result of/ });
  await expect(result.getByText('404', { exact: true })).toBeVisible();
  // In a place that was there before it, or screen readers would not hear it.
  if (javaScriptEnabled) await expect(chainStatus).toHaveText(/^Test result: HTTP 404: Not Found, \d+ ms$/);
  await result.getByRole('button', { name: /^Map / }).first().click();
  await openPart(page, 'Response Mapping');
  await expect(page.getByLabel('Variable name')).toHaveCount(1);
  if (javaScriptEnabled) expect(await findViolations(page)).toEqual([]);
});

test('a collapsed call says what it is, and a wrong one opens', async ({
  page,
  product,
  javaScriptEnabled,
}) => {
  await openNewIntegration(page, product, 'Collapsed');
  await addCall(page, 'Fetch', 'ftp://example.com/a');
  if (javaScriptEnabled) {
    await page.getByRole('textbox', { name: 'URL' }).blur();
    await expect(page.locator('[data-call-card]').getByText('Needs attention')).toBeVisible();
  }
  const heading = page.locator('[data-call-card] summary').first();
  await heading.click();
  await expect(page.getByLabel('Call Name')).toBeHidden();
  if (javaScriptEnabled) await expect(page.locator('summary').getByText('ftp://example.com/a')).toBeVisible();
  await page.getByRole('button', { name: 'Save Configuration' }).click();
  await expect(page.locator('[data-call-card]').getByText('Needs attention')).toBeVisible();
  await expect(page.getByLabel('Call Name')).toBeVisible();
});

test.describe('with script', () => {
  test.skip(({ javaScriptEnabled }) => !javaScriptEnabled, 'These are of use only where script runs.');

  test('a handle moves a call by keys and by pointer, and says so, also when the chain changed meanwhile', async ({
    page,
    product,
  }) => {
    await openWithCalls(page, product, three);
    const handle = page.getByRole('button', { name: 'Reorder One' });
    await handle.focus();
    await handle.press('ArrowDown');
    await expect.poll(() => callNames(page)).toEqual(['Two', 'One', 'Three']);
    await expect(page.getByText('One moved to position 2 of 3')).toBeAttached();
    await expect(handle).toBeFocused();
    await handle.scrollIntoViewIfNeeded();
    const from = await handle.boundingBox();
    const to = await page.getByRole('button', { name: 'Reorder Three' }).boundingBox();
    if (!from || !to) throw new Error('no handles');
    await page.mouse.move(from.x + 5, from.y + 5);
    await page.mouse.down();
    await page.mouse.move(to.x + 5, to.y + 60, { steps: 5 });
    await page.mouse.up();
    await expect.poll(() => callNames(page)).toEqual(['Two', 'Three', 'One']);

    await test.step('it drops the call that it dragged, also when the chain changed meanwhile', async () => {
      const first = page.getByRole('button', { name: 'Reorder Two' });
      await first.scrollIntoViewIfNeeded();
      const start = await first.boundingBox();
      const end = await page.getByRole('button', { name: 'Reorder One' }).boundingBox();
      if (!start || !end) throw new Error('no handles');
      await page.mouse.move(start.x + 5, start.y + 5);
      await page.mouse.down();
      await first.press('ArrowDown');
      await expect.poll(() => callNames(page)).toEqual(['Three', 'Two', 'One']);
      await page.mouse.move(end.x + 5, end.y + 60, { steps: 5 });
      await expect(page.getByText('Two moves to position 3')).toBeVisible();
      await page.mouse.up();
      await expect.poll(() => callNames(page)).toEqual(['Three', 'One', 'Two']);
    });
  });

  test('a call is dropped where the pointer is, however late the page is drawn', async ({
    page,
    product,
  }) => {
    await drawLate(page);
    await openWithCalls(page, product, three);
    const from = await page.getByRole('button', { name: 'Reorder Three' }).boundingBox();
    const to = await page.getByRole('button', { name: 'Reorder One' }).boundingBox();
    if (!from || !to) throw new Error('no handles');
    await page.mouse.move(from.x + 5, from.y + 5);
    await page.mouse.down();
    await page.mouse.move(to.x + 5, to.y - 20);
    await page.mouse.up();
    await expect.poll(() => callNames(page)).toEqual(['Three', 'One', 'Two']);
  });

  test('braces offer the variables in scope, and unknown ones are named', async ({ page, product }) => {
    await openWithCalls(page, product, [{ name: 'Fetch' }]);
    await addMapping(page, '$.items.0.id', 'Item ID');
    await page.getByLabel('Call Name').focus();
    await expect(page.getByLabel('Variable name')).toHaveValue('item_id');
    await expect(page.getByLabel('JSON path')).toHaveValue('.items[0].id');
    await addCall(page, 'Use', 'https://example.com/{{my-var}}');
    const url = page.getByLabel('URL', { exact: true }).nth(1);
    await expect(url).toHaveAccessibleDescription(/Not known here: \{\{my-var\}\}/);
    await url.fill('https://example.com/');
    await url.press('End');
    await url.pressSequentially('{{');
    await expect(page.getByRole('listbox').getByRole('option')).toHaveText([
      'item_id',
      'trigger',
      'run.id',
      'run.startedAt',
      'run.attemptId',
    ]);
    await expect(page.getByRole('listbox').getByRole('option', { name: 'item_id' })).toHaveAttribute(
      'aria-selected',
      'true',
    );
    await url.press('Tab');
    await expect(url).toHaveValue('https://example.com/{{item_id}}');
    await expect(url).toBeFocused();
    await url.press('Control+z');
    await expect(url).toHaveValue('https://example.com/{{');
    await expect(page.getByRole('listbox')).toBeVisible();
    await url.press('Control+Shift+z');
    await expect(url).toHaveValue('https://example.com/{{item_id}}');
    await url.pressSequentially('{{tri');
    await expect(page.getByRole('listbox').getByRole('option')).toHaveText(['trigger']);
    expect(await findViolations(page)).toEqual([]);
    await url.press('Escape');
    await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(0);
  });

  test('a header without a name is dropped, filters are offered, and the list of variables has room', async ({
    page,
    product,
  }) => {
    await openWithCalls(page, product, [{ name: 'Fetch' }]);
    const url = page.getByRole('textbox', { name: 'URL' });

    await test.step('a header without a name is dropped when one leaves it', async () => {
      const part = await openPart(page, 'Headers');
      await part.getByRole('button', { name: 'Add header' }).click();
      await part.getByLabel('Name').fill('');
      await page.getByLabel('Call Name').focus();
      await expect(part.getByLabel('Name')).toHaveCount(0);
    });

    await test.step('it is dropped after the press that leaves it, which opens another part of the call', async () => {
      const part = await openPart(page, 'Headers');
      await part.getByRole('button', { name: 'Add header' }).click();
      await part.getByLabel('Name').fill('');
      const after = page
        .getByRole('toolbar', { name: 'Parts of Fetch' })
        .getByRole('button', { name: /^After/ });
      await after.click();
      await expect(after).toHaveAttribute('aria-pressed', 'true');
      await expect(page.locator('[name^="apiCalls[0].headers"]')).toHaveCount(0);
    });

    await test.step('filters are offered behind a bar, and one that is not there is named', async () => {
      await url.press('End');
      await url.pressSequentially('{{trigger.name | upc');
      await expect(page.getByRole('listbox').getByRole('option')).toHaveText(['upcase']);
      await url.press('Tab');
      await url.pressSequentially('}}');
      await expect(url).toHaveValue('https://example.com/{{trigger.name | upcase}}');
      await expect(page.getByText('Not known here:')).toHaveCount(0);
      await url.fill('https://example.com/{{trigger.name | upper}}');
      await expect(url).toHaveAccessibleDescription(
        /\{\{trigger\.name \| upper\}\} would not work: there is no filter upper\./,
      );
      await expect(page.getByText('Not known here:')).toHaveCount(0);
    });

    await test.step('so is one inside the argument of another, with the one that it was meant to be', async () => {
      await url.fill("https://example.com/{{trigger | map: 'name | upcse'}}/{{trigger");
      await page.getByText(/^\d warnings$/).click();
      const warnings = page.getByRole('list', { name: 'Warnings' });
      await expect(warnings).toContainText(
        "Fetch: {{trigger | map: 'name | upcse'}} would not work: map has a field that cannot be read: there is no filter upcse",
      );
      await expect(warnings).toContainText(
        'Fetch: {{trigger in the URL has no }} behind it, so it would be sent as text.',
      );
      await page.keyboard.press('Escape');
      await expect(warnings).toBeHidden();
      await url.fill("https://example.com/{{trigger | map: 'name | upcse'}}");
      await expect(url).toHaveAccessibleDescription(
        /would not work: map has a field that cannot be read: there is no filter upcse\./,
      );
      await page.getByRole('button', { name: "Use {{trigger | map: 'name | upcase'}}" }).click();
      await expect(url).toHaveValue("https://example.com/{{trigger | map: 'name | upcase'}}");
      await expect(url).not.toHaveAccessibleDescription(/would not work/);
    });

    await test.step('the list stands above a field at the lower edge of the window', async () => {
      await url.fill('https://example.com/');
      const height = await url.evaluate((field) => Math.ceil(field.getBoundingClientRect().bottom + 8));
      await page.setViewportSize({ width: 1280, height });
      // As where the page ends: else the field is brought above the bar, where the list has room below it.
      await page.evaluate(() => document.documentElement.style.setProperty('scroll-padding', '0'));
      await url.press('End');
      await url.pressSequentially('{{');
      const list = page.getByRole('listbox');
      await expect(list).toBeInViewport({ ratio: 1 });
      const [below, above] = await Promise.all([url.boundingBox(), list.boundingBox()]);
      expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0);
    });
  });
});

test('a private address is warned of at the URL as it is typed, and none that the server opens @script', async ({
  page,
  product,
}) => {
  await prepareIntegrations(page, product);
  const id = await createIntegration(page.request, product, {
    name: 'Inside',
    apiCalls: [{ id: 'a', name: 'Read', order: 1, method: 'GET', url: 'http://127.0.0.1:9/stock' }],
  });
  await page.goto(`/integration/${id}`);
  const url = page.getByRole('textbox', { name: 'URL', exact: true });
  const note = page.getByText(
    'This server calls local and private addresses only when it is set up to do so.',
  );
  await url.fill('http://192.168.7.7/{{trigger.id}}');
  await expect(note).toBeVisible();
  await url.fill('http://127.0.0.1:9/other');
  await expect(note).toHaveCount(0);
  await url.fill('http://localhost:9/stock');
  await expect(note).toBeVisible();
  await url.fill('https://api.example.com/stock');
  await expect(note).toHaveCount(0);
});
