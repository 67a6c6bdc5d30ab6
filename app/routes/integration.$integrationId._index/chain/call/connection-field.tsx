import { useLoaderData, useRevalidator } from '@remix-run/react';
import { useFormMetadata } from '@conform-to/react';
import { useEffect, useRef, useState } from 'react';
import type { FieldMeta } from '~/components/ui/fields/field';
import { SelectField } from '~/components/ui/fields/text-field';
import type { EditorForm } from '../../form/editor-form';

/** The choice of the organization's connection that a call signs in with; visible only for that type of authentication. */
export function ConnectionField({ field }: { field: FieldMeta & { value?: string | undefined } }) {
  const { connections, managesConnections } = useLoaderData<{
    connections: { id: string; name: string }[];
    managesConnections: boolean;
  }>();
  const { revalidate } = useRevalidator();
  const form = useFormMetadata<EditorForm>();
  const [isLeft, setLeft] = useState(false);
  const known = useRef(connections);
  // The user who comes back from the new tab finds the connection that they made there.
  useEffect(() => {
    if (!isLeft) return;
    addEventListener('focus', revalidate);
    return () => removeEventListener('focus', revalidate);
  }, [isLeft, revalidate]);
  const isEmpty = !field.value;
  useEffect(() => {
    const [made, ...others] = connections.filter(({ id }) => known.current.every((each) => each.id !== id));
    known.current = connections;
    if (!isLeft || !isEmpty || !made || others.length > 0) return;
    form.update({ name: field.name, value: made.id });
  }, [connections, isLeft, isEmpty, form, field.name]);
  return (
    <div className="hidden min-w-0 group-has-[option[value=connection]:checked]/auth:block">
      <SelectField
        field={field}
        label="Connection"
        aside={
          managesConnections ? (
            <a
              href="/organization/settings/connections/new"
              target="_blank"
              rel="noreferrer"
              onClick={() => setLeft(true)}
              className="text-accent-ink underline"
            >
              New connection
              <span className="sr-only"> (in a new tab)</span>
            </a>
          ) : (
            <span className="text-[0.8125rem] text-ink-muted">Owners and admins add them.</span>
          )
        }
      >
        <option value="">Choose…</option>
        {connections.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
    </div>
  );
}
