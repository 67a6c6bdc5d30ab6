// Lists what uses variables, before what makes them is deleted. Loaded after the page, with the other edits of the chain.
import { nameCall } from '~/engine/definition/call-name';
import { listTemplateVariables } from '~/engine/placeholders/template-references';
import { toTemplate } from '~/engine/schema/memory';
import type { VariableUse } from './editor-feedback';
import { readNamedLines } from './lines/named-lines';
import { type CurrentCall, type CurrentForm, listOf } from './variable-scope';

/** Lists the uses of `names` by calls, conditional steps and loops after `callIndex`, each pair once. */
export function listLaterUses(form: CurrentForm, callIndex: number, names: string[]): VariableUse[] {
  const users = listOf(form?.apiCalls).flatMap((call, index) => {
    const callName = nameCall(call?.name, index);
    const inCall = index > callIndex ? [{ callName, used: listUsedInCall(call) }] : [];
    const loopName = `the for each of ${callName}`;
    const loops = listOf(call?.loop);
    if (loops.length > 0)
      inCall.push({ callName: loopName, used: listUsedInLoops(loops, index > callIndex) });
    if (index < callIndex) return inCall;
    return inCall.concat({ callName: `the condition after ${callName}`, used: listUsedInCheck(call) });
  });
  return users.flatMap(({ callName, used }) =>
    names.filter((name) => used.has(name)).map((variable) => ({ callName, variable })),
  );
}

/**
 * Lists the uses of a loop's item and of its collected lists, by its own calls and by what comes after them. Each pair of a
 * user and a variable is listed once.
 *
 * @param callIndex the index of the loop's first call
 * @param loopIndex the index of the loop among those that begin with this call
 */
export function listLoopUses(form: CurrentForm, callIndex: number, loopIndex: number): VariableUse[] {
  const calls = listOf(form?.apiCalls);
  const loops = listOf(calls[callIndex]?.loop);
  const deleted = loops[loopIndex];
  if (!deleted) return [];
  const { itemName, collect } = deleted;
  const names = [itemName, ...listOf(collect).map((row) => row?.saveAs)];
  // The loop's own fields go with it.
  const rest = calls.with(callIndex, {
    ...calls[callIndex],
    loop: loops.filter((_loop, at) => at !== loopIndex),
  });
  return listLaterUses(
    { ...form, apiCalls: rest },
    callIndex - 1,
    names.filter((name) => name !== undefined),
  );
}

/** Lists the variables that a call uses. */
export function listUsedInCall(call: CurrentCall | undefined): Set<string | undefined> {
  const headers = listOf(call?.headers).map((row) => row?.value);
  const credentials = Object.values(call?.authConfig ?? {});
  const { computed, remember = '' } = call?.responseMapping ?? {};
  const texts = [
    call?.url,
    call?.body,
    call?.wait?.at,
    call?.wait?.message,
    computed,
    ...credentials,
    ...headers,
  ];
  const remembered = readNamedLines(remember).lines.map(({ written }) => toTemplate(written));
  return new Set(listTemplateVariables([...texts, ...remembered].join('\n')));
}

/** Lists the variables of loops: those of the lists they run over, if `withItems`, and those they collect. */
function listUsedInLoops(
  loops: Exclude<CurrentCall['loop'], string | undefined>,
  withItems: boolean,
): Set<string | undefined> {
  const texts = loops.flatMap((loop) => [
    withItems ? loop?.items : '',
    ...listOf(loop?.collect).map((row) => row?.from),
  ]);
  return new Set(texts.map((text) => findVariable(text ?? '')));
}

function listUsedInCheck(call: CurrentCall | undefined): Set<string | undefined> {
  const rows = listOf(call?.conditional).flatMap((step) => listOf(step?.conditions));
  return new Set(rows.map((row) => findVariable(row?.field ?? '')));
}

/** Returns the variable that a condition's field begins with; the braces are optional. */
export function findVariable(field: string): string | undefined {
  return /^\s*(?:\{\{\s*)?([A-Za-z_]\w*)/.exec(field)?.[1];
}
