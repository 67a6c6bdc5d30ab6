import { beforeEach, expect, it } from 'vitest';
import type { TriggerConfig } from '~/engine/integration';
import { findLastRun } from '~/services/executions/last-run';
import { createTestUser } from '../../support/accounts';
import type { TestContext } from '../../support/context';
import {
  addTestCall,
  completeTestExecution,
  createIntegrationContext,
  createTestExecution,
  type Owner,
} from '../../support/executions';
import { webhookTrigger } from '../../support/seed';

let context: TestContext;
let owner: Owner;
const trigger = webhookTrigger({
  variables: [{ name: 'repo', jsonPath: '$.name', description: '', required: false }],
}) as TriggerConfig;

beforeEach(async () => {
  ({ context, owner } = await createIntegrationContext());
});

async function completeOne(name: string, body: string): Promise<string> {
  const id = await createTestExecution(context, owner, JSON.stringify({ name }));
  await addTestCall(context, id, {
    name: 'Read',
    response: { body },
    extractions: [
      { variableName: 'issue', jsonPath: '$.id', type: 'number', success: true, value: 7 },
      { variableName: 'owner', jsonPath: '$.owner', type: 'missing', success: false },
    ],
  });
  await completeTestExecution(context, owner, id);
  return id;
}

it('returns nothing before there was an execution', async () => {
  expect(await findLastRun(context, owner, trigger)).toEqual({ values: {}, paths: {}, trigger: [] });
});

const sample = {
  origin: 'pasted' as const,
  receivedAt: '2026-01-05T11:59:00.000Z',
  text: '{"name":"octo/sample","pusher":{"login":"octocat"}}',
  request: JSON.stringify({ method: 'POST', headers: { 'x-github-event': 'push' }, query: {} }),
};

it('gives the values of a sample before there was an execution, and those of the execution then', async () => {
  const before = await findLastRun(context, owner, trigger, {
    sample,
    computed: [{ saveAs: 'loud', template: '{{repo | upcase}}' }],
  });
  expect(before).toMatchObject({
    values: { repo: 'octo/sample', loud: 'OCTO/SAMPLE', request: expect.stringContaining('push') },
    paths: {},
    trigger: [{ jsonPath: '.name' }, { jsonPath: '.pusher', children: [{ jsonPath: '.pusher.login' }] }],
  });
  await completeOne('octo/run', '{}');
  const { values, trigger: payload } = await findLastRun(context, owner, trigger, { sample });
  expect(values.repo).toBe('octo/run');
  expect(payload).toMatchObject([{ jsonPath: '.name', sample: 'octo/run' }]);
  context.clock.advance(1);
  const receivedAt = new Date(context.now()).toISOString();
  const newer = await findLastRun(context, owner, trigger, { sample: { ...sample, receivedAt } });
  expect(newer).toMatchObject({ values: { repo: 'octo/sample', issue: '7' }, paths: { 'call-0': [] } });
});

it('gives nothing of a sample that was too large to keep, or from before the trigger was another one', async () => {
  const nothing = { values: {}, paths: {}, trigger: [] };
  const large = { ...sample, text: null, request: null };
  expect(await findLastRun(context, owner, trigger, { sample: large })).toEqual(nothing);
  const manual = { type: 'manual' } as TriggerConfig;
  expect(await findLastRun(context, owner, manual, { sample })).toEqual(nothing);
});

it('offers what an event delivers before one came, without values', async () => {
  const event = { type: 'event', event: { integrationId: 'any', on: 'error' } } as TriggerConfig;
  const { values, trigger: payload } = await findLastRun(context, owner, event);
  expect(values).toEqual({});
  expect(payload.map(({ jsonPath }) => jsonPath)).toEqual(
    expect.arrayContaining(['.integrationName', '.status', '.errorMessage', '.failure']),
  );
});

it('returns the values of the newest ended execution, and what its responses offer', async () => {
  await completeOne('octo/older', '{}');
  await completeOne('octo/newer', '{"id":7,"labels":["bug"]}');
  await createTestExecution(context, owner, '{"name":"octo/queued"}');
  const { values, paths, trigger: payload } = await findLastRun(context, owner, trigger);
  expect(values).toMatchObject({ repo: 'octo/newer', issue: '7' });
  expect(payload).toMatchObject([{ jsonPath: '.name', sample: 'octo/newer' }]);
  expect(values).not.toHaveProperty('owner');
  expect(paths['call-0']).toMatchObject([
    { jsonPath: '.id' },
    { jsonPath: '.labels', children: [{ sample: 'bug' }] },
  ]);
});

it('cuts long values between two characters, and takes a response that is no JSON for one that offers nothing', async () => {
  await completeOne(`${'x'.repeat(198)}\u{1f4e6}\u{1f4e6}`, '<html>');
  const { values, paths } = await findLastRun(context, owner, trigger);
  expect(values.repo).toBe(`${'x'.repeat(198)}…`);
  expect(paths['call-0']).toEqual([]);
});

it('tells nothing of another organization', async () => {
  await completeOne('octo/wicked', '{}');
  const { organizationId } = await createTestUser(context);
  expect((await findLastRun(context, { ...owner, organizationId }, trigger)).values).toEqual({});
});

it('gives others a turn after each response, and offers no paths of one that is cut in the log', async () => {
  const id = await createTestExecution(context, owner, '{}');
  await addTestCall(context, id, { name: 'Read', response: { body: '{"id":7}' } });
  await addTestCall(context, id, { step: 1, name: 'Cut', response: { body: '{"id":7}', truncated: true } });
  await completeTestExecution(context, owner, id);
  let turns = 0;
  const count = () => {
    turns += 1;
    if (turns < 100) setImmediate(count);
  };
  setImmediate(count);
  const { paths } = await findLastRun(context, owner, trigger);
  const seen = turns;
  turns = 100;
  expect(seen).toBeGreaterThanOrEqual(2);
  expect(paths).toMatchObject({ 'call-0': [{ jsonPath: '.id' }], 'call-1': [] });
});

it('knows what is computed when a run begins', async () => {
  await completeOne('octo/wicked', '{}');
  const computed = [{ saveAs: 'loud', template: '{{repo | upcase}}' }];
  const { values } = await findLastRun(context, owner, trigger, { computed });
  expect(values).toMatchObject({ repo: 'octo/wicked', loud: 'OCTO/WICKED' });
});

it('gives the values of a chosen execution, says that it is older, and takes none of another integration', async () => {
  const older = await completeOne('octo/older', '{"id":1}');
  const newest = await completeOne('octo/newest', '{"id":2}');
  const find = (executionId: string) => findLastRun(context, owner, trigger, { sample, executionId });
  expect(await find(older)).toMatchObject({
    values: { repo: 'octo/older' },
    older: { id: older, startedAt: expect.stringMatching(/Z$/) },
  });
  const { values, ...shown } = await find(newest);
  expect(values).toMatchObject({ repo: 'octo/newest' });
  expect(shown).not.toHaveProperty('older');

  const other = await createIntegrationContext();
  const theirs = await findLastRun(other.context, other.owner, trigger, { executionId: older });
  expect(theirs).toEqual({ values: {}, paths: {}, trigger: [] });
  const elsewhere = { ...owner, organizationId: (await createTestUser(context)).organizationId };
  expect((await findLastRun(context, elsewhere, trigger, { executionId: older })).values).toEqual({});
});
