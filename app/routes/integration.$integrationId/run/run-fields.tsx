import type { ReactNode } from 'react';
import { Checkbox } from '~/components/ui/fields/checkbox';
import { describeField } from '~/components/ui/fields/field';
import { SelectField, TextAreaField, TextField } from '~/components/ui/fields/text-field';
import type { FormField } from '~/engine/triggers/form';
import { nameControl } from '~/engine/triggers/form-control';
import { FileField } from './file-field';
import { keptFilesName, type RunForm } from './run-form';

interface RunFieldsProps {
  form: RunForm;
  /** Messages by the names of the controls. */
  errors?: Record<string, string[]> | undefined;
  /** The hint of the field for trigger data, which an integration without a form has. */
  hint: ReactNode;
  /** Whether a dialog focuses the first field. */
  isFocused?: boolean;
}

/** The fields of an integration's form; without a form, one field for trigger data as JSON. */
export function RunFields({ form, errors, hint, isFocused }: RunFieldsProps) {
  const { fields, typed, kept } = form;
  if (fields.length === 0) {
    return (
      <TextAreaField
        field={describeField('triggerData', { errors: errors?.triggerData ?? [] })}
        label="Trigger data"
        hint={hint}
        defaultValue={typed.triggerData}
        rows={6}
        className="max-h-96"
        code
        data-autofocus={isFocused || undefined}
      />
    );
  }
  return (
    <>
      {kept && <input type="hidden" name={keptFilesName} value={kept.executionId} />}
      {fields.map((field, index) => {
        const name = nameControl(field);
        const meta = { errors: errors?.[name] ?? [], initialValue: typed[name] ?? '' };
        return (
          <RunField
            key={name}
            name={name}
            meta={meta}
            field={field}
            form={form}
            isFocused={isFocused && index === 0}
          />
        );
      })}
    </>
  );
}

interface RunFieldProps {
  name: string;
  meta: { errors: string[]; initialValue: string };
  field: FormField;
  form: RunForm;
  isFocused: boolean | undefined;
}

function RunField({
  name,
  meta,
  form: { maxFileBytes, kept },
  isFocused,
  field: { label, description, type, required, choices, accept, ...field },
}: RunFieldProps) {
  const shown = {
    label: label || field.name,
    hint: description || undefined,
    'data-autofocus': isFocused || undefined,
  };
  // A check box always has a value.
  if (type === 'boolean') return <Checkbox field={describeField(name, meta)} {...shown} value="true" />;
  if (type === 'file') {
    const file = { accept, description, maxBytes: maxFileBytes, kept: kept?.shown[name] };
    const isRequired = required && file.kept === undefined;
    return <FileField {...shown} {...file} field={describeField(name, { ...meta, required: isRequired })} />;
  }
  const described = { ...shown, field: describeField(name, { ...meta, required }), autoComplete: 'off' };
  if (type === 'long_text') return <TextAreaField {...described} rows={4} />;
  if (type === 'date') return <TextField {...described} type="date" className="max-w-48" />;
  if (type === 'number') return <TextField {...described} inputMode="decimal" className="max-w-48" />;
  if (type === 'text') return <TextField {...described} />;
  return (
    <SelectField {...described}>
      {/* Nothing is chosen where there is no default, and an optional field may be left empty. */}
      {(!required || !choices.includes(meta.initialValue)) && <option value="">Choose…</option>}
      {choices.map((choice) => (
        // Without a value it would be sent with its spaces collapsed.
        <option key={choice} value={choice}>
          {choice}
        </option>
      ))}
    </SelectField>
  );
}
