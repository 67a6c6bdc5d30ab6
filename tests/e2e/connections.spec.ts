// Connections: made, chosen in a call, named by what uses them, deleted; with and without script.
import { startSession, test, expect } from './fixtures';
import { openPart } from './editor-parts';
import { createIntegration } from './prepared';

const list = '/organization/settings/connections';

test(
  'a connection is made, chosen in a call, and stays while it is used',
  { tag: '@html' },
  async ({ page, product }) => {
    await startSession(page, product);
    const id = await createIntegration(page.request, product, {
      name: 'Orders',
      apiCalls: [{ id: 'a', order: 1, url: 'https://api.example.com/orders' }],
    });

    await page.goto('/organization/settings');
    await page.getByRole('link', { name: 'Connections' }).click();
    await expect(page.getByText('No connections yet')).toBeVisible();
    await page.getByRole('link', { name: 'New connection' }).click();
    await page.getByRole('radio', { name: 'Basic authentication' }).check();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.locator('[name=name]').fill('Shop API');
    await page.getByRole('button', { name: 'Save Connection' }).click();
    // The username stands above the base URL, which is wrong, too.
    await expect(page.getByRole('link', { name: 'Go to the first of 2 fields' })).toHaveAttribute(
      'href',
      `#${await page.getByLabel('Username').getAttribute('id')}`,
    );
    await page.getByLabel('Username').fill('ada');
    await page.getByLabel('Password').fill('correct-horse-7');
    await page.getByRole('button', { name: 'Save Connection' }).click();
    await expect(
      page.getByText('Enter a base URL, or the hosts that calls with this connection may go to'),
    ).toBeVisible();
    await expect(page.getByLabel('Username')).toHaveValue('ada');
    await page.getByLabel('Base URL').fill('https://api.example.com/v1');
    await page.getByLabel('Maximum calls').fill('sixty');
    await page.getByRole('button', { name: 'Save Connection' }).click();
    await expect(page.getByText('The number of calls must be a whole number, 1 or more')).toBeVisible();
    await page.getByLabel('Maximum calls').fill('60');
    await page.getByRole('button', { name: 'Save Connection' }).click();
    await expect(page.getByText('Connection created')).toBeVisible();
    await expect(page.getByLabel('Maximum calls')).toHaveValue('60');
    await expect(page.getByLabel('Burst')).toHaveValue('1');
    await expect(page.getByLabel('Password')).toHaveValue('••••se-7');
    const address = page.url();

    await page.goto(`/integration/${id}`);
    await page.locator('[name="apiCalls[0].url"]').fill('/orders');
    const part = await openPart(page, 'Authentication');
    await part.getByLabel('Type', { exact: true }).selectOption('Connection (OAuth, API key…)');
    await part.getByLabel('Connection', { exact: true }).selectOption('Shop API');
    await page.getByRole('button', { name: 'Save Configuration' }).click();
    await expect
      .poll(async () => (await (await page.request.get(`/api/integrations/${id}`)).json()).apiCalls[0])
      .toMatchObject({
        url: '/orders',
        authConfig: { type: 'connection', connectionId: address.split('/').at(-1) },
      });

    await page.goto(address);
    await expect(page.getByRole('link', { name: 'Orders' })).toBeVisible();
    await page.getByRole('link', { name: 'Delete' }).click();
    await expect(
      page.getByText('Shop API is used by Orders. Choose another connection there first.'),
    ).toBeVisible();
    await expect(page.getByRole('button', { name: 'Delete' })).toHaveCount(0);

    await page.request.delete(`/api/integrations/${id}`, { headers: { Origin: product.url } });
    await page.goto(`${address}?delete`);
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.waitForURL(list);
    await expect(page.getByText('Connection deleted')).toBeVisible();
    await expect(page.getByText('No connections yet')).toBeVisible();

    // The integration that used it comes back without it.
    await page.request.post(`/api/integrations/${id}/restore`, { headers: { Origin: product.url } });
    await page.goto(`/integration/${id}/deploy`);
    await expect(
      page
        .getByText('API Call 1: its connection was deleted, so it would not be sent. Choose another one.')
        .first(),
    ).toBeVisible();
    await page.goto(`/integration/${id}`);
    const restored = await openPart(page, 'Authentication');
    await expect(restored.getByLabel('Connection', { exact: true })).toHaveAccessibleDescription(
      'This connection was deleted. Choose another one.',
    );
  },
);

