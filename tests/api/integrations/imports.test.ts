import { beforeEach, describe, expect, it } from 'vitest';
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

function send(body: object | string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) {
  return app.request('/api/integrations/import', {
    method: 'POST',
    headers: { Cookie: cookie, 'Content-Type': 'application/json', ...headers },
    body: typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body),
  });
}

const paths = Object.fromEntries(
  Array.from({ length: 600 }, (_, n) => [`/things/${n}`, { get: { summary: `Thing ${n}` } }]),
);
const text = JSON.stringify({ openapi: '3.1.0', servers: [{ url: 'https://a.test' }], paths });

async function preview(wish: object = {}) {
  const answer = await send({ text, dryRun: true, ...wish });
  expect(answer.status).toBe(200);
  const { calls, total } = (await answer.json()) as { calls: { label: string }[]; total: number };
  return [calls.map(({ label }) => label), total] as const;
}

describe('a dry run', () => {
  it('tells of 500 calls at once, and how many there are', async () => {
    const [labels, total] = await preview();
    expect([labels.length, total]).toEqual([500, 600]);
    expect(await preview({ offset: 500, limit: 2 })).toEqual([['Thing 500', 'Thing 501'], 600]);
  });

  it('tells of no more than 8 MiB at once, though a command has a long body for each of its addresses', async () => {
    const command = `curl ${'a.test '.repeat(40)}-d '${'x'.repeat(500_000)}'`;
    const [labels, total] = await preview({ text: command });
    expect([labels.length, total]).toEqual([16, 40]);
    expect((await preview({ text: command, offset: 32 }))[0]).toHaveLength(8);
  });

  it('finds calls', async () => {
    expect(await preview({ search: 'GET /things/599' })).toEqual([['Thing 599'], 1]);
  });
});

it('reads no document of a member who may not edit, not even in a dry run', async () => {
  const { user } = await createTestUser(context, { role: 'MEMBER', access: 'run' });
  cookie = await signInAs(context, user.id);
  // Nor one that is no document.
  for (const sent of [{ text, dryRun: true }, '{']) expect((await send(sent)).status).toBe(403);
});

it('tells and takes the integrations of one file', async () => {
  const file = { format: 'wicked-integration', version: 8, name: 'Orders', definition: {} };
  const files = JSON.stringify([file, { ...file, name: 'Newer', version: 99 }]);
  const told = await send({ text: files, dryRun: true });
  expect(await told.json()).toMatchObject({
    format: 'integrations',
    integrations: [{ name: 'Orders', status: 'new' }, { status: 'invalid' }],
  });
  const taken = await send({ text: files });
  expect(await taken.json()).toMatchObject({
    integrations: [
      { name: 'Orders', outcome: 'created' },
      { outcome: 'failed', integrationId: null },
    ],
  });
  expect((await send({ text: '[]' })).status).toBe(422);
});

describe('what cannot be read', () => {
  it.each([
    ['{', 400, 'BAD_REQUEST', undefined],
    ['[]', 422, 'VALIDATION_FAILED', undefined],
    ['{"text": "curl https://a.test", "limit": 0, "dryRun": true}', 422, 'VALIDATION_FAILED', ['limit']],
  ])('%s', async (body, status, code, fields) => {
    const answer = await send(body);
    const told = (await answer.json()) as { code: string; fields?: object };
    expect([answer.status, told.code]).toEqual([status, code]);
    if (fields) expect(Object.keys(told.fields ?? {})).toEqual(fields);
  });

  it('is not UTF-8', async () => {
    const answer = await send(Buffer.from('{"text": "curl https://a.test -d gehe\xefm"}', 'latin1'));
    expect([answer.status, await answer.json()]).toMatchObject([
      400,
      { message: 'The body is not valid UTF-8.' },
    ]);
  });

  it('is rejected by its type before it is read', async () => {
    expect((await send('text=1', { 'Content-Type': 'text/plain' })).status).toBe(415);
  });

  it('is too long in words', async () => {
    const longer = await send({ text: ' '.repeat(16 * 1024 * 1024 + 1), dryRun: true });
    const far = await send({ text: ' '.repeat(25 * 1024 * 1024), dryRun: true });
    for (const answer of [longer, far]) {
      expect(answer.status).toBe(413);
      expect(await answer.json()).toMatchObject({
        code: 'TOO_LARGE',
        message: 'This is longer than 16 MiB.',
      });
    }
  });
});
