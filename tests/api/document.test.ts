import { Validator } from '@seriousme/openapi-schema-validator';
import { beforeEach, expect, test } from 'vitest';
import { checkAnswer, readDocument } from './checked-app';
import { createTestContext, type TestContext } from '../support/context';
import { createWholeApp, connection } from './whole-app';

let context: TestContext;

beforeEach(async () => {
  context = await createTestContext({ config: { appUrl: 'https://wicked.example.com' } });
});

async function get(path: string, headers: Record<string, string> = {}) {
  return createWholeApp(context).request(path, { headers }, connection);
}

test('is served as OpenAPI 3.1 that holds to the specification', async () => {
  const response = await get('/api/openapi.json');
  expect(response.headers.get('Content-Type')).toBe('application/json');
  const document = (await response.json()) as Record<string, unknown>;
  expect(document).toMatchObject({
    openapi: '3.1.0',
    servers: [{ url: 'https://wicked.example.com' }],
    security: [{ token: [] }, { session: [] }],
  });
  expect(document).toEqual(JSON.parse(JSON.stringify(readDocument(context))));
  expect(await new Validator().validate(document)).toMatchObject({ valid: true });
});

test('tells of every call that is mounted, each under a name of its own', () => {
  const { paths } = readDocument(context);
  const mounted = createWholeApp(context).routes.filter(({ method }) => method !== 'ALL');
  const undocumented = mounted.filter(
    ({ method, path }) => !paths[path.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()],
  );
  expect(undocumented.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
  const names = Object.values(paths).flatMap((operations) =>
    Object.values(operations).map(({ operationId }) => operationId),
  );
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});

test('refers to nothing that it lacks, and names nothing that nobody uses', () => {
  const document = readDocument(context);
  const used = new Set(
    [...JSON.stringify(document).matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name),
  );
  expect([...used].toSorted()).toEqual(Object.keys(document.components.schemas).toSorted());
});

test('says what is sent apart from what is answered', () => {
  const { schemas } = readDocument(context).components;
  expect(schemas.ApiCallInput).not.toHaveProperty('required');
  expect(schemas.ApiCallInput).toMatchObject({ properties: { method: { default: 'GET' } } });
  expect(schemas.ApiCall).toMatchObject({
    additionalProperties: false,
    required: expect.arrayContaining(['id', 'order', 'method', 'url', 'timeoutMs']),
  });
});

test.each([
  ['an undocumented status', 418, {}, 'which is not documented'],
  ['an undocumented field', 200, { status: 'ok', more: 1 }, 'must NOT have additional properties'],
  ['a missing field', 200, {}, "must have required property 'status'"],
])('the check of answers fails at %s', async (_what, status, body, told) => {
  await expect(checkAnswer('GET', '/healthz', Response.json(body, { status }))).rejects.toThrow(told);
});

test('is shown on a page without a script or anything from elsewhere', async () => {
  const response = await get('/api/docs');
  expect(response.headers.get('Content-Type')).toMatch(/^text\/html/);
  const page = await response.text();
  expect(page).toMatch(/^<!doctype html>/);
  expect(page).not.toMatch(/<script|<style|\sstyle=|\son\w+=/);
  expect([...page.matchAll(/(?:src|href)="(?!#)([^"]+)"/g)].map(([, address]) => address)).toEqual([
    '/app.css',
    '/favicon.svg',
    '/',
    '/api/openapi.json',
  ]);
  const { paths, components } = readDocument(context);
  for (const operations of Object.values(paths)) {
    for (const { operationId } of Object.values(operations)) expect(page).toContain(`id="${operationId}"`);
  }
  for (const name of Object.keys(components.schemas)) expect(page).toContain(`id="schema-${name}"`);
  const ids = [...page.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id);
  expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
  for (const [, target] of page.matchAll(/href="#([^"]+)"/g)) expect(ids).toContain(target);
});
