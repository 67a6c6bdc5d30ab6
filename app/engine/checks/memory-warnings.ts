// Warns where a definition reads memory that a run will not find, at least not the first run.
import type { ComputedVariable } from '../schema/computed-variable';
import { type CallText, listCallTexts } from './call-texts';
import { nameCall } from '../definition/call-name';
import { listConditions } from '../definition/conditional-step';
import { sortByOrder } from '../definition/order';
import type { Definition } from '../integration';
import { type Expression, parseExpression } from '../placeholders/expression-pattern';
import { showPlaceholder } from '../placeholders/placeholder';
import { listExpressions } from '../placeholders/template-references';
import { memoryName } from '../schema/memory';

/** Lists warnings as sentences that name the call, each once. */
export function listMemoryWarnings(definition: Definition): string[] {
  const calls = sortByOrder(definition.apiCalls);
  const remembered = new Set(calls.flatMap(({ remember = [] }) => remember.map(({ name }) => name)));
  const warnings = warnOfComputed(definition.runSettings?.computed, remembered, 'no run would begin');
  for (const [index, call] of calls.entries()) {
    const ofCall = [
      ...listCallTexts(call).flatMap((each) => warnOf(each, remembered, 'it would not be sent')),
      ...warnOfComputed(call.responseMapping.computed, remembered, 'it would not be computed'),
    ];
    warnings.push(...ofCall.map((warning) => `${nameCall(call.name, index)}: ${warning}`));
  }
  for (const { field } of definition.conditionalExecutionSteps.flatMap(listConditions)) {
    const parsed = parseExpression(field);
    const name = 'problem' in parsed ? undefined : readName(parsed);
    if (name === undefined || remembered.has(name)) continue;
    warnings.push(`The field ${field} of a condition is remembered by no call.`);
  }
  return [...new Set(warnings)];
}

function warnOfComputed(
  computed: readonly ComputedVariable[] = [],
  remembered: ReadonlySet<string>,
  consequence: string,
): string[] {
  return computed.flatMap(({ saveAs, template: text }) =>
    warnOf({ place: `the computed variable ${saveAs}`, text }, remembered, consequence),
  );
}

/** Lists warnings about a text. `consequence` is what happens without a value, as `it would not be sent`. */
function warnOf({ place, text }: CallText, remembered: ReadonlySet<string>, consequence: string): string[] {
  if (!text.includes(memoryName)) return [];
  return listExpressions(text).flatMap((expression) => {
    const problem = describeProblem(expression, remembered, consequence);
    return problem === undefined ? [] : [`${showPlaceholder(expression.source)} in ${place} ${problem}`];
  });
}

function describeProblem(
  expression: Expression,
  remembered: ReadonlySet<string>,
  consequence: string,
): string | undefined {
  const name = readName(expression);
  if (name === undefined) return undefined;
  const hasDefault = expression.filters.some((filter) => filter.name === 'default');
  if (!remembered.has(name)) {
    return hasDefault
      ? 'is remembered by no call, so it is the default unless it is set under Memory.'
      : `is remembered by no call, so ${consequence} unless it is set under Memory.`;
  }
  return hasDefault
    ? undefined
    : `has no value until it is remembered for the first time, so ${consequence}. Write {{${memoryName}.${name} | default: "…"}}.`;
}

/** Returns the name of the remembered value that an expression reads; undefined when it reads none. */
function readName({ head }: Expression): string | undefined {
  if (!('reference' in head) || head.reference.name !== memoryName) return undefined;
  return /^(?:\.([A-Za-z_]\w*)|\['([A-Za-z_]\w*)'\])/.exec(head.reference.path)?.slice(1).find(Boolean);
}
