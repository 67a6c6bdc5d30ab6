import { beforeEach, expect, test } from 'vitest';
import { createApp } from '~/api/app';
import { createTestUser, signInAs } from '../../../support/accounts';
import { createTestContext } from '../../../support/context';
import { connection } from '../../whole-app';

type Send = (
  init: RequestInit,
  path?: string,
) => Promise<{ status: number; body: string; fields: string[] | undefined }>;

let send: Send;
let signIn: () => Promise<string>;

beforeEach(async () => {
  let fields: string[] | undefined;
  const context = await createTestContext();
  signIn = async () => signInAs(context, (await createTestUser(context)).user.id);
  const app = createApp(context, {
    isDevelopment: false,
    stylesheet: '/app.css',
    async handlePage(request) {
      if (request.method === 'HEAD') {
        return new Response(null, { status: new URL(request.url).pathname === '/login' ? 200 : 404 });
      }
      fields = [...(await request.formData()).keys()];
      return new Response('a page');
    },
  });
  send = async (init, path = '/login') => {
    const headers = { 'Sec-Fetch-Site': 'same-origin', ...init.headers };
    const answer = await app.request(path, { method: 'POST', ...init, headers }, connection);
    return { status: answer.status, body: await answer.text(), fields };
  };
});

function asked(payload: unknown, type = 'insert', fields = {}): string {
  return new URLSearchParams({ __intent__: JSON.stringify({ type, payload }), ...fields }).toString();
}

function undoing(fields: object): string {
  const deletion = { call: null, list: 'apiCalls', index: 0, fields, changed: [] };
  return new URLSearchParams({ intent: `undo:${JSON.stringify(deletion)}` }).toString();
}

const ofType = (type: string, body = 'a=1') => ({ headers: { 'Content-Type': type }, body });

test.each([
  ['JSON', ofType('application/json', '{}'), 415],
  ['plain text', ofType('text/plain'), 415],
  ['two types in one', ofType('application/x-www-form-urlencoded; a, application/json'), 415],
  ['a body of no type', { body: new Uint8Array([1]), headers: { 'Content-Length': '1' } }, 415],
  ['multipart without a boundary', ofType('multipart/form-data'), 400],
  ['multipart without its end', ofType('multipart/form-data; boundary=x', '--x\r\n'), 400],
])('%s is no form, and no screen has to find that out', async (_what, init, status) => {
  const answer = await send(init);
  expect([answer.status, answer.fields]).toEqual([status, undefined]);
  expect(JSON.parse(answer.body)).toHaveProperty('code');
});

test.each(['PUT', 'PATCH', 'DELETE'])('a %s is looked at as well', async (method) => {
  expect((await send({ method, ...ofType('application/json', '{}') })).status).toBe(415);
});

test('what is no form is not found where no screen is', async () => {
  const answer = await send(ofType('application/json', '{}'), '/nothing');
  expect([answer.status, answer.fields]).toEqual([404, undefined]);
  expect(JSON.parse(answer.body)).toMatchObject({ code: 'NOT_FOUND' });
});

test.each(['//[', '//%5B', '//:x/y', '//localhost/login'])('so is what is no form at %s', async (path) => {
  const answer = await send(ofType('text/plain', 'x'), `http://localhost${path}`);
  expect([answer.status, answer.fields]).toEqual([404, undefined]);
});

function formOf(value: string | File): FormData {
  const form = new FormData();
  form.set('a', value);
  return form;
}

test('a form with a file reaches no screen', async () => {
  const answer = await send({ body: formOf(new File(['text'], 'a.txt')) });
  expect([answer.status, answer.fields]).toEqual([400, undefined]);
  expect(JSON.parse(answer.body)).toMatchObject({ message: 'This form takes no files.' });
});

test.each([
  ['URL-encoded', ofType('application/x-www-form-urlencoded;charset=UTF-8'), ['a']],
  ['multipart', { body: formOf('1') }, ['a']],
  ['nothing at all', {}, []],
])('%s reaches the screen', async (_what, init, fields) => {
  expect(await send(init)).toEqual({ status: 200, body: 'a page', fields });
});

const urlEncoded = 'application/x-www-form-urlencoded';

function listed(name: string, count: number): FormData {
  const parts = new FormData();
  for (let index = 0; index < count; index += 1) parts.append(name, '');
  return parts;
}

/** Lists of that many places each. */
function longLists(count: number, places: number): string {
  return Array.from({ length: count }, (_, at) => `a[${at % 10}].b${at}[${places - 1}]=1`).join('&');
}

