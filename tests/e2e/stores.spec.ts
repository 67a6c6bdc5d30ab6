// Stores of the organization: a record is made, found, changed and deleted, and then the store; with and without script.
import { startSession, test, expect } from './fixtures';
import { run } from './product-file';

const list = '/organization/settings/stores';

test('a record is made, found, changed, and deleted with its store', async ({ page, product }) => {
  await startSession(page, product);
  const [{ organizationId }] = await (await page.request.get('/api/organizations')).json();
  await page.goto('/organization/settings');
  await page.getByRole('link', { name: 'Stores' }).click();
  await expect(page.getByText('No stores yet')).toBeVisible();
  await page.getByRole('link', { name: 'New record' }).click();
  await page.getByLabel('Store').fill('orders');
  await page.getByLabel('Key').fill('a/b 1');
  await page.getByLabel('Value').fill('{"total": 12.50,}');
  await page.getByRole('button', { name: 'Save record' }).click();
  await expect(page.getByText('The value is not JSON from its character')).toBeVisible();
  await expect(page.getByLabel('Key')).toHaveValue('a/b 1');
  await page.getByLabel('Value').fill('{"total": 12.50}');
  await page.getByLabel('Expires').fill('7d');
  await page.getByRole('button', { name: 'Save record' }).click();
  await expect(page.getByRole('heading', { name: 'a/b 1' })).toBeVisible();
  await expect(page.getByLabel('Value')).toHaveValue('{\n  "total": 12.50\n}');
  const record = page.url();

  const address = `/api/organizations/${organizationId}/stores/orders/records`;
  const headers = { Origin: product.url };
  const written = await page.request.put(`${address}/a%2Fb%201`, {
    headers,
    data: { value: 'by a program' },
  });
  expect(written.ok(), await written.text()).toBe(true);
  await page.getByLabel('Value').fill('"by hand"');
  await page.getByRole('button', { name: 'Save record' }).click();
  await expect(page.getByText('This record was written since you opened it.')).toBeVisible();
  await expect(page.getByLabel('Value')).toHaveValue('"by hand"');
  await page.getByRole('button', { name: 'Save record' }).click();
  await expect
    .poll(async () => (await (await page.request.get(`${address}/a%2Fb%201`)).json()).value)
    .toBe('by hand');

  // Indented, it would be longer than a form may send.
  const nested = Array.from({ length: 6_000 }, () => [[0, 1]]);
  await page.request.put(`${address}/nested`, { headers, data: { value: nested } });
  await page.goto(record.replace(/key=.*/, 'key=nested'));
  await page.getByRole('button', { name: 'Save record' }).click();
  await expect(page.getByText('Record saved')).toBeVisible();

  const keys = Array.from({ length: 51 }, (_none, at) => `k${String(at).padStart(2, '0')}`);
  await Promise.all(
    keys.map((key) => page.request.put(`${address}/${key}`, { headers, data: { value: key } })),
  );
  await page.goto(`${list}/orders/records`);
  await expect(page.getByText('store://orders: 53 records')).toBeVisible();
  await page.getByRole('link', { name: 'Next' }).click();
  await expect(page.getByRole('rowheader')).toHaveText(['k49', 'k50', 'nested']);
  await page.getByRole('link', { name: 'First' }).click();
  await expect(page.getByRole('link', { name: 'a/b 1' })).toBeVisible();
  await page.getByLabel('Keys that begin with').fill('k1');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(page.getByRole('rowheader')).toHaveCount(10);

  await page.goto(record);
  await page.getByRole('link', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Delete record' }).click();
  await expect(page.getByText('Record deleted')).toBeVisible();
  await page.getByRole('link', { name: 'Delete store' }).click();
  await page.getByRole('button', { name: 'Delete store' }).click();
  await page.waitForURL(list);
  await expect(page.getByText('No stores yet')).toBeVisible();
});

test(
  'a form that is sent again after its response was lost finds its record, and no other',
  { tag: '@html' },
  async ({ page, product }) => {
    await startSession(page, product);
    const save = async (value: string) => {
      await page.goto(`${list}/new?store=orders`);
      await page.getByLabel('Key').fill('7');
      await page.getByLabel('Value').fill(value);
      await page.getByRole('button', { name: 'Save record' }).click();
    };
    for (const value of ['{"total": 7}', '{ "total": 7 }']) {
      await save(value);
      await expect(page.getByText('Record saved')).toBeVisible();
    }
    await save('{"total": 8}');
    await expect(page.getByText('The store has a record with this key already').first()).toBeVisible();
    run(product, `update records set is_secret = 1 where store = 'orders' and key = '7'`);
    await save('{"total": 7}');
    await expect(page.getByText('The store has a record with this key already').first()).toBeVisible();
  },
);

test(
  'the address of a store leads to its records, of which those that have expired are not counted',
  { tag: '@html' },
  async ({ page, product }) => {
    await startSession(page, product);
    const [{ organizationId }] = await (await page.request.get('/api/organizations')).json();
    const address = `/api/organizations/${organizationId}/stores/orders/records`;
    const headers = { Origin: product.url };
    for (const [key, expiresAt] of Object.entries({ stays: null, ends: '1h' })) {
      const data = { value: 'ten bytes', expiresAt };
      expect((await page.request.put(`${address}/${key}`, { headers, data })).status()).toBe(201);
    }
    await page.goto(`${list}/orders`);
    await page.waitForURL(`${list}/orders/records`);
    await expect(page.getByText('store://orders: 2 records, 22 bytes.')).toBeVisible();
    run(
      product,
      'update records set expires_at = 1 where organization_id = ? and key = ?',
      organizationId,
      'ends',
    );
    await page.reload();
    await expect(page.getByText('store://orders: 1 record, 11 bytes.')).toBeVisible();
  },
);

test(
  'who only looks sees values and changes none, and nobody sees a secret',
  { tag: '@html' },
  async ({ page, product }) => {
    const { email } = await startSession(page, product);
    const [{ organizationId }] = await (await page.request.get('/api/organizations')).json();
    const address = `/api/organizations/${organizationId}/stores/orders/records`;
    const headers = { Origin: product.url };
    const values = { open: { total: 7 }, token: 'correct-horse-7' };
    for (const [key, value] of Object.entries(values)) {
      const written = await page.request.put(`${address}/${key}`, { headers, data: { value } });
      expect(written.ok(), await written.text()).toBe(true);
    }
    const marking = 'update records set is_secret = 1 where key = ? and organization_id = ?';
    run(product, marking, 'token', organizationId);
    await page.goto(`${list}/orders/record?key=token`);
    await expect(page.getByLabel('Value')).toHaveValue('');
    await expect(page.getByText('•••• (a secret of the run)')).toBeVisible();

    const member = `update memberships set role = 'MEMBER', access = 'read' where user_id = (select id from users where email = ?)`;
    run(product, member, email);
    await page.goto(list);
    await expect(page.getByRole('link', { name: 'New record' })).toHaveCount(0);
    await page.getByRole('link', { name: 'orders' }).click();
    const rows = page.getByRole('table', { name: 'Records' }).getByRole('row');
    await expect(rows.nth(1)).toContainText('{"total":7}');
    await expect(rows.nth(2)).toContainText('•••• (a secret of the run)');
    await expect(page.getByRole('link', { name: 'Delete store' })).toHaveCount(0);
    await page.getByRole('link', { name: 'open', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Save record' })).toHaveCount(0);
    await expect(page.getByText('total')).toBeVisible();
    await page.goto(`${list}/orders/records?delete`);
    await expect(page.getByRole('button', { name: 'Delete store' })).toHaveCount(0);
  },
);
