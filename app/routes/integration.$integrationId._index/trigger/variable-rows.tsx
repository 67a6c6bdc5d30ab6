import { type FieldMetadata, useFormMetadata } from '@conform-to/react';
import { Checkbox } from '~/components/ui/fields/checkbox';
import { TextField } from '~/components/ui/fields/text-field';
import type { EditorForm, VariableRow } from '../form/editor-form';
import { Row, RowList } from '../form/fields/row-list';
import { VariableNameField } from '../form/fields/variable-name-field';

/** The rows of variables that are extracted from a delivery's payload. */
export function VariableRows({ variables }: { variables: FieldMetadata<VariableRow[], EditorForm> }) {
  const form = useFormMetadata<EditorForm>();
  return (
    <RowList
      field={variables}
      title="Webhook Variables"
      text="Values taken from the payload. A call uses one as {{name}}."
      addLabel="Add variable"
      add={form.insert.getButtonProps({ name: variables.name, defaultValue: { jsonPath: '$.data' } })}
    >
      {variables.getFieldList().map((row, index) => {
        const { name, jsonPath, description, required } = row.getFieldset();
        return (
          <Row
            key={row.key}
            removeLabel={`Remove variable ${name.value ?? index + 1}`}
            remove={form.remove.getButtonProps({ name: variables.name, index })}
          >
            <div className="min-w-0 sm:flex-1">
              <VariableNameField field={name} />
            </div>
            <div className="min-w-0 sm:flex-1">
              <TextField
                field={jsonPath}
                label="JSON path"
                autoComplete="off"
                spellCheck={false}
                className="font-mono"
              />
            </div>
            <div className="min-w-0 sm:flex-1">
              <TextField field={description} label="Description" autoComplete="off" />
            </div>
            <div data-beside="text" className="sm:pt-9">
              <Checkbox field={required} label="Required" />
            </div>
          </Row>
        );
      })}
    </RowList>
  );
}
