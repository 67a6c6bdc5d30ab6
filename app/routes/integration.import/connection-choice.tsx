import { describeField } from '~/components/ui/fields/field';
import { SelectField } from '~/components/ui/fields/text-field';

/** The prefix of the field for a connection that the file names. */
const fieldPrefix = 'connection:';

interface ConnectionChoiceProps {
  /** The name in the file. */
  named: string;
  /** The organization's connections. */
  connections: { id: string; name: string }[];
  /** The id that the form sent before. */
  sent?: string | undefined;
}

/** The choice of the organization's connection for one that the file names; at first the one with the same name. */
export function ConnectionChoice({ named, connections, sent }: ConnectionChoiceProps) {
  const same = connections.find(({ name }) => name.toLowerCase() === named.toLowerCase());
  return (
    <SelectField
      field={describeField(fieldPrefix + named, { initialValue: sent ?? same?.id ?? '' })}
      label={`Connection for “${named}”`}
      hint="Calls that use it in the file will use this connection."
    >
      <option value="">None</option>
      {connections.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}

/** Returns the chosen ids by the names in the file. */
export function readConnections(form: FormData): Record<string, string> {
  const chosen = [...form].flatMap(([field, value]) =>
    field.startsWith(fieldPrefix) ? [[field.slice(fieldPrefix.length), String(value)] as const] : [],
  );
  return Object.fromEntries(chosen);
}
