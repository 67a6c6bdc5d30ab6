// Headers that are credentials by their names alone are secrets like those that are marked.
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { isRightKey } from '~/services/installation/key-check';
import { sealPlainCredentials } from '~/services/encryption/credential-sealing';
import { findDefinition } from '~/services/integrations/definition-cache';
import { openDefinition } from '~/services/integrations/definition-secrets';
import { exportIntegration } from '~/services/imports/imports';
import { createIntegration, updateIntegration } from '~/services/integrations/integrations';
import type { Actor } from '~/services/actor';
import { rotateAppKey } from '~/services/encryption/key-rotation';
import { testCall } from '~/services/test-runs/single-call';
import { makeOutbound } from '../../outbound/loopback';
import { createTestUser } from '../../support/accounts';
import { createTestContext, type TestContext } from '../../support/context';
import { webhookTrigger } from '../../support/seed';
import { startTarget } from '../../support/target';

let context: TestContext;
let actor: Actor;

beforeEach(async () => {
  context = await createTestContext({ outbound: makeOutbound() });
  const { user, organizationId } = await createTestUser(context);
  actor = { userId: user.id, organizationId };
});

const values = { 'X-Api-Key': 'plain-key-1', Authorization: 'Basic plain-login-2', Accept: 'text/plain' };
const required = { 'X-Auth-Token': 'plain-required-3', 'X-Source': 'shop' };
const trigger = webhookTrigger({ secret: 'a webhook secret', headers: required });
const definition = { apiCalls: [{ id: 'a', order: 1, url: 'https://a.example/', headers: values }] };

async function create() {
  const made = await createIntegration(context, actor, {
    name: 'Orders',
    triggerConfig: trigger,
    ...definition,
  });
  if (made.kind !== 'integration') throw new Error(JSON.stringify(made));
  return made.integration;
}

function readStored() {
  const { db } = context;
  return db.all(
    db.build.selectFrom('integration_versions').select(['version', 'definition', 'credentials_sealed']),
  );
}

/** As an earlier release stored it: only what is marked is sealed, and no version says so. */
async function makeOld(id: string) {
  const { db } = context;
  const stored = JSON.parse((await readStored())[0]?.definition ?? '');
  stored.apiCalls[0].headers = values;
  stored.apiCalls[0].secretHeaders = [];
  delete stored.apiCalls[0].allowedHosts;
  stored.triggerConfig.webhook.headers = required;
  delete stored.triggerConfig.webhook.sealedHeaders;
  await db.run(
    db.build
      .updateTable('integration_versions')
      .set({ definition: JSON.stringify(stored), credentials_sealed: 0 })
      .where('integration_id', '=', id),
  );
}

const opened = {
  apiCalls: [{ headers: values, secretHeaders: ['X-Api-Key', 'Authorization'] }],
  triggerConfig: trigger,
};

