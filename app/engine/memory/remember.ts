// Collects the values that a successful call leaves for later runs. Later calls of this run see them too.
import { formatCount } from '../texts/format-count';
import type { ApiCall } from '../definition/api-call';
import type { RememberedValue } from '../definition/response-mapping';
import type { CallFinished } from '../events/event';
import { isGoneOnFrom } from '../events/history';
import type { Memory, Remembered } from '../events/memory-event';
import { isLargeFile, withoutBytes } from '../files/file-value';
import { measureJson, stringifyJson } from '../json/json';
import type { InParts } from '../json/json-parts';
import { typeOfJson } from '../json/value-text';
import type { Extraction } from '../logged';
import { createWork } from '../filters/filtering';
import type { Variables } from '../placeholders/reference';
import { refuse } from '../placeholders/refused';
import { evaluateTemplateInParts } from '../placeholders/typed-template';
import { type MaskSecrets, maskSecretsIn } from '../secrets/mask-secrets';
import { memoryLimits, memoryName, toTemplate } from '../schema/memory';

/** The part of `RunSecrets` (`run/run-secrets.ts`) that remembering needs. */
interface Secrets {
  maskSecrets: MaskSecrets;
  addFiltered(texts: readonly string[], variables: Variables): InParts<void>;
}

/**
 * Adds remembered values to the end of a call that succeeded, unless a rule ends the run in error there. `gained`: the
 * variables that the call gives beside `saved`; undefined while a repeated call goes on. A missing or too long value is not
 * remembered: the former value stays, and the log says so. All values share the filter steps of one call. In parts.
 */
export function* addRemembered(
  finished: CallFinished,
  { remember }: Pick<ApiCall, 'remember'>,
  {
    variables,
    gained,
    secrets,
  }: { variables: Variables; gained: CallFinished['saved'] | undefined; secrets: Secrets },
): InParts<CallFinished> {
  const { ruling, outcome } = finished;
  if (!remember || !gained || outcome !== 'success' || (ruling && !isGoneOnFrom(ruling))) return finished;
  const known = new Map([...variables, ...finished.saved, ...gained]);
  const { maskSecrets } = secrets;
  yield* secrets.addFiltered(
    remember.map(({ value }) => toTemplate(value)),
    known,
  );
  const memory = new Map(Object.entries(readMemory(known)));
  const work = createWork();
  const remembered: Remembered[] = [];
  const extractions: Extraction[] = [];
  for (const each of remember) {
    const about = { variableName: `${memoryName}.${each.name}`, jsonPath: each.value };
    const read = yield* evaluateTemplateInParts(toTemplate(each.value), known, work);
    const problem =
      read.kind === 'value'
        ? findProblem(each, read.value, memory)
        : refuse(read, 'what is remembered').message;
    if (read.kind !== 'value' || problem !== undefined) {
      const message = `not remembered: ${maskSecrets(problem ?? '')}`;
      extractions.push({ ...about, type: 'missing', success: false, message });
      continue;
    }
    const { value } = read;
    const masked = maskSecretsIn(value, maskSecrets);
    const isSecret = stringifyJson(masked) !== stringifyJson(value);
    yield;
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
  if (isLargeFile(value)) return 'a file of more than 1 MiB is not remembered';
  if (measureJson(value, memoryLimits.value) > memoryLimits.value)
    return `the value is longer than ${formatCount(memoryLimits.value)} characters`;
  if (memory.has(name) || memory.size < memoryLimits.values) return undefined;
  return `an integration remembers at most ${memoryLimits.values} values`;
}
