// Finds the variables of typed conditions that nothing brings, without reading the conditions as the server does.
import { organizationVariable } from '~/engine/placeholders/reference-pattern';
import { listFieldReferences } from '~/engine/placeholders/template-references';
import { splitLines } from './split-lines';

/** The field of a condition is complete once an operator follows it. */
const completeField = /^\s*(\S+)\s+\S/;

/** Lists the variables that the fields of conditions read and `known` does not name, each once. */
export function listUnknownFields(lines: string, known: readonly string[]): string[] {
  const fields = splitLines(lines).map((line) => completeField.exec(line)?.[1] ?? '');
  const names = fields.flatMap(listFieldReferences).map(({ name }) => name);
  return [...new Set(names)].filter((name) => name !== organizationVariable && !known.includes(name));
}
