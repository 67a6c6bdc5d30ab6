// Converts a loop to fields of its first call in the form and back. Empty fields stand for the defaults.
import type { LoopStep } from '~/engine/definition/loop-step';
import type { EditorForm } from '../editor-form';
import { normalizeName } from '../normalize-input';
import type { LoopForm } from '../step-schema';
import { readNumber } from '../read-number';

export function toLoopForm(loop: LoopStep): LoopForm {
  return {
    id: loop.id,
    throughCallId: loop.throughCallId,
    items: `{{${loop.items}}}`,
    itemName: loop.itemName,
    atOnce: String(loop.atOnce),
    maxItems: String(loop.maxItems),
    onError: loop.onError,
    onTooMany: loop.onTooMany,
    newBy: loop.onlyNew ? `{{${loop.onlyNew.key}}}` : '',
    // A loop that begins to run new items only gets the choice of a new one.
    firstRun: loop.onlyNew ? (loop.onlyNew.firstRun ?? 'run') : 'remember',
    collect: loop.collect.map(({ from, saveAs }) => ({ from: `{{${from}}}`, saveAs })),
  };
}

/** Converts the loops of the form to what the services accept. `stored` are names that stay as they are. */
export function toLoops(
  { apiCalls }: EditorForm,
  idOf: (callId: string) => string,
  stored: readonly string[],
) {
  return listLoops(apiCalls).map(({ loop, index }) => ({
    id: loop.id,
    order: index + 0.5,
    throughCallId: idOf(loop.throughCallId || (apiCalls[index]?.id ?? '')),
    items: loop.items,
    itemName: normalizeName(loop.itemName, stored),
    atOnce: readNumber(loop.atOnce),
    maxItems: readNumber(loop.maxItems),
    onError: loop.onError || undefined,
    onTooMany: loop.onTooMany || undefined,
    onlyNew: loop.newBy.trim() === '' ? undefined : { key: loop.newBy, firstRun: loop.firstRun || undefined },
    collect: loop.collect.map(({ from, saveAs }) => ({ from, saveAs: normalizeName(saveAs, stored) })),
  }));
}

function listLoops(apiCalls: EditorForm['apiCalls']) {
  return apiCalls.flatMap((call, index) =>
    call.loop.map((loop, place) => ({ loop, index, name: `apiCalls.${index}.loop.${place}` })),
  );
}

/** Converts the field of a problem to the name of the form's field, with dots; undefined for any other field. */
export function nameLoopField(field: string, { apiCalls }: EditorForm): string | undefined {
  const [, index = '', rest = ''] = /^loopSteps\.(\d+)\.?(.*)$/.exec(field) ?? [];
  if (index === '') return field === 'loopSteps' ? 'apiCalls' : undefined;
  const placed = listLoops(apiCalls)[Number(index)];
  if (!placed) return 'apiCalls';
  if (rest === 'onlyNew.firstRun') return `${placed.name}.firstRun`;
  if (/^onlyNew\b/.test(rest)) return `${placed.name}.newBy`;
  // A problem without a field of its own belongs to the card.
  return rest === '' || rest === 'id' || rest === 'order'
    ? placed.name.replace(/\.\d+$/, '')
    : `${placed.name}.${rest}`;
}
