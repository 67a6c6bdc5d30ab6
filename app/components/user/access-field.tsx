import type { ComponentProps } from 'react';
import { SelectField } from '../ui/fields/text-field';
import { accessNames } from './role-name';

/** The choice of what a member, or an API token with the rights of one, may do with integrations. */
export function AccessField({ field }: Pick<ComponentProps<typeof SelectField>, 'field'>) {
  return (
    <SelectField field={field} label="Access" hint="Only for the role Member: everybody else edits.">
      <AccessOptions />
    </SelectField>
  );
}

export function AccessOptions() {
  return Object.entries(accessNames).map(([access, name]) => (
    <option key={access} value={access}>
      {name}
    </option>
  ));
}
