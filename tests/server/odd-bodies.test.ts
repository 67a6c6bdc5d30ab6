// Bodies that no form sends, at every screen that takes one: refused as the sender's error, by the built server.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seedIntegration } from '../support/seed';
import { type Installation, install } from './installation';
import { listScreensWithActions } from './screens-with-actions';

let installation: Installation;
let integrationId: string;

beforeAll(async () => {
  // Where there is no provider, its screens are none.
  const provider = { OIDC_ISSUER: 'https://id.example.com', OIDC_CLIENT_ID: 'a', OIDC_CLIENT_SECRET: 'b' };
  installation = await install({ env: provider });
  integrationId = await seedIntegration(installation.seed, { isActive: false });
});

afterAll(() => installation.remove());

/** Every route with an action, and an address of it. */
const screens: Record<string, string> = {
  _index: '/?index',
  admin: '/admin',
  'admin_.alerts.$channelId': '/admin/alerts/x',
  'admin_.alerts.new': '/admin/alerts/new',
  billing: '/billing',
  'forgot-password': '/forgot-password',
  'installation.resume': '/installation/resume',
  'integration.$integrationId._index': '/integration/:id?index',
  'integration.$integrationId.deploy': '/integration/:id/deploy',
  'integration._index': '/integration?index',
  'integration.deleted': '/integration/deleted',
  'integration.select': '/integration/select',
  'integration.$integrationId.import': '/integration/:id/import',
  'integration.$integrationId.logs': '/integration/:id/logs',
  'integration.$integrationId.memory': '/integration/:id/memory',
  'integration.$integrationId.run': '/integration/:id/run',
  'integration.$integrationId.tests': '/integration/:id/tests',
  'integration.$integrationId.tests_.$testId': '/integration/:id/tests/x',
  'integration.$integrationId.versions': '/integration/:id/versions',
  'integration.import': '/integration/import',
  invitation: '/invitation?token=x',
  login: '/login',
  'login_.code': '/login/code',
  'login_.sso_.code': '/login/sso/code',
  'login_.passkey': '/login/passkey',
  logout: '/logout',
  'oauth.callback': '/oauth/callback?state=x',
  'organization.new': '/organization/new',
  'organization.settings._index': '/organization/settings?index',
  'organization.settings.alerts.$channelId': '/organization/settings/alerts/x',
  'organization.settings.alerts._index': '/organization/settings/alerts?index',
  'organization.settings.alerts.new': '/organization/settings/alerts/new',
  'organization.settings.connections.$connectionId': '/organization/settings/connections/x',
  'organization.settings.connections.new': '/organization/settings/connections/new?kind=bearer',
  'organization.settings.data': '/organization/settings/data',
  'organization.settings.members': '/organization/settings/members',
  'organization.settings.stores.$storeName.record': '/organization/settings/stores/orders/record?key=x',
  'organization.settings.stores.$storeName.records': '/organization/settings/stores/orders/records',
  'organization.settings.stores.new': '/organization/settings/stores/new',
  'organization.settings.tokens': '/organization/settings/tokens',
  'organization.settings.values.$valueId': '/organization/settings/values/x',
  'organization.settings.values.new': '/organization/settings/values/new',
  'organization.switch': '/organization/switch',
  profile: '/profile',
  'profile_.single-sign-on': '/profile/single-sign-on',
  'profile_.email': '/profile/email',
  'profile_.passkeys': '/profile/passkeys',
  'profile_.proof': '/profile/proof',
  'profile_.proof_.passkey': '/profile/proof/passkey',
  'profile_.two-factor': '/profile/two-factor',
  'resend-email-verification': '/resend-email-verification',
  'reset-password': '/reset-password?token=x',
  'restore-email': '/restore-email?token=x',
  signup: '/signup',
  theme: '/theme',
  'verify-email': '/verify-email?token=x',
};

test('the list has every screen that takes something', () => {
  expect(listScreensWithActions()).toEqual(Object.keys(screens).toSorted());
});

