import { limitsOfNames, listAllVariables, type TypedForm } from './scope';

/** The fields of a call that was just added. Its id is made when it is saved. */
export const newCall = { method: 'GET', authConfig: { type: 'none' }, timeoutSeconds: '30' };

export type TypedCall = NonNullable<Extract<NonNullable<TypedForm>['apiCalls'], unknown[]>[number]>;

/**
 * The fields of a call's copy. It gets an id of its own when it is saved, and variables of its own: a variable may be
 * named only once, so the copy's are numbered from `_2` on.
 */
export function duplicateCall(form: TypedForm, call: TypedCall) {
  const taken = new Set(listAllVariables(form).map((name) => name.toLowerCase()));
  const rename = (name: string | undefined) => {
    if (!name) return '';
    let number = 2;
    while (taken.has(`${name}_${number}`.toLowerCase())) number += 1;
    taken.add(`${name}_${number}`.toLowerCase());
    return `${name}_${number}`;
  };
  const { name = '', responseMapping } = call;
  const fields = Array.isArray(responseMapping?.extractFields) ? responseMapping.extractFields : [];
  return {
    ...call,
    id: '',
    headers: Array.isArray(call.headers) ? call.headers : [],
    name: name && `${name.slice(0, limitsOfNames.call - ' copy'.length).trimEnd()} copy`,
    responseMapping: {
      saveAs: rename(responseMapping?.saveAs),
      extractFields: fields.map((field) => ({
        jsonPath: field?.jsonPath ?? '',
        saveAs: rename(field?.saveAs),
      })),
    },
  };
}
