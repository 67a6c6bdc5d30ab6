// What a screen shows, made through the JSON API once for each worker.
import { request as newRequest, type APIRequestContext, type Page } from '@playwright/test';
import type { Product } from './fixtures';
import { sampleToken, expect } from './fixtures';

export interface Prepared {
  /** An integration without calls. */
  empty: string;
  /** A deployed webhook integration of two calls. */
  filled: string;
  /** One that was deleted. */
  deleted: string;
  /** An execution of the deployed one that completed. */
  execution: string;
  /** The id of somebody else in the organization. */
  member: string;
  /** A connection that nothing uses. */
  connection: string;
  /** One whose provider gave it no token. */
  failingConnection: string;
  /** One that nobody has connected with its provider yet. */
  unconnected: string;
  /** Where a provider sends back to who connects it. */
  callback: string;
  /** Where an invitation leads that nobody accepted yet. */
  invitation: string;
}

const account = {
  email: 'prepared@example.com',
  password: 'Correct-horse-7',
  firstName: 'Grace',
  lastName: 'Hopper',
  organizationName: 'Compilers',
};
const secret = 'whsec_cHJlcGFyZWQtc2VjcmV0LWZvci10ZXN0cw==';

type Cookies = Awaited<ReturnType<APIRequestContext['storageState']>>['cookies'];

const preparing = new Map<string, Promise<Prepared & { cookies: Cookies }>>();

/** Gives the page's browser the session of somebody with two integrations and an execution. */
export async function prepareIntegrations(page: Page, product: Product): Promise<Prepared> {
  let prepared = preparing.get(product.url);
  if (!prepared) {
    prepared = prepare(page.request, product);
    preparing.set(product.url, prepared);
  }
  const { cookies, ...ready } = await prepared;
  // One session for all tests of a worker: so many logins from one address are refused.
  await page.context().addCookies(cookies);
  return ready;
}

async function logIn(request: APIRequestContext, product: Product): Promise<void> {
  const { email, password } = account;
  const answer = await send(request, product, 'POST', '/auth/login/user', { email, password });
  expect(answer.user.email).toBe(email);
}

async function send(
  request: APIRequestContext,
  product: Product,
  method: string,
  path: string,
  body: object,
) {
  const answer = await request.fetch(path, { method, data: body, headers: { Origin: product.url } });
  expect(answer.ok(), `${method} ${path}: ${await answer.text()}`).toBe(true);
  return answer.json();
}

async function prepare(
  request: APIRequestContext,
  product: Product,
): Promise<Prepared & { cookies: Cookies }> {
  await send(request, product, 'POST', '/auth/register/user', account);
  await expect.poll(() => product.findMailedLink(account.email)).toBeDefined();
  const link = new URL(product.findMailedLink(account.email) ?? '');
  await send(request, product, 'POST', '/auth/verify-email', { token: link.searchParams.get('token') });
  await logIn(request, product);

  const empty = await send(request, product, 'POST', '/api/integrations', { name: 'Nothing yet' });
  const deleted = await send(request, product, 'POST', '/api/integrations', { name: 'Former warehouse' });
  await request.delete(`/api/integrations/${deleted.id}`, { headers: { Origin: product.url } });
  const filled = await send(
    request,
    product,
    'POST',
    '/api/integrations',
    describeIntegration(product.sampleApiUrl),
  );
  await send(request, product, 'PATCH', `/api/integrations/${filled.id}`, { isActive: true });
  const { executionId } = await deliver(request, product, filled.id, 'octo/hello-world');
  await deliver(request, product, filled.id, 'octo/<b>bold</b>');
  await expect
    .poll(async () => {
      const answer = await request.get(`/api/integrations/${filled.id}/execution-logs`);
      const logs: { status: string; errorMessage: string | null }[] = await answer.json();
      return logs.map(({ status, errorMessage }) => errorMessage ?? status);
    })
    .toEqual(['completed', 'completed']);
  const { cookies } = await request.storageState();
  const people = await preparePeople(request, product);
  return {
    empty: empty.id,
    filled: filled.id,
    deleted: deleted.id,
    execution: executionId,
    ...people,
    cookies,
  };
}

