import type { describeField } from '~/components/ui/fields/field';
import { SelectField, TextField } from '~/components/ui/fields/text-field';

interface PaceFieldsProps {
  fieldOf: (name: string) => ReturnType<typeof describeField>;
}

/** The fields for how many calls may be sent with a connection per unit of time. */
export function PaceFields({ fieldOf }: PaceFieldsProps) {
  return (
    <fieldset className="grid gap-field sm:grid-cols-3">
      <legend className="mb-3 text-base font-medium">Rate limit</legend>
      <TextField
        field={fieldOf('pace.requests')}
        label="Maximum calls"
        hint="Across all integrations; further calls wait for their turn. Leave empty for no limit."
        inputMode="numeric"
        autoComplete="off"
      />
      <SelectField field={fieldOf('pace.per')} label="Per">
        <option value="minute">Minute</option>
        <option value="second">Second</option>
        <option value="hour">Hour</option>
      </SelectField>
      <TextField
        field={fieldOf('pace.burst')}
        label="Burst"
        hint="How many may go out together after a pause. 1 if empty."
        inputMode="numeric"
        autoComplete="off"
      />
    </fieldset>
  );
}
