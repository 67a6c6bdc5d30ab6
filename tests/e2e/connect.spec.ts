// A connection that a person connects at a provider, by the screens: there and back again, and a call that uses the token.
import { clientId, clientSecret, startLoginProvider } from '../support/login-provider';
import { findViolations } from './axe';
import { createIntegration } from './prepared';
import { startSession, test, expect } from './fixtures';

const list = '/organization/settings/connections';

test('a connection is connected at its provider and used by a call', async ({
  page,
  product,
  javaScriptEnabled: hasScript,
}) => {
  const redirectUri = `${product.url}/oauth/callback`;
  const provider = await startLoginProvider(redirectUri);
  try {
    await startSession(page, product);
    await page.goto(`${list}/new`);
    await page.getByRole('radio', { name: 'OAuth 2.0 authorization code' }).check();
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByText(redirectUri)).toBeVisible();
    await page.locator('[name=name]').fill('Shop API');
    await page.getByLabel('Authorization URL').fill(`${provider.url}/auth`);
    await page.getByLabel('Token URL').fill(`${provider.url}/token`);
    await page.getByLabel('Revocation URL').fill(`${provider.url}/token/revocation`);
    await page.getByLabel('Client ID').fill(clientId);
    await page.locator('[name="config.clientSecret"]').fill(clientSecret);
    await page.getByLabel('Scope').fill('openid offline_access');
    await page.getByLabel('Other parameters').fill('prompt=consent');
    await page.getByLabel('Base URL').fill(provider.url);
    await page.getByRole('button', { name: 'Save Connection' }).click();
    await expect(page.getByText('It has not been connected with the provider yet.')).toBeVisible();
    await expect(page.getByText(redirectUri)).toBeVisible();
    const address = page.url();

    // The provider may send its user back with an error.
    const headers = { Origin: product.url };
    const [{ organizationId }] = await (await page.request.get('/api/organizations')).json();
    const connection = `/api/organizations/${organizationId}/connections/${address.split('/').at(-1)}`;
    const begun = await page.request.post(`${connection}/authorize`, { headers });
    const state = new URL((await begun.json()).address).searchParams.get('state');
    await page.goto(`/oauth/callback?state=${state}&error=access_denied`);
    if (!hasScript) await page.getByRole('button', { name: 'Finish' }).click();
    await expect(page.getByRole('heading', { name: 'Not connected to Shop API' })).toBeVisible();
    await page.getByRole('link', { name: 'Open the connection' }).click();

    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    // Without script a link leads there; the provider sends back at once, and script presses the button there.
    if (!hasScript) {
      await page.getByRole('link', { name: `Continue at ${new URL(provider.url).host}` }).click();
      await expect(page.getByRole('heading', { name: 'Finish connecting to Shop API' })).toBeVisible();
      await page.getByRole('button', { name: 'Finish' }).click();
    }
    // First: the address is the same before the provider is gone to.
    await expect(page.getByText('Shop API can be used in calls.')).toBeVisible();
    await page.waitForURL(address);
    await expect(page.getByText('Ready', { exact: true })).toBeVisible();
    await expect(page.getByText('A token', { exact: true })).toBeVisible();

    await page.getByLabel('Test URL').fill('/me');
    await page.getByRole('button', { name: 'Test' }).click();
    await expect(page.getByText('HTTP 200 ·')).toBeVisible();

    const id = await createIntegration(page.request, product, {
      name: 'Orders',
      triggerConfig: { type: 'webhook', webhook: {} },
      apiCalls: [
        {
          id: 'a',
          order: 1,
          url: '/me',
          authConfig: { type: 'connection', connectionId: address.split('/').at(-1) },
        },
      ],
    });
    await page.request.patch(`/api/integrations/${id}`, { data: { isActive: true }, headers });
    await page.request.post(`/webhook/${id}`, { data: {} });
    await expect
      .poll(async () => {
        const logs = await (await page.request.get(`/api/integrations/${id}/execution-logs`)).json();
        return logs.map((log: { status: string }) => log.status);
      })
      .toEqual(['completed']);

    await page.request.delete(`/api/integrations/${id}`, { headers });
    await page.goto(`${address}?delete`);
    await expect(page.getByText(`${new URL(provider.url).host} is asked to revoke its token`)).toBeVisible();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(page.getByText('The provider has revoked its token.')).toBeVisible();

    // What is over, or was begun by somebody else, says so and does nothing.
    await page.goto(`/oauth/callback?state=unknown&code=a`);
    await expect(page.getByRole('heading', { name: 'Not connected' })).toBeVisible();
  } finally {
    await provider.close();
  }
});

