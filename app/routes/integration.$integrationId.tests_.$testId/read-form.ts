// Reads and writes the form of a test: one path per line, and conditions in rows.
import type { Typed } from '~/components/typed-form/typed-form';
import type { RecordedTest } from '~/services/test-runs/recorded-tests';

/** Converts a test to the fields of its form. */
export function toTyped({ name, ignored, conditions }: RecordedTest): Typed {
  const typed: Typed = { name, ignored: ignored.join('\n') };
  for (const [row, { field, operator, value }] of conditions.entries()) {
    Object.assign(typed, {
      [`field-${row}`]: field,
      [`operator-${row}`]: operator,
      [`value-${row}`]: String(value),
    });
  }
  return typed;
}

/** Counts the rows of conditions to show: one more than are filled in. */
export function countRows(typed: Typed): number {
  const rows = Object.keys(typed).flatMap((name) => /^field-(\d{1,2})$/.exec(name)?.[1] ?? []);
  const filled = rows.map(Number).filter((row) => isFilled(typed, row));
  return Math.max(-1, ...filled) + 2;
}

function isFilled(typed: Typed, row: number): boolean {
  return Boolean(typed[`field-${row}`]?.trim() || typed[`value-${row}`]);
}

/** Converts the fields to what is saved; empty rows are left out. */
export function toInput(typed: Typed) {
  const { name, ignored = '' } = typed;
  return {
    name,
    ignored: ignored
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean),
    conditions: listFilled(typed).map((row) => ({
      field: typed[`field-${row}`],
      operator: typed[`operator-${row}`],
      value: typed[`value-${row}`],
    })),
  };
}

function listFilled(typed: Typed): number[] {
  return Array.from({ length: countRows(typed) }, (_none, row) => row).filter((row) => isFilled(typed, row));
}

/** Assigns the problems of `toInput` to the form's fields. */
export function toRowErrors(fields: Record<string, string[]>, typed: Typed): Record<string, string[]> {
  const filled = listFilled(typed);
  const errors: Record<string, string[]> = {};
  for (const [place, messages] of Object.entries(fields)) {
    const [, index, part] = /^conditions\.(\d+)\.(\w+)$/.exec(place) ?? [];
    const name = index === undefined ? place.replace(/\..*/, '') : `${part}-${filled[Number(index)]}`;
    errors[name] = [...(errors[name] ?? []), ...messages];
  }
  return errors;
}
