import { setImmediate as nextTurn } from 'node:timers/promises';
import { beforeEach, expect, it } from 'vitest';
import { finishExecution } from '~/db/executions/ended-executions';
import { startExecution } from '~/db/executions/queue/queued-executions';
import { countRunsByVersion } from '~/db/executions/logs/runs-by-version';
import type { Actor } from '~/services/actor';
import { findDefinition } from '~/services/integrations/definition-cache';
import { deleteIntegration } from '~/services/integrations/deletion';
import { createIntegration, updateIntegration } from '~/services/integrations/integrations';
import {
  compareVersions,
  listVersions,
  saveVersionNote,
  restoreVersion,
} from '~/services/integrations/versions';
import { createTestUser } from '../../support/accounts';
import { createTestContext, type TestContext } from '../../support/context';
import { createTestExecution } from '../../support/executions';
import { explain } from '../../support/explain';
import { shortenParts } from '../../support/short-parts';

let context: TestContext;
let actor: Actor;
let id: string;

const call = {
  id: 'a',
  order: 1,
  name: 'First',
  method: 'POST',
  url: 'https://api.example.com/1',
  body: '{\n  "a": 1\n}',
  authConfig: { type: 'bearer', token: 'the-first-token-abcd' },
};

/** Saved one after the other: versions 1, 2 and 3. */
const saved = [
  { apiCalls: [call] },
  { apiCalls: [{ ...call, url: 'https://api.example.com/2', body: '{\n  "a": 2\n}' }] },
  { apiCalls: [{ ...call, authConfig: { type: 'bearer', token: 'another-token-abcd' } }] },
];

beforeEach(async () => {
  context = await createTestContext();
  const { user, organizationId } = await createTestUser(context, { role: 'MEMBER' });
  actor = { userId: user.id, organizationId, address: '192.0.2.1' };
  const made = await createIntegration(context, actor, { name: 'Orders', ...saved[0] });
  if (made.kind !== 'integration') throw new Error(made.kind);
  ({ id } = made.integration);
  for (const change of saved.slice(1)) {
    expect(await updateIntegration(context, actor, id, change)).toMatchObject({ kind: 'integration' });
  }
});

async function strangerOf(): Promise<Actor> {
  const { user, organizationId } = await createTestUser(context);
  return { userId: user.id, organizationId };
}

it('lists versions newest first with who made them and how their runs went', async () => {
  const owner = { organizationId: actor.organizationId, integrationId: id };
  const failed = await createTestExecution(context, owner);
  const ending = { id: failed, integrationId: id, errorMessage: 'No.', completedAt: context.now() };
  await finishExecution(context.db, { ...ending, status: 'error' });
  await startExecution(context.db, await createTestExecution(context, owner), context.now());
  // One that waits is no run yet.
  await createTestExecution(context, owner);
  const made = { createdAt: expect.any(String), createdBy: 'Ada Lovelace', note: null };
  expect(await listVersions(context, actor, id, { limit: 2 })).toEqual({
    kind: 'versions',
    versions: [
      { ...made, version: 3, isNewest: true, isDeployed: false, runs: 0, failures: 0 },
      { ...made, version: 2, isNewest: false, isDeployed: false, runs: 0, failures: 0 },
    ],
    nextBefore: 2,
  });
  expect(await listVersions(context, actor, id, { before: 2, limit: 2 })).toEqual({
    kind: 'versions',
    versions: [{ ...made, version: 1, isNewest: false, isDeployed: false, runs: 2, failures: 1 }],
    nextBefore: null,
  });
});

it('keeps what a user writes about a version', async () => {
  expect(await saveVersionNote(context, actor, id, { version: 2, note: 'Before the move' })).toEqual({
    kind: 'noted',
  });
  expect(await listVersions(context, actor, id, { limit: 9 })).toMatchObject({
    versions: [{ note: null }, { version: 2, note: 'Before the move' }, { note: null }],
  });
  expect(await saveVersionNote(context, actor, id, { version: 9, note: 'None' })).toEqual({
    kind: 'not-found',
  });
  const stranger = await strangerOf();
  expect(await saveVersionNote(context, stranger, id, { version: 2, note: 'Mine' })).toEqual({
    kind: 'not-found',
  });
});

it('says what differs, by lines where a text has several, and of a secret only that it changed', async () => {
  expect(await compareVersions(context, actor, id, { former: 1, next: 2 })).toEqual({
    kind: 'comparison',
    differences: [
      {
        where: 'Call “First”',
        field: 'URL',
        former: 'https://api.example.com/1',
        next: 'https://api.example.com/2',
        lines: null,
      },
      {
        where: 'Call “First”',
        field: 'Body',
        former: '{\n  "a": 1\n}',
        next: '{\n  "a": 2\n}',
        lines: [
          { kind: 'same', text: '{' },
          { kind: 'removed', text: '  "a": 1' },
          { kind: 'added', text: '  "a": 2' },
          { kind: 'same', text: '}' },
        ],
      },
    ],
  });
  const secret = await compareVersions(context, actor, id, { former: 1, next: 3 });
  expect(secret).toMatchObject({
    differences: [{ field: 'Token', former: '••••', next: '••••, another one' }],
  });
  expect(JSON.stringify(secret)).not.toContain('abcd');
  expect(await compareVersions(context, actor, id, { former: 3, next: 3 })).toMatchObject({
    differences: [],
  });
});

