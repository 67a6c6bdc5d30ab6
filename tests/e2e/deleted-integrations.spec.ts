// What a user does about an integration that was deleted by mistake, or that must be gone at once.
import type { Page } from '@playwright/test';
import { startSession, test, expect } from './fixtures';
import { createIntegration } from './prepared';
import { run } from './product-file';

async function deleteOnDashboard(page: Page, name: string): Promise<void> {
  await page.goto('/');
  await page
    .getByRole('link', { name: `Delete ${name}` })
    .first()
    .click();
  await expect(page.getByText('It can be restored for 7 days.')).toBeVisible();
  await page.getByLabel('Type DELETE to confirm').fill('DELETE');
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByText('Integration deleted successfully')).toBeVisible();
}

test('a deletion is undone where it was done', async ({ page, product }) => {
  await startSession(page, product);
  await createIntegration(page.request, product, { name: 'Orders' });
  await page.goto('/');
  await expect(page.getByRole('link', { name: /deleted integration/ })).toHaveCount(0);
  await deleteOnDashboard(page, 'Orders');
  await expect(page.getByRole('heading', { name: 'No integrations yet' })).toBeVisible();
  await expect(page.getByRole('link', { name: '1 deleted integration' })).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Integration restored')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Orders', exact: true })).toBeVisible();
  await expect(page.getByText('Draft', { exact: true }).first()).toBeVisible();
  await page.getByRole('link', { name: 'Open Orders' }).click();
  await page.waitForURL(/\/integration\/[\w-]+$/);
});

test('a deleted integration is found below the others, and restored or deleted for good', async ({
  page,
  product,
}) => {
  await startSession(page, product);
  for (const name of ['Kept', 'Orders', 'Returns']) {
    await createIntegration(page.request, product, { name });
  }
  await deleteOnDashboard(page, 'Orders');
  await deleteOnDashboard(page, 'Returns');
  await page.getByRole('link', { name: '2 deleted integrations' }).click();
  await expect(page.getByRole('heading', { name: 'Deleted integrations', level: 1 })).toBeVisible();
  const table = page.getByRole('table', { name: 'Deleted integrations' });
  const row = table.getByRole('row', { name: /Orders/ });
  await expect(row).toContainText('Ada Lovelace');
  await row.getByRole('button', { name: 'Restore Orders' }).click();
  await expect(page.getByText('It is a draft: deploy it when it should run again.')).toBeVisible();
  await expect(row).toHaveCount(0);

  await table.getByRole('link', { name: 'Delete now: Returns' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete for good' });
  await expect(dialog.getByText('This cannot be undone.')).toBeVisible();
  await dialog.getByLabel('Type DELETE to confirm').fill('DELETE');
  await dialog.getByRole('button', { name: 'Delete now' }).click();
  await expect(page.getByText('Integration deleted for good')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'No deleted integrations' })).toBeVisible();
  await page.getByRole('link', { name: 'Show all integrations' }).click();
  await expect(page.getByRole('heading', { name: 'Orders', exact: true })).toBeVisible();
  await expect(page.getByText('Returns', { exact: true })).toHaveCount(0);
  await expect(page.getByRole('link', { name: /deleted integration/ })).toHaveCount(0);
});

test(
  'a deletion names the integrations that would not start any more',
  { tag: '@html' },
  async ({ page, product }) => {
    await startSession(page, product);
    const id = await createIntegration(page.request, product, { name: 'Source' });
    const triggerConfig = { type: 'event', event: { integrationId: id, on: 'completed' } };
    const apiCalls = [{ id: 'a', name: 'A', order: 1, method: 'GET', url: 'https://api.example.com/' }];
    await createIntegration(page.request, product, {
      name: 'Follower',
      triggerConfig,
      apiCalls,
      isActive: true,
    });
    await page.goto('/');
    await page.getByRole('link', { name: 'Delete Follower' }).first().click();
    await expect(page.getByText('It can be restored for 7 days.')).not.toContainText('Nothing will start');
    await page.getByRole('link', { name: 'Cancel' }).click();
    await page.getByRole('link', { name: 'Delete Source' }).first().click();
    await expect(
      page.getByText('Nothing will start the integrations that run when it ends: Follower.'),
    ).toBeVisible();
  },
);

