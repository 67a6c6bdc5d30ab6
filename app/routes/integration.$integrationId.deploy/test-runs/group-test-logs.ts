import type { TestRun } from '~/services/test-runs/log';
import type { TestLog, TestLogStatus } from '~/services/test-runs/log-schema';
import type { Filter, Grouping } from './test-runs-url';

export interface TestGroup {
  key: string;
  title: string;
  /** What an execution failed with. */
  note: string | null;
  logs: TestLog[];
}

/** The logs that are asked for, in groups; groups of which nothing is left are left out. */
export function groupTestLogs(runs: TestRun[], group: Grouping, show: Filter): TestGroup[] {
  const groups = new Map<string, TestGroup>();
  for (const run of runs) {
    for (const log of run.logs.filter(({ status }) => isShown(status, show))) {
      const [key, title] = nameGroup(log, run, group);
      const known = groups.get(key) ?? { key, title, note: null, logs: [] };
      known.logs.push(log);
      groups.set(key, known);
    }
    if (group !== 'execution' || !run.errorMessage || !isShown('error', show)) continue;
    const [key, title] = nameGroup(undefined, run, group);
    groups.set(key, { key, title, logs: [], ...groups.get(key), note: run.errorMessage });
  }
  const all = [...groups.values()];
  // As it happened, whatever they are grouped by. Steps of one moment keep their order.
  for (const { logs } of all) logs.sort((a, b) => a.createdAt.localeCompare(b.createdAt));
  return all;
}

function isShown(status: TestLogStatus, show: Filter): boolean {
  return show === 'all' || status === show || (show === 'warning' && status === 'skipped');
}

function nameGroup(log: TestLog | undefined, run: TestRun, group: Grouping): [key: string, title: string] {
  switch (group) {
    case 'execution':
      return [run.id, `Execution ${run.id}`];
    case 'date': {
      const date = (log?.createdAt ?? run.startedAt).slice(0, 10);
      return [date, date];
    }
    case 'status': {
      const text = statusTexts[log?.status ?? 'info'];
      return [text, text];
    }
    case 'none':
      return ['all', 'All'];
  }
}

/** What was skipped was skipped by a condition. */
export const statusTexts: Record<TestLogStatus, string> = {
  success: 'Success',
  error: 'Error',
  warning: 'Warning',
  info: 'In progress',
  skipped: 'Conditional',
  conditional: 'Conditional',
};
