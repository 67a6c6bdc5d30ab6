// The values of an organization: who keeps them, what of a secret leaves the server, and what keeps one from being deleted.
import { beforeEach, describe, expect, it } from 'vitest';
import type { Role } from '~/db/core/tables';
import { listAuditEntries } from '~/db/organizations/audit-log';
import { rotateAppKey } from '~/services/encryption/key-rotation';
import { isRightKey } from '~/services/installation/key-check';
import { deleteIntegration } from '~/services/integrations/deletion';
import { createIntegration, updateIntegration } from '~/services/integrations/integrations';
import { toInput } from '~/routes/organization.settings.values/read-form';
import { createValuePort } from '~/services/values/read-values';
import { listValueResponses } from '~/services/values/value-response';
import { changeValue, createValue, deleteValue } from '~/services/values/values';
import { createTestUser } from '../../support/accounts';
import { createTestContext, type TestContext } from '../../support/context';

let context: TestContext;
let organizationId: string;
let people: Record<Role, string>;

beforeEach(async () => {
  context = await createTestContext();
  const owner = await createTestUser(context);
  organizationId = owner.organizationId;
  const add = async (role: Role) => (await createTestUser(context, { organizationId, role })).user.id;
  people = { OWNER: owner.user.id, ADMIN: await add('ADMIN'), MEMBER: await add('MEMBER') };
});

function actorOf(who: Role) {
  return { userId: people[who], organizationId, address: '192.0.2.1' };
}

const shop = { name: 'shop_url', value: 'https://shop.example.com' };
const token = {
  name: 'token',
  value: 'the-first-token',
  isSecret: true,
  allowedHosts: ['api.example.com'],
};

async function create(input: object = shop) {
  const outcome = await createValue(context, actorOf('OWNER'), input);
  if (outcome.kind !== 'value') throw new Error(JSON.stringify(outcome));
  return outcome.value;
}

function change(id: string, input: object) {
  return changeValue(context, actorOf('OWNER'), id, input);
}

async function read(name: string, organization = organizationId) {
  return (await createValuePort(context, organization).readValues([name]))[0];
}

async function use(text: string) {
  const made = await createIntegration(context, actorOf('MEMBER'), {
    name: 'Orders',
    apiCalls: [{ id: 'a', order: 1, method: 'POST', url: 'https://api.example.com/', body: text }],
  });
  if (made.kind !== 'integration') throw new Error(JSON.stringify(made));
  return made.integration.id;
}

describe('a value', () => {
  it('is answered as it is, and read by runs of its own organization', async () => {
    expect(await create()).toMatchObject({ ...shop, format: 'text', isSecret: false, version: 1 });
    expect(await read('shop_url')).toMatchObject({ value: shop.value, isSecret: false });
    expect(await read('SHOP_URL')).toBeUndefined();
    const other = await createTestUser(context);
    expect(await read('shop_url', other.organizationId)).toBeUndefined();
  });

  it('that is JSON is what it says', async () => {
    await create({ name: 'config', format: 'json', value: '{"a": [1]}' });
    expect((await read('config'))?.value).toEqual({ a: [1] });
  });

  it.each([
    ['OWNER', 'value'],
    ['ADMIN', 'value'],
    ['MEMBER', 'forbidden'],
  ] as const)('is made by %s: %s', async (who, kind) => {
    expect((await createValue(context, actorOf(who), shop)).kind).toBe(kind);
  });

  it('is neither changed nor deleted by a member, nor found by another organization', async () => {
    const { id } = await create();
    expect(await changeValue(context, actorOf('MEMBER'), id, { value: 'x' })).toMatchObject({
      kind: 'forbidden',
    });
    expect(await deleteValue(context, actorOf('MEMBER'), id)).toMatchObject({ kind: 'forbidden' });
    const other = await createTestUser(context);
    const stranger = { userId: other.user.id, organizationId: other.organizationId };
    expect(await changeValue(context, stranger, id, { value: 'x' })).toEqual({ kind: 'not-found' });
    expect(await deleteValue(context, stranger, id)).toEqual({ kind: 'not-found' });
  });

  it.each([
    [{ name: '' }, { name: ['Name is required'] }],
    [
      { name: 'shop-url' },
      {
        name: ['A name begins with a letter or underscore and has only letters, digits and underscores'],
      },
    ],
    [{ name: 'a', format: 'json', value: '{' }, { value: ['This is not JSON'] }],
    [{ name: 'a', format: 'xml' }, { format: [expect.stringContaining('text')] }],
    [{ name: 'a', value: 'ü'.repeat(8_193) }, { value: ['Values must be 16 KiB or less'] }],
    [
      {
        name: 'a',
        format: 'json',
        isSecret: true,
        allowedHosts: ['a.example'],
        value: JSON.stringify(Array.from({ length: 200 }, () => 'a')),
      },
      { value: [expect.stringContaining('at most 200 parts, 10 deep')] },
    ],
    [
      {
        name: 'a',
        format: 'json',
        isSecret: true,
        allowedHosts: ['a.example'],
        value: `${'['.repeat(11)}1234${']'.repeat(11)}`,
      },
      { value: [expect.stringContaining('at most 200 parts, 10 deep')] },
    ],
    [
      { ...token, value: 'abc' },
      { value: ['A secret has at least 4 characters: shorter ones cannot be masked'] },
    ],
    [{ ...token, allowedHosts: [] }, { allowedHosts: ['List the hosts that may get this secret'] }],
    [{ ...token, value: '••••oken' }, { value: ['Please enter this value again.'] }],
  ])('says what is wrong with %j', async (input, fields) => {
    expect(await createValue(context, actorOf('OWNER'), input)).toEqual({ kind: 'invalid', fields });
  });

  it('has a name of its own, whatever the case', async () => {
    await create();
    expect(await createValue(context, actorOf('OWNER'), { ...shop, name: 'Shop_URL' })).toEqual({
      kind: 'invalid',
      fields: { name: ['A value of this name already exists'] },
    });
  });

  it('keeps a change from overwriting that of another', async () => {
    const { id } = await create();
    expect(await change(id, { value: 'b', version: 1 })).toMatchObject({ value: { version: 2, value: 'b' } });
    expect(await change(id, { value: 'c', version: 1 })).toEqual({ kind: 'conflict' });
  });

  it('that is used is neither renamed nor deleted, and says by whom', async () => {
    const { id } = await create();
    const integrationId = await use('"{{org.shop_url}} {{org.unknown}}"');
    expect((await listValueResponses(context, organizationId))[0]?.usedBy).toEqual([
      { id: integrationId, name: 'Orders' },
    ]);
    const message = 'shop_url is used by Orders. Remove it there first.';
    expect(await deleteValue(context, actorOf('OWNER'), id)).toEqual({ kind: 'conflict', message });
    expect(await change(id, { name: 'shop' })).toEqual({ kind: 'invalid', fields: { name: [message] } });
    await updateIntegration(context, actorOf('MEMBER'), integrationId, { apiCalls: [] });
    expect(await change(id, { name: 'shop' })).toMatchObject({ kind: 'value' });
    expect(await deleteValue(context, actorOf('OWNER'), id)).toEqual({ kind: 'deleted' });
  });

  it('is not used by an integration that has a variable called org', async () => {
    const { id } = await create();
    await createIntegration(context, actorOf('MEMBER'), {
      name: 'Orders',
      apiCalls: [
        { id: 'a', order: 1, url: 'https://a.example/{{org.shop_url}}', responseMapping: { saveAs: 'org' } },
      ],
    });
    expect(await deleteValue(context, actorOf('OWNER'), id)).toEqual({ kind: 'deleted' });
  });
});

