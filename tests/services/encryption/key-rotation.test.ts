import { expect, test } from 'vitest';
import { findFileOfStep } from '~/db/executions/files/logged-files';
import { findQueuedEmail, insertEmail } from '~/db/accounts/emails';
import { listSteps } from '~/db/executions/steps';
import { isRightKey } from '~/services/installation/key-check';
import { openFormerSecret } from '~/services/integrations/former-secret';
import { updateIntegration } from '~/services/integrations/integrations';
import { revealWebhookSecret } from '~/services/integrations/webhook-secret';
import { resealWhileRunning, rotateAppKey } from '~/services/encryption/key-rotation';
import { logIn } from '~/services/accounts/login';
import { deliverEmail, queueEmail } from '~/services/mail';
import { open, seal } from '~/auth/secret-box';
import type { Database } from '~/db/core/open';
import { eachSealedRow, sealedColumns } from '~/db/core/sealed-columns';
import { findSealedRecording, updateRecording } from '~/db/integrations/recorded-tests';
import { readParts } from '~/services/files/stored-parts';
import { openRecording, type Recording, sealRecording } from '~/services/recorded-tests/recording';
import { openSaved, sealSaved } from '~/services/runs/saved-variables';
import { recordTest } from '~/services/test-runs/recorded-tests';
import { createTestUser } from '../../support/accounts';
import { createTestContext, type TestContext } from '../../support/context';
import { addTestCall, createIntegrationContext, createTestExecution } from '../../support/executions';
import { addLargeFile } from '../../support/large-files';
import { seedIntegration, webhookTrigger } from '../../support/seed';
import { showCode, turnTwoFactorOn } from '../../support/two-factor';

const next = Buffer.alloc(32, 9);

/** Something of each kind that is sealed. */
async function createSealed() {
  const context = await createTestContext();
  const { user, organizationId } = await createTestUser(context);
  const actor = { context, userId: user.id, organizationId };
  const integrationId = await seedIntegration(actor, {
    triggerConfig: webhookTrigger({ secret: 'a webhook secret' }),
    apiCalls: [
      {
        id: 'call-0',
        method: 'GET',
        url: 'https://a.example.com/',
        authConfig: { type: 'bearer', token: 'a bearer token' },
      },
    ],
  });
  await updateIntegration(context, actor, integrationId, {
    triggerConfig: webhookTrigger({ secret: 'the secret after it' }),
  });
  const executionId = await createTestExecution(context, { organizationId, integrationId });
  await addTestCall(context, executionId, { response: {} });
  const saved = await sealSaved(context, executionId, 0, [['repo', 'octo']]);
  await context.db.run(context.db.build.updateTable('steps').set({ saved }));
  await context.db.transaction(async (tx) => {
    const message = { subject: 'Hello', text: 'a link', html: '<p>a link</p>' };
    await queueEmail(context, tx, { recipient: 'ada@example.com', message, now: context.now() });
  });
  await context.db.run(context.db.build.updateTable('executions').set({ status: 'completed' }));
  const recorded = await recordTest(context, actor, integrationId, { executionId, name: 'Kept' });
  if (recorded.kind !== 'test') throw new Error(JSON.stringify(recorded));
  const testId = recorded.test.id;
  const { id: emailId } = (await context.db.first(context.db.build.selectFrom('emails').select('id')))!;

  /** What a server with this key reads. */
  async function readWith(appKey: Buffer, otherAppKey?: Buffer) {
    const config = { ...context.config, appKey, ...(otherAppKey && { otherAppKey }) };
    const server: TestContext = { ...context, config };
    const revealed = await revealWebhookSecret(server, actor, integrationId);
    const stored = (await listSteps(context.db, [executionId]))[0]?.saved ?? '';
    const formerSecretUntil = context.now() + 1;
    const key = { id: integrationId, organizationId };
    const recording = (await findSealedRecording(context.db, key, testId)) ?? '';
    const read = {
      former: await openFormerSecret(server, integrationId, { formerSecretUntil }, context.now()),
      secret: revealed.kind === 'secret' ? revealed.secret : revealed.kind,
      saved: await openSaved(server, executionId, 0, stored),
      recorded: openRecording(config, testId, recording)?.executionId === executionId,
      mail: await deliverEmail(server, emailId),
      text: context.sentMail.at(-1)?.text,
    };
    return read;
  }
  return { context, readWith, integrationId, testId };
}

