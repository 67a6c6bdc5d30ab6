// Checks the editor's form in the browser as the server does before a save. Loaded when the user enters the first field.
import { parse } from '@conform-to/react';
import { unstable_coerceFormValue as coerceFormValue } from '@conform-to/zod/v4';
import type { FormCheck } from '~/components/field-checks/use-checked-form';
import { checkDefinition } from '~/engine/checks/definition-check';
import type { OpenDefinition } from '~/engine/checks/secret-places';
import { Definition } from '~/engine/integration';
import { EditorForm } from '../editor-form';
import { mergeErrors, toChange } from './from-form-values';
import { listAllVariables } from '../variable-scope';

const TypedForm = coerceFormValue(EditorForm);

/** Creates the check of a form that was opened with `values`, in which masks stand for the stored secrets. */
export function createFormCheck(values: EditorForm): FormCheck {
  const storedNames = listAllVariables(values);
  let made = 0;
  const makeId = () => `unsaved-${(made += 1)}`;
  const stored = readStored(toChange(values, makeId, storedNames));
  return (formData) =>
    parse<unknown, string[]>(formData, {
      resolve: (typed) => {
        const form = TypedForm.parse(typed);
        const checked = checkDefinition(toChange(form, makeId, storedNames), stored, makeId);
        return { error: mergeErrors(checked.kind === 'wrong' ? checked.fields : {}, form) };
      },
    });
}

/** Each mask counts as readable here: only a save shows whether the server can decrypt the secret behind it. */
function readStored(values: object): OpenDefinition {
  const { data = Definition.parse({}) } = Definition.safeParse(values);
  return { definition: data, unreadable: new Set() };
}
