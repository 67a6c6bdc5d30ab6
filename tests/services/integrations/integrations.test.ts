import { beforeEach, describe, expect, it } from 'vitest';
import { findDefinedIntegration, findIntegration } from '~/db/integrations/integrations';
import { deleteMembership } from '~/db/organizations/members';
import { createDefinitionCache, findDefinition } from '~/services/integrations/definition-cache';
import { deployVersion } from '~/services/integrations/deployment';
import { deleteIntegration } from '~/services/integrations/deletion';
import { createIntegration, updateIntegration } from '~/services/integrations/integrations';
import { resumeIntegration } from '~/services/integrations/pauses';
import { revealWebhookSecret } from '~/services/integrations/webhook-secret';
import type { Actor } from '~/services/actor';
import { createTestUser } from '../../support/accounts';
import { createTestContext, type TestContext } from '../../support/context';
import { createTestExecution } from '../../support/executions';

let context: TestContext;
let actor: Actor;

beforeEach(async () => {
  context = await createTestContext();
  actor = await addMember(context);
});

async function addMember(to: TestContext): Promise<Actor> {
  const { user, organizationId } = await createTestUser(to, { role: 'MEMBER' });
  return { userId: user.id, organizationId, address: '192.0.2.1' };
}

const call = { id: 'a', order: 1, name: 'First', method: 'GET', url: 'https://api.example.com/' };
const webhook = { type: 'webhook', webhook: { secret: 'a webhook secret', headers: {}, variables: [] } };

/** The call, with a bearer token. */
function callWith(token: string) {
  return { ...call, authConfig: { type: 'bearer', token } };
}

async function create(input: object = {}) {
  const outcome = await createIntegration(context, actor, { name: 'Orders', ...input });
  if (outcome.kind !== 'integration') throw new Error(JSON.stringify(outcome));
  return outcome.integration;
}

async function save(id: string, input: object, by = actor) {
  const outcome = await updateIntegration(context, by, id, input);
  if (outcome.kind !== 'integration') throw new Error(JSON.stringify(outcome));
  return outcome.integration;
}

function listAuditEntries() {
  const { db } = context;
  return db.all(
    db.build
      .selectFrom('audit')
      .select(['kind', 'user_id', 'subject_id', 'address'])
      .where('kind', '<>', 'integration-created')
      .orderBy('id'),
  );
}

async function versions(id: string) {
  const { db } = context;
  return (
    await db.all(
      db.build.selectFrom('integration_versions').select('version').where('integration_id', '=', id),
    )
  ).length;
}

async function storedText(id: string) {
  return (
    (await findDefinedIntegration(context.db, { id, organizationId: actor.organizationId }))
      ?.storedDefinition ?? ''
  );
}

async function opened(id: string, version: number) {
  const found = await findDefinition(context, id, version);
  if (found.kind !== 'found') throw new Error(found.kind);
  return found.definition;
}

describe('creating', () => {
  it('makes a manual draft without calls', async () => {
    expect(await create({ description: ' What it is for ' })).toMatchObject({
      name: 'Orders',
      description: 'What it is for',
      triggerConfig: { type: 'manual' },
      apiCalls: [],
      isActive: false,
      version: 1,
      createdAt: '2026-01-05T12:00:00.000Z',
      totalExecutions: 0,
    });
  });

  it.each([
    [{}, 'name', 'Integration name is required'],
    [{ name: null }, 'name', 'Integration name is required'],
    [{ name: 5 }, 'name', 'Integration name must be text'],
    [{ name: '   ' }, 'name', 'Integration name is required'],
    [{ name: ' ab ' }, 'name', 'Integration name must be at least 3 characters long'],
    [{ name: 'a'.repeat(100) }, 'name', 'Integration name must be less than 100 characters'],
    [
      { name: 'abc', description: 'a'.repeat(501) },
      'description',
      'Description must be less than 500 characters',
    ],
  ])('rejects %j', async (input, field, message) => {
    expect(await createIntegration(context, actor, input)).toEqual({
      kind: 'invalid',
      fields: { [field]: [message] },
    });
  });

  it('and saving name all errors at once, those of the calls, too', async () => {
    const input = {
      name: 5,
      isActive: 'yes',
      apiCalls: [{ ...call, url: '' }],
      triggerConfig: { type: 'carrier pigeon' },
    };
    const wrong = {
      kind: 'invalid',
      fields: {
        name: ['Integration name must be text'],
        isActive: expect.any(Array),
        'apiCalls.0.url': expect.any(Array),
        'triggerConfig.type': expect.any(Array),
      },
    };
    expect(await createIntegration(context, actor, input)).toMatchObject(wrong);
    const { id } = await create();
    expect(await updateIntegration(context, actor, id, input)).toMatchObject(wrong);
    expect(await createIntegration(context, actor, null)).toMatchObject({ kind: 'invalid' });
    expect(await updateIntegration(context, actor, id, [])).toMatchObject({ kind: 'invalid' });
  });

  it('takes neither ids nor counters from the caller', async () => {
    const made = await create({ id: 'mine', totalExecutions: 7, apiCalls: [call] });
    expect(made).toMatchObject({ totalExecutions: 0 });
    expect(made.id).not.toBe('mine');
  });

  it('rejects steps that cannot be executed', async () => {
    const outcome = await createIntegration(context, actor, { name: 'abc', conditionalExecutionSteps: [{}] });
    expect(outcome).toMatchObject({ kind: 'invalid' });
  });
});

