import { type FieldMetadata, useFormMetadata } from '@conform-to/react';
import { useLoaderData } from '@remix-run/react';
import type { ChangeEvent } from 'react';
import { SelectField, TextField } from '~/components/ui/fields/text-field';
import { ConnectionField } from './connection-field';
import type { CallForm, EditorForm } from '../../form/editor-form';

const kept = 'Stored encrypted, and masked once saved.';

export function AuthFields({
  authConfig,
}: {
  authConfig: FieldMetadata<CallForm['authConfig'], EditorForm>;
}) {
  const form = useFormMetadata<EditorForm>();
  const { connections } = useLoaderData<{ connections: { id: string }[] }>();
  const { type, token, username, password, connectionId } = authConfig.getFieldset();
  const typed = { autoComplete: 'off', spellCheck: false, className: 'font-mono' };
  const chooseOnlyConnection = ({ target }: ChangeEvent<HTMLSelectElement>) => {
    const [only, ...others] = connections;
    if (target.value !== 'connection' || !only || others.length > 0 || connectionId.value) return;
    form.update({ name: connectionId.name, value: only.id });
  };
  return (
    <div className="group/auth grid gap-field sm:grid-cols-[17rem_1fr]">
      <SelectField field={type} label="Type" onChange={chooseOnlyConnection}>
        <option value="none">None</option>
        <option value="bearer">Bearer token</option>
        <option value="basic">Basic</option>
        <option value="connection">Connection (OAuth, API key…)</option>
      </SelectField>
      <div className="hidden min-w-0 group-has-[option[value=bearer]:checked]/auth:block">
        <TextField
          field={token}
          label="Token"
          hint={`Sent as “Authorization: Bearer …”. ${kept}`}
          {...typed}
        />
      </div>
      <div className="hidden min-w-0 gap-field group-has-[option[value=basic]:checked]/auth:grid lg:grid-cols-2">
        <TextField field={username} label="Username" {...typed} />
        <TextField field={password} label="Password" hint={kept} {...typed} />
      </div>
      <ConnectionField field={connectionId} />
    </div>
  );
}
