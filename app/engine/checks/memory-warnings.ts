// What a definition reads of its memory that a run will not find there, at least not the first one.
import { listTexts } from './call-texts';
import { nameCall } from '../definition/call-name';
import { listConditions } from '../definition/conditional-step';
import { sortByOrder } from '../definition/order';
import type { Definition } from '../integration';
import { type Expression, parseExpression } from '../placeholders/expression-pattern';
import { showPlaceholder } from '../placeholders/placeholder';
import { listExpressions } from '../placeholders/template-references';
import { memoryName } from '../schema/memory';

/** As sentences that name the call; each once. */
export function listMemoryWarnings(definition: Definition): string[] {
  const calls = sortByOrder(definition.apiCalls);
  const remembered = new Set(calls.flatMap(({ remember = [] }) => remember.map(({ name }) => name)));
  const warnings = calls.flatMap((call, index) => {
    const texts = listTexts(call).filter(({ text }) => text.includes(memoryName));
    return texts.flatMap(({ place, text }) =>
      listExpressions(text).flatMap((expression) => {
        const problem = describeProblem(expression, remembered);
        const shown = showPlaceholder(expression.source);
        return problem === undefined
          ? []
          : [`${nameCall(call.name, index)}: ${shown} in ${place} ${problem}`];
      }),
    );
  });
  for (const { field } of definition.conditionalExecutionSteps.flatMap(listConditions)) {
    const parsed = parseExpression(field);
    const name = 'problem' in parsed ? undefined : readName(parsed);
    if (name === undefined || remembered.has(name)) continue;
    warnings.push(`The field ${field} of a condition is remembered by no call.`);
  }
  return [...new Set(warnings)];
}

function describeProblem(expression: Expression, remembered: ReadonlySet<string>): string | undefined {
  const name = readName(expression);
  if (name === undefined) return undefined;
  const hasDefault = expression.filters.some((filter) => filter.name === 'default');
  if (!remembered.has(name)) {
    return hasDefault
      ? 'is remembered by no call, so it is the default unless it is set under Memory.'
      : 'is remembered by no call, so it would not be sent unless it is set under Memory.';
  }
  return hasDefault
    ? undefined
    : `has no value until it is remembered for the first time, so it would not be sent. Write {{${memoryName}.${name} | default: "…"}}.`;
}

/** The value that an expression is about, if it is one that is remembered. */
function readName({ reference }: Expression): string | undefined {
  if (reference.name !== memoryName) return undefined;
  return /^(?:\.([A-Za-z_]\w*)|\['([A-Za-z_]\w*)'\])/.exec(reference.path)?.slice(1).find(Boolean);
}
