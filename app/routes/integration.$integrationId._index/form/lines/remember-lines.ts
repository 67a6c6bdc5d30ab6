// Converts remembered values to lines of one field, as in `lastId = orders[0].id`. It works without script.
import type { RememberedValue } from '~/engine/definition/response-mapping';
import { nameLines } from './condition-lines';
import { readNamedLines } from './named-lines';

/** Writes each remembered value as a line, for {@link readRememberLines} to read back. */
export function writeRememberLines(values: readonly RememberedValue[] = []): string {
  return values.map(({ name, value }) => `${name} = ${value}`).join('\n');
}

/** Reads the values. `wrong`: the numbers, from 1, of lines without a name, an equals sign or a value. */
export function readRememberLines(text: string): { values: RememberedValue[]; wrong: number[] } {
  const { lines, wrong } = readNamedLines(text);
  const empty = lines.flatMap(({ written, line }) => (written === '' ? [line] : []));
  return {
    values: lines.flatMap(({ name, written: value }) => (value === '' ? [] : [{ name, value }])),
    wrong: [...wrong, ...empty].toSorted((a, b) => a - b),
  };
}

/** Returns the message about lines that cannot be read; undefined when there are none. */
export function findRememberError(text: string): string | undefined {
  const { wrong } = readRememberLines(text);
  return wrong.length === 0
    ? undefined
    : `${nameLines(wrong)} cannot be read. Write a name, an equals sign and a value, for example: lastId = orders[0].id`;
}

/** Converts the field of a problem to the name of the form's field; undefined for any other field. */
export function nameRememberField(field: string): string | undefined {
  const [, call] = /^(apiCalls\.\d+)\.remember\b/.exec(field) ?? [];
  return call && `${call}.responseMapping.remember`;
}
