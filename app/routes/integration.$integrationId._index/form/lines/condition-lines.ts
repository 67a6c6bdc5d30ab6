// Converts the conditions of a trigger or a response rule to lines of text and back, as in `trigger.action equals
// opened`. One field holds them all, which works without script.
import { describeOperator, needsValue, Operator } from '~/engine/comparing/operator-name';
import type { Condition } from '~/engine/definition/conditional-step';
import { splitLines } from './split-lines';

type Value = Condition['value'];

/** Longer names come first: `not equals` before `equals`. */
const operators = Operator.options.toSorted((a, b) => b.length - a.length);

/** Operators as other products write them. They are read where a line has no operator in words, and written back in words. */
const symbols = new Map<string, Operator>([
  ['=', 'equals'],
  ['==', 'equals'],
  ['!=', 'not_equals'],
  ['<', 'less_than'],
  ['>', 'greater_than'],
  ['<=', 'less_or_equal'],
  ['>=', 'greater_or_equal'],
]);

/** Writes each condition as a line, for {@link readConditionLines} to read back. */
export function writeConditionLines(conditions: readonly Condition[]): string {
  return conditions
    .map(({ field, operator, value }) => {
      const words = [field, describeOperator(operator)];
      if (needsValue(operator)) words.push(writeValue(value));
      return words.join(' ');
    })
    .join('\n');
}

/** Reads the conditions of all lines that are not blank. `wrong`: the numbers of lines without an operator. */
export function readConditionLines(text: string): {
  conditions: Pick<Condition, 'field' | 'operator' | 'value'>[];
  wrong: number[];
} {
  const conditions: Condition[] = [];
  const wrong: number[] = [];
  for (const [index, line] of splitLines(text).entries()) {
    if (line.trim() === '') continue;
    const condition = readLine(line.trim());
    if (condition) conditions.push(condition);
    else wrong.push(index + 1);
  }
  return { conditions, wrong };
}

/** Returns the message about lines that are not conditions; undefined when there are none. */
export function findWrongLines(text: string, example: string): string | undefined {
  const { wrong } = readConditionLines(text);
  if (wrong.length === 0) return undefined;
  return `${nameLines(wrong)} cannot be read. Write a field, an operator and a value, for example: ${example}`;
}

/** Names lines by their numbers: `Line 2`, `Lines 2, 4`. */
export function nameLines(wrong: number[]): string {
  return wrong.length === 1 ? `Line ${wrong[0]}` : `Lines ${wrong.join(', ')}`;
}

/** Reads a line by its first operator, whose words may be joined by underscores. */
function readLine(line: string): Condition | undefined {
  const found = operators.flatMap((operator) => {
    const match = new RegExp(`(?<! ) +${operator.replaceAll('_', '[ _]')}(?= |$)`).exec(line);
    return match ? { operator, start: match.index, end: match.index + match[0].length } : [];
  });
  const [first = findSymbol(line)] = found.toSorted((a, b) => a.start - b.start);
  if (!first || first.start === 0) return undefined;
  const { operator, start, end } = first;
  const rest = line.slice(end).trim();
  if (!needsValue(operator) && rest !== '') return undefined;
  return { field: line.slice(0, start), operator, value: needsValue(operator) ? readValue(rest) : '' };
}

function findSymbol(line: string) {
  const match = /(?<! ) +([!<=>]{1,2})(?= |$)/.exec(line);
  const operator = symbols.get(match?.[1] ?? '');
  return match && operator && { operator, start: match.index, end: match.index + match[0].length };
}

/** Writes a text as it is, unless it would be read as something else; otherwise writes JSON. */
function writeValue(value: Value): string {
  if (typeof value !== 'string') return JSON.stringify(value);
  return readValue(value) === value && value.trim() === value && !/[\r\n]/.test(value)
    ? value
    : JSON.stringify(value);
}

/** Reads JSON of a text, a number, true, false or null as that value; anything else as plain text. */
function readValue(text: string): Value {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? text : (value as Value);
  } catch {
    return text;
  }
}
