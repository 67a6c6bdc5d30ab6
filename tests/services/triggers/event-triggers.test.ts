import { beforeEach, describe, expect, test } from 'vitest';
import { countWaitingWork } from '~/db/executions/queue/queue-depth';
import { finishExecution } from '~/db/executions/executions';
import { listEventTargets } from '~/db/integrations/event-triggers';
import { deleteIntegrationRow } from '~/db/integrations/integrations';
import { parseJson } from '~/engine/json/json';
import {
  publishEventTriggers,
  type EndedExecution,
  fireEventTriggers,
} from '~/services/triggers/event-triggers';
import {
  createIntegration,
  deleteIntegration,
  updateIntegration,
} from '~/services/integrations/integrations';
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
  const { user, organizationId } = createTestUser(context);
  actor = { userId: user.id, organizationId };
  source = seedIntegration({ context, ...actor }, { apiCalls });
});

function eventTrigger(integrationId: string, on?: string) {
  return { type: 'event', event: { integrationId, on } };
}

/** An integration that runs when the source ends. */
function seed(on?: string, more: object = {}): string {
  return seedIntegration(
    { context, ...actor },
    { triggerConfig: eventTrigger(source, on), apiCalls, ...more },
  );
}

/** Ends an execution of the source, which is answered, and fires what waits for it. */
function end(ending: Partial<EndedExecution> = {}): string[] {
  const { organizationId } = actor;
  const executionId = createEndedExecution(organizationId);
  return fire({ executionId, ...ending });
}

