import { beforeEach, describe, expect, test } from 'vitest';
import { countWaitingWork } from '~/db/executions/queue/queue-depth';
import { finishExecution } from '~/db/executions/ended-executions';
import { listEventTargets, listStartedNames } from '~/db/integrations/event-triggers';
import { deleteIntegrationRow } from '~/db/integrations/deleted-integrations';
import { parseJson } from '~/engine/json/json';
import { type EndedExecution, queueEventTargets } from '~/db/ledger/event-targets';
import { publishEventTriggers } from '~/services/triggers/event-triggers';
import { restoreIntegration } from '~/services/deleted-integrations/restoration';
import { deleteIntegration } from '~/services/integrations/deletion';
import { createIntegration, updateIntegration } from '~/services/integrations/integrations';
import type { Actor } from '~/services/actor';
import { createTestUser } from '../../support/accounts';
import { createTestContext, type TestContext } from '../../support/context';
import { addTestCall, createTestExecution } from '../../support/executions';
import { seedIntegration } from '../../support/seed';

let context: TestContext;
let actor: Actor;
let source: string;

const apiCalls = [{ id: 'a', order: 1, method: 'GET', url: 'https://api.example.com/' }];

beforeEach(async () => {
  context = await createTestContext();
  const { user, organizationId } = await createTestUser(context);
  actor = { userId: user.id, organizationId };
  source = await seedIntegration({ context, ...actor }, { apiCalls });
});

function eventTrigger(integrationId: string, on?: string) {
  return { type: 'event', event: { integrationId, on } };
}

/** An integration that runs when the source ends. */
function seed(on?: string, more: object = {}): Promise<string> {
  return seedIntegration(
    { context, ...actor },
    { triggerConfig: eventTrigger(source, on), apiCalls, ...more },
  );
}

/** Ends an execution of the source, which is answered, and fires what waits for it. */
async function end(ending: Partial<EndedExecution> = {}): Promise<string[]> {
  const { organizationId } = actor;
  const executionId = await createEndedExecution(organizationId);
  return fire({ executionId, ...ending });
}

function fire(ending: Partial<EndedExecution> & { executionId: string }): Promise<string[]> {
  return context.db.transaction((tx) =>
    queueEventTargets(tx, {
      integrationId: source,
      organizationId: actor.organizationId,
      status: 'completed',
      errorMessage: null,
      hops: 0,
      now: context.now(),
      ...ending,
    }),
  );
}

function listStarted() {
  const { db } = context;
  return db.all(
    db.build
      .selectFrom('executions')
      .innerJoin('payloads', 'seq', 'payload_seq')
      .selectAll()
      .where('trigger_type', '=', 'event')
      .orderBy('id'),
  );
}

async function listTargets(
  ending: 'completed' | 'error' = 'completed',
  { of = source, isTest = 0 }: { of?: string; isTest?: 0 | 1 } = {},
): Promise<string[]> {
  const { organizationId } = actor;
  const targets = await listEventTargets(context.db, { integrationId: of, organizationId, ending, isTest });
  return targets.map(({ integrationId }) => integrationId);
}

async function refuse(id: string, integrationId: string): Promise<unknown> {
  const saved = await updateIntegration(context, actor, id, { triggerConfig: eventTrigger(integrationId) });
  return saved.kind === 'invalid' ? saved.fields?.['triggerConfig.event.integrationId'] : saved;
}

/** An execution of the source that has ended. */
async function createEndedExecution(organizationId: string): Promise<string> {
  const id = await createTestExecution(context, { organizationId, integrationId: source });
  const ended = { id, integrationId: source, status: 'completed' as const, errorMessage: null };
  await finishExecution(context.db, { ...ended, completedAt: context.now() });
  return id;
}

describe('what may be waited for', () => {
  test('not the integration itself', async () => {
    expect(await refuse(source, source)).toEqual(['An integration cannot wait for itself']);
  });

  test('nothing unknown, and nothing of another organization, also when it is made', async () => {
    const stranger = await createTestUser(context);
    const theirs = await seedIntegration(
      { context, userId: stranger.user.id, organizationId: stranger.organizationId },
      { apiCalls },
    );
    const message = 'There is no such integration in your organization';
    expect([await refuse(source, 'nobody'), await refuse(source, theirs)]).toEqual([[message], [message]]);
    const made = await createIntegration(context, actor, {
      name: 'New',
      triggerConfig: eventTrigger(theirs),
    });
    expect(made).toMatchObject({ kind: 'invalid', message: `Validation failed: ${message}` });
  });

  test('a source that is gone keeps nothing else from being saved, but the integration from being deployed', async () => {
    const id = await seed();
    await deleteIntegration(context, actor, source);
    expect(await deleteIntegrationRow(context.db, source)).toBe(true);
    expect(
      (await updateIntegration(context, actor, id, { apiCalls: [{ ...apiCalls[0], name: 'x' }] })).kind,
    ).toBe('integration');
    expect((await updateIntegration(context, actor, id, { isActive: false })).kind).toBe('integration');
    expect((await updateIntegration(context, actor, id, { isActive: true })).kind).toBe('invalid');
  });
});

