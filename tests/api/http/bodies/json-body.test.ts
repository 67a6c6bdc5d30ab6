import { beforeEach, expect, test } from 'vitest';
import { createTestUser, signInAs } from '../../../support/accounts';
import { createTestContext, type TestContext } from '../../../support/context';
import { seedIntegration } from '../../../support/seed';
import { type CheckedApp, createCheckedApp } from '../../checked-app';

let context: TestContext;
let app: CheckedApp;

beforeEach(async () => {
  context = await createTestContext();
  app = createCheckedApp(context);
});

function send(type: string | undefined, body: BodyInit) {
  const headers: Record<string, string> = type === undefined ? {} : { 'Content-Type': type };
  return app.request('/early-access', { method: 'POST', headers, body });
}

const body = JSON.stringify({ email: 'ada@example.com' });

test.each([
  'application/json',
  'application/json; charset=utf-8',
  'application/json ; charset="utf-8"',
  'Application/JSON;',
])('a body of the type %s is read', async (type) => {
  expect((await send(type, body)).status).toBe(200);
});

test('JSON needs no length, however its type is spelled', async () => {
  const headers = { 'Content-Type': 'Application/JSON', 'Transfer-Encoding': 'chunked' };
  expect((await app.request('/early-access', { method: 'POST', headers, body })).status).toBe(200);
});

test.each([undefined, 'text/plain', 'application/x-www-form-urlencoded', 'application/problem+json'])(
  'a body of the type %s is rejected',
  async (type) => {
    const response = await send(type, body);
    expect([response.status, await response.json()]).toMatchObject([415, { code: 'UNSUPPORTED_MEDIA_TYPE' }]);
  },
);

test.each([
  ['no JSON', '{"email":', 400, { code: 'BAD_REQUEST', message: 'The body is not valid JSON.' }],
  ['nothing', '', 400, { code: 'BAD_REQUEST' }],
  ['a list', '[]', 422, { code: 'VALIDATION_FAILED', message: expect.stringMatching(/^Send an object/) }],
  ['a wrong field', '{"email":7}', 422, { fields: { email: ['Email is required.'] } }],
  ['more than 256 KiB', JSON.stringify({ email: 'x'.repeat(256 * 1024) }), 413, { code: 'TOO_LARGE' }],
])('%s is rejected', async (_what, text, status, answer) => {
  const response = await send('application/json', text);
  expect([response.status, await response.json()]).toMatchObject([status, answer]);
});

test.each(['{"toString":1}', '{"valueOf":1,"toString":{}}'])(
  'a value whose length %s cannot be compared is rejected as any other that is no text',
  async (length) => {
    const response = await send('application/json', `{"email":{"length":${length}}}`);
    expect([response.status, await response.json()]).toEqual([
      422,
      { code: 'VALIDATION_FAILED', message: 'The provided data is invalid.' },
    ]);
  },
);

const latin1 = Buffer.from(JSON.stringify({ email: 'adé@example.com' }), 'latin1');

test.each(['application/json', 'application/json; charset=iso-8859-1'])(
  'bytes that are not UTF-8 are rejected and not replaced, as %s',
  async (type) => {
    const response = await send(type, latin1);
    expect([response.status, await response.json()]).toEqual([
      400,
      { code: 'BAD_REQUEST', message: 'The body is not valid UTF-8.' },
    ]);
  },
);

test.each(['\ufeff', ''])('UTF-8 is read with the mark %o in front', async (mark) => {
  expect((await send('application/json', mark + body)).status).toBe(200);
});

const half = 'The body holds half of a surrogate pair, as \\ud800, which is no character.';

test.each(['\\ud800', '\\uDFFF', '\\udc00\\ud800', '\\\\\\ud800', '\\ud83d\\\\ude00', '\\ud800😀'])(
  'half of a surrogate pair is rejected: %s',
  async (written) => {
    const response = await send('application/json', `{"email":"ada@example.com","name":"${written}"}`);
    expect([response.status, await response.json()]).toEqual([400, { code: 'BAD_REQUEST', message: half }]);
  },
);

test.each(['\\ud83d\\ude00', '\\\\ud800', '\\\\\\\\ud800', '\\uD83D\\uDE00\\n\\ud7ff', '😀'])(
  'what is no half of a pair is read: %s',
  async (written) => {
    const text = `{"email":"ada@example.com","name":"${written}"}`;
    expect((await send('application/json', text)).status).toBe(200);
  },
);

/** Sends bytes as a client that sets no type of its own. */
async function sendUntyped(call: string, sent?: string): Promise<Response> {
  const { user, organizationId } = await createTestUser(context);
  const id = await seedIntegration({ context, userId: user.id, organizationId }, { isActive: false });
  const headers: Record<string, string> = { Cookie: await signInAs(context, user.id) };
  if (sent !== undefined) headers['Content-Length'] = String(sent.length);
  const init = { method: 'POST', headers, ...(sent !== undefined && { body: Buffer.from(sent) }) };
  return app.request(`/api/integrations/${id}/${call}`, init);
}

test.each([undefined, ''])('a call whose body may be missing needs no type for the body %o', async (sent) => {
  // There is nothing to run.
  expect((await sendUntyped('run', sent)).status).toBe(409);
});

test.each(['run', 'test', 'tests/run', 'executions/replay-failed'])(
  '%s with a body without a type is rejected, rather than taken for one without a body',
  async (call) => {
    const response = await sendUntyped(call, '{"triggerData":{"id":7}}');
    expect([response.status, await response.json()]).toMatchObject([415, { code: 'UNSUPPORTED_MEDIA_TYPE' }]);
  },
);