it('makes an old version new again, with its secrets, and the history only grows', async () => {
  const outcome = await restoreVersion(context, actor, id, { version: 1, newest: 3 });
  expect(outcome).toMatchObject({ kind: 'integration', integration: { version: 4 } });
  expect(await compareVersions(context, actor, id, { former: 1, next: 4 })).toMatchObject({
    differences: [],
  });
  expect(await findDefinition(context, id, 4)).toMatchObject({
    definition: { apiCalls: [{ authConfig: { token: 'the-first-token-abcd' } }] },
  });
  expect(await listVersions(context, actor, id, { limit: 10 })).toMatchObject({
    versions: [{ version: 4 }, { version: 3 }, { version: 2 }, { version: 1 }],
  });
  const { db } = context;
  const kinds = await db.all(db.build.selectFrom('audit').select(['kind', 'detail', 'subject_id']));
  expect(kinds).toContainEqual({ kind: 'version-restored', detail: 'Version 1', subject_id: id });
});

it('takes out again what an old version did not have', async () => {
  const second = { ...call, id: 'b', name: 'Second', order: 2 };
  const loopSteps = [{ id: 'l', order: 0.5, throughCallId: 'b', items: 'trigger.list', itemName: 'entry' }];
  const runSettings = { maxMinutes: 60 };
  const outcome = await updateIntegration(context, actor, id, {
    apiCalls: [call, second],
    loopSteps,
    runSettings,
  });
  expect(outcome).toMatchObject({ kind: 'integration', integration: { version: 4 } });
  expect(await restoreVersion(context, actor, id, { version: 1, newest: 4 })).toMatchObject({
    kind: 'integration',
  });
  expect(await compareVersions(context, actor, id, { former: 1, next: 5 })).toMatchObject({
    differences: [],
  });
});

it('restores nothing over what another user saved meanwhile, and nothing that would not run', async () => {
  expect(await restoreVersion(context, actor, id, { version: 1, newest: 2 })).toEqual({ kind: 'conflict' });
  await updateIntegration(context, actor, id, { isActive: true });
  await updateIntegration(context, actor, id, { isActive: false, apiCalls: [] });
  await updateIntegration(context, actor, id, { apiCalls: [call], isActive: true });
  expect(await restoreVersion(context, actor, id, { version: 4, newest: 5 })).toMatchObject({
    kind: 'invalid',
    message: expect.stringContaining('Disable it first'),
  });
});

it('knows nothing of what is not there, or belongs to others', async () => {
  const stranger = await strangerOf();
  expect(await listVersions(context, stranger, id, { limit: 10 })).toEqual({ kind: 'not-found' });
  expect(await compareVersions(context, stranger, id, { former: 1, next: 2 })).toEqual({ kind: 'not-found' });
  expect(await restoreVersion(context, stranger, id, { version: 1 })).toEqual({ kind: 'not-found' });
  expect(await compareVersions(context, actor, id, { former: 1, next: 9 })).toEqual({ kind: 'not-found' });
  expect(await restoreVersion(context, actor, id, { version: 9 })).toEqual({ kind: 'not-found' });
  await deleteIntegration(context, actor, id);
  expect(await listVersions(context, actor, id, { limit: 10 })).toEqual({ kind: 'not-found' });
});

it('counts the runs of versions among those of the integration alone', async () => {
  const plans = await explain(context.db, (queries) =>
    countRunsByVersion(queries, { integrationId: id, newest: 1000 }),
  );
  expect(plans).toContainEqual(expect.stringContaining('USING INDEX executions_by_integration'));
});

it('gives others turns between the differences of long texts', async () => {
  const count = 10;
  const writeCalls = (word: string) =>
    Array.from({ length: count }, (_each, index) => ({
      ...call,
      id: `call-${index}`,
      order: index + 1,
      body: Array.from({ length: 5_000 }, (_line, line) => `${word} ${line}`).join('\n'),
    }));
  for (const word of ['former', 'next']) {
    const outcome = await updateIntegration(context, actor, id, { apiCalls: writeCalls(word) });
    expect(outcome).toMatchObject({ kind: 'integration' });
  }
  shortenParts();
  const compared = new AbortController();
  const comparing = compareVersions(context, actor, id, { former: 4, next: 5 }).finally(() =>
    compared.abort(),
  );
  let turns = 0;
  while (!compared.signal.aborted) {
    await nextTurn();
    turns += 1;
  }
  expect((await comparing).kind).toBe('comparison');
  // In one piece they leave a turn or two, for what is read before.
  expect(turns).toBeGreaterThanOrEqual(count);
});
