import type { FieldMetadata } from '@conform-to/react';
import { SelectField, TextField } from '~/components/ui/text-field';
import type { CallForm, EditorForm } from './editor-schema';

export function AuthFields({
  authConfig,
}: {
  authConfig: FieldMetadata<CallForm['authConfig'], EditorForm>;
}) {
  const { type, token } = authConfig.getFieldset();
  return (
    <div className="group/auth grid gap-5 sm:grid-cols-[12rem_1fr]">
      <SelectField field={type} label="Type">
        <option value="none">None</option>
        <option value="bearer">Bearer token</option>
      </SelectField>
      <div className="hidden min-w-0 group-has-[option[value=bearer]:checked]/auth:block">
        <TextField
          field={token}
          label="Token"
          hint="Sent as “Authorization: Bearer …”. Kept encrypted and shown masked once it is saved."
          autoComplete="off"
          spellCheck={false}
          className="font-mono"
        />
      </div>
    </div>
  );
}
