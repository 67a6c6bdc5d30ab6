import { beforeEach, expect, test } from 'vitest';
import { findTestData } from '~/services/test-runs/input-data';
import { pasteSample } from '~/services/webhooks/pasted-sample';
import { findSample, startListening } from '~/services/webhooks/samples';
import { createTestUser } from '../../support/accounts';
import { createTestContext, type TestContext } from '../../support/context';
import { seedIntegration, webhookTrigger } from '../../support/seed';

let context: TestContext;
let actor: { userId: string; organizationId: string };

beforeEach(async () => {
  context = await createTestContext();
  const { user, organizationId } = await createTestUser(context);
  actor = { userId: user.id, organizationId };
});

function seed(triggerConfig: object = webhookTrigger()): Promise<string> {
  return seedIntegration({ context, ...actor }, { triggerConfig, isActive: false });
}

test('a pasted body becomes the sample with its digits, ends the listening, and a test may run with it', async () => {
  const id = await seed();
  await startListening(context, actor, id);
  const told = context.notified.length;
  const outcome = await pasteSample(context, actor, id, '{"order": {"total": 12.50}}');
  expect(outcome).toMatchObject({
    kind: 'sample',
    state: {
      listeningUntil: null,
      sample: {
        origin: 'pasted',
        text: '{"order": {"total": 12.50}}',
        request: null,
        paths: [{ jsonPath: '.order', children: [{ jsonPath: '.order.total', sample: '12.50' }] }],
      },
    },
  });
  expect(await findSample(context, actor, id)).toEqual(outcome);
  expect(context.notified.slice(told)).toEqual([id]);
  const { organizationId } = actor;
  const { sample } = await findTestData(context, { id, organizationId, version: 1 }, { type: 'manual' });
  expect(JSON.parse(sample ?? '')).toEqual({ order: { total: 12.5 } });
});

test('a trigger that is not saved yet takes a sample, too', async () => {
  const id = await seed({ type: 'manual' });
  expect(await pasteSample(context, actor, id, '[1]')).toMatchObject({
    state: { sample: { origin: 'pasted', text: '[1]' } },
  });
});

test.each([
  ['', 'invalid', 'Paste the body of a delivery first.'],
  [
    '{"order": {"id": 7}',
    'unparsable',
    'The body is not valid JSON: it ends too early, at line 1, column 20.',
  ],
  [`"${'a'.repeat(256 * 1024 - 1)}"`, 'too-large', 'The body is longer than 256 KiB.'],
])('%# a text that is no sample is refused, and the former sample stays', async (text, kind, message) => {
  const id = await seed();
  const former = await pasteSample(context, actor, id, '{"a": 1}');
  expect(await pasteSample(context, actor, id, text)).toEqual({ kind, message });
  expect(await findSample(context, actor, id)).toEqual(former);
});

test('an integration of another organization is not found', async () => {
  const id = await seed();
  const { user, organizationId } = await createTestUser(context, { email: 'other@example.com' });
  expect(await pasteSample(context, { userId: user.id, organizationId }, id, '{}')).toEqual({
    kind: 'not-found',
  });
  expect(await findSample(context, actor, id)).toMatchObject({ state: { sample: null } });
});