describe('saving', () => {
  it('adds a version when the definition changed, and only then', async () => {
    const { id } = await create();
    expect((await save(id, { apiCalls: [call] })).version).toBe(2);
    expect(await save(id, { apiCalls: [call], name: 'Renamed' })).toMatchObject({
      version: 2,
      name: 'Renamed',
    });
    expect(await save(id, { description: 'Only this' })).toMatchObject({ version: 2, name: 'Renamed' });
    expect(await versions(id)).toBe(2);
  });

  it('keeps what is left out', async () => {
    const { id } = await create({
      apiCalls: [call],
      triggerConfig: webhook,
      dataMapping: { triggerToApi: [1] },
    });
    const saved = await save(id, { triggerConfig: { type: 'manual' } });
    expect(saved).toMatchObject({ dataMapping: { triggerToApi: [1] }, triggerConfig: { type: 'manual' } });
    expect(saved.apiCalls).toHaveLength(1);
  });

  it('gives an id to a call that has none', async () => {
    const [first] = (await create({ apiCalls: [{ ...call, id: '', order: undefined }] })).apiCalls;
    expect(first?.id).toMatch(/^[0-9a-f-]{36}$/);
    expect(first?.order).toBe(1);
  });

  it('renames, but never to nothing', async () => {
    const { id } = await create();
    expect(await updateIntegration(context, actor, id, { name: ' ' })).toEqual({
      kind: 'invalid',
      fields: { name: ['Integration name cannot be empty'] },
    });
    expect(await save(id, { name: ' Renamed ', description: '' })).toMatchObject({
      name: 'Renamed',
      description: null,
    });
  });

  it('rejects a save that began from an older version', async () => {
    const { id } = await create();
    await save(id, { apiCalls: [call], version: 1 });
    expect(await updateIntegration(context, actor, id, { apiCalls: [], version: 1 })).toEqual({
      kind: 'conflict',
    });
    expect(await versions(id)).toBe(2);
  });

  it('tells which mapping is wrong', async () => {
    const { id } = await create();
    const extractFields = [
      { jsonPath: '.id', saveAs: 'issue' },
      { jsonPath: '', saveAs: '1st' },
    ];
    expect(
      await updateIntegration(context, actor, id, {
        apiCalls: [{ ...call, responseMapping: { extractFields } }],
      }),
    ).toMatchObject({
      message:
        'Validation failed: Mapping 2: JSON path is required, Mapping 2: Variable name must start with a letter or ' +
        'underscore and contain only letters, numbers, and underscores',
    });
  });

  it('tells everything that is wrong with the calls at once', async () => {
    const { id } = await create();
    const apiCalls = [
      { ...call, url: '' },
      { ...call, id: 'b', name: 'n'.repeat(31) },
      { ...call, id: 'c', url: 'ftp://example.com', authConfig: { type: 'bearer', token: ' ' } },
      { ...call, id: 'd', headers: { 'X-One': '' } },
    ];
    expect(await updateIntegration(context, actor, id, { apiCalls })).toEqual({
      kind: 'invalid',
      message:
        'Validation failed: URL is required, URL must be a valid HTTP/HTTPS URL, Bearer token is required, ' +
        'All headers must have both key and value, API call name must be 30 characters or less',
      fields: {
        'apiCalls.0.url': ['URL is required'],
        'apiCalls.1.name': ['API call name must be 30 characters or less'],
        'apiCalls.2.url': ['URL must be a valid HTTP/HTTPS URL'],
        'apiCalls.2.authConfig.token': ['Bearer token is required'],
        'apiCalls.3.headers': ['All headers must have both key and value'],
      },
    });
  });
});

