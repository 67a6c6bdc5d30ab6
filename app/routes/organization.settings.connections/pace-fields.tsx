import type { describeField } from '~/components/ui/fields/field';
import { SelectField, TextField } from '~/components/ui/fields/text-field';

interface PaceFieldsProps {
  fieldOf: (name: string) => ReturnType<typeof describeField>;
}

/** How many calls may be sent with a connection in a time. */
export function PaceFields({ fieldOf }: PaceFieldsProps) {
  return (
    <fieldset className="grid gap-field sm:grid-cols-3">
      <legend className="mb-1.5 font-medium">Pace</legend>
      <TextField
        field={fieldOf('pace.requests')}
        label="Calls at most"
        hint="Of all integrations together; further ones wait for their turn. Empty: as many as there are."
        inputMode="numeric"
        autoComplete="off"
      />
      <SelectField field={fieldOf('pace.per')} label="In a">
        <option value="minute">Minute</option>
        <option value="second">Second</option>
        <option value="hour">Hour</option>
      </SelectField>
      <TextField
        field={fieldOf('pace.burst')}
        label="At once"
        hint="After a rest, so many go out together: 1 unless you say more."
        inputMode="numeric"
        autoComplete="off"
      />
    </fieldset>
  );
}
