import { Badge } from '~/components/ui/badge';
import { type Column, Table } from '~/components/ui/table';
import type { ExtractionView } from '../log-view/format-log';
import { codeColumn, resultColumn } from './log-columns';

const valueColumn = codeColumn('Value', ({ text }: ExtractionView) => text);

const result = resultColumn(({ success }: ExtractionView) => success, {
  good: 'Success',
  bad: 'Failed',
  tone: 'bad',
});

const columns: Column<ExtractionView>[] = [
  codeColumn('Variable', ({ variableName }) => variableName, true),
  codeColumn('JSON path', ({ jsonPath }) => jsonPath),
  { key: 'type', header: 'Type', cell: ({ type }) => <span className="whitespace-nowrap">{type}</span> },
  { ...result, cell: (row) => (row.emptyList ? <Badge>Empty list</Badge> : result.cell(row)) },
  // A failed extraction shows the reason instead of a value.
  { ...valueColumn, cell: (row) => (row.success ? valueColumn.cell(row) : row.text) },
];

/** Lists the extractions of a response, also those that found nothing. */
export function ExtractionTable({ extractions }: { extractions: ExtractionView[] }) {
  return (
    <div className="min-w-0 overflow-clip rounded-md border border-line [&_thead]:whitespace-nowrap">
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
