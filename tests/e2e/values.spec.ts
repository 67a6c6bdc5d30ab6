// Values of the organization: made, offered in the editor, named by what uses them, deleted; with and without script.
import { startSession, test, expect } from './fixtures';
import { createIntegration } from './prepared';

const list = '/organization/settings/values';

test('a value is made, offered where a call is typed, and stays while it is used', async ({
  page,
  product,
  javaScriptEnabled,
}) => {
  await startSession(page, product);
  const id = await createIntegration(page.request, product, {
    name: 'Orders',
    apiCalls: [{ id: 'a', order: 1, url: 'https://api.example.com/orders' }],
  });

  await page.goto('/organization/settings');
  await page.getByRole('link', { name: 'Values' }).click();
  await expect(page.getByText('No values yet')).toBeVisible();
  await page.getByRole('link', { name: 'New value' }).click();
  await page.getByLabel('Name').fill('shop_url');
  await page.getByLabel('Value', { exact: true }).fill('https://shop.example.com');
  await page.getByRole('button', { name: 'Save Value' }).click();
  await page.waitForURL(list);
  await expect(page.getByText('Value created')).toBeVisible();
  await page.getByRole('link', { name: '{{org.shop_url}}' }).click();
  await page.waitForURL(`${list}/*`);
  const address = page.url();

  // A value that was saved elsewhere is overwritten by a second save, which comes after a warning.
  const [{ organizationId }] = await (await page.request.get('/api/organizations')).json();
  const stored = `/api/organizations/${organizationId}/values/${address.split('/').at(-1)}`;
  await page.request.patch(stored, { headers: { Origin: product.url }, data: { value: 'elsewhere' } });
  await page.getByLabel('Value', { exact: true }).fill('https://shop.example.com/v2');
  await page.getByRole('button', { name: 'Save Value' }).click();
  await expect(page.getByText('This value was saved since you opened it.')).toBeVisible();
  await page.getByRole('button', { name: 'Save Value' }).click();
  await expect(page.getByText('Value saved')).toBeVisible();
  expect((await (await page.request.get(stored)).json()).value).toBe('https://shop.example.com/v2');

  await page.goto(`/integration/${id}`);
  const url = page.locator('[name="apiCalls[0].url"]');
  if (javaScriptEnabled) {
    await url.fill('');
    await url.pressSequentially('{{org.s');
    await page.getByRole('option', { name: 'org.shop_url' }).click();
    await expect(url).toHaveValue('{{org.shop_url}}');
    await url.pressSequentially('/orders?of={{org.gone}}');
    await expect(page.getByText('Not known here: {{org.gone}}').first()).toBeVisible();
  } else await url.fill('{{org.shop_url}}/orders?of={{org.gone}}');
  await page.getByRole('button', { name: 'Save Configuration' }).click();
  await expect
    .poll(async () => (await (await page.request.get(`/api/integrations/${id}`)).json()).apiCalls[0].url)
    .toBe('{{org.shop_url}}/orders?of={{org.gone}}');
  await page.goto(`/integration/${id}/deploy`);
  await expect(
    page.getByText('{{org.gone}} in the URL would not be sent: the organization has no value gone.'),
  ).toBeVisible();
  await expect(page.getByText('{{org.shop_url}} in the URL')).toHaveCount(0);

  await page.goto(address);
  await expect(page.getByRole('link', { name: 'Orders' })).toBeVisible();
  await page.getByRole('link', { name: 'Delete' }).click();
  await expect(page.getByText('shop_url is used by Orders. Remove it there first.')).toBeVisible();

  await page.request.delete(`/api/integrations/${id}`, { headers: { Origin: product.url } });
  await page.goto(`${address}?delete`);
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.waitForURL(list);
  await expect(page.getByText('No values yet')).toBeVisible();
});

test('a secret asks for its hosts, and is shown masked', { tag: '@html' }, async ({ page, product }) => {
  await startSession(page, product);
  await page.goto(`${list}/new`);
  await page.getByLabel('Name').fill('shop_key');
  await page.getByLabel('Value', { exact: true }).fill('correct-horse-7');
  await page.getByLabel('This value is a secret').check();
  await page.getByRole('button', { name: 'Save Value' }).click();
  await expect(page.getByText('List the hosts that may get this secret')).toBeVisible();
  const wrong = page.getByRole('link', { name: 'Go to the field that needs another value' });
  await expect(wrong).toHaveAttribute(
    'href',
    `#${await page.getByLabel('Hosts that may').getAttribute('id')}`,
  );
  await expect(page.getByLabel('Value', { exact: true })).toHaveValue('correct-horse-7');
  await page.getByLabel('Hosts that may receive it').fill('api.example.com, *.example.org');
  await page.getByRole('button', { name: 'Save Value' }).click();
  await page.waitForURL(list);
  await page.getByRole('link', { name: '{{org.shop_key}}' }).click();
  await expect(page.getByLabel('Value', { exact: true })).toHaveValue('••••se-7');
  await expect(page.getByLabel('Hosts that may receive it')).toHaveValue('api.example.com, *.example.org');
  await page.getByLabel('Hosts that may receive it').fill('evil.example.com');
  await page.getByRole('button', { name: 'Save Value' }).click();
  await expect(page.getByText('Enter this again: it could now go to another server.')).toBeVisible();
});