describe('a secret', () => {
  it('is answered masked, and does not stand in the database', async () => {
    const made = await create(token);
    expect(made).toMatchObject({ value: '••••oken', isSecret: true, allowedHosts: ['api.example.com'] });
    const rows = await context.db.all(context.db.build.selectFrom('organization_values').selectAll());
    expect(JSON.stringify(rows)).not.toContain('the-first-token');
    expect(await read('token')).toEqual({
      name: 'token',
      value: 'the-first-token',
      isSecret: true,
      allowedHosts: ['api.example.com'],
    });
  });

  it('stays as it is behind its mask, also when the value is not sent', async () => {
    const { id } = await create(token);
    await change(id, { value: '••••oken', name: 'key' });
    expect((await read('key'))?.value).toBe('the-first-token');
    await change(id, { format: 'text' });
    expect((await read('key'))?.value).toBe('the-first-token');
  });

  it.each([
    [{ isSecret: false }, 'Please enter this value again to show it.'],
    [
      { allowedHosts: ['api.example.com', 'evil.example.com'] },
      'Enter this again: it could now go to another server.',
    ],
  ])('is typed again for %j', async (input, message) => {
    const { id } = await create(token);
    expect(await change(id, input)).toEqual({ kind: 'invalid', fields: { value: [message] } });
    expect(await change(id, { ...input, value: 'typed again' })).toMatchObject({ kind: 'value' });
    expect((await read('token'))?.value).toBe('typed again');
  });

  it('is opened by another APP_KEY after a rotation; what no key opens is reported, and given to no run', async () => {
    await create(token);
    const next = Buffer.alloc(32, 9);
    expect(await isRightKey(context.db, context.config)).toBe(true);
    await rotateAppKey(context.db, { former: context.config.appKey, next }, context.now());
    expect(await read('token')).toBeUndefined();
    const [listed] = await listValueResponses(context, organizationId);
    expect(listed).toMatchObject({ isReadable: false, value: '' });
    expect(await change(listed?.id ?? '', { name: 'key' })).toEqual({
      kind: 'invalid',
      fields: { value: ['This value can no longer be decrypted. Please enter it again.'] },
    });
    context.config.appKey = next;
    expect((await read('token'))?.value).toBe('the-first-token');
  });
});

it('what is done to a value is written to the audit, and that an integration begins to use a secret', async () => {
  const { id } = await create(token);
  await create();
  const integrationId = await use('"{{org.token}} {{org.shop_url}}"');
  await updateIntegration(context, actorOf('MEMBER'), integrationId, { dataMapping: { changed: true } });
  await change(id, { value: 'the-second-token' });
  await deleteIntegration(context, actorOf('MEMBER'), integrationId);
  await deleteValue(context, actorOf('OWNER'), id);
  const rows = await listAuditEntries(context.db, { organizationId, limit: 50 });
  expect(rows.map(({ kind, detail }) => [kind, detail]).toReversed()).toEqual([
    ['value-created', 'token'],
    ['value-created', 'shop_url'],
    ['integration-created', 'Orders'],
    ['value-used', 'token: Orders'],
    ['version-saved', 'Version 2'],
    ['value-changed', 'token'],
    ['integration-deleted', 'Orders'],
    ['value-deleted', 'token'],
  ]);
});

it('has no hosts where it is no secret, whatever the hidden field held', () => {
  const typed = { name: 'shop', format: 'text', value: 'x', allowedHosts: 'https://x/y' };
  expect(toInput(typed).allowedHosts).toEqual([]);
  expect(toInput({ ...typed, isSecret: 'on' }).allowedHosts).toEqual(['https://x/y']);
});