test('the editor shows a connection that was deleted as deleted until another one is chosen @script', async ({
  page,
  product,
}) => {
  await startSession(page, product);
  const headers = { Origin: product.url };
  const [{ organizationId }] = await (await page.request.get('/api/organizations')).json();
  const create = async (name: string) => {
    const data = { name, kind: 'bearer', baseUrl: 'https://api.example.com', config: { token: 'a-token' } };
    const made = await page.request.post(`/api/organizations/${organizationId}/connections`, {
      headers,
      data,
    });
    return (await made.json()).id as string;
  };
  const [gone, kept] = [await create('Gone'), await create('Kept')];
  const authConfig = { type: 'connection', connectionId: gone };
  const id = await createIntegration(page.request, product, {
    name: 'Orders',
    apiCalls: [{ id: 'a', order: 1, url: '/orders', authConfig }],
  });
  await page.request.delete(`/api/integrations/${id}`, { headers });
  await page.request.delete(`/api/organizations/${organizationId}/connections/${gone}`, { headers });
  await page.request.post(`/api/integrations/${id}/restore`, { headers });
  await page.goto(`/integration/${id}`);
  const part = await openPart(page, 'Authentication');
  const connection = part.getByLabel('Connection', { exact: true });
  await expect(connection.getByRole('option', { selected: true })).toHaveText('Deleted connection');
  await expect(part.getByText('This connection was deleted. Choose another one.')).toBeVisible();
  await expect(page.getByText('Unsaved changes', { exact: true })).toHaveCount(0);
  await connection.selectOption('Kept');
  await expect(part.getByText('This connection was deleted. Choose another one.')).toBeHidden();
  await page.getByRole('button', { name: 'Save Configuration' }).click();
  await expect
    .poll(
      async () => (await (await page.request.get(`/api/integrations/${id}`)).json()).apiCalls[0].authConfig,
    )
    .toEqual({ type: 'connection', connectionId: kept });
});

test('a connection that is made in a new tab can be chosen without losing edits @script', async ({
  page,
  product,
}) => {
  await startSession(page, product);
  const id = await createIntegration(page.request, product, {
    name: 'Invoices',
    apiCalls: [{ id: 'a', order: 1, url: 'https://api.example.com/invoices' }],
  });
  await page.goto(`/integration/${id}`);
  await page.locator('[name="apiCalls[0].url"]').fill('/unsaved');
  const part = await openPart(page, 'Authentication');
  await part.getByLabel('Type', { exact: true }).selectOption('Connection (OAuth, API key…)');
  const opened = page.waitForEvent('popup');
  await part.getByRole('link', { name: 'New connection' }).click();
  const tab = await opened;
  await tab.getByRole('button', { name: 'Continue' }).click();
  await tab.locator('[name=name]').fill('Invoice API');
  await tab.locator('[name="config.token"]').fill('correct-horse-7');
  await tab.getByLabel('Base URL').fill('https://api.example.com/v1');
  await tab.getByRole('button', { name: 'Save Connection' }).click();
  await expect(tab.getByText('Connection created')).toBeVisible();
  await tab.close();
  // Headless tabs have the focus all the time, so none comes back to them.
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  // It is chosen: nothing else was.
  await expect(
    part.getByLabel('Connection', { exact: true }).getByRole('option', { selected: true }),
  ).toHaveText('Invoice API');
  await expect(page.locator('[name="apiCalls[0].url"]')).toHaveValue('/unsaved');
});

test('the only connection is chosen with the type, and none of two @script', async ({ page, product }) => {
  await startSession(page, product);
  const headers = { Origin: product.url };
  const [{ organizationId }] = await (await page.request.get('/api/organizations')).json();
  const connections = `/api/organizations/${organizationId}/connections`;
  const shop = { name: 'Shop', kind: 'bearer', baseUrl: 'https://a.example', config: { token: 'horse-7' } };
  const made = await page.request.post(connections, { headers, data: shop });
  const { id: connectionId } = (await made.json()) as { id: string };
  const id = await createIntegration(page.request, product, {
    name: 'Orders',
    apiCalls: [{ id: 'a', order: 1, url: 'https://a.example/orders' }],
  });
  const choose = async () => {
    await page.goto(`/integration/${id}`);
    const part = await openPart(page, 'Authentication');
    await part.getByLabel('Type', { exact: true }).selectOption('Connection (OAuth, API key…)');
    return part.getByLabel('Connection', { exact: true });
  };
  const choice = await choose();
  await expect(choice).toHaveValue(connectionId);
  await page.getByRole('button', { name: 'Save Configuration' }).click();
  await expect
    .poll(
      async () => (await (await page.request.get(`/api/integrations/${id}`)).json()).apiCalls[0].authConfig,
    )
    .toEqual({ type: 'connection', connectionId });
  await page.request.post(connections, { headers, data: { ...shop, name: 'Other shop' } });
  await page.request.patch(`/api/integrations/${id}`, {
    headers,
    data: { apiCalls: [{ id: 'a', order: 1, url: 'https://a.example/orders' }] },
  });
  await expect(await choose()).toHaveValue('');
});

