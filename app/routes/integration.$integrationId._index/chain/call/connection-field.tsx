import { useLoaderData } from '@remix-run/react';
import type { FieldMeta } from '~/components/ui/fields/field';
import { SelectField } from '~/components/ui/fields/text-field';

/** The choice of the organization's connection that a call signs in with; visible only for that type of authentication. */
export function ConnectionField({ field }: { field: FieldMeta }) {
  const { connections } = useLoaderData<{ connections: { id: string; name: string }[] }>();
  return (
    <div className="hidden min-w-0 group-has-[option[value=connection]:checked]/auth:block">
      <SelectField
        field={field}
        label="Connection"
        aside={
          <a
            href="/organization/settings/connections/new"
            target="_blank"
            rel="noreferrer"
            className="text-accent-ink underline"
          >
            New connection
          </a>
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
