import type { FieldMetadata } from '@conform-to/react';
import { initialText } from '~/components/ui/fields/field';
import type { EditorForm } from '../editor-form';

/** What the server's drawing of a field, or of fields within it, shows: where it stands, and what is stored. */
export function describeStored({ name, initialValue }: { name: string; initialValue?: unknown }): string {
  return name + JSON.stringify(initialValue);
}

/** Stand for fields whose script is still loaded, or cannot be had: a save changes nothing of them. */
export function StoredValues({ fields }: { fields: FieldMetadata<string, EditorForm>[] }) {
  return fields.map((field) => (
    <input key={field.name} type="hidden" name={field.name} defaultValue={initialText(field)} />
  ));
}
