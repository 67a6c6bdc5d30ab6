import { beforeEach, expect, it } from 'vitest';
import { type Owner, signInOwner } from './owner';

let { context, ask } = {} as Owner;

beforeEach(async () => {
  ({ context, ask } = await signInOwner());
});

const call = { id: 'one', name: 'Read orders', method: 'GET', url: 'https://api.example.com/' };

it('a call that was saved with a misleading name is read and deployed; the next save of the chain names it', async () => {
  const { id } = (await ask('POST', '', { name: 'Orders', apiCalls: [call] })).body;
  const { db } = context;
  const stored = await db.first(db.build.selectFrom('integration_versions').select('definition'));
  const former = stored!.definition.replace('Read orders', String.raw`Read\u202eorders`);
  await db.run(db.build.updateTable('integration_versions').set({ definition: former }));
  expect(await ask('GET', `/${id}`)).toMatchObject({
    status: 200,
    body: { apiCalls: [{ name: 'Read\u202eorders' }] },
  });
  expect(await ask('PATCH', `/${id}`, { isActive: true })).toMatchObject({ status: 200 });
  expect(await ask('PATCH', `/${id}`, { dataMapping: { a: 1 } })).toMatchObject({
    status: 422,
    body: {
      fields: { 'apiCalls.0.name': ['API call name must not contain line breaks or control characters'] },
    },
  });
});

it('a name is saved without characters that are not seen, and one that was saved with them can be saved again', async () => {
  const name = 'Ord\u200bers';
  const sent = { name, tags: ['a\u2060b'], apiCalls: [{ ...call, name: 'Read\u200d orders' }] };
  const { id } = (await ask('POST', '', sent)).body;
  const clean = { name: 'Orders', tags: ['ab'], apiCalls: [{ name: 'Read orders' }] };
  expect((await ask('GET', `/${id}`)).body).toMatchObject(clean);
  const { db } = context;
  await db.run(db.build.updateTable('integrations').set({ name }));
  expect((await ask('GET', `/${id}`)).body).toMatchObject({ name });
  expect(await ask('PATCH', `/${id}`, { name, apiCalls: sent.apiCalls })).toMatchObject({
    status: 200,
    body: { name: 'Orders', version: 1 },
  });
});

const halfPair =
  'This file cannot be read: it holds half of a surrogate pair, as \\ud800, which is no character.';

it('an import refuses a file with half of a surrogate pair, alone and among others', async () => {
  const file = String.raw`{"format":"wicked-integration","version":8,"name":"a\ud800b","definition":{}}`;
  for (const text of [file, `[${file}]`]) {
    expect(await ask('POST', '/import', { text })).toMatchObject({
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
  const { body } = await ask('POST', '/import', { text, dryRun: true });
  const names = (body.calls as { call: { name: string } }[]).map((each) => each.call.name);
  expect(names).toEqual(['Read orders', 'Imported call']);
});
