// What is typed in the editor and not saved: an undecided draft, a log-out that fails, texts beside the form, a lost network.
import type { Page } from '@playwright/test';
import { type Product, test, expect } from './fixtures';
import { createIntegration, prepareIntegrations } from './prepared';

test.skip(({ javaScriptEnabled }) => !javaScriptEnabled, 'Script keeps drafts and asks before one leaves.');

const calls = ['Read', 'Bill'].map((name, index) => ({
  id: name.toLowerCase(),
  name,
  order: index + 1,
  url: 'https://api.example.com/issues',
}));

async function open(page: Page, product: Product, more: object = {}): Promise<string> {
  await prepareIntegrations(page, product);
  const id = await createIntegration(page.request, product, {
    name: 'Not saved yet',
    apiCalls: calls,
    ...more,
  });
  await page.goto(`/integration/${id}`);
  return id;
}

const nameOf = (page: Page) => page.getByRole('textbox', { name: 'Call Name' });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

test('a draft that the user has not decided about is there after a save, and when what was typed since is left', async ({
  page,
  context,
  product,
}) => {
  const id = await open(page, product);
  await nameOf(page).fill('Typed before the crash');
  await expect.poll(() => readDrafts(page)).toContain('Typed before the crash');
  const again = await context.newPage();
  await page.close();
  await again.goto(`/integration/${id}`);
  const offer = again.getByText('You have unsaved changes from');
  await expect(offer).toBeVisible();

  await test.step('after a save', async () => {
    await nameOf(again).fill('Saved since');
    await press(again, 'Save Configuration');
    await expect(again.getByText('version 2 has been saved since')).toBeVisible();
    await expect(nameOf(again)).toHaveValue('Saved since');
  });

  await test.step('after leaving', async () => {
    await nameOf(again).fill('Dropped');
    again.once('dialog', (dialog) => void dialog.accept());
    await again.getByRole('link', { name: 'View All Logs' }).click();
    await again.waitForURL(/\/logs$/);
    await again.goto(`/integration/${id}`);
    await expect(offer).toBeVisible();
    await press(again, 'Restore');
    await expect(nameOf(again)).toHaveValue('Typed before the crash');
    await press(again, 'Save Configuration');
    await expect(again.getByText('Unsaved changes', { exact: true })).toHaveCount(0);
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