test.each([
  ['a place far behind the end of any list', ofType(urlEncoded, 'apiCalls[20000].name=a')],
  ['a list longer than any', ofType(urlEncoded, 'apiCalls[60].name=a')],
  ['a list in a row that is longer than any', ofType(urlEncoded, 'apiCalls[1].headers[60].name=a')],
  [
    'more loops than an integration may have',
    ofType(urlEncoded, 'apiCalls[1].loop[30].id=a&apiCalls[2].loop[30].id=a'),
  ],
  ['more conditions before the first call', ofType(urlEncoded, 'firstConditional[60].id=a')],
  ['a number that is no length of a list', ofType(urlEncoded, 'email[4294967294]=a')],
  ['lists that are too long together', ofType(urlEncoded, longLists(334, 60))],
  ['a name that leads too deep', ofType(urlEncoded, `${'a.'.repeat(30)}a=1`)],
  ['a name that is too long', ofType(urlEncoded, `${'a'.repeat(501)}=1`)],
  ['a name too many times', ofType(urlEncoded, 'a=1&'.repeat(1_001))],
  ['too many fields', ofType(urlEncoded, '&'.repeat(20_001))],
  ['too many parts', { body: listed('a', 20_001) }],
  ['a name too many times, in parts', { body: listed('a', 1_001) }],
  ['a place in parts', { body: listed('a[20000]', 1) }],
  ['a row that is added far away', ofType(urlEncoded, asked({ name: 'apiCalls', index: 1e9 }))],
  ['a row that is moved far away', ofType(urlEncoded, asked({ name: 'apiCalls', from: 0, to: 60 }))],
  ['a row between two places', ofType(urlEncoded, asked({ name: 'apiCalls', index: 1.5 }, 'update'))],
  ['a row at no place', ofType(urlEncoded, asked({ name: 'apiCalls', index: '9999999' }))],
  ['a row of a list far away', ofType(urlEncoded, asked({ name: 'apiCalls[99999].headers' }))],
  ['a button that asks for nothing readable', ofType(urlEncoded, '__intent__={')],
  ['a button that asks for no object', ofType(urlEncoded, '__intent__=null')],
  ['a button that asks for something else', ofType(urlEncoded, asked({}, 'rename'))],
  ['a button without a payload', ofType(urlEncoded, asked(undefined))],
  ['a button whose payload is a text', ofType(urlEncoded, asked('calls', 'remove'))],
  ['a row of what is no list', ofType(urlEncoded, asked({ name: 'email' }, 'insert', { email: 'a' }))],
  ['a row of no list', ofType(urlEncoded, asked({}, 'remove'))],
  ['a change of a prototype', ofType(urlEncoded, asked({ name: 'a.__proto__' }, 'update'))],
  ['a change of a constructor', ofType(urlEncoded, asked({ name: 'constructor.prototype' }, 'reset'))],
  ['a change of a name that ends too early', ofType(urlEncoded, asked({ name: 'a[' }, 'update'))],
  ['a change of a name with two dots', ofType(urlEncoded, asked({ name: 'a..b' }, 'update'))],
  ['a length that cannot be compared', ofType(urlEncoded, 'name.length.toString=1')],
  ['such a length, written in brackets', ofType(urlEncoded, 'apiCalls[0].name[length].toString=1')],
  [
    'a change to such a length',
    ofType(urlEncoded, asked({ name: 'name', value: { length: { toString: 1 } } }, 'update')),
  ],
  ['such a length in a row', ofType(urlEncoded, asked({ name: 'a', defaultValue: [{ length: [] }] }))],
  ['such a length that is brought back', ofType(urlEncoded, undoing({ name: { length: { toString: 1 } } }))],
  ['a state, which no screen has', ofType(urlEncoded, '__state__={')],
])('a form with %s is no form of a screen, and none has to make lists of it', async (_what, init) => {
  const known = { ...init, headers: { ...('headers' in init && init.headers), Cookie: await signIn() } };
  const answer = await send(known);
  expect([answer.status, answer.fields]).toEqual([413, undefined]);
});

const fields = (count: number) => Array.from({ length: count }, (_, at) => `f${at}=`).join('&');
const parts = (count: number) => {
  const form = new FormData();
  for (let at = 0; at < count; at += 1) form.append(`f${at}`, '');
  return form;
};

test.each([
  ['fields', '/login', ofType(urlEncoded, fields(501)), 413],
  ['parts', '/login', { body: parts(501) }, 413],
  ['as many fields as it may', '/login', ofType(urlEncoded, fields(500)), 200],
  ['fields of an integration, whose form is kept', '/integration/a', ofType(urlEncoded, fields(5_000)), 200],
])('a form of a guest with %s', async (_what, path, init, status) => {
  expect((await send(init, path)).status).toBe(status);
});

test.each([
  ['the longest lists', `${longLists(320, 60)}&apiCalls[59].loop[9].id=a`],
  [
    'all conditional steps of an integration at one place',
    'apiCalls[1].conditional[50].id=a&firstConditional[0].id=a',
  ],
  ['many different fields', Array.from({ length: 5_000 }, (_, at) => `calls[${at % 50}].f${at}=`).join('&')],
  ['a row to be added', asked({ name: 'apiCalls[1].headers', index: 3, defaultValue: { name: '' } })],
  ['a row to be moved', asked({ name: 'apiCalls', from: 0, to: 49 }, 'reorder', { 'apiCalls[0].name': 'a' })],
  ['a field to be changed', asked({ name: 'apiCalls[1].x-y z', value: 'a' }, 'update')],
  ['a field named length', 'length=3&apiCalls[0].headers[0].length=1&lengths.a=1'],
  ['what is brought back', undoing({ name: '"length":{', length: 3 })],
  ['JSON that is nested deep', `intent=undo:${'['.repeat(5_000)}${']'.repeat(5_000)}`],
  ['everything to be checked', asked({}, 'validate')],
])('a form of a screen with %s reaches it', async (_what, body) => {
  const init = { ...ofType(urlEncoded, body) };
  const answer = await send({ ...init, headers: { ...init.headers, Cookie: await signIn() } });
  expect([answer.status, answer.body]).toEqual([200, 'a page']);
});
