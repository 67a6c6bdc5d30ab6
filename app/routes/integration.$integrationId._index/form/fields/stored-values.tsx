import type { FieldMetadata } from '@conform-to/react';
import { initialText } from '~/components/ui/fields/field';
import type { EditorForm } from '../editor-form';

/** Stand for fields whose script is still loaded, or cannot be had: a save changes nothing of them. */
export function StoredValues({ fields }: { fields: FieldMetadata<string, EditorForm>[] }) {
  return fields.map((field) => (
    <input key={field.name} type="hidden" name={field.name} defaultValue={initialText(field)} />
  ));
}
