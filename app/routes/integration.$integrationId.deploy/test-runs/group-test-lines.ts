import type { TestLogStatus } from '~/services/test-runs/log-schema';
import type { ListedTest, TestLine } from '~/services/test-runs/test-lines';
import type { Filter, Grouping } from './test-runs-url';

export interface TestGroup {
  key: string;
  title: string;
  /** The error that the execution failed with; null when there is none. */
  note: string | null;
  lines: TestLine[];
}

/** Groups the lines that the filter shows; a group without lines or note is left out. */
export function groupTestLines(tests: ListedTest[], group: Grouping, show: Filter): TestGroup[] {
  const groups = new Map<string, TestGroup>();
  for (const test of tests) {
    for (const line of test.lines.filter(({ status }) => isShown(status, show))) {
      const [key, title] = nameGroup(line, test, group);
      const known = groups.get(key) ?? { key, title, note: null, lines: [] };
      known.lines.push(line);
      groups.set(key, known);
    }
    if (group !== 'execution' || !test.errorMessage || !isShown('error', show)) continue;
    const [key, title] = nameGroup(undefined, test, group);
    groups.set(key, { key, title, lines: [], ...groups.get(key), note: test.errorMessage });
  }
  const all = [...groups.values()];
  // Sorted by time in every grouping. Steps of the same moment keep their order.
  for (const { lines } of all) lines.sort((a, b) => a.createdAt.localeCompare(b.createdAt));
  return all;
}

function isShown(status: TestLogStatus, show: Filter): boolean {
  return show === 'all' || status === show || (show === 'warning' && status === 'skipped');
}

function nameGroup(
  line: TestLine | undefined,
  test: ListedTest,
  group: Grouping,
): [key: string, title: string] {
  switch (group) {
    case 'execution':
      return [test.id, `Execution ${test.id}`];
    case 'date': {
      const date = (line?.createdAt ?? test.startedAt).slice(0, 10);
      return [date, date];
    }
    case 'status': {
      const text = statusTexts[line?.status ?? 'info'];
      return [text, text];
    }
    case 'none':
      return ['all', 'All'];
  }
}

/** A skipped call was skipped by a condition. */
export const statusTexts: Record<TestLogStatus, string> = {
  success: 'Success',
  error: 'Error',
  warning: 'Warning',
  info: 'In progress',
  skipped: 'Conditional',
  conditional: 'Conditional',
};
