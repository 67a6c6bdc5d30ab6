import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { findFormOfScreen, findUnsentForm, keepUnsentForm } from '~/services/accounts/unsent-forms';
import type { TypedFields } from '~/services/accounts/kept-forms';
import { createTestUser } from '../../support/accounts';
import { createTestContext } from '../../support/context';

async function prepare() {
  const dataDir = mkdtempSync(join(tmpdir(), 'wicked-unsent-forms-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  const context = await createTestContext({ config: { dataDir } });
  const { user } = await createTestUser(context);
  const keep = (action: string, fields: TypedFields) =>
    keepUnsentForm(context, user.id, {
      action,
      screen: `${action.split('?')[0]}?page=2`,
      organizationId: 'ours',
      fields,
    });
  const find = (back: string | undefined, userId = user.id) =>
    findUnsentForm(context, userId, new URL(back ?? '', 'http://a.example').searchParams.get('unsent') ?? '');
  return { context, user, keep, find };
}

test('a form is there for its user alone, for half an hour, and sealed', async () => {
  const { context, user, keep, find } = await prepare();
  const fields: TypedFields = [
    ['intent', 'save'],
    ['name', 'shop'],
    ['events', 'failed'],
    ['events', 'paused'],
  ];
  const back = await keep('/organization/settings/values/new', fields);
  expect(back).toMatch(/^\/organization\/settings\/values\/new\?page=2&unsent=/);
  expect(await find(back)).toEqual({
    action: '/organization/settings/values/new',
    screen: '/organization/settings/values/new?page=2',
    organizationId: 'ours',
    fields,
    secrets: [],
  });
  const visit = { userId: user.id, organizationId: 'ours', url: `http://a.example${back}` };
  expect(await findFormOfScreen(context, visit)).toMatchObject({ fields });
  expect(await findFormOfScreen(context, { ...visit, organizationId: 'theirs' })).toBeUndefined();
  expect(
    await findFormOfScreen(context, { ...visit, url: visit.url.replace('/values/new', '') }),
  ).toBeUndefined();
  const directory = join(context.config.dataDir, 'kept-forms');
  const [file = ''] = readdirSync(directory);
  expect(readFileSync(join(directory, file), 'utf8')).not.toContain('shop');
  const { user: other } = await createTestUser(context);
  expect(await find(back, other.id)).toBeUndefined();
  context.clock.advance(30 * 60_000);
  expect(await find(back)).toBeUndefined();
});

test.each<[string, TypedFields, string[]]>([
  [
    '/profile?index',
    [
      ['currentPassword', 's'],
      ['newPassword', 's'],
      ['firstName', 'Ada'],
    ],
    ['currentPassword', 'newPassword'],
  ],
  [
    '/billing',
    [
      ['cardNumber', 's'],
      ['cvv', 's'],
      ['cardholderName', 'Ada'],
    ],
    ['cardNumber', 'cvv'],
  ],
  [
    '/organization/settings/values/new',
    [
      ['name', 'a'],
      ['isSecret', 'on'],
      ['value', 's'],
    ],
    ['value'],
  ],
  [
    '/organization/settings/connections/new?kind=basic',
    [
      ['name', 'a'],
      ['config.username', 's'],
      ['config.password', 's'],
      ['config.tokenUrl', 'https://a.example'],
    ],
    ['config.username', 'config.password'],
  ],
  [
    '/organization/settings/alerts/new',
    [
      ['name', 'a'],
      ['url', 's'],
      ['secret', 's'],
    ],
    ['url', 'secret'],
  ],
  [
    '/profile/two-factor',
    [
      ['note', 'a'],
      ['setup', 's'],
      ['code', 's'],
    ],
    ['setup', 'code'],
  ],
])('of a form of %s what is secret is kept nowhere, and named', async (action, fields, secrets) => {
  const { keep, find } = await prepare();
  const form = await find(await keep(action, fields));
  expect(form?.secrets).toEqual(secrets);
  expect(form?.fields).toEqual(fields.filter(([name]) => !secrets.includes(name)));
});

test.each<[string, string, TypedFields]>([
  [
    'a press',
    '/organization/settings/members',
    [
      ['intent', 'remove'],
      ['userId', 'a'],
      ['returnTo', '/'],
    ],
  ],
  ['a secret alone', '/profile', [['currentPassword', 's']]],
  [
    'a confirmation',
    '/',
    [
      ['intent', 'delete'],
      ['id', 'a'],
      ['confirmation', 'DELETE'],
    ],
  ],
  [
    'a form with nothing but what it showed',
    '/organization/settings',
    [
      ['version', '1'],
      ['seen.name', '"Looms"'],
      ['seenTags', 'billing'],
      ['seen', '1'],
    ],
  ],
  ['an import', '/integration/import', [['source', 'curl -H "Authorization: s"']]],
  [
    'the editor',
    '/integration/a',
    [
      ['version', '1'],
      ['apiCalls[0].name', 'First'],
    ],
  ],
])('%s is not kept', async (_what, action, fields) => {
  const { keep } = await prepare();
  expect(await keep(action, fields)).toBeUndefined();
});