describe('who waits', () => {
  test('those that are renamed or changed while the source lies deleted, once it is restored', async () => {
    const [renamed, changed] = [await seed(), await seed()];
    await deleteIntegration(context, actor, source);
    await updateIntegration(context, actor, renamed, { name: 'New name' });
    await updateIntegration(context, actor, changed, { apiCalls: [{ ...apiCalls[0], name: 'x' }] });
    await restoreIntegration(context, actor, source);
    expect((await listTargets()).toSorted()).toEqual([renamed, changed].toSorted());
  });

  test('only those that are deployed, until they are disabled or deleted or get another trigger', async () => {
    await seed('any', { isActive: false, name: 'Never deployed' });
    const [kept, disabled, deleted, changed] = [await seed(), await seed(), await seed(), await seed()];
    expect((await listTargets()).toSorted()).toEqual([kept, disabled, deleted, changed].toSorted());
    await updateIntegration(context, actor, kept, { name: 'Kept' });
    await updateIntegration(context, actor, disabled, { isActive: false });
    await deleteIntegration(context, actor, deleted);
    await updateIntegration(context, actor, changed, { triggerConfig: { type: 'manual' } });
    expect(await listTargets()).toEqual([kept]);
    // The dialog before the deletion of the source names no others.
    const { organizationId } = actor;
    expect(await listStartedNames(context.db, { id: source, organizationId })).toEqual(['Kept']);
  });

  test('for any other integration: also for later ones, but neither for itself, for its like nor for tests', async () => {
    const triggerConfig = eventTrigger('any', 'error');
    const [id, like] = [
      await seedIntegration({ context, ...actor }, { triggerConfig, apiCalls }),
      await seedIntegration({ context, ...actor }, { triggerConfig: eventTrigger('any', 'any'), apiCalls }),
    ];
    const later = await seedIntegration({ context, ...actor }, { apiCalls });
    const [one] = [await seed('error')];
    expect(await listTargets('error')).toEqual([id, like, one].toSorted());
    expect([
      await listTargets('error', { of: later }),
      await listTargets('completed', { of: later }),
    ]).toEqual([[id, like].toSorted(), [like]]);
    expect([await listTargets('error', { of: id }), await listTargets('error', { isTest: 1 })]).toEqual([
      [],
      [one],
    ]);
    await updateIntegration(context, actor, id, { isActive: false });
    await updateIntegration(context, actor, like, { triggerConfig: eventTrigger(later) });
    expect(await listTargets('error')).toEqual([one]);
  });

  test('for any other integration of their own organization alone', async () => {
    const stranger = await createTestUser(context);
    await seedIntegration(
      { context, userId: stranger.user.id, organizationId: stranger.organizationId },
      { triggerConfig: eventTrigger('any', 'any'), apiCalls },
    );
    expect(await end()).toEqual([]);
  });

  test('for one source at a time', async () => {
    const id = await seed();
    const other = await seedIntegration({ context, ...actor }, { apiCalls });
    await updateIntegration(context, actor, id, { triggerConfig: eventTrigger(other) });
    expect(await listTargets()).toEqual([]);
  });

  test('for the ending it asked for', async () => {
    const [completed, error, any] = [await seed('completed'), await seed('error'), await seed('any')];
    expect([(await listTargets('completed')).toSorted(), (await listTargets('error')).toSorted()]).toEqual([
      [completed, any].toSorted(),
      [error, any].toSorted(),
    ]);
  });

  test('nobody in another organization, whatever a row says', async () => {
    const stranger = await createTestUser(context);
    const theirs = await seedIntegration(
      { context, userId: stranger.user.id, organizationId: stranger.organizationId },
      { apiCalls },
    );
    const { db } = context;
    await db.run(
      db.build
        .insertInto('event_triggers')
        .values({ source_integration_id: source, integration_id: theirs, ending: 'any' }),
    );
    expect(await end()).toEqual([]);
  });
});

