import { type FieldMetadata, useFormMetadata } from '@conform-to/react';
import { lazyPart } from '~/components/network/lazy-part';
import { TextAreaField, TextField } from '~/components/ui/fields/text-field';
import { useEditorFeedback } from '../../form/editor-feedback';
import type { CallForm, EditorForm } from '../../form/editor-form';
import { normalizePathOnBlur, normalizeNameOnBlur } from '../../form/normalize-input';
import { countLines } from '../../form/fields/count-lines';
import { Fold } from '../../form/fields/fold';
import { PathPicker } from '../../form/fields/path-picker';
import { RemoveMappingButton } from './remove-button';
import { Row, RowList } from '../../form/fields/row-list';
import { VariableNameField } from '../../form/fields/variable-name-field';
import { useLastTest } from '../test-call/use-last-test';

const LazyPathPicker = lazyPart(import.meta.env.SSR && PathPicker, () =>
  import('../../form/fields/path-picker').then((loaded) => loaded.PathPicker),
);

interface MappingFieldsProps {
  responseMapping: FieldMetadata<CallForm['responseMapping'], EditorForm>;
  callIndex: number;
  /** The id that the form has for the call. */
  callId: string;
}

/** The fields that map a response to variables for later calls. */
export function MappingFields({ responseMapping, callIndex, callId }: MappingFieldsProps) {
  const { lastRun, storedNames } = useEditorFeedback();
  const normalizeName = normalizeNameOnBlur(storedNames);
  const form = useFormMetadata<EditorForm>();
  const { saveAs, saveFileAs, extractFields, computed, remember } = responseMapping.getFieldset();
  const tested = useLastTest(callIndex, callId);
  const paths = lastRun.paths[callId] ?? [];
  const mapped = new Map(tested?.kind === 'response' ? tested.mapped : []);
  return (
    <div className="flex flex-col gap-4">
      <div>
        <VariableNameField
          field={saveAs}
          label="Save the whole response as"
          aside={<span className="text-[0.8125rem] text-ink-muted">Optional. A variable name.</span>}
        />
      </div>
      <RowList
        field={extractFields}
        title="Extract fields"
        addLabel="Add field"
        add={form.insert.getButtonProps({ name: extractFields.name })}
      >
        {extractFields.getFieldList().map((row, index) => {
          const { jsonPath, saveAs: variable } = row.getFieldset();
          const value = mapped.get(jsonPath.value ?? '');
          return (
            <Row
              key={row.key}
              removeButton={
                <RemoveMappingButton
                  listName={extractFields.name}
                  index={index}
                  callIndex={callIndex}
                  variable={variable.value}
                />
              }
            >
              <div className="min-w-0 sm:flex-1">
                <TextField
                  field={jsonPath}
                  label="JSON path"
                  hint={value !== undefined && <Mapped value={value} />}
                  placeholder=".data.id, header:location, status:code"
                  onBlurCapture={normalizePathOnBlur}
                  autoComplete="off"
                  spellCheck={false}
                  className="font-mono"
                />
              </div>
              <div className="min-w-0 sm:flex-1">
                <VariableNameField field={variable} />
              </div>
            </Row>
          );
        })}
      </RowList>
      {paths.length > 0 && (
        <LazyPathPicker
          paths={paths}
          mapping={responseMapping}
          callIndex={callIndex}
          title="Fields of the last response"
        />
      )}
      <div className="flex flex-col">
        <Fold
          title="Save it as a file"
          summary={saveFileAs.value || 'None'}
          isOpen={Boolean(saveFileAs.value)}
          isHeldOpen={!saveFileAs.valid}
        >
          <TextField
            field={saveFileAs}
            label="Save it as a file"
            hideLabel
            hint="A variable name. The file is the response byte for byte, for later calls to send."
            onBlurCapture={normalizeName}
            autoComplete="off"
            spellCheck={false}
          />
        </Fold>
        <LinesFold
          field={computed}
          title="Computed variables"
          hint="One per line, for example: gross = {{net | times: 1.19}}"
        />
        <LinesFold
          field={remember}
          title="Remember for the next run"
          hint="When the call has succeeded. One per line, for example: lastId = orders[0].id, which later runs read as {{memory.lastId}}"
        />
      </div>
    </div>
  );
}

interface LinesFoldProps {
  field: FieldMetadata<string, EditorForm>;
  title: string;
  hint: string;
}

/** A fold for lines of names and values, which few calls have. */
function LinesFold({ field, title, hint }: LinesFoldProps) {
  const count = countLines(field.value);
  return (
    <Fold
      title={title}
      summary={count === 0 ? 'None' : `${count}`}
      isOpen={count > 0}
      isHeldOpen={!field.valid}
    >
      <TextAreaField
        field={field}
        label={title}
        hideLabel
        hint={hint}
        rows={1}
        autoComplete="off"
        spellCheck={false}
        className="font-mono"
      />
    </Fold>
  );
}

/** Shows what the last test of the call found at a path. */
function Mapped({ value }: { value: string | null }) {
  return value === null ? (
    <span className="font-medium text-warn-ink">not mapped</span>
  ) : (
    <span className="wrap-anywhere">Value: {value}</span>
  );
}
