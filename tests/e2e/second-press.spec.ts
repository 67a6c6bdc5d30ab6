// A double click, with script and in a browser without it, which then sends the form twice and shows the second response.
import { hashRecoveryCode } from '~/auth/second-factor/recovery-code';
import { showCode } from '../support/two-factor';
import { expect, startSession, test } from './fixtures';
import { createIntegration } from './prepared';

test(
  'two-factor authentication is turned on once, and the shown recovery codes work',
  { tag: '@drawn' },
  async ({ page, product }) => {
    const { email, password } = await startSession(page, product);
    await page.goto('/profile/two-factor');
    const key = (await page.getByRole('group', { name: 'Key' }).textContent()) ?? '';
    await page.getByLabel(/^Code/).fill(showCode(key.replace(/\s/g, ''), Date.now()));
    await page.getByLabel(/^Current password/).fill(password);
    await page.getByRole('button', { name: 'Turn on' }).dblclick();
    const shown = page.getByRole('group', { name: 'Recovery codes' });
    await expect(shown).toBeVisible();
    await expect(page.getByText('10 recovery codes are left.')).toBeVisible();
    const { db } = product;
    const stored = await db.all(
      db.build
        .selectFrom('recovery_codes')
        .innerJoin('users', 'users.id', 'user_id')
        .select('code_hash')
        .where('email', '=', email),
    );
    const codes = ((await shown.textContent()) ?? '').trim().split(/\s+/);
    expect(stored.map((row) => row.code_hash).toSorted()).toEqual(codes.map(hashRecoveryCode).toSorted());
  },
);

test('an exported integration becomes one draft', { tag: '@drawn' }, async ({ page, product }) => {
  const { email } = await startSession(page, product);
  const id = await createIntegration(page.request, product, { name: 'Exported' });
  const exported = await page.request.get(`/api/integrations/${id}/export`);
  await page.goto('/integration/import');
  await page
    .getByLabel('Exported file')
    .setInputFiles({ name: 'exported.json', mimeType: 'application/json', buffer: await exported.body() });
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('Integration Name').fill('Pressed twice');
  await page.getByRole('button', { name: 'Import as draft' }).dblclick();
  await expect(page.getByRole('heading', { name: 'Pressed twice' })).toBeVisible();
  await expect(page).toHaveURL(/\/integration\/[0-9a-f-]{36}$/);
  const { db } = product;
  const theirs = db.build
    .selectFrom('integrations')
    .innerJoin('memberships', 'memberships.organization_id', 'integrations.organization_id')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select('integrations.name')
    .where('email', '=', email)
    .orderBy('name');
  expect(await db.all(theirs)).toEqual([{ name: 'Exported' }, { name: 'Pressed twice' }]);
});