describe('credential headers', () => {
  it('are sealed at rest, masked in responses, open for executions and left out of files', async () => {
    const made = await create();
    const [row] = await readStored();
    expect(row?.definition).not.toContain('plain-');
    expect(row?.definition).toContain('shop');
    expect(made).toMatchObject({
      apiCalls: [
        {
          headers: { 'X-Api-Key': '••••ey-1', Authorization: '••••in-2', Accept: 'text/plain' },
          secretHeaders: ['X-Api-Key', 'Authorization'],
        },
      ],
      triggerConfig: { webhook: { headers: { 'X-Auth-Token': '••••ed-3', 'X-Source': 'shop' } } },
    });
    expect(await findDefinition(context, made.id, 1)).toMatchObject({ definition: opened });
    const exported = await exportIntegration(context, actor, made.id);
    expect(JSON.stringify(exported)).not.toContain('plain-');
  });

  it('stay when their masks come back, and cannot be shown again', async () => {
    const made = await create();
    const apiCalls = [{ ...made.apiCalls[0], name: 'New', secretHeaders: [] }];
    const saved = await updateIntegration(context, actor, made.id, { apiCalls });
    expect(saved).toMatchObject({ integration: { apiCalls: [{ headers: { 'X-Api-Key': '••••ey-1' } }] } });
    expect(await findDefinition(context, made.id, 2)).toMatchObject({ definition: opened });
  });

  it('are audited when they change', async () => {
    const made = await create();
    const apiCalls = [{ ...made.apiCalls[0], headers: { ...values, 'X-Api-Key': 'another-key' } }];
    await updateIntegration(context, actor, made.id, { apiCalls });
    const { db } = context;
    const kinds = await db.all(
      db.build.selectFrom('audit').select('kind').where('kind', '<>', 'integration-created'),
    );
    expect(kinds.map(({ kind }) => kind).toSorted()).toEqual(['secret-changed', 'version-saved']);
  });

  it('stay behind when a redirect leads to another server', async () => {
    const other = await startTarget();
    onTestFinished(() => other.close());
    const target = await startTarget((_request, response) => {
      response.writeHead(307, { Location: `${other.url}/there` }).end();
    });
    onTestFinished(() => target.close());
    const { id } = await create();
    const headers = { ...values, 'X-Note': 'open' };
    await testCall(context, actor, id, { url: target.url, headers, followRedirects: true });
    expect(target.received[0]?.headers).toMatchObject({ 'x-api-key': 'plain-key-1' });
    expect(other.received).toHaveLength(1);
    const { headers: arrived } = other.received[0] ?? {};
    expect(arrived).toMatchObject({ 'x-note': 'open', accept: 'text/plain' });
    expect(Object.keys(arrived ?? {})).not.toContain('x-api-key');
    expect(Object.keys(arrived ?? {})).not.toContain('authorization');
  });
});

describe('what an earlier release stored in the clear', () => {
  it('is read as it is', async () => {
    const { id } = await create();
    await makeOld(id);
    expect(await findDefinition(context, id, 1)).toMatchObject({ definition: opened });
  });

  it('is sealed once, and what is sealed stays as it is', async () => {
    const { id } = await create();
    await makeOld(id);
    await sealPlainCredentials(context);
    const once = await readStored();
    expect(once).toMatchObject([{ credentials_sealed: 1 }]);
    expect(JSON.stringify(once)).not.toContain('plain-');
    expect(await findDefinition(context, id, 1)).toMatchObject({ definition: opened });
    await sealPlainCredentials(context);
    expect(await readStored()).toEqual(once);
  });

  it('of every version is sealed, past one that cannot be read', async () => {
    const { db } = context;
    const broken = await create();
    await db.run(
      db.build
        .updateTable('integration_versions')
        .set({ definition: '{}', credentials_sealed: 0 })
        .where('integration_id', '=', broken.id),
    );
    const { definition: stored = '' } = (await readStored())[0] ?? {};
    for (let version = 2; version < 1_102; version += 1) {
      const row = { integration_id: broken.id, version, created_by: null, created_at: 0 };
      const plain = JSON.stringify({
        triggerConfig: { type: 'manual' },
        apiCalls: [{ id: 'a', headers: values, secretHeaders: [], authConfig: { type: 'none' } }],
      });
      await db.run(db.build.insertInto('integration_versions').values({ ...row, definition: plain }));
    }
    await sealPlainCredentials(context);
    const rows = await readStored();
    expect(rows).toHaveLength(1_101);
    expect(rows[0]).toMatchObject({ version: 1, definition: stored, credentials_sealed: 0 });
    expect(rows.filter((row) => row.definition.includes('plain-'))).toEqual([]);
  });

  it('is sealed with the new key when the key changes first', async () => {
    const { id } = await create();
    await makeOld(id);
    const next = Buffer.alloc(32, 9);
    await isRightKey(context.db, context.config);
    expect(await rotateAppKey(context.db, { former: context.config.appKey, next }, 0)).toEqual({
      kind: 'rotated',
    });
    const [row] = await readStored();
    expect(row?.definition).not.toContain('plain-');
    expect(row?.credentials_sealed).toBe(1);
    const read = openDefinition({ ...context.config, appKey: next }, id, row?.definition ?? '');
    expect(read).toMatchObject({ definition: opened });
    expect(read.unreadable.size).toBe(0);
  });
});
