// The guard of a route lets a member pass, and its body or its page takes a while: the member may be removed meanwhile.
import { beforeEach, expect, test } from 'vitest';
import { deleteMembership } from '~/db/organizations/members';
import { exportIntegration } from '~/services/imports/imports';
import { endFormerSecret } from '~/services/integrations/former-secret';
import { replaceWebhookSecret, revealWebhookSecret } from '~/services/integrations/webhook-secret';
import { restoreVersion, saveVersionNote } from '~/services/integrations/versions';
import { clearMemory, forgetRemembered, forgetSeen, setRemembered } from '~/services/memory/memory';
import { continueExecution } from '~/services/runs/continue-wait';
import { runExecution } from '~/services/runs/run-execution';
import { acceptTest } from '~/services/test-runs/accept-test';
import { backtest } from '~/services/test-runs/backtest';
import { trySavedItems } from '~/services/test-runs/items/try-items';
import { changeTest, deleteTest, recordTest, runTests } from '~/services/test-runs/recorded-tests';
import { testCall } from '~/services/test-runs/single-call';
import { runTest, startTest } from '~/services/test-runs/whole-chain';
import { pasteSample } from '~/services/webhooks/pasted-sample';
import { checkDelivery } from '~/services/webhooks/set-up/check-delivery';
import { startListening, stopListening } from '~/services/webhooks/samples';
import { webhookTrigger } from '../support/seed';
import { createRunSetup, never, type RunSetup } from './runs/run-setup';

const secret = 'a-secret-of-the-shop';

let setup: RunSetup;
let id: string;
let executionId: string;
let target: { integrationId: string; executionId: string };
let testId: string;

beforeEach(async () => {
  setup = await createRunSetup();
  const loop = { id: 'each', order: 1.5, throughCallId: 'second', items: '{{whole.list}}', itemName: 'item' };
  id = await setup.seed({
    triggerConfig: webhookTrigger({ secret, variables: [{ name: 'n', jsonPath: '.n' }] }),
    apiCalls: [setup.firstCall, { ...setup.secondCall, url: `${setup.target.url}/second` }],
    loopSteps: [loop],
  });
  const { context, actor } = setup;
  setup.answers.handler = (_request, response) => {
    response.setHeader('Content-Type', 'application/json').end('{"list":[1]}');
  };
  executionId = await setup.accept(id, '{"n":1}', secret);
  await runExecution(context, await setup.claim(), never);
  const recorded = await recordTest(context, actor, id, { executionId, name: 'Orders' });
  testId = recorded.kind === 'test' ? recorded.test.id : '';
  await setRemembered(context, actor, id, { name: 'last', json: '1' });
  await replaceWebhookSecret(context, actor, id, { secret: `${secret}-next` });
  await startListening(context, actor, id);
  const wait = { kind: 'duration', seconds: 3_600 };
  const slow = await setup.seed({ apiCalls: [{ ...setup.firstCall, wait }] });
  target = { integrationId: slow, executionId: await setup.accept(slow) };
  await runExecution(context, await setup.claim(), never);
  context.db.sqlite
    .prepare('insert into seen_entries (integration_id, loop_id, digest, seen_at) values (?, ?, ?, 1)')
    .run(id, 'each', 'a digest');
});