function fire(ending: Partial<EndedExecution> & { executionId: string }): string[] {
  return context.db.transaction((tx) =>
    fireEventTriggers(tx, {
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

function listTargets(ending: 'completed' | 'error' = 'completed'): string[] {
  const { organizationId } = actor;
  const targets = listEventTargets(context.db, { integrationId: source, organizationId, ending });
  return targets.map(({ integrationId }) => integrationId);
}

function refuse(id: string, integrationId: string): unknown {
  const saved = updateIntegration(context, actor, id, { triggerConfig: eventTrigger(integrationId) });
  return saved.kind === 'invalid' ? saved.fields?.['triggerConfig.event.integrationId'] : saved;
}

/** An execution of the source that has ended. */
function createEndedExecution(organizationId: string): string {
  const id = createTestExecution(context, { organizationId, integrationId: source });
  const ended = { id, integrationId: source, status: 'completed' as const, errorMessage: null };
  finishExecution(context.db, { ...ended, completedAt: context.now() });
  return id;
}

describe('what may be waited for', () => {
  test('not the integration itself', () => {
    expect(refuse(source, source)).toEqual(['An integration cannot wait for itself']);
  });

  test('nothing unknown, and nothing of another organization, also when it is made', () => {
    const stranger = createTestUser(context);
    const theirs = seedIntegration(
      { context, userId: stranger.user.id, organizationId: stranger.organizationId },
      { apiCalls },
    );
    const message = 'There is no such integration in your organization';
    expect([refuse(source, 'nobody'), refuse(source, theirs)]).toEqual([[message], [message]]);
    const made = createIntegration(context, actor, { name: 'New', triggerConfig: eventTrigger(theirs) });
    expect(made).toMatchObject({ kind: 'invalid', message: `Validation failed: ${message}` });
  });

  test('a source that is gone keeps nothing else from being saved, but the integration from being deployed', () => {
    const id = seed();
    deleteIntegration(context, actor, source);
    expect(deleteIntegrationRow(context.db, source)).toBe(true);
    expect(updateIntegration(context, actor, id, { apiCalls: [{ ...apiCalls[0], name: 'x' }] }).kind).toBe(
      'integration',
    );
    expect(updateIntegration(context, actor, id, { isActive: false }).kind).toBe('integration');
    expect(updateIntegration(context, actor, id, { isActive: true }).kind).toBe('invalid');
  });
});

describe('who waits', () => {
  test('only those that are deployed, until they are disabled or deleted or get another trigger', () => {
    seed('any', { isActive: false });
    const [kept, disabled, deleted, changed] = [seed(), seed(), seed(), seed()];
    expect(listTargets().toSorted()).toEqual([kept, disabled, deleted, changed].toSorted());
    updateIntegration(context, actor, disabled, { isActive: false });
    deleteIntegration(context, actor, deleted);
    updateIntegration(context, actor, changed, { triggerConfig: { type: 'manual' } });
    expect(listTargets()).toEqual([kept]);
  });

  test('for one source at a time', () => {
    const id = seed();
    const other = seedIntegration({ context, ...actor }, { apiCalls });
    updateIntegration(context, actor, id, { triggerConfig: eventTrigger(other) });
    expect(listTargets()).toEqual([]);
  });

  test('for the ending it asked for', () => {
    const [completed, error, any] = [seed('completed'), seed('error'), seed('any')];
    expect([listTargets('completed').toSorted(), listTargets('error').toSorted()]).toEqual([
      [completed, any].toSorted(),
      [error, any].toSorted(),
    ]);
  });

  test('nobody in another organization, whatever a row says', () => {
    const stranger = createTestUser(context);
    const theirs = seedIntegration(
      { context, userId: stranger.user.id, organizationId: stranger.organizationId },
      { apiCalls },
    );
    const { db } = context;
    db.run(
      db.build
        .insertInto('event_triggers')
        .values({ source_integration_id: source, integration_id: theirs, ending: 'any' }),
    );
    expect(end()).toEqual([]);
  });
});

/** JSON of an `Extraction`, its value's digits as given. */
function extraction(variableName: string, value: string): string {
  return `{"variableName":"${variableName}","jsonPath":"$","type":"number","success":true,"value":${value}}`;
}

describe('an execution that ends', () => {
  test('starts those that wait, with its result as their trigger data', () => {
    const id = seed('any');
    const { organizationId } = actor;
    const executionId = createEndedExecution(organizationId);
    const startedAt = new Date(context.now()).toISOString();
    context.clock.advance(1_500);
    expect(fire({ executionId, status: 'error', errorMessage: 'HTTP 500', hops: 2 })).toEqual([id]);

    const [execution] = listStarted();
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
      status: 'error',
      errorMessage: 'HTTP 500',
      startedAt,
      completedAt: new Date(context.now()).toISOString(),
      variables: {},
    });
    expect(countWaitingWork(context.db)).toBe(1);
  });

  test('hands its variables on, their digits kept', () => {
    seed();
    const { organizationId } = actor;
    const executionId = createEndedExecution(organizationId);
    addTestCall(context, executionId, {
      response: {},
      extractions: `[${extraction('price', '1.10')},${extraction('id', '9007199254740993')}]`,
    });
    const missing = { variableName: 'none', jsonPath: '.x', type: 'missing', success: false };
    const long = { variableName: 'long', jsonPath: '$', type: 'string', success: true };
    addTestCall(context, executionId, { step: 1, response: {}, extractions: [missing, long] });
    fire({ executionId });
    expect(listStarted()[0]?.trigger_data).toContain('"variables":{"price":1.10,"id":9007199254740993}');
  });

  test.each([
    ['too long together', JSON.stringify('x'.repeat(256 * 1024))],
    ['too deep to be wrapped once more', `${'['.repeat(197)}${']'.repeat(197)}`],
    ['too deep already', `${'['.repeat(200)}${']'.repeat(200)}`],
  ])('leaves out variables that are %s', (_words, value) => {
    seed();
    const { organizationId } = actor;
    const executionId = createEndedExecution(organizationId);
    const extractions = `[{"variableName":"x","jsonPath":"$","type":"array","success":true,"value":${value}}]`;
    addTestCall(context, executionId, { response: {}, extractions });
    fire({ executionId });
    const data = listStarted()[0]?.trigger_data ?? '';
    expect(parseJson(data)).toMatchObject({ executionId });
    expect(data.length).toBeLessThanOrEqual(256 * 1024);
  });

  test('by being cancelled starts nothing', () => {
    seed('any');
    expect(end({ status: 'cancelled' })).toEqual([]);
    expect(listStarted()).toEqual([]);
  });

  test('at the end of five hops leaves an execution in error that says so, and nothing to execute', () => {
    const id = seed();
    expect(end({ hops: 4 })).toEqual([id]);
    expect(end({ hops: 5 })).toEqual([id]);
    const [allowed, refused] = listStarted();
    expect([allowed?.status, allowed?.hops]).toEqual(['queued', 5]);
    expect(refused).toMatchObject({ status: 'error', hops: 6, completed_at: context.now() });
    expect(refused?.error_message).toMatch(/^Stopped: .*hops/);
    const { db } = context;
    expect(countWaitingWork(db)).toBe(1);
    const row = db.first(db.build.selectFrom('integrations').selectAll().where('id', '=', id));
    expect(row).toMatchObject({ total_executions: 1, failed_executions: 1 });
  });

  test('is announced when it is on disk', () => {
    publishEventTriggers(context, []);
    expect(context.wakes()).toBe(0);
    publishEventTriggers(context, ['a', 'b']);
    expect([context.wakes(), context.notified.slice(-2)]).toEqual([1, ['a', 'b']]);
  });
});
