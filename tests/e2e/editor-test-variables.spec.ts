// The dialog that asks for the variables of a call that is tested.
import type { Page } from '@playwright/test';
import { expectNoViolations, findViolations, keepPictures } from './axe';
import { holdRequests, type Product, test, expect } from './fixtures';
import { createIntegration, prepareIntegrations } from './prepared';
import { waitForDeployStep } from './editor-parts';

/** A call that uses variables in each of its parts, open in the editor. */
async function openCall(page: Page, product: Product): Promise<string> {
  await prepareIntegrations(page, product);
  const call = {
    id: 'use',
    name: 'Use',
    method: 'POST',
    url: `${product.sampleApiUrl}/{{alpha}}?also={{beta}}`,
    headers: { 'X-Place': '{{gamma}}' },
    body: '{"text": "{{delta}} {{alpha}}"}',
  };
  const variables = [{ name: 'beta', jsonPath: '.beta' }];
  const triggerConfig = { type: 'webhook', webhook: { secret: '', headers: {}, variables } };
  const id = await createIntegration(page.request, product, {
    name: 'Variables',
    triggerConfig,
    apiCalls: [call],
  });
  await page.goto(`/integration/${id}`);
  return id;
}

/** Ends an execution that knew a value of `beta`. */
async function runOnce(page: Page, product: Product, id: string, beta: unknown = 7): Promise<void> {
  const headers = { Origin: product.url };
  const run = await page.request.post(`/api/integrations/${id}/run`, {
    headers,
    data: { triggerData: { beta } },
  });
  expect(run.ok(), await run.text()).toBe(true);
  await expect
    .poll(async () => {
      const logs = await page.request.get(`/api/integrations/${id}/execution-logs`);
      return (await logs.json()).map((log: { status: string }) => log.status);
    })
    .toEqual(['error']);
}

function dialogOf(page: Page) {
  return page.getByRole('dialog', { name: 'Test Variables' });
}

function shownNames(page: Page): Promise<(string | null)[]> {
  return dialogOf(page)
    .getByRole('textbox')
    .evaluateAll((inputs) =>
      inputs.map((input) => (input as HTMLInputElement).labels?.[0]?.textContent ?? ''),
    );
}

const order = ['alpha*', 'beta*', 'gamma*', 'delta*'];

test(
  'every variable of a call is asked for in its order, and what was seen last counts at once',
  { tag: '@html' },
  async ({ page, product }) => {
    const id = await openCall(page, product);
    await page.request.patch(`/api/integrations/${id}`, {
      data: { isActive: true },
      headers: { Origin: product.url },
    });
    await runOnce(page, product, id);
    await page.reload();
    await page.getByRole('button', { name: 'Test API Call: Use' }).click();
    const dialog = dialogOf(page);
    await expect(
      dialog.getByText('Missing Variables: Please provide values for: alpha, gamma, delta', { exact: true }),
    ).toBeVisible();
    expect(await shownNames(page)).toEqual(order);
    await expect(dialog.getByRole('textbox', { name: 'beta' })).toHaveValue('7');

    await dialog.getByRole('textbox', { name: 'alpha' }).fill('issues');
    await dialog.getByRole('textbox', { name: 'delta' }).fill('Hello');
    await dialog.getByRole('button', { name: 'Test with these values' }).click();
    await expect(
      dialog.getByText('Missing Variables: Please provide values for: gamma', { exact: true }),
    ).toBeVisible();
    expect(await shownNames(page)).toEqual(order);
    await expect(dialog.getByRole('textbox', { name: 'alpha' })).toHaveValue('issues');

    await dialog.getByRole('textbox', { name: 'gamma' }).fill('here');
    await dialog.getByRole('button', { name: 'Test with these values' }).click();
    await expect(page.getByRole('region', { name: 'Test result of Use' })).toBeVisible();
    await expect(dialog).toHaveCount(0);
  },
);

test('a value of several lines keeps its line breaks', { tag: '@html' }, async ({ page, product }) => {
  const id = await openCall(page, product);
  const lines = 'Fix the build\nand its test';
  await runOnce(page, product, id, lines);
  await page.reload();
  await page.getByRole('button', { name: 'Test API Call: Use' }).click();
  const dialog = dialogOf(page);
  const beta = dialog.getByRole('textbox', { name: 'beta' });
  await expect(beta).toHaveValue(lines);
  await beta.fill(`${lines}, too`);
  await dialog.getByRole('button', { name: 'Test with these values' }).click();
  // The value is back from the server, which asks for the others.
  await expect(dialog.getByText('values for: alpha, gamma, delta')).toBeVisible();
  await expect(beta).toHaveValue(`${lines}, too`);
});

