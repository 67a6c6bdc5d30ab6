// Dialogs that other tests of accessibility do not open, the administration, and what a recorded test and a comparison show: for
// axe, in both themes.
import { expect, type Page } from '@playwright/test';
import { expectNoViolations, expectNoViolationsAtEachWidth } from './axe';
import { type Product, test } from './fixtures';
import { createIntegration, prepareIntegrations, type Prepared } from './prepared';
import { run } from './product-file';

test.skip(({ javaScriptEnabled }) => !javaScriptEnabled, 'axe is script; the same stands there without.');
// Axe looks twice at each of many states, which takes ten seconds of a processor that others may need, too.
test.describe.configure({ timeout: 180_000 });

const chain = {
  name: 'Two calls',
  triggerConfig: { type: 'webhook', webhook: { variables: [{ name: 'order_id', jsonPath: '.order.id' }] } },
  apiCalls: [
    {
      id: 'list',
      name: 'List orders',
      order: 1,
      method: 'GET',
      url: 'https://api.example.com/orders/{{order_id}}',
      responseMapping: { extractFields: [{ jsonPath: '.state', saveAs: 'state' }] },
    },
    { id: 'tell', name: 'Tell', order: 2, method: 'GET', url: 'https://api.example.com/told/{{state}}' },
  ],
};

/** Adds what a screen needs to show; answers what the API says of it. */
async function add(page: Page, product: Product, path: string, data: object): Promise<{ id: string }> {
  const answer = await page.request.post(path, { data, headers: { Origin: product.url } });
  expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true);
  return answer.json();
}

async function findOrganization(page: Page): Promise<string> {
  const { id } = await (await page.request.get('/api/users/me')).json();
  const [{ organizationId }] = await (await page.request.get(`/api/organization-memberships/${id}`)).json();
  return organizationId;
}

const settings = '/organization/settings';

/** Adds what dialogs are about; answers their addresses, each of which is seen by its title. */
async function prepareDialogs(page: Page, product: Product, { filled, execution }: Prepared) {
  const organization = await findOrganization(page);
  const base = `/api/organizations/${organization}`;
  const name = `dialog_${Date.now()}`;
  const value = await add(page, product, `${base}/values`, { name, value: 'https://shop.example.com' });
  const channel = await add(page, product, `${base}/channels`, {
    name,
    kind: 'email',
    recipients: 'owners',
    events: { failing: 1 },
  });
  const recorded = await add(page, product, `/api/integrations/${filled}/tests`, {
    name,
    executionId: execution,
  });
  const [token] = await product.db.all(
    product.db.build.selectFrom('api_tokens').select('id').where('organization_id', '=', organization),
  );
  const dialogs = {
    'Edit details': `/integration/${filled}/deploy?dialog=details`,
    'Revoke API token': `${settings}/tokens?revoke=${token?.id}`,
    'Delete value': `${settings}/values/${value.id}?delete`,
    'Delete channel': `${settings}/alerts/${channel.id}?delete`,
    'Clear memory': `/integration/${filled}/memory?clear`,
    'Delete test': `/integration/${filled}/tests/${recorded.id}?delete`,
  };
  /** Every test of a worker is in the same organization, and some see all that it has. */
  async function removeAdded(): Promise<void> {
    for (const path of [`values/${value.id}`, `channels/${channel.id}`]) {
      const answer = await page.request.delete(`${base}/${path}`, { headers: { Origin: product.url } });
      expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true);
    }
  }
  return { dialogs, removeAdded };
}

test('dialogs that have an address', async ({ page, product }) => {
  const prepared = await prepareIntegrations(page, product);
  const { dialogs, removeAdded } = await prepareDialogs(page, product, prepared);
  for (const [name, path] of Object.entries(dialogs)) {
    await page.goto(path);
    await expect.soft(page.getByRole('dialog', { name })).toBeVisible();
    await expectNoViolationsAtEachWidth(page, name);
  }
  await removeAdded();
});

for (const width of [360, 1280]) {
  test(`dialogs that the editor opens, ${width} px wide`, async ({ page, product }) => {
    await page.setViewportSize({ width, height: 900 });
    await prepareIntegrations(page, product);
    const id = await createIntegration(page.request, product, chain);
    // On a phone the link to a call would show that alone.
    await page.goto(`/integration/${id}${width === 360 ? '' : '#call-1'}`);
    const outline = page.getByRole('navigation', { name: 'Outline' });
    const states: [name: string, press: () => Promise<void>][] = [
      ['Choose test data', () => outline.getByRole('button', { name: 'Test', exact: true }).click()],
      ['Test Variables', () => page.getByRole('button', { name: 'Test API Call: List orders' }).click()],
      ['Variable In Use', () => page.getByRole('button', { name: 'Remove List orders' }).click()],
    ];
    for (const [name, press] of states) {
      if (name !== 'Choose test data' && width === 360) {
        const link = outline.getByRole('link', { name: /List orders/ });
        if (await link.isVisible()) await link.click();
      }
      await press();
      await expect(page.getByRole('dialog', { name })).toBeVisible();
      await expectNoViolations(page, name);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
    }
  });
}

test('a recorded test, its list, a comparison and a backtest', async ({ page, product }) => {
  const { filled, execution } = await prepareIntegrations(page, product);
  const base = `/integration/${filled}`;
  const recorded = await add(page, product, `/api${base.replace('integration', 'integrations')}/tests`, {
    name: 'Seen by axe',
    executionId: execution,
  });
  await add(page, product, `/api/integrations/${filled}/tests/run`, {});
  const ends = [
    '/tests',
    `/tests/${recorded.id}`,
    '/versions?former=1&next=1',
    '/versions?note=1',
    '/backtest?version=1&last=20',
    '/deploy',
  ];
  for (const end of ends) {
    await page.goto(base + end);
    await expectNoViolationsAtEachWidth(page, end);
  }
});

test('the administration', async ({ page, product }) => {
  await prepareIntegrations(page, product);
  run(
    product,
    "insert into administrators (user_id, created_at) select id, 0 from users where email = 'prepared@example.com'",
  );
  const channel = await add(page, product, '/api/installation/channels', {
    name: 'Office of axe',
    kind: 'email',
    recipients: 'administrators',
    events: { disk: 1 },
  });
  const paths = [
    '/admin',
    '/admin?view=users',
    '/admin?view=users&search=nobody-has-this',
    '/admin?view=organizations',
    '/admin?view=alerts',
    '/admin/alerts/new?kind=email',
    `/admin/alerts/${channel.id}`,
    `/admin/alerts/${channel.id}?delete`,
    `${settings}/alerts`,
    `${settings}/alerts/new?kind=webhook`,
    `${settings}/values/new?kind=json`,
  ];
  for (const path of paths) {
    const response = await page.goto(path);
    expect.soft(response?.status(), path).toBe(200);
    await expectNoViolationsAtEachWidth(page, path);
  }
  run(product, 'delete from administrators');
});