const services: [string, (setup: RunSetup) => Promise<{ kind: string }>][] = [
  ['exports', ({ context, actor }) => exportIntegration(context, actor, id)],
  ['reveals the secret', ({ context, actor }) => revealWebhookSecret(context, actor, id)],
  [
    'replaces the secret',
    ({ context, actor }) => replaceWebhookSecret(context, actor, id, { secret: 'other-secret' }),
  ],
  ['ends the former secret', ({ context, actor }) => endFormerSecret(context, actor, id)],
  [
    'notes a version',
    ({ context, actor }) => saveVersionNote(context, actor, id, { version: 1, note: 'Mine' }),
  ],
  ['restores a version', ({ context, actor }) => restoreVersion(context, actor, id, { version: 1 })],
  ['remembers', ({ context, actor }) => setRemembered(context, actor, id, { name: 'other', json: '2' })],
  ['forgets a value', ({ context, actor }) => forgetRemembered(context, actor, id, 'last')],
  ['forgets what was seen', ({ context, actor }) => forgetSeen(context, actor, id, { loopId: 'each' })],
  ['clears the memory', ({ context, actor }) => clearMemory(context, actor, id)],
  ['continues a wait', ({ context, actor }) => continueExecution(context, actor, target)],
  ['records a test', ({ context, actor }) => recordTest(context, actor, id, { executionId, name: 'Mine' })],
  ['changes a test', ({ context, actor }) => changeTest(context, actor, id, testId, { name: 'Mine' })],
  ['accepts a test', ({ context, actor }) => acceptTest(context, actor, id, testId, {})],
  ['deletes a test', ({ context, actor }) => deleteTest(context, actor, id, testId)],
  ['runs the tests', ({ context, actor }) => runTests(context, actor, id, {})],
  ['tries a version', ({ context, actor }) => backtest(context, actor, id, { last: 1 })],
  ['sends a call', ({ context, actor, target: { url } }) => testCall(context, actor, id, { url })],
  ['sends items', ({ context, actor }) => trySavedItems(context, actor, id, 'second')],
  [
    'sends the chain',
    ({ context, actor }) =>
      runTest(context, actor, { integrationId: id, triggerData: { n: 1 } }, { maxMs: 1, signal: never }),
  ],
  [
    'starts a test',
    ({ context, actor }) => startTest(context, actor, { integrationId: id, triggerData: { n: 1 } }),
  ],
  ['pastes a sample', ({ context, actor }) => pasteSample(context, actor, id, '{"n": 2}')],
  ['listens', ({ context, actor }) => startListening(context, actor, id)],
  ['stops listening', ({ context, actor }) => stopListening(context, actor, id)],
  ['checks a delivery', ({ context, actor }) => checkDelivery(context, actor, id, { body: '{"n": 1}' })],
];

/** All rows of the tables that these services write, and how many requests were sent. */
function readAll(): unknown {
  const { sqlite } = setup.context.db;
  const read = (table: string) => sqlite.prepare(`select * from ${table}`).all();
  const tables = [
    'integrations',
    'integration_versions',
    'audit',
    'recorded_tests',
    'remembered_values',
    'samples',
    'jobs',
    'executions',
  ];
  return [...tables.map(read), setup.target.received.length];
}

test.each(services)('a member %s', async (_what, serve) => {
  const { kind } = await serve(setup);
  expect(['not-found', 'invalid', 'conflict']).not.toContain(kind);
});

test.each(services)('a member who was removed meanwhile no longer %s', async (_what, serve) => {
  const { db } = setup.context;
  await deleteMembership(db, setup.actor.userId, setup.actor.organizationId);
  const before = readAll();
  expect(await serve(setup)).toEqual({ kind: 'not-found' });
  expect(readAll()).toEqual(before);
});

const sources = import.meta.glob<string>('/app/services/**/*.ts', {
  eager: true,
  query: '?raw',
  import: 'default',
});

/** Services whose check stands in what they call, which tests of their own hold. */
const checkedInside = [
  'app/services/billing/sandbox.ts createTestData',
  'app/services/organizations/rights-changes.ts changeRights',
  'app/services/test-runs/connection-test.ts send',
  'app/services/test-runs/items/try-items.ts createSender',
];

/** Writes by themselves or sends, and not in the transaction of a caller. */
const acting = /\.transaction\(|\.groupCommit\(|\b(?:insert|add)AuditEntry\(context\.db|\boutbound\.send\(/;
const checking = /\b(?:check\w*(?:Membership|Permission)|transactAsMember|doAsTest)\(/;

test('each service that acts for a person checks that they are still a member', () => {
  const unchecked = Object.entries(sources).flatMap(([path, source]) =>
    source.split(/\n(?=(?:export )?(?:async )?function )/).flatMap((text) => {
      const [, name, inputs = ''] =
        /^(?:export )?(?:async )?function (\w+)[^(]*\(([^]*?)\n?\)(?:: [^]*?)? \{\n/.exec(text) ?? [];
      const isUnchecked = /\bactor: Actor\b/.test(inputs) && acting.test(text) && !checking.test(text);
      return isUnchecked ? `${path.slice(1)} ${name}` : [];
    }),
  );
  expect(unchecked.toSorted()).toEqual(checkedInside);
});
