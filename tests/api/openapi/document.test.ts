import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { beforeEach, expect, test } from 'vitest';
import { createDocument } from '~/api/openapi/document';
import { renderDocs } from '~/api/openapi/docs/page';
import { checkAnswer, readDocument } from '../checked-app';
import { createTestContext, type TestContext } from '../../support/context';
import { createWholeApp, connection } from '../whole-app';

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

test('the document and its page are made in parts: one for each call and schema', () => {
  const document = readDocument(context);
  const calls = Object.values(document.paths).flatMap((operations) => Object.keys(operations)).length;
  const shapes = Object.keys(document.components.schemas).length;
  expect([...createDocument(createWholeApp(context), 'https://wicked.example.com')].length).toBeGreaterThan(
    calls,
  );
  expect([...renderDocs(document, '/app.css')]).toHaveLength(calls + shapes);
});

test('says where a session needs the second factor that its organization asks for', () => {
  const { paths } = readDocument(context);
  const refusals = (path: string) => JSON.stringify(paths[path]?.get?.responses[403]);
  expect(refusals('/api/integrations/{id}')).toContain('`EMAIL_NOT_VERIFIED`, `SECOND_FACTOR_NEEDED`');
  expect(refusals('/api/users/me')).not.toContain('SECOND_FACTOR_NEEDED');
});

test('refers to nothing that it lacks, and names nothing that nobody uses', () => {
  const document = readDocument(context);
  const used = new Set(
    [...JSON.stringify(document).matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name),
  );
  expect([...used].toSorted()).toEqual(Object.keys(document.components.schemas).toSorted());
});

test('says what a request holds apart from what a response holds', () => {
  const { schemas } = readDocument(context).components;
  expect(schemas.ApiCallInput).not.toHaveProperty('required');
  expect(schemas.ApiCallInput).toMatchObject({ properties: { method: { default: 'GET' } } });
  expect(schemas.ApiCall).toMatchObject({
    additionalProperties: false,
    required: expect.arrayContaining(['id', 'order', 'method', 'url', 'timeoutMs']),
  });
});

/** Every object in the document, with its place as a JSON pointer (RFC 6901 §6). */
function* walk(node: unknown, place = '#'): Generator<[place: string, node: Record<string, unknown>]> {
  if (typeof node !== 'object' || node === null) return;
  if (!Array.isArray(node)) yield [place, node as Record<string, unknown>];
  for (const [name, child] of Object.entries(node)) {
    const escaped = encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'));
    yield* walk(child, `${place}/${escaped}`);
  }
}

test('has patterns that every dialect of regular expressions reads', () => {
  const patterns = [...walk(readDocument(context))].flatMap(([place, { pattern }]) =>
    typeof pattern === 'string' ? [[place, pattern] as const] : [],
  );
  expect(patterns.length).toBeGreaterThan(10);
  for (const [place, pattern] of patterns) {
    expect(() => new RegExp(pattern), place).not.toThrow();
    // Neither Python's re nor RE2 know the one, and RE2 not the other.
    expect(pattern, place).not.toMatch(/\\p|\(\?[=!<]/i);
  }
});

test('says which bodies may be left out: those without a field that must be sent', () => {
  const operations = Object.values(readDocument(context).paths).flatMap((each) => Object.values(each));
  const optional = operations.filter(({ requestBody }) => requestBody?.required === false);
  expect(optional.map(({ operationId }) => operationId).toSorted()).toEqual([
    'acceptRecordedTest',
    'answerWait',
    'deleteAccount',
    'disableTwoFactor',
    'enableTwoFactorByPasskeys',
    'makeInstallationAdministrator',
    'removeInstallationAdministrator',
    'removeInstallationUserTwoFactor',
    'removeMember',
    'removePasskey',
    'renewRecoveryCodes',
    'replayFailedExecutions',
    'runIntegration',
    'runRecordedTests',
    'testConnection',
    'testIntegration',
  ]);
});

test('says in words what a password needs', () => {
  const { schemas } = readDocument(context).components;
  for (const [place, { description }] of [...walk(schemas)].filter(([at]) =>
    /(?:SignUp|InvitedSignUp)\/properties\/password$|\/newPassword$/.test(at),
  )) {
    expect(description, place).toMatch(/uppercase and a lowercase letter, a digit/);
  }
});

test('has examples that fit their schemas', () => {
  const document = readDocument(context);
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema(document, 'document');
  let count = 0;
  for (const [place, node] of walk(document)) {
    const isMedia = 'example' in node && typeof node.schema === 'object';
    const examples = isMedia ? [node.example] : Array.isArray(node.examples) ? node.examples : [];
    if (examples.length === 0) continue;
    const check = ajv.compile({ $ref: `document${place}${isMedia ? '/schema' : ''}` });
    for (const example of examples) {
      expect(check(example), `${place}: ${ajv.errorsText(check.errors)}`).toBe(true);
      count += 1;
    }
  }
  expect(count).toBeGreaterThan(20);
});

test('tells for every call how it may be rejected', () => {
  for (const [path, operations] of Object.entries(readDocument(context).paths)) {
    for (const [method, { responses }] of Object.entries(operations)) {
      expect(Object.keys(responses), `${method} ${path}`).toContainEqual(expect.stringMatching(/^4\d\d$/));
    }
  }
});

test.each(['/healthz', '/readyz', '/api/openapi.json', '/api/docs', '/auth/validate-reset-token/x'])(
  'GET %s rejects a body that is too large, as the document says',
  async (path) => {
    const response = await get(path, { 'Content-Length': '999999999' });
    await checkAnswer('GET', path, response);
    expect(response.status).toBe(413);
  },
);

test('says of every list in which order it is', () => {
  const lists = Object.values(readDocument(context).paths)
    .flatMap((operations) => Object.values(operations))
    .filter(({ responses }) => {
      const schema = responses[200]?.content?.['application/json']?.schema;
      return schema?.type === 'array';
    });
  expect(lists.length).toBeGreaterThan(10);
  for (const { operationId, description } of lists) {
    expect(description, operationId).toMatch(/^(?:Newest first|In alphabetical order|Open ones first)/);
    expect(description, operationId).not.toMatch(/first at the head|seen last|order of/);
  }
});

test.each([
  ['an undocumented status', 418, {}, 'which is not documented'],
  ['an undocumented field', 200, { status: 'ok', more: 1 }, 'must NOT have additional properties'],
  ['a missing field', 200, {}, "must have required property 'status'"],
])('the check of responses fails at %s', async (_what, status, body, told) => {
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
    '/docs',
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