/** A step that posts errors of the call to an address. */
function ruled(webhookURL: string) {
  const statusCodeActions = [{ statusCodes: [500], action: 'webhook', webhookURL }];
  return { id: 's', nextApiCallId: 'a', responseHandling: { statusCodeActions } };
}

describe('what no call could send', () => {
  const credentials = 'The URL must not carry a user name or password; send them in an Authorization header.';

  it.each([
    'https://user:pw@api.example.com/',
    'https://{{user}}:{{pw}}@api.example.com/',
    'http://u@a.test',
  ])('is rejected when it is saved: %s', async (url) => {
    const { id } = await create();
    expect(await updateIntegration(context, actor, id, { apiCalls: [{ ...call, url }] })).toEqual({
      kind: 'invalid',
      message: `Validation failed: ${credentials}`,
      fields: { 'apiCalls.0.url': [credentials] },
    });
  });

  it.each(['user:pw', '{{user}}:{{pw}}'])('is rejected as the address of a notice: %s', async (user) => {
    const { id } = await create();
    const responseHandlingSteps = [ruled(`https://${user}@hooks.example.com/`)];
    const field = 'responseHandlingSteps.0.responseHandling.statusCodeActions.0.webhookURL';
    expect(
      await updateIntegration(context, actor, id, { apiCalls: [call], responseHandlingSteps }),
    ).toMatchObject({
      kind: 'invalid',
      fields: { [field]: [credentials] },
    });
  });

  it.each([
    'Host',
    'content-length',
    'Transfer-Encoding',
    'Connection',
    'TE',
    'Expect',
    'Proxy-Authorization',
  ])('is rejected as a header: %s', async (name) => {
    const { id } = await create();
    const apiCalls = [{ ...call, headers: { 'X-Mine': '1', [name]: '1' } }];
    expect(await updateIntegration(context, actor, id, { apiCalls })).toMatchObject({
      kind: 'invalid',
      fields: {
        [`apiCalls.0.headers.${name}`]: [
          `The header ${name} is set by the client itself and cannot be given.`,
        ],
      },
    });
  });

  it('is taken where it means something else', async () => {
    const url = 'https://api.example.com/users/me@example.com?to={{a}}@b';
    expect(
      (
        await create({
          apiCalls: [
            { ...call, url },
            { ...call, id: 'b', url: '{{link}}' },
          ],
        })
      ).apiCalls,
    ).toHaveLength(2);
  });

  it('was saved before all the same: it is still opened, renamed and deployed, and named by the next save', async () => {
    const { id } = await create({
      apiCalls: [call],
      responseHandlingSteps: [ruled('https://hooks.example.com/')],
    });
    const { db } = context;
    const stored = (await storedText(id)).replaceAll('https://', 'https://user:pw@');
    await db.run(
      db.build
        .updateTable('integration_versions')
        .set({ definition: stored })
        .where('integration_id', '=', id),
    );
    expect(await findDefinition(context, id, 1)).toMatchObject({
      kind: 'found',
      definition: { apiCalls: [{ url: 'https://user:pw@api.example.com/' }] },
    });
    expect(await save(id, { name: 'Renamed', isActive: true })).toMatchObject({
      name: 'Renamed',
      isActive: true,
    });
    expect(await updateIntegration(context, actor, id, { dataMapping: { a: 1 } })).toMatchObject({
      kind: 'invalid',
      message: `Validation failed: ${credentials}`,
    });
  });
});

