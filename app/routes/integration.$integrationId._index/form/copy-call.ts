// Copies a call of the form. Loaded after the page, with the other edits of the chain.
import { nameNewCall } from './new-call';
import {
  type CurrentCall,
  type CurrentForm,
  listAllVariables,
  listCallIds,
  listOf,
  nameLimits,
} from './variable-scope';

/**
 * Returns the fields of a call's copy. The copy has the response handling, but not the conditional step after the call
 * nor the loop that begins with it. Variable names must be unique, so the copy's are numbered from `_2` on.
 */
export function duplicateCall(form: CurrentForm, call: CurrentCall) {
  const taken = new Set(listAllVariables(form).map((name) => name.toLowerCase()));
  const rename = (name: string | undefined) => {
    if (!name) return '';
    let number = 2;
    while (taken.has(`${name}_${number}`.toLowerCase())) number += 1;
    taken.add(`${name}_${number}`.toLowerCase());
    return `${name}_${number}`;
  };
  const { name = '', responseMapping } = call;
  return {
    ...call,
    id: nameNewCall(listCallIds(form)),
    handling: listOf(call.handling).map(copyHandling),
    conditional: [],
    loop: [],
    headers: listOf(call.headers),
    repeat: { ...call.repeat, saveAs: rename(call.repeat?.saveAs) },
    name: name && `${name.slice(0, nameLimits.call - ' copy'.length).trimEnd()} copy`,
    responseMapping: {
      saveAs: rename(responseMapping?.saveAs),
      saveFileAs: rename(responseMapping?.saveFileAs),
      extractFields: listOf(responseMapping?.extractFields).map((field) => ({
        jsonPath: field?.jsonPath ?? '',
        saveAs: rename(field?.saveAs),
      })),
      computed: (responseMapping?.computed ?? '').replace(/^[A-Za-z_]\w*(?= *=)/gm, rename),
    },
  };
}

function copyHandling(step: Exclude<CurrentCall['handling'], string | undefined>[number]) {
  return { ...step, id: '', statusCodeActions: listOf(step?.statusCodeActions) };
}
