import { Banner } from '~/components/ui/banner';

export interface MissingPartsProps {
  connections: { name: string; kind: string | null }[];
  values: string[];
}

/** Says which connections and values the organization does not have. */
export function MissingParts({ connections, values }: MissingPartsProps) {
  if (connections.length + values.length === 0) return null;
  return (
    <Banner tone="warn" title="What this organization does not have">
      <ul className="list-disc pl-5">
        {connections.map(({ name, kind }) => (
          <li key={`connection ${name}`}>
            The connection “{name}”{kind !== null && ` (${kind})`}. Calls that use it come without
            authentication unless you choose another.
          </li>
        ))}
        {values.length > 0 && (
          <li>
            {values.length === 1 ? 'The value' : 'The values'}{' '}
            {values.map((value) => `{{org.${value}}}`).join(', ')}. Enter{' '}
            {values.length === 1 ? 'it' : 'them'} in the organization settings.
          </li>
        )}
      </ul>
    </Banner>
  );
}