test('the new key opens large files, whose parts are as they were', async () => {
  const { context, owner } = await createIntegrationContext();
  const executionId = await createTestExecution(context, owner);
  const { organizationId } = owner;
  const bytes = Buffer.alloc(300_000, 'scan');
  const { sha256 } = await addLargeFile(context, { organizationId, executionId }, bytes);
  const read = async (appKey: Buffer) => {
    const stored = await findFileOfStep(context.db, { organizationId, executionId, step: 0, sha256 });
    const parts: Buffer[] = [];
    const config = { ...context.config, appKey };
    for await (const part of readParts({ ...context, config }, stored!)) parts.push(part);
    return Buffer.concat(parts);
  };
  const listParts = () => context.db.sqlite.prepare('select bytes from saved_file_parts').pluck().all();
  const before = listParts();
  const { appKey: former } = context.config;
  await isRightKey(context.db, context.config);
  expect(await rotateAppKey(context.db, { former, next }, context.now())).toEqual({ kind: 'rotated' });
  expect((await read(next)).equals(bytes)).toBe(true);
  expect(listParts()).toEqual(before);
  await expect(read(former)).rejects.toThrow(/cannot be read/);
});

test('the new key opens everything', async () => {
  const { context, readWith } = await createSealed();
  const keys = { former: context.config.appKey, next };
  await isRightKey(context.db, context.config);
  expect(await rotateAppKey(context.db, keys, context.now())).toEqual({ kind: 'rotated' });
  expect(await readWith(next)).toEqual({
    former: 'a webhook secret',
    secret: 'the secret after it',
    saved: [['repo', 'octo']],
    recorded: true,
    mail: 'done',
    text: 'a link',
  });
  expect([
    await isRightKey(context.db, { appKey: next }),
    await isRightKey(context.db, { appKey: keys.former }),
    await isRightKey(context.db, { appKey: keys.former, otherAppKey: next }),
  ]).toEqual([true, false, true]);
  const audit = await context.db.all(
    context.db.build.selectFrom('audit').select(['kind', 'organization_id']),
  );
  expect(audit).toContainEqual({ kind: 'app-key-rotated', organization_id: expect.any(String) });
});

const places: Record<keyof typeof sealedColumns, string> = {
  answers: 'answer:integration',
  channels: 'channel:1',
  connections: 'connection:1',
  emails: 'email:1',
  executionMemory: 'memory-read:1:2',
  files: 'saved-file:1',
  formerSecrets: 'former-secret:1',
  recordings: 'test:1',
  recordResponses: 'record-response:1:2',
  records: 'record:1:2:3',
  remembered: 'memory:1:2',
  steps: 'saved:1:2',
  tokens: 'connection:1',
  twoFactors: 'two-factor:1',
  values: 'value:1',
  verifiers: 'oauth-state:1',
  waitAnswers: 'wait-answer:1:2',
};

test('the new key opens every sealed column, for what it was bound to', async () => {
  const context = await createTestContext();
  const { appKey } = context.config;
  const { sqlite } = context.db;
  await isRightKey(context.db, context.config);
  // A row of each table stands without the rows that it belongs to.
  sqlite.pragma('foreign_keys = off');
  sqlite.pragma('ignore_check_constraints = on');
  const executionId = await createTestExecution(context, {
    organizationId: 'any',
    integrationId: 'integration',
  });
  sqlite.prepare('update executions set id = 1 where id = ?').run(executionId);
  for (const [name, { table, key, columns }] of Object.entries(sealedColumns)) {
    const info = sqlite.pragma(`table_info(${table})`) as { name: string; type: string; notnull: 0 | 1 }[];
    const filled = info.filter((column) => column.notnull || [...key, ...columns].includes(column.name));
    const values = filled.map((column) => {
      if (columns.includes(column.name))
        return seal(appKey, column.name, places[name as keyof typeof places]);
      return key.includes(column.name) ? String(key.indexOf(column.name) + 1) : 0;
    });
    const names = filled.map((column) => column.name).join();
    sqlite.prepare(`insert into ${table} (${names}) values (${filled.map(() => '?').join()})`).run(...values);
  }
  expect(await rotateAppKey(context.db, { former: appKey, next }, 0)).toEqual({ kind: 'rotated' });
  for (const [name, columns] of Object.entries(sealedColumns)) {
    const opened = [];
    for await (const { texts } of eachSealedRow(context.db, columns)) {
      opened.push(texts.map((text) => open(next, text ?? '', places[name as keyof typeof places])));
    }
    expect([name, opened]).toEqual([name, [columns.columns]]);
  }
});

test('the former key opens nothing any more', async () => {
  const { context, readWith } = await createSealed();
  const keys = { former: context.config.appKey, next };
  await rotateAppKey(context.db, keys, context.now());
  expect(await readWith(keys.former)).toEqual({
    former: undefined,
    secret: 'invalid',
    saved: [],
    recorded: false,
    mail: 'failed',
    text: undefined,
  });
});

