import { type FieldMetadata, useFormMetadata } from '@conform-to/react';
import { TextField } from '~/components/ui/text-field';
import type { CallForm, EditorForm } from './editor-schema';
import { Row, RowList } from './row-list';

interface MappingFieldsProps {
  responseMapping: FieldMetadata<CallForm['responseMapping'], EditorForm>;
}

/** What of a response becomes variables for the calls behind. */
export function MappingFields({ responseMapping }: MappingFieldsProps) {
  const form = useFormMetadata<EditorForm>();
  const { saveAs, extractFields } = responseMapping.getFieldset();
  return (
    <div className="flex flex-col gap-6">
      <div className="max-w-sm">
        <TextField
          key={saveAs.key}
          field={saveAs}
          defaultValue={saveAs.initialValue}
          label="Save the whole response as"
          hint="Optional. A variable name."
          autoComplete="off"
          spellCheck={false}
        />
      </div>
      <RowList
        field={extractFields}
        title="Extract fields"
        addLabel="Add Field"
        add={form.insert.getButtonProps({ name: extractFields.name })}
      >
        {extractFields.getFieldList().map((row, index) => {
          const { jsonPath, saveAs: variable } = row.getFieldset();
          return (
            <Row
              key={row.key}
              removeLabel={`Remove field ${variable.value ?? index + 1}`}
              remove={form.remove.getButtonProps({ name: extractFields.name, index })}
            >
              <div className="min-w-0 sm:flex-1">
                <TextField
                  key={jsonPath.key}
                  field={jsonPath}
                  defaultValue={jsonPath.initialValue}
                  label="JSON path"
                  placeholder=".data.id"
                  autoComplete="off"
                  spellCheck={false}
                  className="font-mono"
                />
              </div>
              <div className="min-w-0 sm:flex-1">
                <TextField
                  key={variable.key}
                  field={variable}
                  defaultValue={variable.initialValue}
                  label="Variable name"
                  autoComplete="off"
                  spellCheck={false}
                />
              </div>
            </Row>
          );
        })}
      </RowList>
    </div>
  );
}
