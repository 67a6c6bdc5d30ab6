import { useLoaderData, useRevalidator } from '@remix-run/react';
import { useEffect, useState } from 'react';
import type { FieldMeta } from '~/components/ui/fields/field';
import { SelectField } from '~/components/ui/fields/text-field';

/** The choice of the organization's connection that a call signs in with; visible only for that type of authentication. */
export function ConnectionField({ field }: { field: FieldMeta }) {
  const { connections, managesConnections } = useLoaderData<{
    connections: { id: string; name: string }[];
    managesConnections: boolean;
  }>();
  const { revalidate } = useRevalidator();
  const [isLeft, setLeft] = useState(false);
  // The user who comes back from the new tab finds the connection that they made there in the list.
  useEffect(() => {
    if (!isLeft) return;
    addEventListener('focus', revalidate);
    return () => removeEventListener('focus', revalidate);
  }, [isLeft, revalidate]);
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
