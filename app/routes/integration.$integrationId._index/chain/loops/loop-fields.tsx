import { type FieldMetadata, type FieldName, useField, useFormMetadata } from '@conform-to/react';
import { SelectField, TextField } from '~/components/ui/fields/text-field';
import { useEditorFeedback } from '../../form/editor-feedback';
import type { EditorForm } from '../../form/editor-form';
import { PlaceholderField } from '../../form/fields/placeholder-field';
import { Row, RowList } from '../../form/fields/row-list';
import { ScopeProvider } from '../../form/fields/scope-variables';
import { VariableChips } from '../../form/fields/variable-chips';
import { newCollect } from '../../form/new-step';
import { normalizeNameOnBlur } from '../../form/normalize-input';
import { clampOnBlur } from '../steps/clamp-on-blur';
import type { CollectRow, LoopForm } from '../../form/step-schema';
import { CallOptions } from '../steps/call-options';

interface LoopFieldsProps {
  loop: FieldMetadata<LoopForm, EditorForm>;
  /** The index of the loop's first call. */
  callIndex: number;
}

const number = { autoComplete: 'off', inputMode: 'numeric' } as const;

/** The fields for a loop's list, its range of calls, and the values it collects. */
export function LoopFields({ loop, callIndex }: LoopFieldsProps) {
  const { throughCallId, items, itemName, atOnce, maxItems, onError, onTooMany, newBy, firstRun, collect } =
    loop.getFieldset();
  return (
    <>
      <div data-chips className="flex flex-col gap-3">
        <ScopeProvider callIndex={callIndex} place="list">
          <div className="grid gap-field sm:grid-cols-2">
            <PlaceholderField
              field={items}
              label="List"
              placeholder="{{orders.data}}"
              hint="A variable that holds a list, or the path to one in a variable, such as {{orders.data}}."
              className="font-mono"
            />
            <NameField
              field={itemName}
              label="Item name"
              placeholder="order"
              hint={`Inside the loop, {{${itemName.value ?? 'order'}.id}} is a field of the item.`}
            />
          </div>
          <VariableChips />
        </ScopeProvider>
      </div>
      <div className="grid gap-field sm:grid-cols-2">
        <ThroughField field={throughCallId} callIndex={callIndex} />
        <SelectField field={onError} label="When an item fails">
          <option value="stop">End the run in error</option>
          <option value="continue">Continue with the other items</option>
          <option value="fail_at_end">Continue, then end in error</option>
        </SelectField>
      </div>
      <div className="grid gap-field sm:grid-cols-3">
        <TextField
          field={atOnce}
          label="At once (1–10)"
          {...number}
          onBlurCapture={(event) => clampOnBlur(event, { min: 1, max: 10 })}
        />
        <TextField
          field={maxItems}
          label="Maximum items (1–1,000)"
          hint="A longer list runs in parts: {{orders.data | chunk: 100}} makes lists of 100 items."
          {...number}
          onBlurCapture={(event) => clampOnBlur(event, { min: 1, max: 1_000 })}
        />
        <SelectField field={onTooMany} label="When the list is longer">
          <option value="error">End the run in error</option>
          <option value="first">Run only the first items</option>
        </SelectField>
      </div>
      <ScopeProvider callIndex={callIndex} place="item">
        <div className="grid gap-field sm:grid-cols-2">
          <PlaceholderField
            field={newBy}
            label="Only new items, by"
            placeholder="{{order.id}}"
            hint="Leaves out items that an earlier run completed. Empty: all items are run."
            className="font-mono"
          />
          <SelectField
            field={firstRun}
            label="First run"
            hint="Only from now on: it remembers the items that are there and runs none. A test runs them, and remembers none."
          >
            <option value="remember">Only from now on</option>
            <option value="run">Also those that are there already</option>
          </SelectField>
        </div>
        <CollectRows collect={collect} />
      </ScopeProvider>
    </>
  );
}

/** The choice of the loop's last call: its first or a later one. */
function ThroughField({ field, callIndex }: { field: FieldMetadata<string, EditorForm>; callIndex: number }) {
  return (
    <SelectField
      field={field}
      label="Through"
      hint="Every call from here through this one runs for each item."
    >
      <CallOptions
        chosen={field.initialValue}
        gap={callIndex}
        from={callIndex}
        describe={(label, offset) => (offset === 0 ? `${label} only` : label)}
      />
    </SelectField>
  );
}

/** The rows of collected values. After the loop each is a list, with an entry for each item that succeeded. */
function CollectRows({ collect }: { collect: FieldMetadata<CollectRow[], EditorForm> }) {
  const form = useFormMetadata<EditorForm>();
  return (
    <RowList
      field={collect}
      title="Collect"
      text="What the calls save is visible to their own item only. A collected list is available after the loop, with one entry for each item that succeeded."
      addLabel="Add list"
      add={form.insert.getButtonProps({ name: collect.name, defaultValue: newCollect })}
    >
      {collect.getFieldList().map((row, index) => (
        <Row
          key={row.key}
          removeLabel={`Remove list ${index + 1}`}
          remove={form.remove.getButtonProps({ name: collect.name, index })}
        >
          <CollectFields name={row.name} />
        </Row>
      ))}
    </RowList>
  );
}

function CollectFields({ name }: { name: FieldName<CollectRow, EditorForm> }) {
  const [row] = useField(name);
  const { from, saveAs } = row.getFieldset();
  return (
    <>
      <div className="min-w-0 sm:flex-1">
        <PlaceholderField
          field={from}
          label="Value from each item"
          placeholder="{{shipment_id}}"
          className="font-mono"
        />
      </div>
      <div className="min-w-0 sm:flex-1">
        <NameField field={saveAs} label="Save list as" placeholder="shipment_ids" />
      </div>
    </>
  );
}

interface NameFieldProps {
  field: FieldMetadata<string, EditorForm>;
  label: string;
  placeholder: string;
  hint?: string;
}

function NameField(props: NameFieldProps) {
  const { storedNames } = useEditorFeedback();
  return (
    <TextField
      {...props}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      className="font-mono"
      onBlurCapture={normalizeNameOnBlur(storedNames)}
    />
  );
}
