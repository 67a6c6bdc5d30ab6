import { expect, test } from 'vitest';
import { executionsStoppedMessage, executionStoppedMessage } from '~/email/execution-messages';

const stopped = {
  integrationName: 'Orders <b>',
  executionId: '01a1fc78',
  callName: 'Create issue',
  reason: 'Create issue: HTTP 500: Oh\nReason: no',
  stoppedAt: '2026-01-05T12:00:00.000Z',
  link: 'https://app.example.com/integration/1/logs?open=01a1fc78',
};

test('tells what was stopped, where, why, and where its log is', () => {
  const { subject, text, html } = executionStoppedMessage(stopped);
  expect(subject).toBe('Execution stopped: Orders <b>');
  expect(text.split('\n\n').slice(1, 7)).toEqual([
    'Integration: Orders <b>',
    'Execution Id: 01a1fc78',
    'API call: Create issue',
    'Stopped at: 2026-01-05T12:00:00.000Z',
    'Reason: Create issue: HTTP 500: Oh Reason: no',
    'View execution log: https://app.example.com/integration/1/logs?open=01a1fc78',
  ]);
  expect(html).toContain('Orders &lt;b&gt;');
  expect(html).not.toContain('Orders <b>');
});

test('says nothing of a call when none stopped it', () => {
  expect(executionStoppedMessage({ ...stopped, callName: '' }).text).not.toContain('API call');
});

test('counts what was stopped beside the messages of an hour', () => {
  const several = {
    integrationName: 'Orders <b>',
    count: 1200,
    from: '2026-01-05T12:00:00.000Z',
    to: '2026-01-05T13:00:00.000Z',
    link: 'https://app.example.com/integration/1/logs?status=error',
  };
  const { subject, text, html } = executionsStoppedMessage(several);
  expect(subject).toBe('1200 more executions stopped: Orders <b>');
  expect(text.split('\n\n').slice(0, 5)).toEqual([
    '1200 more executions of your integration were stopped. Ten messages an hour tell of one each; this one counts the rest.',
    'Integration: Orders <b>',
    'From: 2026-01-05T12:00:00.000Z',
    'To: 2026-01-05T13:00:00.000Z',
    'View execution logs: https://app.example.com/integration/1/logs?status=error',
  ]);
  expect(html).not.toContain('Orders <b>');
  const one = executionsStoppedMessage({ ...several, count: 1 });
  expect(one.subject).toBe('1 more execution stopped: Orders <b>');
  expect(one.text).toContain('1 more execution of your integration was stopped.');
});