test('a provider fills in its addresses, by its name or by its issuer', async ({
  page,
  product,
  javaScriptEnabled,
}) => {
  await startSession(page, product);
  await page.goto(`${list}/new`);
  await page.getByRole('link', { name: 'Salesforce', exact: true }).click();
  await page.getByLabel('My Domain').fill('not a name');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Write letters, digits, dots and dashes')).toBeVisible();
  if (javaScriptEnabled) await expect(page.getByLabel('My Domain')).toBeFocused();
  await page.getByLabel('My Domain').fill('acme');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByLabel('Token URL')).toHaveValue(
    'https://acme.my.salesforce.com/services/oauth2/token',
  );
  await expect(page.locator('[name=name]')).toHaveValue('Salesforce');
  await expect(
    page.getByRole('link', { name: 'External Client App Manager (in a new tab)' }),
  ).toHaveAttribute('href', /^https:\/\/acme\.my\.salesforce-setup\.com\//);
  await expect(page.getByText(`${product.url}/oauth/callback`)).toBeVisible();
  if (javaScriptEnabled) expect(await findViolations(page)).toEqual([]);
  // Only what the provider does not know is asked for, also after a rejection.
  await expect(page.getByLabel('Token URL')).toBeHidden();
  await expect(page.getByLabel('Other parameters')).toBeHidden();
  await page.getByRole('button', { name: 'Save Connection' }).click();
  await expect(page.getByLabel('Client ID')).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByLabel('Token URL')).toBeHidden();
  await expect(page.getByLabel('Scope')).toHaveValue('api refresh_token');
  await page
    .locator('[name="config.tokenUrl"]')
    .evaluate((field: HTMLInputElement) => (field.value = 'none'));
  await page.getByRole('button', { name: 'Save Connection' }).click();
  await expect(page.getByLabel('Token URL')).toBeVisible();

  const provider = await startLoginProvider(`${product.url}/oauth/callback`);
  try {
    await page.goto(`${list}/new?kind=oauth2_authorization_code`);
    await page.getByRole('button', { name: 'Fill in' }).click();
    await expect(page.getByText('Issuer is required')).toBeVisible();
    if (javaScriptEnabled) await expect(page.getByLabel('Issuer URL')).toBeFocused();
    await page.getByLabel('Issuer URL').fill(provider.url);
    await page.getByRole('button', { name: 'Fill in' }).click();
    await expect(page.getByText(`The URLs below are from ${provider.url}.`)).toBeVisible();
    await expect(page.getByLabel('Authorization URL')).toHaveValue(`${provider.url}/auth`);
    await expect(page.getByLabel('Issuer in responses')).toHaveValue('always');
    // A refused save leads to the first wrong field also of a form that an issuer filled in.
    await page.getByRole('button', { name: 'Save Connection' }).click();
    await expect(page.locator('[name=name]')).toHaveAttribute('aria-invalid', 'true');
    if (javaScriptEnabled) await expect(page.locator('[name=name]')).toBeFocused();
    await expect(page.getByLabel('Authorization URL')).toHaveValue(`${provider.url}/auth`);
  } finally {
    await provider.close();
  }
});
