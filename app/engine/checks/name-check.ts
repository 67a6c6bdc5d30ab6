// Checks the names of a definition before it is saved. The schemas do not check their characters: they still read what was saved
// before, and it runs.
import type { Definition } from '../integration';
import { findNameProblem, findTextProblem } from '../schema/name-characters';

type Found = [field: string, problem: string | undefined];

/** Lists the names and descriptions with characters that they must not have, by field, as `apiCalls.0.name`. */
export function listNameProblems(definition: Definition): Record<string, string[]> {
  const problems: Record<string, string[]> = {};
  for (const [field, problem] of listNames(definition))
    if (problem !== undefined) problems[field] = [problem];
  return problems;
}

function* listNames({ apiCalls, triggerConfig }: Definition): Generator<Found> {
  for (const [index, { name, wait }] of apiCalls.entries()) {
    yield [`apiCalls.${index}.name`, findNameProblem('API call name', name)];
    if (wait?.kind !== 'answer') continue;
    yield [`apiCalls.${index}.wait.message`, findTextProblem('The message', wait.message ?? '')];
    for (const [at, choice] of (wait.choices ?? []).entries()) {
      yield [`apiCalls.${index}.wait.choices.${at}`, findNameProblem('A choice', choice)];
    }
  }
  if (triggerConfig.type !== 'webhook') return;
  for (const [index, { description }] of triggerConfig.webhook.variables.entries()) {
    const field = `triggerConfig.webhook.variables.${index}.description`;
    yield [field, findTextProblem('Variable description', description)];
  }
}
