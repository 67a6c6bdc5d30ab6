// What a call remembers as lines of text, as in `lastId = orders[0].id`: one field that works without script.
import type { RememberedValue } from '~/engine/definition/response-mapping';
import { nameLines } from './condition-lines';
import { readNamedLines } from './named-lines';

/** What a call remembers, as it is typed; {@link readRememberLines} makes the same of it again. */
export function writeRememberLines(values: readonly RememberedValue[] = []): string {
  return values.map(({ name, value }) => `${name} = ${value}`).join('\n');
}

/** The values, and the lines, from 1, that lack a name, an equals sign or a value. */
export function readRememberLines(text: string): { values: RememberedValue[]; wrong: number[] } {
  const { lines, wrong } = readNamedLines(text);
  const empty = lines.flatMap(({ written, line }) => (written === '' ? [line] : []));
  return {
    values: lines.flatMap(({ name, written: value }) => (value === '' ? [] : [{ name, value }])),
    wrong: [...wrong, ...empty].toSorted((a, b) => a - b),
  };
}

/** Why the lines cannot be read, if they cannot. */
export function findRememberError(text: string): string | undefined {
  const { wrong } = readRememberLines(text);
  return wrong.length === 0
    ? undefined
    : `${nameLines(wrong)} cannot be read. Write a name, an equals sign and a value, for example: lastId = orders[0].id`;
}

/** A problem's field by the name of the form's; undefined of any other field. */
export function nameRememberField(field: string): string | undefined {
  const [, call] = /^(apiCalls\.\d+)\.remember\b/.exec(field) ?? [];
  return call && `${call}.responseMapping.remember`;
}