test('an undo is no longer offered once the integration is restored from the list', async ({
  page,
  product,
}) => {
  await startSession(page, product);
  await createIntegration(page.request, product, { name: 'Orders' });
  await deleteOnDashboard(page, 'Orders');
  await page.getByRole('link', { name: '1 deleted integration' }).click();
  await page.getByRole('button', { name: 'Restore Orders' }).click();
  await expect(page.getByText('Integration restored')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0);
});

test('a word other than DELETE deletes nothing for good', { tag: '@html' }, async ({ page, product }) => {
  await startSession(page, product);
  await createIntegration(page.request, product, { name: 'Orders' });
  await deleteOnDashboard(page, 'Orders');
  await page.goto('/integration/deleted');
  await page.getByRole('link', { name: 'Delete now: Orders' }).click();
  await page.getByLabel('Type DELETE to confirm').fill('delete');
  await page.getByRole('button', { name: 'Delete now' }).click();
  await expect(page.getByText('Type DELETE to confirm').last()).toBeVisible();
  await page.getByRole('link', { name: 'Cancel' }).click();
  await expect(page.getByRole('button', { name: 'Restore Orders' })).toBeVisible();
});

test('incidents of a deleted integration name it and lead to no page of it', async ({ page, product }) => {
  await startSession(page, product);
  await createIntegration(page.request, product, { name: 'Kept' });
  const id = await createIntegration(page.request, product, { name: 'Orders' });
  run(
    product,
    `insert into incidents (id, organization_id, integration_id, event, count, opened_at, last_at)
     select hex(randomblob(9)), organization_id, id, 'silent', 1, 1, 1 from integrations where id = ?`,
    id,
  );
  /** Opens a screen. The server ends such an incident within seconds, so it is opened anew before. */
  const open = async (path: string) => {
    run(product, 'update incidents set resolved_at = null where integration_id = ?', id);
    await page.goto(path);
  };
  const incidents = page.getByRole('table', { name: 'Incidents' });
  const readAlerts = async () => {
    await open('/organization/settings/alerts');
    return {
      links: await incidents.getByRole('link').count(),
      deleted: await incidents.getByText('Orders (deleted)').count(),
    };
  };
  const line = page.getByRole('listitem').filter({ hasText: 'Orders (deleted): ' });
  const readDashboard = async () => {
    await open('/');
    return { lines: await line.count(), links: await line.getByRole('link').count() };
  };
  await expect.poll(readAlerts).toEqual({ links: 1, deleted: 0 });
  await expect(incidents.getByRole('link', { name: 'Orders' })).toHaveAttribute('href', new RegExp(id));
  await open('/');
  await expect(page.getByRole('listitem').getByRole('link', { name: 'Orders', exact: true })).toHaveAttribute(
    'href',
    new RegExp(id),
  );
  run(product, 'update integrations set deleted_at = 1, restorable_until = 9000000000000 where id = ?', id);
  await expect.poll(readAlerts).toEqual({ links: 0, deleted: 1 });
  await expect.poll(readDashboard).toEqual({ lines: 1, links: 0 });
});

test('an undo that comes too late says so', async ({ page, product }) => {
  await startSession(page, product);
  await createIntegration(page.request, product, { name: 'Orders' });
  await deleteOnDashboard(page, 'Orders');
  run(product, 'update integrations set restorable_until = null where name = ?', 'Orders');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Failed to restore integration')).toBeVisible();
  await expect(page.getByText('It is not among the deleted integrations any more.')).toBeVisible();
});