test.describe('with script', () => {
  test.skip(({ javaScriptEnabled }) => !javaScriptEnabled, 'These are of use only where script runs.');

  test('it is a modal dialog that keys alone fill in, and no change to the configuration', async ({
    page,
    product,
  }) => {
    await openCall(page, product);
    const button = page.getByRole('button', { name: 'Test API Call: Use' });
    await button.press('Enter');
    const dialog = dialogOf(page);
    await expect(dialog.getByRole('textbox', { name: 'alpha' })).toBeFocused();
    expect(await dialog.evaluate((element) => element.matches(':modal'))).toBe(true);
    expect(await findViolations(page)).toEqual([]);
    await page.keyboard.type('issues');
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('textbox', { name: 'beta' })).toBeFocused();
    await expect(page.getByText('Unsaved changes', { exact: true })).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(button).toBeFocused();

    // What is read again after a test holds no press up, however long it takes.
    const release = await holdRequests(page, /\.data\?_routes=root$/);
    await button.press('Enter');
    await expect(dialog.getByRole('textbox', { name: 'alpha' })).toHaveValue('issues');
    for (const [index, name] of ['beta', 'gamma', 'delta'].entries()) {
      await expect(dialog.getByRole('textbox', { name })).toBeFocused();
      await page.keyboard.type(`value ${index}`);
      await page.keyboard.press(name === 'delta' ? 'Enter' : 'Tab');
    }
    await expect(page.getByRole('region', { name: 'Test result of Use' })).toBeVisible();
    await expect(dialog).toHaveCount(0);
    await expect(button).toBeFocused();
    await expect(page.getByText('Unsaved changes', { exact: true })).toHaveCount(0);
    release();
    await page.getByRole('link', { name: /Test & Deploy$/ }).click();
    await waitForDeployStep(page);
  });

  test('what was typed is there at the next visit, for this integration alone', async ({ page, product }) => {
    await openCall(page, product);
    const dialog = dialogOf(page);
    const fill = async () => {
      for (const name of ['alpha', 'beta', 'gamma', 'delta']) {
        await dialog.getByRole('textbox', { name }).fill(name === 'alpha' ? 'issues' : `a ${name}`);
      }
    };
    await page.getByRole('button', { name: 'Test API Call: Use' }).click();
    await fill();
    await dialog.getByRole('button', { name: 'Test with these values' }).click();
    await expect(page.getByRole('region', { name: 'Test result of Use' })).toBeVisible();
    await page.reload();
    await page.getByRole('button', { name: 'Test API Call: Use' }).click();
    await expect(dialog.getByRole('textbox', { name: 'alpha' })).toHaveValue('issues');
    await expect(dialog.getByRole('textbox', { name: 'delta' })).toHaveValue('a delta');
    // All of it is filled in, and one press is enough.
    await expect(dialog.getByText(/^Missing Variables/)).toHaveCount(0);
    await expect(page.getByText('Unsaved changes', { exact: true })).toHaveCount(0);
    await openCall(page, product);
    await page.getByRole('button', { name: 'Test API Call: Use' }).click();
    await expect(dialog.getByRole('textbox', { name: 'alpha' })).toHaveValue('');
  });

  test('what was typed is forgotten when asked; the dialog fits every window, and Cancel leaves the form as it was', async ({
    page,
    product,
  }) => {
    await openCall(page, product);
    const dialog = dialogOf(page);
    const button = page.getByRole('button', { name: 'Test API Call: Use' });
    const alpha = dialog.getByRole('textbox', { name: 'alpha' });

    await test.step('what was typed is forgotten when asked', async () => {
      const forget = dialog.getByRole('button', { name: 'Forget kept values' });
      const keepsAny = () =>
        page.evaluate(() => Object.keys(localStorage).some((name) => name.startsWith('test-values:')));
      await button.click();
      await expect(alpha).toBeFocused();
      await expect(forget).toHaveCount(0);
      await page.keyboard.type('issues');
      await page.keyboard.press('Enter');
      await expect.poll(keepsAny).toBe(true);
      await page.reload();
      await button.click();
      await expect(alpha).toHaveValue('issues');
      await forget.click();
      await expect(forget).toHaveCount(0);
      await expect(alpha).toHaveValue('');
      await expect(alpha).toBeFocused();
      expect(await keepsAny()).toBe(false);
    });

    await test.step('the dialog fits every window', async () => {
      const last = dialog.getByRole('textbox', { name: 'delta' });
      for (const width of [360, 1280]) {
        await page.setViewportSize({ width, height: 720 });
        await last.scrollIntoViewIfNeeded();
        await expect(last).toBeInViewport();
        const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        // After a resize the first layout may still hold a scrollbar.
        await expect.poll(overflow, `${width} px wide`).toBeLessThanOrEqual(0);
        await keepPictures(page, `test-variables-${width}`, { fullPage: false });
        await expectNoViolations(page, `${width} px`);
      }
    });

    await test.step('it asks about what is typed and not saved, and Cancel leaves that as it was', async () => {
      await page.keyboard.press('Escape');
      await expect(dialog).toHaveCount(0);
      const url = page.getByRole('textbox', { name: 'URL' });
      await url.fill(`${product.sampleApiUrl}/{{alpha}}/{{omega}}`);
      await button.click();
      await dialog.getByRole('textbox', { name: 'omega' }).fill('last');
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await expect(dialog).toHaveCount(0);
      await expect(url).toHaveValue(`${product.sampleApiUrl}/{{alpha}}/{{omega}}`);
    });
  });
});
