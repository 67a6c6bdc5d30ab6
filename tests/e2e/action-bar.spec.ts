// The bar below the second step: what stands where, before and after a press.
import type { Locator, Page } from '@playwright/test';
import { expect, holdRequests, type Product, startSession, test, waitForScript } from './fixtures';
import { createIntegration } from './prepared';

const apiCalls = [{ id: 'a', name: 'Send', order: 1, method: 'GET', url: 'https://api.example.com/' }];

async function open(page: Page, product: Product, name: string, width: number): Promise<void> {
  // Their own: what is run here would stand in the charts of others.
  await startSession(page, product);
  const id = await createIntegration(page.request, product, {
    name,
    triggerConfig: { type: 'manual' },
    apiCalls,
  });
  await page.setViewportSize({ width, height: 700 });
  await page.goto(`/integration/${id}/deploy`);
}

function findButton(page: Page, name: string): Locator {
  return page.getByRole('region', { name: 'Test and deploy' }).getByRole('button', { name });
}

async function measure(place: Locator) {
  const box = await place.boundingBox();
  if (!box) throw new Error(`${place} is not drawn.`);
  return { left: box.x, right: box.x + box.width, top: box.y, bottom: box.y + box.height };
}

for (const width of [360, 1280]) {
  test(`what runs live does not stand where a press deployed it, at ${width} pixels @drawn`, async ({
    page,
    product,
    javaScriptEnabled,
  }) => {
    await open(page, product, `Deployed at ${width}`, width);
    await waitForScript(page, javaScriptEnabled);
    const deploy = findButton(page, 'Deploy');
    const runTest = await measure(findButton(page, 'Run Test'));
    const pressed = await measure(deploy);
    await deploy.click();
    const run = await measure(findButton(page, 'Run now'));
    expect(run.left).toBeGreaterThan(pressed.right);
    expect(run.top).toBeLessThan(pressed.bottom);
    expect(await measure(findButton(page, 'Run Test'))).toMatchObject({
      left: runTest.left,
      right: runTest.right,
    });

    // A second press there asks whether to disable it.
    await page.mouse.click((pressed.left + pressed.right) / 2, (pressed.top + pressed.bottom) / 2);
    await expect(page.getByRole('dialog', { name: /Disable/ })).toBeVisible();
  });

  test(`the bar keeps its places while a button waits, at ${width} pixels @script`, async ({
    page,
    product,
  }) => {
    await open(page, product, `Waiting at ${width}`, width);
    await waitForScript(page, true);
    const deploy = findButton(page, 'Deploy');
    const pressed = await measure(deploy);
    const answer = await holdRequests(page, /\.data/, 'POST');
    await deploy.click();
    expect(await measure(findButton(page, 'Deploying...'))).toEqual(pressed);
    answer();
    const run = findButton(page, 'Run now');
    const place = await measure(run);
    const answerTest = await holdRequests(page, /\.data/, 'POST');
    await findButton(page, 'Run Test').click();
    await expect(findButton(page, 'Running Test...')).toBeVisible();
    expect(await measure(run)).toEqual(place);
    answerTest();
  });
}