test('done again it changes nothing, and with a wrong key neither', async () => {
  const { context } = await createSealed();
  const keys = { former: context.config.appKey, next };
  await rotateAppKey(context.db, keys, context.now());
  const read = () => context.db.all(context.db.build.selectFrom('integration_versions').selectAll());
  const before = await read();
  expect(await rotateAppKey(context.db, keys, context.now())).toEqual({ kind: 'done-before' });
  const other = { former: Buffer.alloc(32, 1), next: Buffer.alloc(32, 2) };
  expect(await rotateAppKey(context.db, other, context.now())).toEqual({ kind: 'wrong-key' });
  expect(await read()).toEqual(before);
});

test('what was sealed with yet another key stays as it is', async () => {
  const { context } = await createSealed();
  const content = { subject: '', text: 'v1.a.b.c', html: 'no seal at all' };
  const strange = { id: 'strange', recipient: 'a@example.com', content, organizationId: null, now: 0 };
  await insertEmail(context.db, strange);
  await rotateAppKey(context.db, { former: context.config.appKey, next }, context.now());
  expect(await findQueuedEmail(context.db, 'strange')).toMatchObject(content);
});

const whole = {
  former: 'a webhook secret',
  secret: 'the secret after it',
  saved: [['repo', 'octo']],
  recorded: true,
  mail: 'done',
  text: 'a link',
};

test('servers with both keys read everything, whichever of the two seals', async () => {
  const { context, readWith } = await createSealed();
  const { appKey } = context.config;
  await isRightKey(context.db, context.config);
  expect(await readWith(next, appKey)).toEqual(whole);
  expect(await isRightKey(context.db, { appKey: next, otherAppKey: appKey })).toBe(true);
  const third = Buffer.alloc(32, 3);
  expect(await isRightKey(context.db, { appKey: third, otherAppKey: next })).toBe(false);
});

test('what is sealed anew while servers run needs the former key no more', async () => {
  const { context, readWith } = await createSealed();
  const keys = { former: context.config.appKey, next };
  await isRightKey(context.db, context.config);
  expect(await resealWhileRunning(context.db, keys, context.now())).toEqual({ kind: 'rotated' });
  expect(await isRightKey(context.db, { appKey: next })).toBe(true);
  // Interrupted or not, it may be run again.
  expect(await resealWhileRunning(context.db, keys, context.now())).toEqual({ kind: 'done-before' });
  expect(await readWith(next)).toEqual(whole);
});

test('a recording that is accepted while secrets are sealed anew stays', async () => {
  const { context, integrationId, testId } = await createSealed();
  const keys = { former: context.config.appKey, next };
  await isRightKey(context.db, context.config);
  const facts = { executionId: 'later', status: 'completed', errorMessage: null } as const;
  const run: Recording = { ...facts, triggerData: null, request: null, attempts: [] };
  const recording = sealRecording({ appKey: next }, testId, run) ?? '';
  let transactions = 0;
  const db: Database = {
    ...context.db,
    // Before the third one everything was read, and is not written yet.
    async transaction(work) {
      transactions += 1;
      const accepted = { recording, requests: 0, now: context.now() };
      if (transactions === 3) await updateRecording(context.db, { integrationId, testId }, accepted);
      return context.db.transaction(work);
    },
  };
  expect(await resealWhileRunning(db, keys, context.now())).toEqual({ kind: 'rotated' });
  expect(transactions).toBe(4);
  const stored = await context.db.first(context.db.build.selectFrom('test_recordings').select('recording'));
  expect(stored).toEqual({ recording });
});

test('with keys that are not those of the file nothing is sealed anew', async () => {
  const { context, readWith } = await createSealed();
  await isRightKey(context.db, context.config);
  const strange = { former: Buffer.alloc(32, 1), next };
  expect(await resealWhileRunning(context.db, strange, context.now())).toEqual({ kind: 'wrong-key' });
  expect(await readWith(context.config.appKey)).toEqual(whole);
});

test.each(['rotated', 'resealed'])('a second factor goes on when keys were %s', async (how) => {
  const context = await createTestContext();
  const password = 'Difference-Engine-1';
  const passwordHash = await context.passwords.hash(password);
  const { user } = await createTestUser(context, { passwordHash });
  const { key } = await turnTwoFactorOn(context, user, password);
  const keys = { former: context.config.appKey, next };
  const change = how === 'rotated' ? rotateAppKey : resealWhileRunning;
  expect(await change(context.db, keys, context.now())).toEqual({ kind: 'rotated' });
  context.clock.advance(30_000);
  const server = { ...context, config: { ...context.config, appKey: next } };
  const code = showCode(key, context.now());
  const caller = { address: '192.0.2.1', userAgent: null };
  expect(await logIn(server, { email: user.email, password, code }, caller)).toMatchObject({
    kind: 'logged-in',
  });
});
