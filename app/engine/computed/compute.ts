// Computes the variables of a run that are made from others.
import type { ComputedVariable } from '../schema/computed-variable';
import { createWork, type FilterWork } from '../filters/filtering';
import type { InParts } from '../json/json-parts';
import { measureJsonInParts } from '../json/measure-in-parts';
import { typeOfJson } from '../json/value-text';
import type { Extraction } from '../logged';
import type { Variables } from '../placeholders/reference';
import { refuse, type Refused } from '../placeholders/refused';
import { evaluateTemplateInParts } from '../placeholders/typed-template';
import { savedValueLength } from './saved-value';

interface Computed {
  saved: [name: string, value: unknown][];
  extractions: Extraction[];
  failure?: Refused;
}

const tooLarge: Refused = { kind: 'refused', message: 'The value is too large to be kept' };

/**
 * Computes variables one after the other, each with those before it, and adds them to `variables`. A variable that fails is
 * missing afterwards, and its extraction, unmasked, says why; `failure` is the first such reason. In parts; together they take
 * as many steps as the filters of one call.
 */
export function* computeVariables(
  computed: readonly ComputedVariable[],
  variables: Variables,
): InParts<Computed> {
  const work = createWork();
  const saved: [name: string, value: unknown][] = [];
  const extractions: Extraction[] = [];
  let failure: Refused | undefined;
  let left = 2 * savedValueLength;
  for (const { saveAs, template } of computed) {
    const about = { variableName: saveAs, jsonPath: template };
    const result = yield* compute(template, variables, work);
    const most = Math.min(left, savedValueLength);
    const length = result.kind === 'value' ? yield* measureJsonInParts(result.value, most) : 0;
    left -= Math.min(length, most);
    if (result.kind === 'refused' || length > most) {
      const refused = result.kind === 'refused' ? result : tooLarge;
      const message = `not computed: ${refused.message}`;
      extractions.push({ ...about, type: 'missing', success: false, message });
      failure ??= { ...refused, message: `The variable ${saveAs} was ${message}` };
      continue;
    }
    const { value } = result;
    variables.set(saveAs, value);
    saved.push([saveAs, value]);
    extractions.push({ ...about, type: typeOfJson(value), success: true, value });
  }
  return { saved, extractions, ...(failure && { failure }) };
}

function* compute(
  template: string,
  variables: Variables,
  work: FilterWork,
): InParts<{ kind: 'value'; value: unknown } | Refused> {
  const result = yield* evaluateTemplateInParts(template, variables, work);
  return result.kind === 'value' ? result : refuse(result, 'its template');
}
