import { beforeEach, expect, test } from 'vitest';
import { createApp } from '~/api/app';
import { createTestContext } from '../../support/context';
import { connection } from '../whole-app';

type Send = (init: RequestInit) => Promise<{ status: number; body: string; fields: string[] | undefined }>;

let send: Send;

beforeEach(async () => {
  let fields: string[] | undefined;
  const app = createApp(await createTestContext(), {
    isDevelopment: false,
    stylesheet: '/app.css',
    async handlePage(request) {
      fields = [...(await request.formData()).keys()];
      return new Response('a page');
    },
  });
  send = async (init) => {
    const answer = await app.request('/login', { method: 'POST', ...init }, connection);
    return { status: answer.status, body: await answer.text(), fields };
  };
});

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

const form = new FormData();
form.set('file', new File(['text'], 'a.txt'));

test.each([
  ['URL-encoded', ofType('application/x-www-form-urlencoded;charset=UTF-8'), ['a']],
  ['multipart', { body: form }, ['file']],
  ['nothing at all', {}, []],
])('%s reaches the screen', async (_what, init, fields) => {
  expect(await send(init)).toEqual({ status: 200, body: 'a page', fields });
});