const odd: [string, string, number][] = [
  ['application/json', '{"email":"ada@example.com"}', 415],
  ['text/plain', 'email=ada@example.com', 415],
  ['multipart/form-data', 'email=ada@example.com', 400],
  ['multipart/form-data; boundary=x', '--x\r\nContent-Disposition: form-data', 400],
];

describe.each(Object.entries(screens))('%s', (_name, path) => {
  test.each(odd)('responds to %s as an error of the sender', async (type, body, status) => {
    const { seed, server } = installation;
    const before = server.output();
    for (const cookie of ['', seed.cookie]) {
      const answer = await fetch(server.url + path.replace(':id', integrationId), {
        method: 'POST',
        headers: { 'Content-Type': type, Cookie: cookie, 'Sec-Fetch-Site': 'same-origin' },
        body,
        redirect: 'manual',
      });
      await answer.arrayBuffer();
      // The documents of imports are large: whose they are is asked before they are read.
      const isUnread = cookie === '' && path.endsWith('/import') && type.startsWith('multipart/');
      expect(answer.status).toBe(isUnread ? 302 : status);
    }
    expect(server.output()).toBe(before);
  });
});

test.each([
  'apiCalls[0].url=a&apiCalls[0].url=b',
  'apiCalls[0].body[0]=a',
  'apiCalls[0].responseMapping.computed.x=a',
  'triggerConfig.webhook.endpoint.onlyRunIf=a&triggerConfig.webhook.endpoint.onlyRunIf=b',
  'intent=reveal&apiCalls[0].body[0]=a',
])('a form of the editor with a text that is none is an error of the sender: %s', async (fields) => {
  const { seed, server } = installation;
  const before = server.output();
  const answer = await fetch(`${server.url}/integration/${integrationId}?index`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/x-www-form-urlencoded',
      Cookie: seed.cookie,
      'Sec-Fetch-Site': 'same-origin',
    },
    body: `version=1&triggerConfig.type=webhook&apiCalls[0].id=a&${fields}`,
  });
  expect([answer.status, server.output()]).toEqual([400, before]);
});

test.each([
  ['/signup', 'firstName.length.toString=1'],
  ['/organization/settings?index', 'name.length.toString=1'],
  [
    '/integration?index',
    `__intent__=${JSON.stringify({ type: 'update', payload: { name: 'name', value: { length: { toString: 1 } } } })}`,
  ],
  [
    '/integration/:id?index',
    `intent=undo:${JSON.stringify({ call: null, list: 'apiCalls', index: 0, fields: { name: { length: { toString: 1 } } }, changed: [] })}`,
  ],
])(
  'a form to %s whose text has a length that cannot be compared is an error of the sender',
  async (path, body) => {
    const { seed, server } = installation;
    const before = server.output();
    const answer = await fetch(server.url + path.replace(':id', integrationId), {
      method: 'POST',
      headers: {
        'Content-Type': 'application/x-www-form-urlencoded',
        Cookie: path === '/signup' ? '' : seed.cookie,
        'Sec-Fetch-Site': 'same-origin',
      },
      body,
    });
    expect([answer.status, server.output()]).toEqual([413, before]);
  },
);

test.each([
  ['', 302],
  ['x', 413],
  ['{}', 413],
])('a form of the editor whose button asks for "%s" gets status %i', async (intent, status) => {
  const { seed, server } = installation;
  const before = server.output();
  const answer = await fetch(`${server.url}/integration/${integrationId}?index`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/x-www-form-urlencoded',
      Cookie: seed.cookie,
      'Sec-Fetch-Site': 'same-origin',
    },
    body: `version=1&triggerConfig.type=manual&__intent__=${intent}`,
    redirect: 'manual',
  });
  expect([answer.status, server.output()]).toEqual([status, before]);
});

test.each(['/integrations', '/api-docs', '/docs/nothing', '/webhook'])(
  '%s is no screen: JSON is not found there',
  async (path) => {
    const { seed, server } = installation;
    for (const cookie of ['', seed.cookie]) {
      const answer = await fetch(server.url + path, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Cookie: cookie, 'Sec-Fetch-Site': 'same-origin' },
        body: '{}',
      });
      expect([answer.status, await answer.json()]).toMatchObject([404, { code: 'NOT_FOUND' }]);
    }
  },
);
