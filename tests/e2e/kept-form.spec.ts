// Without script the server keeps what was typed in the editor while the session ended by itself, or a second tab selected another
// organization.
import { expect, startSession, test } from './fixtures';
import { addOrganization } from './product-file';

test('what was typed in the editor is there again after the log-in, and can be saved', async ({
  page,
  product,
  javaScriptEnabled,
}) => {
  test.skip(javaScriptEnabled ?? true, 'With script it is kept in the tab.');
  const person = await startSession(page, product);
  const made = await page.request.post('/api/integrations', {
    data: {
      name: 'Orders',
      apiCalls: [{ id: 'a', order: 1, name: 'First', url: 'https://api.example.com/' }],
    },
    headers: { Origin: product.url },
  });
  const { id } = (await made.json()) as { id: string };
  await page.goto(`/integration/${id}`);
  await page.getByLabel('Call Name').first().fill('Look the customer up');
  const { build } = product.db;
  const theirs = build.selectFrom('users').select('id').where('email', '=', person.email);
  const idleSince = Date.now() - 25 * 3_600_000;
  await product.db.run(
    build.updateTable('sessions').set({ last_seen_at: idleSince }).where('user_id', 'in', theirs),
  );
  await page.getByRole('button', { name: 'Save Configuration' }).first().click();
  await page.getByRole('button', { name: 'Go to Login' }).click();
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel(/^Password/).fill(person.password);
  await page.getByRole('button', { name: 'Log in' }).click();

  await expect(page.getByText('What you typed is in the form again')).toBeVisible();
  await expect(page.getByLabel('Call Name').first()).toHaveValue('Look the customer up');
  await page.getByRole('button', { name: 'Save Configuration' }).first().click();
  await expect(page.getByText('Configuration saved')).toBeVisible();
});

test('what was typed in the editor is there again after a second tab selected another organization', async ({
  page,
  product,
  javaScriptEnabled,
}) => {
  test.skip(javaScriptEnabled ?? true, 'With script it is kept in the tab.');
  const { email } = await startSession(page, product);
  const made = await page.request.post('/api/integrations', {
    data: {
      name: 'Orders',
      apiCalls: [{ id: 'a', order: 1, name: 'First', url: 'https://api.example.com/' }],
    },
    headers: { Origin: product.url },
  });
  const { id } = (await made.json()) as { id: string };
  const otherId = addOrganization(product, email, 'bletchley park', 'OWNER');
  await page.goto(`/integration/${id}`);
  await page.getByLabel('Call Name').first().fill('Look the customer up');
  await page.request.post('/organization/switch', {
    form: { organizationId: otherId },
    headers: { Origin: product.url },
  });
  await page.getByRole('button', { name: 'Save Configuration' }).first().click();
  await expect(page.getByText('“bletchley park” is selected now, but the form was')).toBeVisible();
  await page.getByRole('button', { name: 'Switch to analytical engines' }).click();
  await expect(page.getByLabel('Call Name').first()).toHaveValue('Look the customer up');
  await page.getByRole('button', { name: 'Save Configuration' }).first().click();
  await expect(page.getByText('Configuration saved')).toBeVisible();
});