test('what is wrong with a connection has the focus, also far above the button @script', async ({
  page,
  product,
}) => {
  await startSession(page, product);
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto(`${list}/new?kind=api_key`);
  await page.getByLabel('Base URL').fill('https://api.example.com');
  await page.getByRole('button', { name: 'Save Connection' }).click();
  const name = page.locator('[name=name]');
  await expect(name).toHaveAttribute('aria-invalid', 'true');
  await expect(name).toBeFocused();
  await expect(name).toBeInViewport();
  // The next refusal is news, too.
  await name.fill('Shop API');
  await page.getByRole('button', { name: 'Save Connection' }).click();
  await expect(page.locator('[aria-invalid=true]').first()).toBeFocused();
  await expect(name).not.toBeFocused();
});

test('the focus stays in the field from which a connection is saved @script', async ({ page, product }) => {
  await startSession(page, product);
  await page.goto(`${list}/new?kind=basic`);
  await page.locator('[name=name]').fill('Shop API');
  await page.getByLabel('Username').fill('ada');
  await page.getByLabel('Password').fill('correct-horse-7');
  await page.getByLabel('Base URL').fill('https://api.example.com');
  await page.getByRole('button', { name: 'Save Connection' }).click();
  await expect(page.getByText('Connection created')).toBeVisible();
  const user = page.getByLabel('Username');
  await user.fill('grace');
  await user.press('Enter');
  await expect(page.getByText('Connection saved')).toBeVisible();
  await expect(user).toBeFocused();
  const save = page.getByRole('button', { name: 'Save Connection' });
  await user.fill('katherine');
  await save.press('Enter');
  await expect(page.locator('[name=version]')).toHaveValue('3');
  await expect(save).toBeFocused();
});

test(
  'a signature is described in lines, which stay as they were typed',
  { tag: '@html' },
  async ({ page, product }) => {
    await startSession(page, product);
    await page.goto(`${list}/new`);
    await page.getByRole('radio', { name: 'HMAC signature' }).check();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.locator('[name=name]').fill('Exchange');
    await page.locator('[name="config.secret"]').fill('an-exchange-secret-77');
    await page.getByLabel('Base URL').fill('https://api.example.com');
    await page.locator('[name="config.text"]').fill('{{method}}\n{{pth}}');
    await page.locator('[name="config.headers"]').fill('X-Time: {{timestamp}}\nX-Signature: {{signature}}');
    await page.getByRole('button', { name: 'Save Connection' }).click();
    await expect(page.getByText('{{pth}} is none of these: method, method_lower, url')).toBeVisible();
    await page.locator('[name="config.text"]').fill('{{method}}\n{{path}}');
    await page.getByRole('button', { name: 'Save Connection' }).click();
    await expect(page.getByText('Connection created')).toBeVisible();
    await expect(page.locator('[name="config.text"]')).toHaveValue('{{method}}\n{{path}}');
    await expect(page.locator('[name="config.headers"]')).toHaveValue(
      'X-Time: {{timestamp}}\nX-Signature: {{signature}}',
    );
    await expect(page.locator('[name="config.secret"]')).toHaveValue('••••t-77');
  },
);

test(
  'a connection without credentials has a pace, hosts and headers, and asks for nothing else',
  { tag: '@html' },
  async ({ page, product }) => {
    await startSession(page, product);
    await page.goto(`${list}/new`);
    await page.getByRole('radio', { name: 'No credentials' }).check();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.locator('[name=name]').fill('Weather');
    await page.getByRole('button', { name: 'Save Connection' }).click();
    await expect(page.locator('[aria-invalid=true]')).toHaveCount(1);
    await page.getByLabel('Base URL').fill('https://api.example.com');
    await page.getByLabel('Other headers').fill('User-Agent: shop ops@example.com');
    await page.getByLabel('Maximum calls').fill('30');
    await page.getByRole('button', { name: 'Save Connection' }).click();
    await expect(page.getByText('Connection created')).toBeVisible();
    await expect(page.getByLabel('Other headers')).toHaveValue('User-Agent: ••••.com');
    await page.getByRole('link', { name: 'Delete' }).click();
    await expect(page.getByText('The connection Weather will be deleted.')).toBeVisible();
  },
);
