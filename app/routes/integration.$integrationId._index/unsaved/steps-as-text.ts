// Writes the steps between calls as texts, for comparing two forms. A jump is shown by the name of the call it leads to.
import { nameCall } from '~/engine/definition/call-name';
import { readChosenCall } from '../form/otherwise-choice';

type Values = Record<string, unknown>;

/** Returns a form in which each step is one line of text with everything it holds. Other fields stay. */
export function stepsAsText(form: object): object {
  const { apiCalls, firstConditional, ...rest } = form as Values;
  const calls = Array.isArray(apiCalls) ? apiCalls.filter(isValues) : [];
  const names = new Map(calls.map(({ id, name }, index) => [id, nameCall(String(name ?? ''), index)]));
  const spell = (steps: unknown) => listTexts(steps, names).join(', ');
  return {
    ...rest,
    firstConditional: { conditional: spell(firstConditional) },
    apiCalls: calls.map((call) =>
      Object.assign({}, call, {
        conditional: spell(call.conditional),
        handling: spell(call.handling),
        loop: spellLoops(call.loop, names),
      }),
    ),
  };
}

function spellLoops(loops: unknown, names: ReadonlyMap<unknown, unknown>): string {
  return (Array.isArray(loops) ? loops : [])
    .filter(isValues)
    .map(
      ({
        throughCallId,
        items,
        itemName,
        atOnce,
        maxItems,
        onError,
        onTooMany,
        newBy,
        firstRun,
        collect,
      }) => {
        const more = [
          `${textOf(atOnce)} at once`,
          `at most ${textOf(maxItems)}`,
          onTooMany === 'first' ? 'the first of a longer list' : '',
          onError === 'continue' || onError === 'fail_at_end' ? 'continues if one fails' : '',
          onError === 'fail_at_end' ? 'then ends in error' : '',
          newBy ? `only new ones by ${textOf(newBy)}` : '',
          newBy && firstRun === 'remember' ? 'only from now on' : '',
          ...listCollected(collect),
        ];
        const through = textOf(names.get(throughCallId) ?? throughCallId);
        const range = `For each ${textOf(itemName)} of ${textOf(items)} through ${through}`;
        return [range, ...more.filter(Boolean)].join(', ');
      },
    )
    .join(', ');
}

function listCollected(rows: unknown): string[] {
  const listed = (Array.isArray(rows) ? rows : []).filter(isValues);
  return listed.map(({ from, saveAs }) => `collects ${textOf(from)} as ${textOf(saveAs)}`);
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Fields with fixed choices as values, whose words are joined by underscores. */
const chosen = new Set(['operator', 'action', 'defaultAction']);

function listTexts(value: unknown, names: ReadonlyMap<unknown, unknown>): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => listTexts(item, names));
  if (!isValues(value)) return typeof value === 'string' && value ? [value] : [];
  return Object.entries(value).flatMap(([key, item]) => {
    if (key === 'id' || key === 'stored' || !item) return [];
    if (key === 'enabled') return ['enabled'];
    if (key === 'nextApiCallId') return [`continue with ${String(names.get(item) ?? item)}`];
    if (key === 'match') return item === 'any' ? ['any of them'] : [];
    if (key === 'otherwise') return spellOtherwise(String(item), names);
    const callId = key === 'action' || key === 'afterRetries' ? readChosenCall(String(item)) : undefined;
    if (callId !== undefined) {
      const then = key === 'afterRetries' ? 'then ' : '';
      return [`${then}continue with ${String(names.get(callId) ?? callId)}`];
    }
    return chosen.has(key) ? String(item).replaceAll('_', ' ') : listTexts(item, names);
  });
}

/** Writes the choice for an unmet condition. The default is left out, since forms of earlier releases lack the field. */
function spellOtherwise(choice: string, names: ReadonlyMap<unknown, unknown>): string[] {
  const callId = readChosenCall(choice);
  if (callId !== undefined) return [`otherwise continue with ${String(names.get(callId) ?? callId)}`];
  return choice === 'end' ? ['otherwise end the run'] : [];
}

function isValues(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
