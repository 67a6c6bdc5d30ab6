import { expect, test } from 'vitest';
import { groupTestLogs } from '~/routes/integration.$integrationId.deploy/test-runs/group-test-logs';
import type { Filter, Grouping } from '~/routes/integration.$integrationId.deploy/test-runs/test-runs-url';
import type { TestRun } from '~/services/test-runs/log';
import type { TestLog, TestLogStatus } from '~/services/test-runs/log-schema';

function makeLog(executionId: string, status: TestLogStatus, createdAt: string): TestLog {
  return {
    id: `${executionId} ${createdAt}`,
    executionId,
    kind: 'API CALL',
    status,
    apiCallName: 'Read',
    message: '',
    createdAt,
    details: {
      request: null,
      response: null,
      error: null,
      duration: null,
      conditionalExecution: null,
      responseHandlingExecution: null,
    },
  };
}

const runs: TestRun[] = [
  {
    id: 'new',
    status: 'error',
    startedAt: '2026-01-06T00:00:00.000Z',
    errorMessage: 'It broke.',
    logs: [
      makeLog('new', 'success', '2026-01-06T00:00:01.000Z'),
      makeLog('new', 'error', '2026-01-06T00:00:02.000Z'),
    ],
  },
  {
    id: 'old',
    status: 'completed',
    startedAt: '2026-01-05T00:00:00.000Z',
    errorMessage: null,
    logs: [
      makeLog('old', 'warning', '2026-01-05T00:00:01.000Z'),
      makeLog('old', 'conditional', '2026-01-05T00:00:02.000Z'),
      makeLog('old', 'skipped', '2026-01-05T00:00:03.000Z'),
    ],
  },
];

function describe(group: Grouping, show: Filter = 'all') {
  return groupTestLogs(runs, group, show).map(({ title, logs }) => [title, logs.map(({ status }) => status)]);
}

test('groups by execution in the order of time, with what the execution failed with', () => {
  expect(describe('execution')).toEqual([
    ['Execution new', ['success', 'error']],
    ['Execution old', ['warning', 'conditional', 'skipped']],
  ]);
  expect(groupTestLogs(runs, 'execution', 'all').map(({ note }) => note)).toEqual(['It broke.', null]);
});

test('groups by date and status, or not at all; steps are in the order of time in every view', () => {
  expect(describe('date').map(([title]) => title)).toEqual(['2026-01-06', '2026-01-05']);
  expect(describe('status').map(([title]) => title)).toEqual(['Success', 'Error', 'Warning', 'Conditional']);
  expect(describe('none')).toEqual([['All', ['warning', 'conditional', 'skipped', 'success', 'error']]]);
});

test('shows only what is asked for; what was skipped is a warning', () => {
  expect(describe('execution', 'success')).toEqual([['Execution new', ['success']]]);
  expect(describe('none', 'error')).toEqual([['All', ['error']]]);
  expect(describe('none', 'warning')).toEqual([['All', ['warning', 'skipped']]]);
});

test('a test that failed before its first call is there with its reason', () => {
  const [run] = runs;
  const failed = run ? [{ ...run, logs: [] }] : [];
  expect(groupTestLogs(failed, 'execution', 'error')).toEqual([
    { key: 'new', title: 'Execution new', logs: [], note: 'It broke.' },
  ]);
  expect(groupTestLogs(failed, 'execution', 'success')).toEqual([]);
});
