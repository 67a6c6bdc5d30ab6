// GitHub and the product drop the cells that a row has beyond the head of its table, and leave those empty that it lacks.
import { expect, test } from 'vitest';
import { documents, readDocument } from './documents';

const countCells = (row: string) => row.split(/(?<!\\)\|/).length - 2;

test.each(documents)('each row of the tables of %s has as many cells as its head', (name) => {
  const prose = readDocument(name).replace(/^```.*?^```$/gms, '');
  const tables = [...prose.matchAll(/(?:^\|.*\n)+/gm)].map(([table]) => table.trim().split('\n'));
  const wrong = tables.flatMap(([head = '', ...rows]) =>
    rows.filter((row) => countCells(row) !== countCells(head)),
  );
  expect(wrong).toEqual([]);
});
