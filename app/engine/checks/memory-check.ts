// Checks memory before a definition is saved. The schemas do not check it: they still read what was saved before.
import { makesVariable } from '../named-variables';
import type { Definition } from '../integration';
import { parseExpression } from '../placeholders/expression-pattern';
import { memoryLimits, memoryName } from '../schema/memory';

type Found = [field: string, problem: string];

/** Lists all problems by field, as `apiCalls.0.remember.1.value`. */
export function listMemoryProblems(definition: Definition): Record<string, string[]> {
  const found = [...listRememberProblems(definition), ...listKeyProblems(definition)];
  return Object.fromEntries(found.map(([field, problem]) => [field, [problem]]));
}

function* listRememberProblems(definition: Definition): Generator<Found> {
  const names = new Set<string>();
  const isHidden = makesVariable(definition, memoryName);
  for (const [index, { remember = [] }] of definition.apiCalls.entries()) {
    const own = new Set<string>();
    for (const [at, { name, value }] of remember.entries()) {
      const field = `apiCalls.${index}.remember.${at}`;
      if (own.has(name)) yield [`${field}.name`, 'This call remembers another value under this name'];
      const problem = findSourceProblem(value);
      if (problem !== undefined) yield [`${field}.value`, problem];
      if (isHidden) {
        yield [`${field}.name`, 'Rename the variable memory first: it hides what is remembered'];
      }
      own.add(name);
      names.add(name);
      if (names.size === memoryLimits.values + 1) {
        yield [`${field}.name`, `An integration remembers at most ${memoryLimits.values} values`];
      }
    }
  }
}

/** Finds what is wrong with a remembered value. Without a placeholder, it is a name, like the list of a for each. */
function findSourceProblem(value: string): string | undefined {
  if (/[\r\n]/.test(value)) return 'Write it in one line';
  if (value.includes('{{')) return undefined;
  const parsed = parseExpression(value);
  if (!('problem' in parsed)) return undefined;
  return parsed.problem ?? 'Write a variable, like orders[0].id, or a text with {{placeholders}}';
}

function* listKeyProblems({ loopSteps = [] }: Definition): Generator<Found> {
  for (const [index, { onlyNew, itemName }] of loopSteps.entries()) {
    const parsed = onlyNew && parseExpression(onlyNew.key);
    if (!parsed || !('problem' in parsed)) continue;
    const hint = `Write what tells the items apart, like ${itemName}.id`;
    yield [`loopSteps.${index}.onlyNew.key`, parsed.problem ?? hint];
  }
}
