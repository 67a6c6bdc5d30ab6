import { expect, test } from 'vitest';
import { executionStoppedMessage } from '~/email/execution-messages';

const stopped = {
  integrationName: 'Orders <b>',
  executionId: '01a1fc78',
  callName: 'Create issue',
  reason: 'Create issue: HTTP 500: Oh\nReason: no',
  stoppedAt: '2026-01-05T12:00:00.000Z',
  ended: 'stopped' as const,
  isTest: false,
  link: 'https://app.example.com/integration/1/logs?execution=01a1fc78',
};

test('tells what was stopped, where, why, and where its log is', () => {
  const { subject, text, html } = executionStoppedMessage(stopped);
  expect(subject).toBe('Execution stopped: Orders <b>');
  expect(text.split(/\n+/).slice(0, 8)).toEqual([
    'An execution of your integration was stopped.',
    'Integration: Orders <b>',
    'Execution Id: 01a1fc78',
    'API call: Create issue',
    'Stopped at: 2026-01-05 12:00:00 UTC',
    'Reason: Create issue: HTTP 500: Oh Reason: no',
    'View execution log: https://app.example.com/integration/1/logs?execution=01a1fc78',
    expect.stringMatching(/^Until the integration works again, further failures are counted, not mailed/),
  ]);
  expect(html).toMatch(/<td [^>]*>Integration<\/td>\n<td [^>]*>Orders &lt;b&gt;<\/td>/);
  expect(html).not.toContain('Orders <b>');
});

test('says nothing of a call when none stopped it', () => {
  expect(executionStoppedMessage({ ...stopped, callName: '' }).text).not.toContain('API call');
});

test.each([
  ['completed', 'completed, but items failed.'],
  ['failed-at-end', 'went on to its end, and failed because items failed.'],
] as const)('does not say that an execution was stopped which %s', (ended, what) => {
  const { subject, text } = executionStoppedMessage({ ...stopped, ended });
  expect(subject).toBe('Items failed: Orders <b>');
  expect(text).toContain(`An execution of your integration ${what}`);
  expect(text).toContain('Ended at: 2026-01-05 12:00:00 UTC');
  expect(text).not.toMatch(/stopped/i);
});

test('says that a test was stopped, and of no later mail, since a test begins no incident', () => {
  const { text } = executionStoppedMessage({ ...stopped, isTest: true });
  expect(text).toContain('A test of your integration was stopped.');
  expect(text).not.toContain('Until the integration works again');
});
