// Says why the items of a list cannot be tried with the values that are known.
import { listCallTexts } from '~/engine/checks/call-texts';
import { listConditions } from '~/engine/definition/conditional-step';
import { type LoopStep, loopName } from '~/engine/definition/loop-step';
import { listMappedNames } from '~/engine/definition/response-mapping';
import { withoutBytes } from '~/engine/files/file-value';
import type { Definition } from '~/engine/integration';
import { stringifyJson } from '~/engine/json/json';
import { evaluateVariable } from '~/engine/placeholders/read-variable';
import { organizationVariable } from '~/engine/placeholders/reference-pattern';
import { listFieldReferences, listTemplateVariables } from '~/engine/placeholders/template-references';
import type { KnownValues } from '../known-values';

export const triedItems = 2;

/** Returns why the list cannot be read with the known values, in words; undefined when it can. */
export function findUnusable(reader: Definition, { variables, origin }: KnownValues): string | undefined {
  const given = new Set([organizationVariable, ...listSaved(reader)]);
  const used = listUsed(reader).filter((name) => !given.has(name));
  const unknown = used.filter((name) => !variables.has(name));
  if (unknown.length > 0) return describeUnknown(unknown, nameSource(origin));
  return isMasked(used.map((name) => variables.get(name))) ? describeMasked(nameSource(origin)) : undefined;
}

/** Names where the known values are from; null when nothing was run or captured yet. */
export function nameSource(origin: KnownValues['origin']): string | null {
  if (origin === null) return null;
  return origin === 'execution' ? 'the last execution' : 'the captured sample';
}

/**
 * Returns why the items cannot be tried with the known values, in words; undefined when they can. `source` names what has the
 * list.
 */
export function findUnknown(
  definition: Definition,
  { items, itemName }: LoopStep,
  { source, variables }: Pick<KnownValues, 'variables'> & { source: string | null },
): string | undefined {
  const read = evaluateVariable(items, variables);
  // A list that is written there has no reference.
  const [root] = listFieldReferences(items);
  if (root && (source === null || !variables.has(root.name)))
    return source === null ? describeNoList() : describeUnknown([root.name], source);
  const from = source === null ? '' : ` in ${source}`;
  const list = read?.kind === 'value' ? read.value : undefined;
  if (!Array.isArray(list)) {
    const reason = read?.kind === 'problem' ? `: ${read.words}` : '';
    return `{{${items}}} is not a list${from}${reason}.`;
  }
  if (list.length === 0) return `{{${items}}} is an empty list${from}, so there is no item to try.`;
  const given = new Set([itemName, loopName, organizationVariable, ...listSaved(definition)]);
  const used = listUsed(definition).filter((name) => !given.has(name));
  const unknown = used.filter((name) => !variables.has(name));
  if (unknown.length > 0) return describeUnknown(unknown, source);
  const sent = [list.slice(0, triedItems), ...used.map((name) => variables.get(name))];
  return isMasked(sent) ? describeMasked(source) : undefined;
}

function isMasked(values: unknown[]): boolean {
  return stringifyJson(withoutBytes(values)).includes('••••');
}

function describeMasked(source: string | null): string {
  return `A secret is masked in ${source ?? 'what is known'} and would be sent masked. Test the whole chain instead.`;
}

const nothingKnown =
  'nothing has been run or captured, and a test of a single call keeps nothing. Test the whole chain once, or listen for a sample, then try again.';

function describeNoList(): string {
  return `No list is known yet: ${nothingKnown}`;
}

function describeUnknown(names: string[], source: string | null): string {
  const listed = names.map((name) => `{{${name}}}`).join(', ');
  const [has, it] = names.length === 1 ? ['has no value', 'it'] : ['have no values', 'them'];
  if (source === null) return `${listed} ${has} yet: ${nothingKnown}`;
  return `${listed} ${has} yet: ${source} did not set ${it}. Test the whole chain once, then try again.`;
}

/** Lists the variables that calls and checks name, each once. */
function listUsed({ apiCalls, conditionalExecutionSteps }: Definition): string[] {
  const texts = apiCalls.flatMap(listCallTexts).flatMap(({ text }) => listTemplateVariables(text));
  const fields = conditionalExecutionSteps.flatMap(listConditions);
  return [
    ...new Set([
      ...texts,
      ...fields.flatMap(({ field }) => listFieldReferences(field).map(({ name }) => name)),
    ]),
  ];
}

/** Lists the variables that the calls save. */
export function listSaved({ apiCalls }: Pick<Definition, 'apiCalls'>): string[] {
  return apiCalls.flatMap(({ responseMapping, repeat }) => [
    ...listMappedNames(responseMapping),
    ...(repeat?.kind === 'pages' ? [repeat.saveAs] : []),
  ]);
}
