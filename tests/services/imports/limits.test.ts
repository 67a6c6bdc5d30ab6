import { beforeEach, expect, it } from 'vitest';
import { noLimits, pickLimits } from '~/engine/definition/execution-limits';
import {
  exportIntegration,
  importRequested,
  importStoredIntegration,
  readStoredIntegration,
  storeIntegration,
} from '~/services/imports/imports';
import { duplicateIntegration } from '~/services/integrations/duplicate';
import { createIntegration, updateIntegration } from '~/services/integrations/integrations';
import { exportOrganization } from '~/services/organizations/export';
import type { Actor } from '~/services/actor';
import { createTestUser } from '../../support/accounts';
import { createTestContext, type TestContext } from '../../support/context';
import { sendForm } from '../../support/form';
import { createDataDir } from '../../support/server';

const limits = {
  pauseAfterErrors: 5,
  executionsAtOnce: 2,
  executionsPerHour: 60,
  deliveriesPerSecond: 3,
  retentionDays: 7,
  retentionDaysFailed: 9,
  retentionMib: 100,
  automaticReplays: 5,
};
const described =
  'Errors in a row: 5, Executions at once: 2, Executions an hour: 60, Deliveries a second: 3, Days kept: 7, ' +
  'Days failed ones are kept: 9, MiB kept: 100, Automatic replays: 5';

let context: TestContext;
let actor: Actor;
let id: string;

beforeEach(async () => {
  context = await createTestContext({ config: { dataDir: createDataDir() } });
  const { user, organizationId } = await createTestUser(context);
  actor = { userId: user.id, organizationId };
  const made = await createIntegration(context, actor, { name: 'Orders', runSettings: { maxMinutes: 60 } });
  ({ id } = found(made));
  found(await updateIntegration(context, actor, id, limits));
});

function found(outcome: Awaited<ReturnType<typeof createIntegration>>) {
  if (outcome.kind !== 'integration') throw new Error(JSON.stringify(outcome));
  return outcome.integration;
}

async function writeFile() {
  const outcome = await exportIntegration(context, actor, id);
  if (outcome.kind !== 'file') throw new Error(outcome.kind);
  return outcome.file;
}

function request(file: object) {
  const body = new Blob([JSON.stringify({ text: JSON.stringify(file) })]).stream();
  return importRequested(context, actor, { body, type: 'application/json' }, () =>
    Promise.resolve({ kind: 'actor', ...actor }),
  );
}

async function listAuditEntries(subjectId: string) {
  const { db } = context;
  const query = db.build.selectFrom('audit').select('detail').where('kind', '=', 'limits-changed');
  return (await db.all(query.where('subject_id', '=', subjectId))).map(({ detail }) => detail);
}

it('brings limits, pause rule and run settings from a file to the draft made of it, and notes them', async () => {
  const file = await writeFile();
  expect(file).toMatchObject({ version: 8, limits });
  const kept = await storeIntegration(context, actor, await sendForm({ text: JSON.stringify(file) }));
  if (kept.kind !== 'kept') throw new Error(JSON.stringify(kept));
  expect(await readStoredIntegration(context, actor, kept.id)).toMatchObject({
    notes: [{ message: `Its limits come with it: ${described}.` }],
  });
  const wish = { keptId: kept.id, name: 'From a file', connections: {} };
  const draft = found(await importStoredIntegration(context, actor, wish));
  expect(pickLimits(draft)).toEqual(limits);
  expect(draft).toMatchObject({ runSettings: { maxMinutes: 60 }, isActive: false, version: 1 });
  expect(await listAuditEntries(draft.id)).toEqual([described]);
});

it('brings them by API, too, and refuses those that nobody could type', async () => {
  const file = await writeFile();
  expect(await request(file)).toMatchObject({ kind: 'integration', integration: limits });
  expect(await request({ ...file, limits: { ...limits, executionsAtOnce: 0 } })).toMatchObject({
    kind: 'invalid',
    message: 'This file cannot be read: Enter a whole number from 1 to 1000 (limits.executionsAtOnce).',
  });
});

it('makes a draft without limits of a file of an earlier format', async () => {
  const { limits: _limits, ...old } = await writeFile();
  const outcome = await request({ ...old, version: 5 });
  if (outcome.kind !== 'integration') throw new Error(JSON.stringify(outcome));
  expect(Object.values(pickLimits(outcome.integration))).toEqual(Object.values(noLimits));
  expect(await listAuditEntries(outcome.integration.id)).toEqual([]);
});

it('gives a copy the limits of its original', async () => {
  const copy = found(await duplicateIntegration(context, actor, id));
  expect(pickLimits(copy)).toEqual(limits);
  expect(copy).toMatchObject({ runSettings: { maxMinutes: 60 } });
  expect(await listAuditEntries(copy.id)).toEqual([described]);
  const made = context.db.build.selectFrom('audit').select('kind').where('subject_id', '=', copy.id);
  expect((await context.db.all(made)).map(({ kind }) => kind)).toContain('integration-created');
});

it('writes them to the export of the organization', async () => {
  const outcome = await exportOrganization(context, actor);
  if (outcome.kind !== 'export') throw new Error(outcome.kind);
  let text = '';
  for await (const piece of outcome.pieces) text += piece;
  expect(JSON.parse(text)).toMatchObject({ integrations: [{ id, file: { version: 8, limits } }] });
});
