import { beforeEach, expect, it } from 'vitest';
import { createTestUser, signInAs } from '../../support/accounts';
import { createTestContext, type TestContext } from '../../support/context';
import { type CheckedApp, createCheckedApp } from '../checked-app';

let context: TestContext;
let app: CheckedApp;
let cookie: string;

beforeEach(async () => {
  context = await createTestContext();
  app = createCheckedApp(context);
  cookie = await signInAs(context, (await createTestUser(context)).user.id);
});

async function send(method: string, path: string, body?: object) {
  const response = await app.request(`/api/integrations${path}`, {
    method,
    headers: { Cookie: cookie, ...(body && { 'Content-Type': 'application/json' }) } as Record<
      string,
      string
    >,
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

const call = { id: 'one', name: 'Read orders', method: 'GET', url: 'https://api.example.com/' };

it('a call that was saved with a misleading name is read and deployed; the next save of the chain names it', async () => {
  const { id } = (await send('POST', '', { name: 'Orders', apiCalls: [call] })).body;
  const { db } = context;
  const stored = await db.first(db.build.selectFrom('integration_versions').select('definition'));
  const former = stored!.definition.replace('Read orders', String.raw`Read\u202eorders`);
  await db.run(db.build.updateTable('integration_versions').set({ definition: former }));
  expect(await send('GET', `/${String(id)}`)).toMatchObject({
    status: 200,
    body: { apiCalls: [{ name: 'Read\u202eorders' }] },
  });
  expect(await send('PATCH', `/${String(id)}`, { isActive: true })).toMatchObject({ status: 200 });
  expect(await send('PATCH', `/${String(id)}`, { dataMapping: { a: 1 } })).toMatchObject({
    status: 422,
    body: {
      fields: { 'apiCalls.0.name': ['API call name must not contain line breaks or control characters'] },
    },
  });
});

const halfPair =
  'This file cannot be read: it holds half of a surrogate pair, as \\ud800, which is no character.';

it('an import refuses a file with half of a surrogate pair, alone and among others', async () => {
  const file = String.raw`{"format":"wicked-integration","version":8,"name":"a\ud800b","definition":{}}`;
  for (const text of [file, `[${file}]`]) {
    expect(await send('POST', '/import', { text })).toMatchObject({
      status: 422,
      body: { message: halfPair },
    });
  }
});

it('an imported document keeps no mark of the writing direction in the name of a call', async () => {
  const get = { summary: 'Read\u202e\u0007 orders' };
  const hidden = { get: { summary: '\u200b\u2060' } };
  const paths = { '/orders': { get }, '/stock': hidden };
  const text = JSON.stringify({ openapi: '3.1.0', servers: [{ url: 'https://a.test' }], paths });
  const { body } = await send('POST', '/import', { text, dryRun: true });
  const names = (body.calls as { call: { name: string } }[]).map((each) => each.call.name);
  expect(names).toEqual(['Read orders', 'Imported call']);
});
