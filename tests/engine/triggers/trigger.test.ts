import { describe, expect, test } from 'vitest';
import { TriggerConfig } from '~/engine/integration';
import { findLoopProblem, hopsOfDelivery } from '~/engine/triggers/trigger';

function messagesOf(trigger: unknown): string[] {
  const parsed = TriggerConfig.safeParse(trigger);
  return parsed.success
    ? []
    : parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
}

describe('a schedule', () => {
  test('needs a pattern; by default the zone is UTC and missed runs are made up for once', () => {
    expect(TriggerConfig.parse({ type: 'cron', cron: { cronExpression: ' 0 9 * * 1 ' } })).toEqual({
      type: 'cron',
      cron: { cronExpression: '0 9 * * 1', timezone: 'UTC', missedRuns: 'once' },
    });
  });

  test.each([
    [{}, 'cron.cronExpression: Cron expression is required'],
    [{ cronExpression: ' ' }, 'cron.cronExpression: Cron expression is required'],
    [{ cronExpression: '* * * * * *' }, 'cron.cronExpression: Write five fields'],
    [{ cronExpression: '0 0 30 2 *' }, 'cron.cronExpression: This never happens'],
    [{ cronExpression: `${'0,'.repeat(100)}0 * * * *` }, 'cron.cronExpression: Cron expressions must be 200'],
    [{ cronExpression: '* * * * *', timezone: 'Mars/Olympus' }, 'cron.timezone: There is no such time zone'],
    [{ cronExpression: '* * * * *', missedRuns: 'twice' }, 'cron.missedRuns: '],
  ])('%j is rejected', (cron, message) => {
    const [first, ...more] = messagesOf({ type: 'cron', cron });
    expect([first?.startsWith(message), more]).toEqual([true, []]);
  });
});

describe('an event', () => {
  test('names the integration; by default only completed executions count', () => {
    expect(TriggerConfig.parse({ type: 'event', event: { integrationId: 'a-1' } })).toEqual({
      type: 'event',
      event: { integrationId: 'a-1', on: 'completed' },
    });
  });

  test.each([
    [{}, 'event.integrationId: Choose an integration'],
    [{ integrationId: '' }, 'event.integrationId: Choose an integration'],
    [{ integrationId: 'a', on: 'cancelled' }, 'event.on: '],
  ])('%j is rejected', (event, message) => {
    expect(messagesOf({ type: 'event', event })[0]).toContain(message);
  });
});

test('a delivery of ours is one hop further; who sends no number began the chain', () => {
  expect([undefined, '', 'x', '-1', '1.5', '0', '4', '99'].map(hopsOfDelivery)).toEqual([
    0, 0, 0, 0, 0, 1, 5, 100,
  ]);
  // A column of the database takes no number of any size.
  for (const long of ['9'.repeat(20), '9'.repeat(400)]) expect(hopsOfDelivery(long)).toBe(1_000_000);
});

test('five hops may run, the sixth may not', () => {
  expect(findLoopProblem(5)).toBeUndefined();
  expect(findLoopProblem(6)).toMatch(/^Stopped: .* hops/);
});
