import { CircleCheck, CircleX } from 'lucide-react';
import { Badge } from '~/components/ui/badge';
import { type Column, Table } from '~/components/ui/table';
import type { ConditionView } from '../log-view/steps-view';

const columns: Column<ConditionView>[] = [
  {
    key: 'field',
    header: 'Variable',
    isRowHeader: true,
    cell: ({ fieldName }) => <code className="font-mono text-[0.8125rem]">{fieldName}</code>,
  },
  { key: 'type', header: 'Condition', cell: ({ conditionType }) => conditionType.replaceAll('_', ' ') },
  {
    key: 'expected',
    header: 'Expected',
    cell: ({ expected }) => <code className="font-mono text-[0.8125rem]">{expected}</code>,
  },
  {
    key: 'actual',
    header: 'Actual',
    cell: ({ actual }) => <code className="font-mono text-[0.8125rem]">{actual}</code>,
  },
  {
    key: 'result',
    header: 'Result',
    cell: ({ met }) => (
      <Badge tone={met ? 'good' : 'warn'} icon={met ? CircleCheck : CircleX}>
        {met ? 'PASSED' : 'FAILED'}
      </Badge>
    ),
  },
  { key: 'next', header: 'Next action', cell: ({ next }) => next },
];

/** What the conditional steps compared, and what followed. */
export function ConditionTable({ conditions }: { conditions: ConditionView[] }) {
  return (
    <div className="min-w-0 overflow-clip rounded-md border border-line">
      <Table
        caption="Conditional Execution Checks"
        columns={columns}
        rows={conditions}
        rowKey={({ key }) => key}
      />
    </div>
  );
}
