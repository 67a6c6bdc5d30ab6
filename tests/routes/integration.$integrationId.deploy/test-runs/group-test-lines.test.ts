import { expect, test } from 'vitest';
import { groupTestLines } from '~/routes/integration.$integrationId.deploy/test-runs/group-test-lines';
import type { Filter, Grouping } from '~/routes/integration.$integrationId.deploy/test-runs/test-runs-url';
import type { TestLogStatus } from '~/services/test-runs/log-schema';
import type { ListedTest, TestLine } from '~/services/test-runs/test-lines';

function makeLine(executionId: string, status: TestLogStatus, createdAt: string): TestLine {
  return {
    id: `${executionId} ${createdAt}`,
    executionId,
    kind: 'API CALL',
    status,
    apiCallName: 'Read',
    message: '',
    createdAt,
    request: null,
    statusCode: null,
    duration: null,
    attempts: 0,
    condition: null,
    hasDetails: false,
  };
}

const tests: ListedTest[] = [
  {
    id: 'new',
    status: 'error',
    startedAt: '2026-01-06T00:00:00.000Z',
    errorMessage: 'It broke.',
    failedItems: null,
    lines: [
      makeLine('new', 'success', '2026-01-06T00:00:01.000Z'),
      makeLine('new', 'error', '2026-01-06T00:00:02.000Z'),
    ],
  },
  {
    id: 'old',
    status: 'completed',
    startedAt: '2026-01-05T00:00:00.000Z',
    errorMessage: null,
    failedItems: null,
    lines: [
      makeLine('old', 'warning', '2026-01-05T00:00:01.000Z'),
      makeLine('old', 'conditional', '2026-01-05T00:00:02.000Z'),
      makeLine('old', 'skipped', '2026-01-05T00:00:03.000Z'),
    ],
  },
];

function describe(group: Grouping, show: Filter = 'all') {
  return groupTestLines(tests, group, show).map(({ title, lines }) => [
    title,
    lines.map(({ status }) => status),
  ]);
}

test('groups by execution in the order of time, with what the execution failed with', () => {
  expect(describe('execution')).toEqual([
    ['Execution new', ['success', 'error']],
    ['Execution old', ['warning', 'conditional', 'skipped']],
  ]);
  expect(groupTestLines(tests, 'execution', 'all').map(({ note }) => note)).toEqual(['It broke.', null]);
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
  const [first] = tests;
  const failed = first ? [{ ...first, lines: [] }] : [];
  expect(groupTestLines(failed, 'execution', 'error')).toEqual([
    { key: 'new', title: 'Execution new', lines: [], note: 'It broke.' },
  ]);
  expect(groupTestLines(failed, 'execution', 'success')).toEqual([]);
});
