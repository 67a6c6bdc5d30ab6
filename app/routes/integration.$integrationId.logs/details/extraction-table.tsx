import { CircleCheck, CircleX } from 'lucide-react';
import { Badge } from '~/components/ui/badge';
import { type Column, Table } from '~/components/ui/table';
import type { ExtractionView } from '../log-view/execution-view';

const columns: Column<ExtractionView>[] = [
  {
    key: 'variable',
    header: 'Variable',
    isRowHeader: true,
    cell: ({ variableName }) => <code className="font-mono text-[0.8125rem]">{variableName}</code>,
  },
  {
    key: 'path',
    header: 'JSON path',
    cell: ({ jsonPath }) => <code className="font-mono text-[0.8125rem]">{jsonPath}</code>,
  },
  { key: 'type', header: 'Type', cell: ({ type }) => type },
  {
    key: 'result',
    header: 'Result',
    cell: ({ success }) => (
      <Badge tone={success ? 'good' : 'bad'} icon={success ? CircleCheck : CircleX}>
        {success ? 'Success' : 'Failed'}
      </Badge>
    ),
  },
  {
    key: 'value',
    header: 'Value',
    cell: ({ text, success }) =>
      success ? <code className="font-mono text-[0.8125rem]">{text}</code> : text,
  },
];

/** What was taken out of a response, and what was not to be found in it. */
export function ExtractionTable({ extractions }: { extractions: ExtractionView[] }) {
  return (
    <div className="min-w-0 overflow-clip rounded-md border border-line">
      <p className="border-b border-line px-5 py-2.5 text-[0.8125rem] font-medium text-ink-muted sm:px-6">
        Response Mapping
      </p>
      <Table
        caption="Response mapping"
        columns={columns}
        rows={extractions}
        rowKey={({ variableName }) => variableName}
      />
    </div>
  );
}
