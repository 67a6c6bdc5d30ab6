import { beforeEach, expect, test } from 'vitest';
import { createTestUser, signInAs } from '../../support/accounts';
import { createTestContext } from '../../support/context';
import { type CheckedApp, createCheckedApp } from '../checked-app';

let app: CheckedApp;
let cookie: string;
let organization: string;
let integration: string;

beforeEach(async () => {
  const context = await createTestContext();
  app = createCheckedApp(context);
  const { user, organizationId } = await createTestUser(context);
  cookie = await signInAs(context, user.id);
  organization = `/api/organizations/${organizationId}`;
  const made = await send('POST', '/api/integrations', { name: 'Orders' });
  integration = `/api/integrations/${String(made.body.id)}`;
});

async function send(method: string, path: string, body?: unknown) {
  const response = await app.request(path, {
    method,
    headers: { Cookie: cookie, 'Content-Type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

test('a misspelled field is refused by its name, and nothing is done', async () => {
  const secret = { name: 'key', value: 'to be kept', secret: true };
  expect(await send('POST', `${organization}/values`, secret)).toMatchObject({
    status: 422,
    body: {
      fields: {
        secret: [expect.stringMatching(/^There is no such field; this call takes name, .*isSecret/)],
      },
    },
  });
  expect((await send('GET', `${organization}/values`)).body).toEqual([]);
  const save = await send('PATCH', integration, { isActve: true });
  expect([save.status, Object.keys(save.body.fields as object)]).toEqual([422, ['isActve']]);
});

test('so is a payload that stands where `triggerData` should', async () => {
  expect(await send('POST', `${integration}/run`, { order: 7 })).toMatchObject({
    status: 422,
    body: { fields: { order: [expect.stringContaining('triggerData')] } },
  });
});

test('what was answered may be sent back as it is', async () => {
  const read = (await send('GET', integration)).body;
  const saved = await send('PATCH', integration, read);
  expect(saved).toEqual({ status: 200, body: { ...read, updatedAt: expect.any(String) } });
  for (const [list, made] of [
    ['values', { name: 'region', value: 'eu' }],
    ['channels', { name: 'On call', kind: 'email', recipients: 'owners', events: { failing: 1 } }],
    [
      'connections',
      { name: 'Shop', kind: 'bearer', baseUrl: 'https://a.example.com', config: { token: 'abcdefgh' } },
    ],
  ] as const) {
    const { body } = await send('POST', `${organization}/${list}`, made);
    expect(await send('PATCH', `${organization}/${list}/${String(body.id)}`, body)).toMatchObject({
      status: 200,
    });
  }
});
