// Columns that the tables of a log share.
import { CircleCheck, CircleX } from '~/components/icons/icons';
import { Badge } from '~/components/ui/badge';
import type { Column } from '~/components/ui/table';
import type { Tone } from '~/components/ui/tone';

/** Returns a column with values of the log, as they are. */
export function codeColumn<Row>(
  header: string,
  read: (row: Row) => string,
  isRowHeader = false,
): Column<Row> {
  const cell = (row: Row) => <code className="font-mono text-[0.8125rem]">{read(row)}</code>;
  return { key: header, header, isRowHeader, cell };
}

/** Returns a column with a good or a bad result. */
export function resultColumn<Row>(
  isGood: (row: Row) => boolean,
  { good, bad, tone }: { good: string; bad: string; tone: Tone },
): Column<Row> {
  return {
    key: 'result',
    header: 'Result',
    cell: (row) =>
      isGood(row) ? (
        <Badge tone="good" icon={CircleCheck}>
          {good}
        </Badge>
      ) : (
        <Badge tone={tone} icon={CircleX}>
          {bad}
        </Badge>
      ),
  };
}
