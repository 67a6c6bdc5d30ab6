// The parts of the editor: how one gets to each, with script by the outline and by tabs, without it by links and folds; and saving.
import { expect, type Product } from './fixtures';
import type { Locator, Page } from '@playwright/test';
import { createIntegration, prepareIntegrations } from './prepared';

/** Opens an integration of the test's own, with nothing in it but its name. Answers its address. */
export async function openNewIntegration(page: Page, product: Product, name: string): Promise<string> {
  await prepareIntegrations(page, product);
  const address = `${product.url}/integration/${await createIntegration(page.request, product, { name })}`;
  await page.goto(address);
  return address;
}

/** The tab of each part that has a title of its own. */
const tabs = {
  Headers: 'Headers',
  Authentication: 'Auth',
  'Request Body': 'Body',
  'Response Mapping': 'Mapping',
  Note: 'More',
  'Timeout and redirects': 'More',
  Wait: 'More',
  Repeat: 'More',
};

/** Opens a call by its node in the outline. */
export async function openCall(page: Page, name: string): Promise<void> {
  await page
    .getByRole('navigation', { name: 'Outline' })
    .getByRole('link', { name: new RegExp(`^\\d+ \\S+ ${name}`) })
    .click();
}

/** The URL of each call in the form. With script, a call that was not opened has no field that people see. */
export function urlsOf(page: Page): Locator {
  return page.locator('[name^="apiCalls["][name$="].url"]');
}

/** Opens what starts a run, by its node in the outline. */
export async function openTrigger(page: Page): Promise<void> {
  await page
    .getByRole('navigation', { name: 'Outline' })
    .getByRole('link', { name: /trigger/i })
    .first()
    .click();
}

/** Opens a part of the call that is open; of the first one where no script runs. */
export async function openPart(page: Page, title: keyof typeof tabs): Promise<Locator> {
  return openPartOf(page.locator('[data-call-card]:visible').first(), title);
}

/** The same of any call that can be seen, by its card. */
export async function openPartOf(card: Locator, title: keyof typeof tabs): Promise<Locator> {
  const part = card
    .locator('details', { has: card.page().locator(`> summary :text-is("${title}")`) })
    .first();
  const tab = card
    .getByRole('toolbar', { name: /^Parts of / })
    .getByRole('button', { name: new RegExp(`^${tabs[title]}`) });
  if (await tab.isVisible()) await tab.click();
  else if ((await part.getAttribute('open')) === null) await part.locator('> summary').click();
  return part;
}

/** Opens one of the lines of the form that hold a part of it, unless it stands open. */
export async function openFold(page: Page, title: string): Promise<void> {
  const summary = page.locator('details > summary:visible', {
    has: page.getByText(title, { exact: true }),
  });
  await expect(summary).toBeVisible();
  if (!(await summary.evaluate((line) => line.parentElement?.hasAttribute('open')))) await summary.click();
  await expect(summary.locator('xpath=..')).toHaveAttribute('open');
}

/** Saves the form, and answers what the API then has of the integration. */
export async function saveIntegration(page: Page, id: string) {
  // The toast of a save before may still be there, below the new one.
  const sent = page.waitForResponse((response) => response.request().method() === 'POST');
  await page.getByRole('button', { name: 'Save Configuration' }).click();
  await sent;
  await expect(page.getByText('Configuration saved').first()).toBeVisible();
  // The button says 'Saving...' until the form is given anew.
  await expect(page.getByRole('button', { name: 'Save Configuration' })).toBeVisible();
  return readIntegration(page, id);
}

/** What the API has of an integration: of the one whose page is open, unless another is named. */
export async function readIntegration(page: Page, id = new URL(page.url()).pathname.split('/')[2]) {
  const saved = await page.request.get(`/api/integrations/${id}`);
  expect(saved.ok()).toBe(true);
  return saved.json();
}

/** Waits for the step after the editor. The address changes a moment before the page does. */
export async function waitForDeployStep(page: Page): Promise<void> {
  await page.getByRole('region', { name: 'Test and deploy' }).waitFor();
}
