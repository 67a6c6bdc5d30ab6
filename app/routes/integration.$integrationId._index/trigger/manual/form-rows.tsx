import { type FieldMetadata, useFormMetadata } from '@conform-to/react';
import { Checkbox } from '~/components/ui/fields/checkbox';
import { SelectField, TextAreaField, TextField } from '~/components/ui/fields/text-field';
import { fieldTypes, formBounds } from '~/engine/triggers/form-bounds';
import type { EditorForm, FormFieldRow } from '../../form/editor-form';
import { RowList } from '../../form/fields/row-list';
import { VariableNameField } from '../../form/fields/variable-name-field';
import { RowButtons } from '../../form/fields/row-buttons';
import { showFor } from '../../form/fields/show-for';

const typeLabels: Record<(typeof fieldTypes)[number], string> = {
  text: 'Text',
  long_text: 'Long text',
  number: 'Number',
  boolean: 'Check box',
  date: 'Date',
  choice: 'Choice',
  file: 'File',
};

const codeText = { autoComplete: 'off', spellCheck: false };

/** The fields that a person fills in to start a run. */
export function FormRows({ fields }: { fields: FieldMetadata<FormFieldRow[], EditorForm> }) {
  const form = useFormMetadata<EditorForm>();
  const rows = fields.getFieldList();
  return (
    <RowList
      field={fields}
      title="Form"
      text={`What people fill in to start it: up to ${formBounds.fields} fields. A call uses a value as {{name}}. Run now has a link to the form that you can send to colleagues.`}
      addLabel="Add field"
      add={form.insert.getButtonProps({ name: fields.name, defaultValue: { type: 'text' } })}
    >
      {rows.map((row, index) => (
        <FormRow key={row.key} row={row} listName={fields.name} index={index} count={rows.length} />
      ))}
    </RowList>
  );
}

interface FormRowProps {
  row: FieldMetadata<FormFieldRow, EditorForm>;
  listName: string;
  index: number;
  count: number;
}

/** One field. The style sheet shows what belongs to its type. */
function FormRow({ row, listName, index, count }: FormRowProps) {
  const { name, label, description, type, required, default: initial, choices, accept } = row.getFieldset();
  return (
    <li className="relative rounded-md border border-line p-3">
      <fieldset className="group/row min-w-0">
        <legend className="mb-1 text-[0.8125rem] font-medium text-ink-muted">Field {index + 1}</legend>
        <RowButtons listName={listName} index={index} count={count} row={`field ${index + 1}`} />
        <div className="grid gap-4 sm:grid-cols-3">
          <div className="min-w-0">
            <VariableNameField field={name} />
          </div>
          <TextField field={label} label="Label" autoComplete="off" />
          <SelectField field={type} label="Type">
            {fieldTypes.map((each) => (
              <option key={each} value={each}>
                {typeLabels[each]}
              </option>
            ))}
          </SelectField>
          <TextField field={description} label="Description" autoComplete="off" />
          {/* A file has no default. */}
          <div className="group-has-[option[value=file]:checked]/row:hidden">
            <TextField field={initial} label="Default" autoComplete="off" />
          </div>
          <div className={showFor(accept, 'group-has-[option[value=file]:checked]/row:block')}>
            <TextField
              field={accept}
              label="Accepts"
              hint="As .csv, image/*. Empty for any file."
              {...codeText}
            />
          </div>
          <div className="self-center sm:pt-7">
            <Checkbox field={required} label="Required" />
          </div>
        </div>
        <div className={`mt-4 ${showFor(choices, 'group-has-[option[value=choice]:checked]/row:block')}`}>
          <TextAreaField field={choices} label="Choices" hint="One per line." rows={3} autoComplete="off" />
        </div>
      </fieldset>
    </li>
  );
}