describe('secrets', () => {
  const secretCall = {
    ...call,
    headers: { 'X-Key': 'header-secret', Accept: 'text/plain' },
    secretHeaders: ['x-key'],
    authConfig: { type: 'bearer', token: 'bearer-token' },
  };

  it('are sealed at rest, masked in responses and open for executions', async () => {
    const made = await create({ apiCalls: [secretCall], triggerConfig: webhook });
    for (const secret of ['header-secret', 'bearer-token', 'a webhook secret']) {
      expect(await storedText(made.id)).not.toContain(secret);
    }
    expect(made.apiCalls[0]).toMatchObject({
      headers: { 'X-Key': '••••cret', Accept: 'text/plain' },
      authConfig: { token: '••••oken' },
    });
    expect(made.triggerConfig).toMatchObject({
      webhook: { url: `http://localhost:3000/webhook/${made.id}`, secret: '••••cret' },
    });
    expect(await opened(made.id, 1)).toMatchObject({
      apiCalls: [{ headers: { 'X-Key': 'header-secret' }, authConfig: { token: 'bearer-token' } }],
      triggerConfig: { webhook: { secret: 'a webhook secret' } },
    });
  });

  it('stay when their masks are sent back, also with the call at another place', async () => {
    const made = await create({ apiCalls: [secretCall], triggerConfig: webhook });
    const [masked] = made.apiCalls;
    const saved = await save(made.id, {
      apiCalls: [{ ...call, id: 'new' }, masked],
      triggerConfig: made.triggerConfig,
    });
    expect(saved.version).toBe(2);
    expect(await opened(made.id, 2)).toMatchObject({
      apiCalls: [{}, { headers: { 'X-Key': 'header-secret' }, authConfig: { token: 'bearer-token' } }],
      triggerConfig: { webhook: { secret: 'a webhook secret' } },
    });
    expect((await save(made.id, { ...saved, version: undefined })).version).toBe(2);
  });

  it('are asked for again when a mask stands for none of them', async () => {
    const made = await create({ apiCalls: [secretCall] });
    const apiCalls = [{ ...made.apiCalls[0], id: 'other', headers: {} }];
    expect(await updateIntegration(context, actor, made.id, { apiCalls })).toMatchObject({
      fields: { 'apiCalls.0.authConfig.token': ['Please enter this value again.'] },
    });
  });

  it('do not come to light when a header is no longer marked', async () => {
    const made = await create({
      apiCalls: [{ ...call, headers: { 'X-Tenant': 'header-secret' }, secretHeaders: ['x-tenant'] }],
    });
    const apiCalls = [{ ...made.apiCalls[0], secretHeaders: [] }];
    expect(await updateIntegration(context, actor, made.id, { apiCalls })).toMatchObject({
      fields: { 'apiCalls.0.headers.X-Tenant': ['Please enter this value again to show it.'] },
    });
  });

  it('are reported, not opened, under another key or in another integration', async () => {
    const { id } = await create({ apiCalls: [secretCall], triggerConfig: webhook });
    const config = { ...context.config, appKey: Buffer.alloc(32, 9) };
    expect(await findDefinition({ ...context, definitions: createDefinitionCache(config) }, id, 1)).toEqual({
      kind: 'sealed',
    });

    const other = await create();
    const { db } = context;
    await db.run(
      db.build
        .updateTable('integration_versions')
        .set({ definition: await storedText(id) })
        .where('integration_id', '=', other.id),
    );
    expect(await findDefinition(context, other.id, 1)).toEqual({ kind: 'sealed' });
  });

  it('that cannot be read any more never turn into empty ones', async () => {
    const { id } = await create({ apiCalls: [call], triggerConfig: webhook });
    await save(id, { isActive: true });
    const stranger = { ...context, config: { ...context.config, appKey: Buffer.alloc(32, 9) } };
    expect(
      await updateIntegration(stranger, actor, id, { apiCalls: [{ ...call, name: 'Other' }] }),
    ).toMatchObject({
      fields: {
        'triggerConfig.webhook.secret': ['This value can no longer be decrypted. Please enter it again.'],
      },
    });
    expect(await updateIntegration(stranger, actor, id, { isActive: false })).toMatchObject({
      integration: { isActive: false, version: 1, triggerConfig: { webhook: { secret: '••••' } } },
    });
  });

  it('of webhooks are revealed with an audit row', async () => {
    const { id } = await create({ triggerConfig: webhook });
    expect(await revealWebhookSecret(context, actor, id)).toEqual({
      kind: 'secret',
      secret: 'a webhook secret',
    });
    expect(await listAuditEntries()).toEqual([
      { kind: 'secret-revealed', user_id: actor.userId, subject_id: id, address: '192.0.2.1' },
    ]);
  });

  it('that are replaced or taken away are audited, beside the save', async () => {
    const { id } = await create({ triggerConfig: webhook, apiCalls: [callWith('a bearer token')] });
    await save(id, {
      name: 'Others',
      apiCalls: [{ ...callWith('••••oken'), url: 'https://api.example.com/elsewhere?a=1' }],
    });
    expect((await listAuditEntries()).filter(({ kind }) => kind !== 'version-saved')).toEqual([]);
    await save(id, { apiCalls: [callWith('another token')] });
    await save(id, { triggerConfig: { ...webhook, webhook: { ...webhook.webhook, secret: '' } } });
    expect((await listAuditEntries()).filter(({ kind }) => kind !== 'version-saved')).toEqual(
      Array.from({ length: 2 }, () => ({
        kind: 'secret-changed',
        user_id: actor.userId,
        subject_id: id,
        address: '192.0.2.1',
      })),
    );
  });
});

