// Warns about placeholders for fields that do not exist, where the fields are known beforehand: those of `run`, and those of
// the result that an event trigger delivers.
import { type ChainItem, listChainItems } from '../chain/chain';
import { listConditions } from '../definition/conditional-step';
import { createSampleResult } from '../events/sample-result';
import type { Definition } from '../integration';
import { makesVariable } from '../named-variables';
import { listReferences } from '../placeholders/expression-pattern';
import { showPlaceholder } from '../placeholders/placeholder';
import type { Reference } from '../placeholders/reference-pattern';
import { listExpressions, listFieldReferences } from '../placeholders/template-references';
import { makeExampleFailure, makeExampleAddress, runName } from '../run-facts';
import { type CallText, listComputedTexts, listMadeTexts, listCallTexts, listWebhooks } from './call-texts';

/** An example of each variable with all of its fields; an empty object may have any fields. */
type Known = Record<string, unknown>;

/** Lists warnings as sentences that name the call, each once. */
export function listFieldWarnings(definition: Definition): string[] {
  const known = listKnown(definition);
  const warnings = listComputedTexts(definition.runSettings?.computed).flatMap((text) => warnOf(known, text));
  for (const place of listChainItems(definition)) warnings.push(...warnOfPlace(known, place));
  return [...new Set(warnings)];
}

function listKnown(definition: Definition): Known {
  const { triggerConfig: trigger } = definition;
  const run = {
    id: '',
    startedAt: '',
    failure: makeExampleFailure(0),
    answerUrl: makeExampleAddress(''),
    attemptId: '',
  };
  const result = trigger.type === 'event' && createSampleResult({ ...trigger.event, on: 'error' });
  return {
    ...(!makesVariable(definition, runName) && { [runName]: run }),
    ...(result && !makesVariable(definition, 'trigger') && { trigger: result }),
  };
}

function warnOfPlace(known: Known, place: ChainItem): string[] {
  if (place.kind === 'check') {
    return listConditions(place.step).flatMap(({ field }) =>
      listFieldReferences(field).flatMap((reference) => {
        const problem = findProblem(known, reference);
        return problem === undefined ? [] : [`The field ${field} of a condition is never there: ${problem}.`];
      }),
    );
  }
  const { call, handling, name } = place;
  const texts = [...listCallTexts(call), ...listMadeTexts(call), ...listWebhooks(handling)];
  return texts.flatMap((text) => warnOf(known, text)).map((warning) => `${name}: ${warning}`);
}

function warnOf(known: Known, { place, text }: CallText): string[] {
  if (!Object.keys(known).some((name) => text.includes(name))) return [];
  return listExpressions(text).flatMap((expression) =>
    listReferences(expression).flatMap((reference) => {
      const problem = findProblem(known, reference);
      return problem === undefined
        ? []
        : [`${showPlaceholder(expression.source)} in ${place} is never there: ${problem}.`];
    }),
  );
}

/** Describes which fields exist instead of a missing one; undefined when the field may exist. */
function findProblem(known: Known, { name, path }: Reference): string | undefined {
  let value = Object.hasOwn(known, name) ? known[name] : undefined;
  let parent = name;
  // Follows the path as far as it consists of plain names.
  for (const [, field = ''] of path.matchAll(/\.([A-Za-z_]\w*)|./gy)) {
    if (field === '' || typeof value !== 'object' || value === null) return undefined;
    const names = Object.keys(value);
    if (names.length === 0) return undefined;
    if (!names.includes(field)) {
      return `${showPlaceholder(parent)} has only ${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
    }
    value = (value as Known)[field];
    parent = `${parent}.${field}`;
  }
  return undefined;
}
