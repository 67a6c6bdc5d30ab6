// What a call that succeeded leaves for the runs after this one. The calls behind it in this run have it, too.
import type { ApiCall } from '../definition/api-call';
import type { RememberedValue } from '../definition/response-mapping';
import type { CallFinished } from '../events/event';
import { isGoneOnFrom } from '../events/history';
import type { Memory, Remembered } from '../events/memory-event';
import { withoutBytes } from '../files/file-value';
import { measureJson, stringifyJson } from '../json/json';
import { typeOfJson } from '../json/value-text';
import type { Extraction } from '../logged';
import { createWork } from '../filters/filtering';
import { describeUnrendered } from '../placeholders/fill-template';
import type { Variables } from '../placeholders/reference';
import { evaluateTemplate } from '../placeholders/typed-template';
import { type MaskSecrets, maskSecretsIn } from '../secrets/mask-secrets';
import { memoryLimits, memoryName, toTemplate } from '../schema/memory';

/**
 * The end of a call with what it remembers, where it succeeded and no rule ends the run in error there. `gained`: what it gives the run
 * beside what it saved; undefined where a call that is repeated is not over. What has no value, or is too long, is not remembered,
 * and what was remembered before stays; the log says so. Together its values take as many steps as the filters of one call.
 */
export function addRemembered(
  finished: CallFinished,
  { remember }: Pick<ApiCall, 'remember'>,
  {
    variables,
    gained,
    maskSecrets,
  }: { variables: Variables; gained: CallFinished['saved'] | undefined; maskSecrets: MaskSecrets },
): CallFinished {
  const { ruling, outcome } = finished;
  if (!remember || !gained || outcome !== 'success' || (ruling && !isGoneOnFrom(ruling))) return finished;
  const known = new Map([...variables, ...finished.saved, ...gained]);
  const memory = new Map(Object.entries(readMemory(known)));
  const work = createWork();
  const remembered: Remembered[] = [];
  const extractions: Extraction[] = [];
  for (const each of remember) {
    const about = { variableName: `${memoryName}.${each.name}`, jsonPath: each.value };
    const read = evaluateTemplate(toTemplate(each.value), known, work);
    const problem =
      read.kind === 'value'
        ? findProblem(each, read.value, memory)
        : describeUnrendered(read, 'what is remembered');
    if (read.kind !== 'value' || problem !== undefined) {
      const message = `not remembered: ${maskSecrets(problem ?? '')}`;
      extractions.push({ ...about, type: 'missing', success: false, message });
      continue;
    }
    const { value } = read;
    const masked = maskSecretsIn(value, maskSecrets);
    const isSecret = stringifyJson(masked) !== stringifyJson(value);
    memory.set(each.name, value);
    remembered.push({ name: each.name, value, isSecret });
    extractions.push({
      ...about,
      type: typeOfJson(value),
      success: true,
      value: withoutBytes(masked),
      message: 'Remembered for the next run',
    });
  }
  return {
    ...finished,
    extractions: [...finished.extractions, ...extractions],
    ...(remembered.length > 0 && {
      saved: [...finished.saved, [memoryName, Object.fromEntries(memory)]],
      remembered,
    }),
  };
}

function readMemory(variables: Variables): Memory {
  const memory = variables.get(memoryName);
  return typeof memory === 'object' && memory !== null && !Array.isArray(memory) ? (memory as Memory) : {};
}

function findProblem(
  { name }: RememberedValue,
  value: unknown,
  memory: ReadonlyMap<string, unknown>,
): string | undefined {
  if (measureJson(value, memoryLimits.value) > memoryLimits.value)
    return `the value is longer than ${memoryLimits.value.toLocaleString('en')} characters`;
  if (memory.has(name) || memory.size < memoryLimits.values) return undefined;
  return `an integration remembers at most ${memoryLimits.values} values`;
}
