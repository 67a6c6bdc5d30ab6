import { type Column, Table } from '~/components/ui/table';
import type { ConditionView } from '../log-view/steps-view';
import { codeColumn, resultColumn } from './log-columns';

const columns: Column<ConditionView>[] = [
  codeColumn('Variable', ({ fieldName }) => fieldName, true),
  { key: 'type', header: 'Condition', cell: ({ conditionType }) => conditionType.replaceAll('_', ' ') },
  codeColumn('Expected', ({ expected }) => expected),
  codeColumn('Actual', ({ actual }) => actual),
  resultColumn(({ met }) => met, { good: 'PASSED', bad: 'FAILED', tone: 'warn' }),
  { key: 'next', header: 'Next action', cell: ({ next }) => next },
];

/** Lists the comparisons of conditional steps and what followed. */
export function ConditionTable({ conditions }: { conditions: ConditionView[] }) {
  return (
    <div className="min-w-0 overflow-clip rounded-md border border-line [&_thead]:whitespace-nowrap">
      <Table
        caption="Conditional Execution Checks"
        columns={columns}
        rows={conditions}
        rowKey={({ key }) => key}
      />
    </div>
  );
}
