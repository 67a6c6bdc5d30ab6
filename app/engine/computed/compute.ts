// Computes the variables of a run that are made from others.
import type { ComputedVariable } from '../schema/computed-variable';
import { createWork, type FilterWork } from '../filters/filtering';
import type { InParts } from '../json/json-parts';
import { measureJsonInParts } from '../json/measure-in-parts';
import { typeOfJson } from '../json/value-text';
import type { Extraction } from '../logged';
import { describeUnrendered } from '../placeholders/fill-template';
import type { Variables } from '../placeholders/reference';
import { evaluateTemplateInParts } from '../placeholders/typed-template';
import { savedValueLength } from './saved-value';

type Computed = { value: unknown } | { problem: string };

/**
 * Computes variables one after the other, each with those before it, and adds them to `variables`. A variable that fails is
 * missing afterwards, and its extraction, unmasked, says why. In parts; together they take as many steps as the filters of one call.
 */
export function* computeVariables(
  computed: readonly ComputedVariable[],
  variables: Variables,
): InParts<{ saved: [name: string, value: unknown][]; extractions: Extraction[] }> {
  const work = createWork();
  const saved: [name: string, value: unknown][] = [];
  const extractions: Extraction[] = [];
  let left = 2 * savedValueLength;
  for (const { saveAs, template } of computed) {
    const about = { variableName: saveAs, jsonPath: template };
    const result = yield* compute(template, variables, work);
    const most = Math.min(left, savedValueLength);
    const length = 'value' in result ? yield* measureJsonInParts(result.value, most) : 0;
    left -= Math.min(length, most);
    const problem =
      'problem' in result ? result.problem : length > most ? 'The value is too large to be kept' : undefined;
    if ('problem' in result || problem !== undefined) {
      extractions.push({ ...about, type: 'missing', success: false, message: `not computed: ${problem}` });
      continue;
    }
    const { value } = result;
    variables.set(saveAs, value);
    saved.push([saveAs, value]);
    extractions.push({ ...about, type: typeOfJson(value), success: true, value });
  }
  return { saved, extractions };
}

function* compute(template: string, variables: Variables, work: FilterWork): InParts<Computed> {
  const result = yield* evaluateTemplateInParts(template, variables, work);
  return result.kind === 'value' ? result : { problem: describeUnrendered(result, 'its template') };
}