async function preparePeople(request: APIRequestContext, product: Product) {
  const { id } = await (await request.get('/api/users/me')).json();
  const [{ organizationId }] = await (await request.get(`/api/organization-memberships/${id}`)).json();
  const base = `/api/organization-memberships/${organizationId}`;
  const invite = async (email: string, role: string) => {
    const { password: currentPassword } = account;
    await send(request, product, 'POST', `${base}/invite-member`, { email, role, currentPassword });
    await expect.poll(() => product.findMailedLink(email)).toBeDefined();
    return new URL(product.findMailedLink(email) ?? '');
  };
  const link = await invite('jean.bartik@example.com', 'MEMBER');
  const program = await newRequest.newContext({ baseURL: product.url });
  await program.post('/invitation', {
    headers: { Origin: product.url },
    form: {
      intent: 'sign-up',
      token: link.searchParams.get('token') ?? '',
      firstName: 'Jean',
      lastName: 'Bartik',
      password: account.password,
    },
  });
  await program.dispose();
  await request.post('/organization/settings/tokens', {
    headers: { Origin: product.url },
    form: {
      intent: 'create',
      name: 'Deployment of the warehouse service',
      role: 'ADMIN',
      currentPassword: account.password,
    },
  });
  const connections = `/api/organizations/${organizationId}/connections`;
  const connection = await send(request, product, 'POST', connections, {
    name: 'Warehouse service of the northern subsidiary',
    kind: 'api_key',
    baseUrl: 'https://api.warehouse.example.com/v2',
    allowedHosts: ['*.warehouse.example.com'],
    config: { in: 'header', name: 'X-Warehouse-Key', value: 'the-key-of-the-warehouse' },
  });
  const key = encodeURIComponent('a.person.with.a.rather.long.address@subsidiary.example.com');
  await send(
    request,
    product,
    'PUT',
    `/api/organizations/${organizationId}/stores/customers/records/${key}`,
    {
      value: { customer: 'cus_00000000000000000000000000000001', orders: [1042, 1043] },
      expiresAt: '365d',
    },
  );
  const failing = await send(request, product, 'POST', connections, {
    name: 'Accounting',
    kind: 'oauth2_client_credentials',
    baseUrl: product.sampleApiUrl,
    config: { tokenUrl: `${product.sampleApiUrl}/token`, clientId: 'worker', clientSecret: 'not the secret' },
  });
  await send(request, product, 'POST', `${connections}/${failing.id}/test`, { url: '/me' });
  const unconnected = await send(request, product, 'POST', connections, {
    name: 'Calendar of the northern subsidiary',
    kind: 'oauth2_authorization_code',
    baseUrl: 'https://api.calendar.example.com',
    config: {
      authorizationUrl: 'https://login.calendar.example.com/oauth/authorize',
      tokenUrl: 'https://login.calendar.example.com/oauth/token',
      clientId: 'wicked-integrations',
      clientSecret: 'not the secret either',
    },
  });
  const begun = await send(request, product, 'POST', `${connections}/${unconnected.id}/authorize`, {});
  const state = new URL(begun.address).searchParams.get('state');
  // As if a program had asked, or script would finish it at once; and for as long as tests run.
  const states = product.db.build.updateTable('oauth_states').where('connection_id', '=', unconnected.id);
  await product.db.run(states.set({ session: null, expires_at: Date.now() + 3_600_000 }));
  const members: { userId: string }[] = await (await request.get(`${base}/all`)).json();
  const invitation = await invite('a.person.with.a.rather.long.address@subsidiary.example.com', 'ADMIN');
  return {
    member: members.find(({ userId }) => userId !== id)?.userId ?? '',
    connection: connection.id,
    failingConnection: failing.id,
    unconnected: unconnected.id,
    callback: `/oauth/callback?state=${state}&code=a-code`,
    invitation: invitation.pathname + invitation.search,
  };
}

/** Makes a draft for whom `prepareIntegrations` logged in. Answers its id. */
export async function createIntegration(
  request: APIRequestContext,
  product: Product,
  integration: object,
): Promise<string> {
  const { id } = await send(request, product, 'POST', '/api/integrations', integration);
  return id;
}

async function deliver(request: APIRequestContext, product: Product, id: string, repository: string) {
  const answer = await request.post(`${product.url}/webhook/${id}`, {
    headers: { 'X-Webhook-Signature': secret, 'X-GitHub-Event': 'issues' },
    data: { action: 'opened', repository: { full_name: repository, stars: 9007199254740993n.toString() } },
  });
  expect(answer.status()).toBe(202);
  return answer.json();
}

function describeIntegration(api: string) {
  return {
    name: 'GitHub to issue tracker',
    description: 'Opens an issue for every repository event and reads it back.',
    triggerConfig: {
      type: 'webhook',
      webhook: {
        secret,
        headers: { 'X-GitHub-Event': 'issues' },
        variables: [
          { name: 'repo', jsonPath: '$.repository.full_name', description: 'owner/name', required: true },
        ],
      },
    },
    apiCalls: [
      {
        id: 'open',
        name: 'Open issue',
        order: 1,
        method: 'POST',
        url: `${api}/issues`,
        headers: { 'X-Api-Version': '2' },
        body: '{\n  "title": "Something happened in {{repo}}"\n}',
        responseMapping: { extractFields: [{ jsonPath: '$.issue.id', saveAs: 'issue_id' }] },
      },
      {
        id: 'read',
        name: 'Read issue',
        order: 2,
        method: 'GET',
        url: `${api}/issues/{{issue_id}}`,
        authConfig: { type: 'bearer', token: sampleToken },
        responseMapping: { extractFields: [{ jsonPath: '$.nothing.there', saveAs: 'missing' }] },
      },
    ],
  };
}

/** A conditional step after the second call: whether a variable has a value. */
export function makeCheck(field: string, value: string): object {
  return {
    id: 'check',
    order: 2.5,
    conditionalExecution: {
      enabled: true,
      executionTrigger: 'conditional',
      condition: { field, operator: 'equals', value },
    },
  };
}
