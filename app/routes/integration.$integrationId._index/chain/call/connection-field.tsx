import { useLoaderData } from '@remix-run/react';
import { useState } from 'react';
import { lazyPart } from '~/components/network/lazy-part';
import { type FieldMeta, initialText } from '~/components/ui/fields/field';
import { SelectField } from '~/components/ui/fields/text-field';
import type { Connection } from './made-connection';

const LazyMadeConnection = lazyPart(false, () =>
  import('./made-connection').then((loaded) => loaded.MadeConnection),
);

/** The choice of the organization's connection that a call signs in with; visible only for that type of authentication. */
export function ConnectionField({ field }: { field: FieldMeta & { value?: string | undefined } }) {
  const { connections, managesConnections } = useLoaderData<{
    connections: Connection[];
    managesConnections: boolean;
  }>();
  const [known, setKnown] = useState<Connection[]>();
  const stored = initialText(field);
  const isDeleted = stored && connections.every(({ id }) => id !== stored);
  return (
    <div className="hidden min-w-0 group-has-[option[value=connection]:checked]/auth:block">
      <SelectField
        field={field}
        label="Connection"
        hint={
          isDeleted &&
          field.value === stored && (
            <span className="text-warn-ink">This connection was deleted. Choose another one.</span>
          )
        }
        aside={
          managesConnections ? (
            <a
              href="/organization/settings/connections/new"
              target="_blank"
              rel="noreferrer"
              onClick={() => setKnown(connections)}
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
        {isDeleted && <option value={stored}>Deleted connection</option>}
        {connections.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      {known && <LazyMadeConnection field={field} known={known} />}
    </div>
  );
}