/** JSON of an `Extraction`, its value's digits as given. */
function extraction(variableName: string, value: string): string {
  return `{"variableName":"${variableName}","jsonPath":"$","type":"number","success":true,"value":${value}}`;
}

describe('an execution that ends', () => {
  test('starts those that wait, with its result as their trigger data', async () => {
    const id = await seed('any');
    const { organizationId } = actor;
    const executionId = await createEndedExecution(organizationId);
    const startedAt = new Date(context.now()).toISOString();
    context.clock.advance(1_500);
    expect(await fire({ executionId, status: 'error', errorMessage: 'HTTP 500', hops: 2 })).toEqual([id]);

    const [execution] = await listStarted();
    expect(execution).toMatchObject({
      organization_id: organizationId,
      integration_id: id,
      integration_version: 1,
      status: 'queued',
      started_at: context.now(),
      completed_at: null,
      hops: 3,
    });
    expect(JSON.parse(execution?.trigger_data ?? '')).toEqual({
      executionId,
      integrationId: source,
      integrationName: 'Seeded',
      integrationTags: [],
      status: 'error',
      errorMessage: 'HTTP 500',
      failure: null,
      startedAt,
      completedAt: new Date(context.now()).toISOString(),
      variables: {},
    });
    expect(await countWaitingWork(context.db)).toBe(1);
  });

  test('hands its variables on, their digits kept', async () => {
    await seed();
    const { organizationId } = actor;
    const executionId = await createEndedExecution(organizationId);
    await addTestCall(context, executionId, {
      response: {},
      extractions: `[${extraction('price', '1.10')},${extraction('id', '9007199254740993')}]`,
    });
    const missing = { variableName: 'none', jsonPath: '.x', type: 'missing', success: false };
    const long = { variableName: 'long', jsonPath: '$', type: 'string', success: true };
    await addTestCall(context, executionId, { step: 1, response: {}, extractions: [missing, long] });
    await fire({ executionId });
    expect((await listStarted())[0]?.trigger_data).toContain(
      '"variables":{"price":1.10,"id":9007199254740993}',
    );
  });

  test.each([
    ['too long together', JSON.stringify('x'.repeat(256 * 1024))],
    ['too deep to be wrapped once more', `${'['.repeat(197)}${']'.repeat(197)}`],
    ['too deep already', `${'['.repeat(200)}${']'.repeat(200)}`],
  ])('leaves out variables that are %s', async (_words, value) => {
    await seed();
    const { organizationId } = actor;
    const executionId = await createEndedExecution(organizationId);
    const extractions = `[{"variableName":"x","jsonPath":"$","type":"array","success":true,"value":${value}}]`;
    await addTestCall(context, executionId, { response: {}, extractions });
    await fire({ executionId });
    const data = (await listStarted())[0]?.trigger_data ?? '';
    expect(parseJson(data)).toMatchObject({ executionId });
    expect(data.length).toBeLessThanOrEqual(256 * 1024);
  });

  test('by being cancelled starts nothing', async () => {
    await seed('any');
    expect(await end({ status: 'cancelled' })).toEqual([]);
    expect(await listStarted()).toEqual([]);
  });

  test('at the end of five hops leaves an execution in error that says so, and nothing to execute', async () => {
    const id = await seed();
    expect(await end({ hops: 4 })).toEqual([id]);
    expect(await end({ hops: 5 })).toEqual([id]);
    const [allowed, refused] = await listStarted();
    expect([allowed?.status, allowed?.hops]).toEqual(['queued', 5]);
    expect(refused).toMatchObject({ status: 'error', hops: 6, completed_at: context.now() });
    expect(refused?.error_message).toMatch(/^Stopped: .*hops/);
    const { db } = context;
    expect(await countWaitingWork(db)).toBe(1);
    const row = await db.first(db.build.selectFrom('integrations').selectAll().where('id', '=', id));
    expect(row).toMatchObject({ total_executions: 1, failed_executions: 1 });
  });

  test('is announced when it is on disk', () => {
    publishEventTriggers(context, []);
    expect(context.wakes()).toBe(0);
    publishEventTriggers(context, ['a', 'b']);
    expect([context.wakes(), context.notified.slice(-2)]).toEqual([1, ['a', 'b']]);
  });
});
