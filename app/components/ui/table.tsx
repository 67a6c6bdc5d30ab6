import type { Key, ReactNode } from 'react';
import { joinClassNames } from './class-names';

export interface Column<Row> {
  key: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** Numbers align at the end, so that their digits stand below each other. */
  align?: 'start' | 'end';
  /** Whether the cells hold a word or two that never wrap, however narrow the table is. */
  isShort?: boolean;
  /** Whether the column names the row. One per table. */
  isRowHeader?: boolean;
  /**
   * The class of its width in a wide window. With it on all columns they keep their places while the browser still reads the rows;
   * otherwise a long text further down moves them.
   */
  width?: string;
}

interface TableProps<Row> {
  /** The content of the table, for screen readers. */
  caption: string;
  columns: Column<Row>[];
  rows: Row[];
  rowKey: (row: Row) => Key;
}

/**
 * A table that becomes a list of labelled values on small screens, where its columns would be squeezed. With large text, each
 * value stands below its label.
 */
export function Table<Row>({ caption, columns, rows, rowKey }: TableProps<Row>) {
  const isFixed = columns.every(({ width }) => width);
  return (
    <table
      className={joinClassNames(
        'block w-full border-collapse text-left max-sm:@container sm:table',
        isFixed && 'lg:table-fixed',
      )}
    >
      <caption className="sr-only">{caption}</caption>
      <thead className="sr-only sm:not-sr-only sm:table-header-group">
        <tr className="sm:border-b sm:border-line">
          {columns.map(({ key, header, align, width }) => (
            <th
              key={key}
              scope="col"
              className={joinClassNames(
                'px-3 py-3 text-[0.8125rem] font-medium text-ink-muted first:pl-6 last:pr-6',
                align === 'end' && 'text-right',
                width,
              )}
            >
              {header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="block divide-y divide-line sm:table-row-group">
        {rows.map((row) => (
          <tr key={rowKey(row)} className="flex flex-col px-5 py-3 hover:bg-surface sm:table-row sm:p-0">
            {columns.map((column) => (
              <Cell key={column.key} column={column} row={row} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Cell<Row>({ column, row }: { column: Column<Row>; row: Row }) {
  const { header, cell, align, isShort, isRowHeader } = column;
  const Tag = isRowHeader ? 'th' : 'td';
  const content = cell(row);
  const isEmpty = content === null || content === undefined || content === false;
  return (
    <Tag
      scope={isRowHeader ? 'row' : undefined}
      className={joinClassNames(
        'flex min-w-0 items-baseline justify-between gap-4 py-1 tabular-nums wrap-anywhere @max-[12rem]:flex-col @max-[12rem]:gap-1 sm:table-cell sm:px-3 sm:py-3 sm:align-middle sm:first:pl-6 sm:last:pr-6',
        // One long name must not leave the other columns of all rows too little room.
        isRowHeader ? 'font-medium max-sm:order-first sm:max-w-96' : 'max-sm:@min-[12rem]:text-right',
        align === 'end' && 'sm:text-right',
        isShort && 'sm:whitespace-nowrap',
        // In a list, a label would stand beside nothing.
        isEmpty && 'max-sm:hidden',
      )}
    >
      {!isRowHeader && (
        <span aria-hidden className="shrink-0 text-ink-muted sm:hidden">
          {header}
        </span>
      )}
      {content}
    </Tag>
  );
}