describe('deploying and disabling', () => {
  it('needs a complete checklist', async () => {
    const { id } = await create();
    expect(await updateIntegration(context, actor, id, { isActive: true })).toEqual({
      kind: 'invalid',
      message: 'Configure trigger and add at least one API call with URL and method',
    });
    await save(id, { apiCalls: [call] });
    expect((await save(id, { isActive: true })).isActive).toBe(true);
    expect(await updateIntegration(context, actor, id, { apiCalls: [] })).toMatchObject({ kind: 'invalid' });
  });

  it('is audited, and disabling cancels what waits', async () => {
    const { db } = context;
    const { id } = await create({ apiCalls: [call] });
    await save(id, { isActive: true });
    await save(id, { isActive: true });
    await createTestExecution(context, { organizationId: actor.organizationId, integrationId: id });
    await save(id, { isActive: false });
    expect((await listAuditEntries()).map(({ kind }) => kind)).toEqual([
      'integration-deployed',
      'integration-disabled',
    ]);
    expect(await db.first(db.build.selectFrom('executions').select(['status', 'error_message']))).toEqual({
      status: 'cancelled',
      error_message: 'The integration was disabled.',
    });
  });
});

describe('deleting', () => {
  it('hides the integration at once, and keeps what it has', async () => {
    const { db } = context;
    const { id } = await create({ apiCalls: [call] });
    await save(id, { isActive: true });
    expect(await deleteIntegration(context, actor, id)).toEqual({ kind: 'deleted' });
    expect(await findIntegration(db, { id, organizationId: actor.organizationId })).toBeUndefined();
    expect(await db.all(db.build.selectFrom('jobs').select('id'))).toEqual([]);
    expect(await versions(id)).toBe(1);
    expect((await listAuditEntries()).at(-1)).toMatchObject({ kind: 'integration-deleted', subject_id: id });
    expect(await deleteIntegration(context, actor, id)).toEqual({ kind: 'not-found' });
  });
});

it('shows another organization nothing', async () => {
  const { id } = await create({ apiCalls: [call], triggerConfig: webhook });
  const stranger = await addMember(context);
  expect(await updateIntegration(context, stranger, id, { name: 'Mine now' })).toEqual({ kind: 'not-found' });
  expect(await deleteIntegration(context, stranger, id)).toEqual({ kind: 'not-found' });
  expect(await revealWebhookSecret(context, stranger, id)).toEqual({ kind: 'not-found' });
});

it('is changed by nobody who was removed after the guard let them pass', async () => {
  const { id } = await create({ apiCalls: [call], triggerConfig: webhook });
  await deleteMembership(context.db, actor.userId, actor.organizationId);
  const gone = { kind: 'not-found' };
  expect(await updateIntegration(context, actor, id, { name: 'Mine now' })).toEqual(gone);
  expect(await deployVersion(context, actor, id, 1)).toEqual(gone);
  expect(await deleteIntegration(context, actor, id)).toEqual(gone);
  expect(await resumeIntegration(context, actor, id)).toEqual(gone);
  expect(await createIntegration(context, actor, { name: 'Mine' })).toEqual(gone);
  expect(await findIntegration(context.db, { id, organizationId: actor.organizationId })).toMatchObject({
    name: 'Orders',
    isActive: false,
  });
});
